"""Most plays of the plain hitting games, judged at sight.

    >>> from matches.engine.presets import BACKGAMMON
    >>> bits = BACKGAMMON.starting_position.bits
    >>> check_bits(bits, (3, 1), ((8, 5, 0), (6, 5, 0))) is not None
    True
    >>> check_bits(bits, (3, 1), ((8, 5, 0),)) is None  # and the 1?
    True

A play that uses up the numbers in the order written is legal at once, so nothing is generated.
Where it uses fewer, no play may use more, and that is a question about one side's checkers and the
points open to them: hitting never opens or closes one. Whatever is not plain (the text needs
another order, a blot stands on a way-point that is not written) is left to `check`, which is slower
and can say why.

The rules a step follows here are those of `steps` for games without a hand, without compulsions and
without exact bearing off: tests hold the two together.
"""

from collections.abc import Iterable, Iterator, Sequence

from matches.engine.notation import Hop
from matches.engine.play import Move
from matches.engine.position import BAR, FIELD, HAND, NIBBLE, OFF, OTHER, POINTS
from matches.engine.steps import OUTSIDE
from matches.engine.variant import Variant

#: bits after, the moves made, the numbers left over
Sight = tuple[int, list[Move], list[int]]

_BAR_FIELD = NIBBLE << 4 * BAR
_BAR_ONE = 1 << 4 * BAR
_HAND_FIELD = NIBBLE << 4 * HAND
_TO_BAR = (1 << 4 * HAND) - 1
_OTHER_OFF = NIBBLE << OTHER
_ALL_OFF = 15 << OTHER
_ONE_A_PLACE = sum(1 << 4 * place for place in range(1, BAR + 1))
_ONE_A_POINT = sum(1 << 4 * point for point in POINTS)

_Row = tuple[int, int, int, int, int, int, Move, Move]


def _row(number: int, start: int) -> _Row:
    """What a move inside the board needs: see its use in `at_sight`.

    Of the bits in the first field, some must be set and the sum be less than the second: there is a
    checker to move, and nobody on the bar unless it moves from there.
    """
    end = start - number
    theirs = OTHER + 4 * (BAR - end)
    change = (1 << 4 * end) - (1 << 4 * start)
    return (
        NIBBLE << 4 * start | _BAR_FIELD,
        _HAND_FIELD if start == BAR else _BAR_ONE,
        NIBBLE << theirs,
        1 << theirs,
        change,
        change - (1 << theirs) + (1 << OTHER + 4 * BAR),
        Move(start, end, number),
        Move(start, end, number, hit=True),
    )


_NEVER = (0, *_row(1, BAR)[1:])
#: By number, then by the place it starts from. Nobody starts from the hand in these games.
_ROWS: list[list[_Row]] = [
    [_row(number, start) if number < start < HAND else _NEVER for start in range(HAND + 1)]
    for number in range(7)
]


def is_plain(bits: int, numbers: Sequence[int], variant: Variant) -> bool:
    """Whether the rules of this module are those of `variant` here: a game that goes on, nobody in
    the hand, and no compulsion that could bite with so few numbers."""
    if variant.contact != "hit" or not variant.hit_and_run_home or variant.bearoff_exact:
        return False
    if variant.bearoff_mandatory != "optional" and checkers_outside(bits) < len(numbers):
        return False
    return bool(
        not bits & _HAND_FIELD and bits & NIBBLE != NIBBLE and bits & _OTHER_OFF != _ALL_OFF
    )


def checkers_outside(bits: int) -> int:
    """How many checkers of side 1 have not come home: before they have, nothing is borne off."""
    outside = bits & OUTSIDE
    return outside and (outside % 15 or 15)  # 16 is 1 modulo 15: the sum of the places


def check_bits(bits: int, numbers: tuple[int, ...], hops: Iterable[Hop]) -> int | None:
    """The bits after a legal play of `hops` (start, end, number or 0) by side 1 with `numbers`.

    None says that the play is not legal, or not plain. `numbers` are two, the larger first, or up
    to four equal ones; see `is_plain` for where this holds.
    """
    seen = at_sight(bits, numbers, hops)
    if seen is None or (seen[2] and not is_all(bits, numbers, seen[1])):
        return None
    return seen[0]


def at_sight(bits: int, numbers: tuple[int, ...], hops: Iterable[Hop]) -> Sight | None:
    """Play `hops` in the order written, or None when that does not work."""
    left = list(numbers)
    moves: list[Move] = []
    for start, end, said in hops:
        number = start - end
        if number not in left or end == OFF or (said and said != number):
            found = _further(bits, left, (start, end, said))
            if found is None:
                return None
            bits, more, left = found
            moves += more
            continue
        movable, limit, theirs, blot, change, hit_change, move, hit = _ROWS[number][start]
        if not 0 < bits & movable < limit:
            return None
        there = bits & theirs
        if not there:
            bits += change
            moves.append(move)
        elif there == blot:
            bits += hit_change
            moves.append(hit)
        else:
            return None
        left.remove(number)
    return bits, moves, left


def _further(bits: int, left: list[int], hop: Hop) -> Sight | None:
    """A checker borne off by one number, or moved on by several with no enemy on the way."""
    start, end, said = hop
    if end == OFF:
        return _borne_off(bits, left, start, said)
    distance, double = start - end, left[:1] == left[-1:]
    if said or not left or distance <= 0:
        return None
    if double:
        count, rest = divmod(distance, left[0])
        orders = [] if rest or count > len(left) else [left[:count]]
    else:
        orders = [left, left[::-1]] if distance == sum(left) else []
    for order in orders:
        found = _chained(bits, start, order)
        if found is not None:
            return *found, left[len(order) :]
    return None


def _chained(bits: int, start: int, order: list[int]) -> tuple[int, list[Move]] | None:
    hops = []
    for number in order[:-1]:
        end = start - number
        if end < 1 or bits >> OTHER + 4 * (BAR - end) & NIBBLE:
            return None
        hops.append((start, end, number))
        start = end
    found = at_sight(bits, tuple(order), [*hops, (start, start - order[-1], order[-1])])
    return found and found[:2]


def _borne_off(bits: int, left: list[int], start: int, said: int) -> Sight | None:
    if bits & OUTSIDE or not bits >> 4 * start & NIBBLE:
        return None
    number = said or (start if start in left else max(left, default=0))
    if number not in left or number < start:
        return None
    if number > start and (bits & FIELD) >> 4 * (start + 1):
        return None
    rest = left.copy()
    rest.remove(number)
    return bits - (1 << 4 * start) + 1, [Move(start, OFF, number)], rest


def is_all(bits: int, numbers: tuple[int, ...], moves: Sequence[Move]) -> bool:
    """Whether a play of `moves`, fewer than there are numbers, had no more to play, nor larger."""
    own, free = bits & FIELD, _open(bits)
    if numbers[0] == numbers[-1]:
        return not _all_can(own, numbers[: len(moves) + 1], free)
    high, low = numbers
    if not moves:
        return not (_can(own, high, free) or _can(own, low, free))
    if moves[0].number == low and _can(own, high, free):
        return False
    return not (_all_can(own, (high, low), free) or _all_can(own, (low, high), free))


def _open(bits: int) -> int:
    """A 1 in the place of each point on which side 1 may land."""
    theirs = f"{bits >> OTHER & _TO_BAR:0{HAND}x}"
    turned = int(theirs[::-1], 16)  # a place is a hexadecimal digit: theirs as side 1 counts
    return ~(turned >> 1 | turned >> 2 | turned >> 3) & _ONE_A_POINT


def _held(own: int) -> int:
    """A 1 in the place of each point, and the bar, where side 1 has a checker."""
    return (own | own >> 1 | own >> 2 | own >> 3) & _ONE_A_PLACE


def _can(own: int, number: int, free: int) -> bool:
    """Whether side 1 can play one `number`."""
    if own & _BAR_FIELD:
        return bool(free >> 4 * (BAR - number) & 1)
    return bool(_held(own) >> 4 * number & free) or bool(_bearing(own, number))


def _bearing(own: int, number: int) -> int:
    """The 1 in the place of the checker that `number` bears off, 0 when it bears off none."""
    if own & OUTSIDE:
        return 0
    if own >> 4 * number & NIBBLE:
        return 1 << 4 * number
    held = _held(own)
    return 1 << held.bit_length() - 1 if held and held < 1 << 4 * number else 0


def _afters(own: int, number: int, free: int) -> Iterator[int]:
    """Side 1's places after each way of playing `number`."""
    held = _BAR_ONE if own & _BAR_FIELD else _held(own)
    going = held & free << 4 * number
    while going:
        one = going & -going
        going -= one
        yield own - one + (one >> 4 * number)
    borne = _bearing(own, number)
    if borne:
        yield own - borne + 1


def _all_can(own: int, numbers: tuple[int, ...], free: int) -> bool:
    """Whether all of `numbers` can be played in this order."""
    layer = {own}
    for number in numbers[:-1]:
        layer = {after for before in layer for after in _afters(before, number, free)}
    return any(_can(before, numbers[-1], free) for before in layer)
