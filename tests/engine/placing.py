"""Positions at random for property tests: any shape, likely on no board."""

from hypothesis import strategies as st

from matches.engine.position import BAR, CHECKERS, OFF, POINTS, Position


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Fifteen checkers of either side, none on a point of the other's.

    Often all of one side stand on few places or near home, so that closed boards, races and the
    last checkers come up as well as many on the bar.
    """
    own = _counted(draw(_places(draw(st.sampled_from([1, 3, 6, 7, 12, BAR])))))
    other = _counted(draw(_places(draw(st.sampled_from([6, 10, BAR])))))
    for point in POINTS:
        if point in own and 25 - point in other:
            other[OFF] = other.get(OFF, 0) + other.pop(25 - point)
    return Position.of(own, other)


def _places(highest: int) -> st.SearchStrategy[list[int]]:
    taken = st.sets(st.integers(OFF, highest), min_size=1, max_size=8)
    return taken.flatmap(
        lambda places: st.lists(
            st.sampled_from(sorted(places)), min_size=CHECKERS, max_size=CHECKERS
        )
    )


def _counted(places: list[int]) -> dict[int, int]:
    return {place: places.count(place) for place in places}
