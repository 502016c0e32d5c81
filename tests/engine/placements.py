"""Random positions of any of the games, for property tests: dense ones, where rules bite."""

from hypothesis import strategies as st

from matches.engine.dice import ROLLS, Dice
from matches.engine.generate import ended
from matches.engine.position import BAR, CHECKERS, HAND, OFF, POINTS, Position
from matches.engine.presets import VARIANTS
from matches.engine.variant import Variant, physical

GAMES = st.sampled_from(sorted(VARIANTS)).map(lambda name: VARIANTS[name])
DICE = st.sampled_from(ROLLS)

#: From which points a side has checkers: everywhere, at home, near home, all the rest off.
_REGIONS = [range(1, 25), range(1, 7), range(1, 9), range(15, 25), range(1, 13)]


@st.composite
def positions(draw: st.DrawFn, variant: Variant) -> Position:
    """A position of `variant` in which the game goes on."""
    position = draw(_placed(variant).filter(lambda found: not ended(found.bits, variant)))
    assert isinstance(position, Position)
    return position


@st.composite
def situations(draw: st.DrawFn) -> tuple[Variant, Position, Dice, bool]:
    """A game, a position of it, a roll, and whether it is the player's first turn."""
    variant = draw(GAMES)
    position = draw(st.just(variant.starting_position) | positions(variant))
    return variant, position, draw(DICE), draw(st.booleans())


@st.composite
def _placed(draw: st.DrawFn, variant: Variant) -> Position:
    if variant.geometry == "none":
        return Position.of(_side(draw, range(1, 7), {}), _side(draw, range(1, 7), {}))
    own = _side(draw, draw(st.sampled_from(_REGIONS)), _apart(draw, variant))
    closed = {physical(variant, point) for point in POINTS if own.get(point)}
    singles = {point for point in POINTS if own.get(point) == 1}
    free = [point for point in draw(st.sampled_from(_REGIONS)) if point not in closed] or [
        point for point in POINTS if point not in closed
    ]
    other = _side(draw, free, _apart(draw, variant))
    pinned: tuple[set[int], set[int]] = (set(), set())
    if variant.contact == "pin":
        for point in sorted(singles):
            there = physical(variant, point)
            if other.get(OFF, 0) and not draw(st.integers(0, 2)):
                other[OFF] -= 1
                other[there] = 1
                pinned[draw(st.integers(0, 1))].add(point)
    mine = frozenset(pinned[0])
    theirs = frozenset(physical(variant, point) for point in pinned[1])
    return Position.of(own, other, pinned=(mine, theirs))


def _apart(draw: st.DrawFn, variant: Variant) -> dict[int, int]:
    """Checkers on the bar and in the hand."""
    if variant.contact != "hit":
        return {}
    apart = {BAR: draw(st.sampled_from((0, 0, 0, 1, 2)))}
    if variant.enters_from_hand:
        apart[HAND] = draw(st.sampled_from((0, 0, 1, 2, 9)))
    return apart


def _side(draw: st.DrawFn, points: list[int] | range, apart: dict[int, int]) -> dict[int, int]:
    """Up to fifteen checkers on `points` and `apart`, the rest off."""
    counts = dict(apart)
    left = CHECKERS - sum(apart.values())
    for point in draw(st.lists(st.sampled_from(list(points)), max_size=9)):
        more = min(draw(st.sampled_from((1, 1, 1, 2, 3))), left)
        counts[point] = counts.get(point, 0) + more
        left -= more
    return {**{place: count for place, count in counts.items() if count}, OFF: left}
