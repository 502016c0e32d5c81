"""One checker, one number: what may move where in any of the games.

The whole of "can this checker go there" is here and nowhere else: who must enter first, what
blocks, what is hit or pinned, when bearing off is open, the head of long nardy and its six-block.
Which steps make a legal play of a roll is decided in `generate`.

Everything works on the packed bits of a position, seen by the player who moves (side 1).
"""

from collections.abc import Iterator
from typing import NamedTuple

from matches.engine.play import Move
from matches.engine.position import (
    BAR,
    CHECKERS,
    HAND,
    NIBBLE,
    OFF,
    OTHER,
    OTHER_PINS,
    PINS,
    POINTS,
)
from matches.engine.variant import OPPONENT_POINT, Variant

HEAD = 24
#: The set of all points. A set has one bit for each point, the lowest of the four of its count.
EVERY_POINT = sum(1 << 4 * point for point in POINTS)
#: Everything of side 1 that is neither home nor off: points 7 to 24, bar and hand.
OUTSIDE = ((1 << 4 * 20) - 1) << 4 * 7
_IN_HAND = NIBBLE << 4 * HAND
_OTHER_BAR = 1 << OTHER + 4 * BAR


class Step(NamedTuple):
    """A legal move and the bits of the position after it."""

    move: Move
    after: int


class Limits(NamedTuple):
    """What binds a whole turn: how many checkers may leave the head, and how many stand there.

    `head_from` is the number of checkers on the head when the turn began.
    """

    head: int = CHECKERS
    head_from: int = CHECKERS


FREE = Limits()


def steps(bits: int, number: int, variant: Variant, limits: Limits = FREE) -> Iterator[Step]:
    """Every legal move of one checker of side 1 by `number` (1 to 6)."""
    for start in sources(bits, variant):
        step = step_from(bits, start, number, variant, limits)
        if isinstance(step, Step):
            yield step


def sources(bits: int, variant: Variant) -> Iterator[int]:
    """The places a checker of side 1 may leave, the bar before everything else."""
    if bits >> 4 * BAR & NIBBLE:
        yield BAR
        return
    if bits >> 4 * HAND & NIBBLE:
        yield HAND
        if variant.enter_all_first:
            return
    for point in reversed(POINTS):
        if bits >> 4 * point & NIBBLE:
            yield point


def step_from(
    bits: int, start: int, number: int, variant: Variant, limits: Limits = FREE
) -> Step | str:
    """The move of a checker that stands on `start` by `number`, or the code of what forbids it.

    Whether somebody else must enter first is for `sources`. The codes are those of IllegalPlay.
    """
    if variant.contact == "pin" and bits >> PINS + start & 1:
        return "pinned"
    if start == HEAD and limits.head_from - (bits >> 4 * HEAD & NIBBLE) >= limits.head:
        return "head_limit"
    end = min(start, BAR) - number
    if end <= OFF or variant.geometry == "none":
        step = _bear_off(bits, start, number, variant)
    else:
        step = _move(bits, start, number, variant)
    shut = variant.block6 != "off" and variant.block_check == "step"
    if shut and isinstance(step, Step) and shuts_in(step.after, variant):
        return "six_block"
    return step


def _move(bits: int, start: int, number: int, variant: Variant) -> Step | str:
    """A step that stays on the board."""
    end = min(start, BAR) - number
    landed = _land(bits, end, variant)
    if isinstance(landed, str):
        return landed
    after, hit = landed
    after = _leave(after, start, variant) + (1 << 4 * end)
    return Step(Move(start, end, number, hit), after)


def _land(bits: int, end: int, variant: Variant) -> tuple[int, bool] | str:
    """The bits with whoever stands on `end` hit or pinned, and whether somebody was."""
    point = OPPONENT_POINT[variant.geometry][end]
    place = OTHER + 4 * point
    enemies = bits >> place & NIBBLE
    if not enemies:
        return bits, False
    if enemies > 1 or variant.contact == "block":
        return "blocked"
    if variant.contact == "hit":
        return bits - (1 << place) + _OTHER_BAR, True
    if bits >> OTHER_PINS + point & 1:  # already held down: the point is ours
        return bits, False
    if bits >> PINS + end & 1:
        return "blocked"
    return bits | 1 << OTHER_PINS + point, True


def _leave(bits: int, start: int, variant: Variant) -> int:
    """The bits with a checker lifted from `start`; the last one to go frees who is under it."""
    bits -= 1 << 4 * start
    if variant.contact == "pin" and start < BAR and not bits >> 4 * start & NIBBLE:
        bits &= ~(1 << OTHER_PINS + OPPONENT_POINT[variant.geometry][start])
    return bits


def _bear_off(bits: int, start: int, number: int, variant: Variant) -> Step | str:
    if variant.geometry != "none":
        if bits & OUTSIDE:
            return "not_all_home"
        if variant.contact == "pin" and variant.pinned_blocks_bearoff and _any_pinned(bits):
            return "pinned"
    if start != number:
        exact = variant.bearoff_exact
        if variant.geometry == "none":
            exact = not variant.eureka_overhigh
        if start > number or exact or bits >> 4 * (start + 1) & _PLACES_ABOVE[start]:
            return "overshoot"
    return Step(Move(start, OFF, number), _leave(bits, start, variant) + 1)


#: For a point: as many bits as the places from the next one to 6 take.
_PLACES_ABOVE = [(1 << 4 * max(6 - point, 0)) - 1 for point in range(27)]


def _any_pinned(bits: int) -> bool:
    return bool(bits >> PINS & (1 << 25) - 1)


def shuts_in(bits: int, variant: Variant) -> bool:
    """Whether side 1 holds six points in a row that the rules forbid (long nardy, `block6`).

    Rows and what stands ahead of them are judged on the enemy's track, which does not wrap; a
    checker that is off is ahead of everything.
    """
    lows = _lows_of_six(bits)
    if not lows or variant.block6 == "never":
        return bool(lows)
    foremost = next(place for place in range(27) if bits >> OTHER + 4 * place & NIBBLE)
    if variant.block6 == "home":
        return foremost > 6
    lowest = (lows & -lows).bit_length() // 4
    return foremost >= lowest


_TWELVE = EVERY_POINT & (1 << 4 * 13) - 1  # points 1 to 12


def _lows_of_six(bits: int) -> int:
    """The points, as the enemy counts, that side 1 holds with the five above each of them."""
    held = own_points(bits)
    held = (held & _TWELVE) << 48 | held >> 48 & _TWELVE
    pairs = held & held >> 4
    return pairs & pairs >> 8 & pairs >> 16


def own_points(bits: int) -> int:
    """The set of points on which side 1 stands."""
    return (bits | bits >> 1 | bits >> 2 | bits >> 3) & EVERY_POINT


def checkers_outside(bits: int) -> int:
    """How many checkers of side 1 are not home: before they are, nothing is borne off."""
    away = bits & OUTSIDE
    return away % 15 or (15 if away else 0)  # modulo 15, a number in base 16 is its digits' sum


def hits_plainly(bits: int, moves: int, variant: Variant) -> bool:
    """Whether so many moves of side 1 know no rules but those of plain backgammon.

    The hand is empty, and how the game bears off does not matter: it is as in backgammon, or more
    checkers are away than could come home.
    """
    plain = variant.bearoff_mandatory == "optional" and not variant.bearoff_exact
    return (
        variant.contact == "hit"
        and variant.hit_and_run_home
        and not bits & _IN_HAND
        and (plain or checkers_outside(bits) >= moves)
    )


def plain_bear_off(bits: int, number: int) -> int:
    """From where `number` bears off as in backgammon: a set of one point, or of none.

    That is its own point or, with nobody there and nobody behind, the highest.
    """
    if bits & OUTSIDE:
        return 0
    own = 1 << 4 * number
    if bits & NIBBLE * own:
        return own
    held = own_points(bits)
    return 1 << held.bit_length() - 1 if 0 < held < own else 0
