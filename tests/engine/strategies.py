"""Random positions, turns and moments of matches, for property tests.

They are dense, as that is where rules bite: few places with many checkers each, much of it near
home, on the bar or off.
"""

from hypothesis import strategies as st

from matches.engine.dice import ROLLS, Dice
from matches.engine.generate import ended
from matches.engine.position import BAR, CHECKERS, HAND, OFF, POINTS, Position
from matches.engine.presets import BACKGAMMON, VARIANTS
from matches.engine.situation import CubeOffer, Progress, Situation
from matches.engine.variant import Variant, opponent_point

_GAMES = st.sampled_from(sorted(VARIANTS)).map(lambda name: VARIANTS[name])
_DICE = st.sampled_from(ROLLS)
_SIDES = st.sampled_from([1, 2])

#: From which points a side has checkers: everywhere, at home, near home, all the rest off.
_REGIONS = [range(1, 25), range(1, 7), range(1, 9), range(15, 25), range(1, 13)]
_EXPONENTS = st.integers(0, 15)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Fifteen checkers of either side, none on a point of the other's, likely on no board.

    Often all of one side stand on few places or near home, so that closed boards, races and the
    last checkers come up as well as many on the bar.
    """
    own = _counted(draw(_places(draw(st.sampled_from([1, 3, 6, 7, 12, BAR])))))
    other = _counted(draw(_places(draw(st.sampled_from([6, 10, BAR])))))
    for point in POINTS:
        if point in own and 25 - point in other:
            other[OFF] = other.get(OFF, 0) + other.pop(25 - point)
    return Position.of(own, other)


#: Those that can be on a board of backgammon.
SOUND_POSITIONS = positions().filter(lambda position: not position.status(BACKGAMMON))


def _places(highest: int) -> st.SearchStrategy[list[int]]:
    taken = st.sets(st.integers(OFF, highest), min_size=1, max_size=8)
    return taken.flatmap(
        lambda places: st.lists(
            st.sampled_from(sorted(places)), min_size=CHECKERS, max_size=CHECKERS
        )
    )


def _counted(places: list[int]) -> dict[int, int]:
    return {place: places.count(place) for place in places}


@st.composite
def turns(draw: st.DrawFn) -> tuple[Variant, Position, Dice, bool]:
    """A game, a position of it, a roll, and whether it is the player's first turn."""
    variant = draw(_GAMES)
    position = draw(st.just(variant.starting_position) | positions_of(variant))
    return variant, position, draw(_DICE), draw(st.booleans())


def positions_of(variant: Variant) -> st.SearchStrategy[Position]:
    return _of_game(variant).filter(lambda position: not ended(position.bits, variant))


@st.composite
def _of_game(draw: st.DrawFn, variant: Variant) -> Position:
    if variant.geometry == "none":
        return Position.of(_side(draw, range(1, 7), {}), _side(draw, range(1, 7), {}))
    own = _side(draw, draw(st.sampled_from(_REGIONS)), _apart(draw, variant))
    closed = {opponent_point(variant, point) for point in POINTS if own.get(point)}
    singles = {point for point in POINTS if own.get(point) == 1}
    free = [point for point in draw(st.sampled_from(_REGIONS)) if point not in closed] or [
        point for point in POINTS if point not in closed
    ]
    other = _side(draw, free, _apart(draw, variant))
    pinned: tuple[set[int], set[int]] = (set(), set())
    if variant.contact == "pin":
        for point in sorted(singles):
            there = opponent_point(variant, point)
            if other.get(OFF, 0) and not draw(st.integers(0, 2)):
                other[OFF] -= 1
                other[there] = 1
                pinned[draw(st.integers(0, 1))].add(point)
    mine = frozenset(pinned[0])
    theirs = frozenset(opponent_point(variant, point) for point in pinned[1])
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


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """A moment of a match or a money session, apart from the checkers."""
    length = draw(st.integers(0, 99))
    points = st.integers(0, length - 1 if length else 32767)
    score = draw(st.tuples(points, points))
    beaver = length == 0 and draw(st.booleans())
    offers: list[CubeOffer] = ["none", "none", "double"]
    if beaver:
        offers.append("beaver")
    crawford = length > 0 and length - 1 in score and draw(st.booleans())
    offer = "none" if crawford else draw(st.sampled_from(offers))
    dice = draw(st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)))
    state: Progress = draw(st.sampled_from(["playing", "none", "over", "resigned", "dropped"]))
    return Situation(
        on_roll=draw(_SIDES),
        dice=dice if offer == "none" else None,
        cube=1 << draw(_EXPONENTS),
        cube_owner=draw(st.just(0) | _SIDES),
        cube_offer=offer,
        resignation=draw(st.integers(0, 3)),
        match_length=length,
        score=score,
        crawford=crawford,
        state=state,
        jacoby=length == 0 and draw(st.booleans()),
        beaver=beaver,
        max_cube_exponent=draw(_EXPONENTS),
    )
