"""Random positions, and random moments of matches and money sessions."""

from hypothesis import strategies as st

from matches.engine.position import BAR, Position
from matches.engine.situation import CubeOffer, Progress, Situation

sides = st.sampled_from([1, 2])
exponents = st.integers(0, 15)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Random sound positions of backgammon, the checkers of the two sides on their own points."""
    owners = draw(st.lists(st.sampled_from([0, 1, 2]), min_size=24, max_size=24))
    sides = []
    for side in (1, 2):
        free = [p for p in range(1, 25) if owners[p - 1 if side == 1 else 24 - p] == side]
        chosen = draw(st.lists(st.sampled_from([*free, BAR]), max_size=15))
        sides.append({place: chosen.count(place) for place in chosen})
    if not any(sides):
        sides[0][1] = 1
    if sides[0].get(BAR):
        sides[1].pop(BAR, None)
    return Position.of(*sides)


@st.composite
def _situations(draw: st.DrawFn) -> Situation:
    length = draw(st.integers(0, 99))
    points = st.integers(0, length - 1 if length else 32767)
    score = draw(st.tuples(points, points))
    on_roll = draw(sides)
    beaver = length == 0 and draw(st.booleans())
    offers: list[CubeOffer] = ["none", "none", "double", *(["beaver"] if beaver else [])]  # type: ignore[list-item]
    crawford = length > 0 and length - 1 in score and draw(st.booleans())
    offer = "none" if crawford else draw(st.sampled_from(offers))
    dice = draw(st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)))
    state: Progress = draw(st.sampled_from(["playing", "none", "over", "resigned", "dropped"]))
    return Situation(
        on_roll=on_roll,
        dice=dice if offer == "none" else None,
        cube=1 << draw(exponents),
        cube_owner=draw(st.sampled_from([0, 1, 2])),
        cube_offer=offer,
        resignation=draw(st.integers(0, 3)),
        match_length=length,
        score=score,
        crawford=crawford,
        state=state,
        jacoby=length == 0 and draw(st.booleans()),
        beaver=beaver,
        max_cube_exponent=draw(exponents),
    )


situations = _situations()
