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

The rules a step follows here are those of `steps`, where they are those of plain backgammon (see
`hits_plainly`): tests hold the two together.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from matches.engine.contact import enemy_of
from matches.engine.notation import Hop
from matches.engine.play import Move
from matches.engine.position import BAR, CHECKERS, FIELD, HAND, NIBBLE, OFF, OTHER
from matches.engine.steps import OUTSIDE, hits_plainly, own_points, plain_bear_off
from matches.engine.variant import Variant

#: bits after, the moves made, the numbers left over
Sight = tuple[int, list[Move], list[int]]

_BAR_FIELD = NIBBLE << 4 * BAR
_HOME = (1 << 4 * 7) - 1
_HAND_ONE = 1 << 4 * HAND
_BAR_ONE = 1 << 4 * BAR

#: What must be more than 0 and less than the next; what must be 0; where enemies at the end are
#: counted, and one of them; the change of the bits without a hit and with; the moves likewise.
_Row = tuple[int, int, int, int, int, int, int, tuple[Move, ...], tuple[Move, ...]]


@lru_cache(maxsize=2048)
def _row(start: int, *numbers: int) -> _Row:
    """One checker from `start` by `numbers` in this order, to a point or, by one number, off.

    The first two fields say in one comparison that there is a checker to move, and nobody on the
    bar unless it moves from there, and then nobody else if it moves on; the third that nobody
    stands on the way or, to bear off, outside and, with a number too large, behind.
    """
    stops = [start]
    for number in numbers:
        stops.append(max(stops[-1] - number, OFF))
    end = stops[-1]
    theirs = 1 << OTHER + 4 * (BAR - end) if end else 0
    way = sum(NIBBLE << OTHER + 4 * (BAR - stop) for stop in stops[1:-1])
    if end == OFF:
        too_large = numbers[0] > start
        way = OUTSIDE | (_HOME >> 4 * start << 4 * start if too_large else 0)
        way &= ~(NIBBLE << 4 * start)
    change = (1 << 4 * end) - (1 << 4 * start)
    made = tuple(map(Move, stops, stops[1:], numbers))
    limit = _BAR_ONE
    if start == BAR:
        limit = _HAND_ONE if len(numbers) == 1 else 2 * _BAR_ONE
    return (
        NIBBLE << 4 * start | _BAR_FIELD,
        limit,
        way,
        NIBBLE * theirs,
        theirs,
        change,
        change - theirs + (1 << OTHER + 4 * BAR),
        made,
        (*made[:-1], made[-1]._replace(hit=True)),
    )


#: The rows of one number inside the board, by number and start; nobody starts from the hand.
_NEVER = (0, *_row(BAR, 1)[1:])
_ROWS: list[list[_Row]] = [
    [_row(start, number) if number < start < HAND else _NEVER for start in range(HAND + 1)]
    for number in range(7)
]


def is_plain(bits: int, numbers: Sequence[int], variant: Variant) -> bool:
    """Whether the rules of this module are those of `variant` here, and somebody has to move."""
    return bits & NIBBLE != CHECKERS and hits_plainly(bits, len(numbers), variant)


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
        if number in left and end and (not said or said == number):
            row = _ROWS[number][start]
            left.remove(number)
        else:
            used = _used(bits, left, (start, end, said))
            if not used:
                return None
            row = _row(start, *used)
            for number in used:
                left.remove(number)
        movable, limit, empty, theirs, blot, change, hit_change, made, made_hit = row
        if not 0 < bits & movable < limit or bits & empty:
            return None
        there = bits & theirs
        if not there:
            bits += change
            moves += made
        elif there == blot:
            bits += hit_change
            moves += made_hit
        else:
            return None
    return bits, moves, left


def _used(bits: int, left: list[int], hop: Hop) -> tuple[int, ...]:
    """The numbers for a checker that goes off by one or moves on by several; () for none."""
    start, end, said = hop
    if end == OFF:
        number = said or (start if start in left else max(left, default=0))
        return (number,) if number in left and number >= start else ()
    distance = start - end
    if said or not left or distance <= 0 or start > BAR:
        return ()
    if left[0] == left[-1]:
        count, rest = divmod(distance, left[0])
        return () if rest or count > len(left) else (left[0],) * count
    high, low = left
    if distance != high + low:
        return ()
    return (low, high) if bits & _row(start, high, low)[2] else (high, low)


def is_all(bits: int, numbers: tuple[int, ...], moves: Sequence[Move]) -> bool:
    """Whether a play of `moves`, fewer than there are numbers, had no more to play, nor larger."""
    own, free = bits & FIELD, enemy_of(bits).open
    if numbers[0] == numbers[-1]:
        return not _all_can(own, numbers[: len(moves) + 1], free)
    high, low = numbers
    if not moves:
        return not (_can(own, high, free) or _can(own, low, free))
    if moves[0].number == low and _can(own, high, free):
        return False
    return not (_all_can(own, (high, low), free) or _all_can(own, (low, high), free))


def _can(own: int, number: int, free: int) -> bool:
    """Whether side 1 can play one `number`, to the points that are `free` or off."""
    if own & _BAR_FIELD:
        return bool(free >> 4 * (BAR - number) & 1)
    return bool(own_points(own) >> 4 * number & free or plain_bear_off(own, number))


def _afters(own: int, number: int, free: int) -> Iterator[int]:
    """Side 1's places after each way of playing `number`."""
    starts = _BAR_ONE if own & _BAR_FIELD else own_points(own)
    going = starts & free << 4 * number
    while going:
        one = going & -going
        going -= one
        yield own - one + (one >> 4 * number)
    if borne := plain_bear_off(own, number):
        yield own - borne + 1


def _all_can(own: int, numbers: tuple[int, ...], free: int) -> bool:
    """Whether all of `numbers` can be played in this order."""
    layer = {own}
    for number in numbers[:-1]:
        layer = {after for before in layer for after in _afters(before, number, free)}
    return any(_can(before, numbers[-1], free) for before in layer)
