"""Keeping clubmates, compatriots and last time's opponents apart, as far as it can be done."""

from itertools import product

from hypothesis import given, settings, strategies as st

from tests.formats.cast import entrants
from tests.formats.shaped import SEVEN
from tests.formats.test_seeding import by_layout, with_bye, with_options
from tournaments.formats.draw import Draw, DrawConfig, draw
from tournaments.formats.graph import Entrant, EntrantId
from tournaments.formats.seeding import Byes, DrawOptions
from tournaments.formats.separation import Separation


def met_in(drawn: Draw, round_: int) -> list[tuple[EntrantId, EntrantId]]:
    """Who could meet in that round of the main bracket."""
    half = 2 ** (round_ - 1)
    pairs: list[tuple[EntrantId, EntrantId]] = []
    for top in range(0, len(drawn.lines), 2 * half):
        upper, lower = drawn.lines[top : top + half], drawn.lines[top + half : top + 2 * half]
        pairs += [
            (one.id, other.id)
            for one, other in product(upper, lower)
            if isinstance(one, Entrant) and isinstance(other, Entrant)
        ]
    return pairs


def clubs(size: int, members: int) -> dict[EntrantId, str]:
    return {entrant: f"club {(entrant - 1) // members}" for entrant in entrants(size)}


def together(drawn: Draw, club: dict[EntrantId, str], round_: int) -> int:
    return sum(club[one] == club[other] for one, other in met_in(drawn, round_))


def test_clubmates_do_not_meet_in_the_first_two_rounds() -> None:
    club = clubs(32, 4)
    blind = [draw(entrants(32), DrawConfig(SEVEN), seed=str(n)) for n in range(20)]
    apart = [
        with_options(32, DrawOptions(apart=(Separation(groups=club),)), str(n)) for n in range(20)
    ]
    assert sum(together(drawn, club, 1) for drawn in blind) > 10
    assert not any(together(drawn, club, 1) for drawn in apart)
    assert not any(together(drawn, club, 2) for drawn in apart)


def test_a_club_of_half_the_field_meets_the_other_half() -> None:
    club = clubs(32, 16)
    drawn = with_options(32, DrawOptions(apart=(Separation(groups=club),)))
    assert together(drawn, club, 1) == 0


def test_previous_opponents_do_not_meet_at_once() -> None:
    before = draw(entrants(16), DrawConfig(SEVEN), seed="last week")
    met = frozenset(frozenset(pair) for pair in met_in(before, 1))
    drawn = with_options(16, DrawOptions(apart=(Separation(met=met),)), "last week")
    assert not met & {frozenset(pair) for round_ in (1, 2) for pair in met_in(drawn, round_)}


def test_a_heavier_reason_goes_first() -> None:
    # Two of four must meet in one of the pairings; three pairings are possible.
    country = {EntrantId(1): "x", EntrantId(2): "x", EntrantId(3): "y", EntrantId(4): "y"}
    met = frozenset({frozenset(entrants(4)[::2]), frozenset(entrants(4)[1::2])})
    met |= {frozenset({EntrantId(1), EntrantId(4)}), frozenset({EntrantId(2), EntrantId(3)})}
    for heavy, light, expected in ((5, 1, 0), (1, 5, 2)):
        apart = (Separation(heavy, groups=country), Separation(light, met=met))
        found = {
            sum(country[one] == country[other] for one, other in met_in(drawn, 1))
            for n in range(10)
            for drawn in [with_options(4, DrawOptions(apart=apart), str(n))]
        }
        assert found == {expected}


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 50), st.integers(1, 50), st.integers(0, 16))
def test_seeds_and_byes_stay_as_they_were(size: int, members: int, seeded: int) -> None:
    seeds = tuple(entrants(min(seeded, size)))
    options = DrawOptions(seeds, Byes.FEWEST)
    apart = DrawOptions(seeds, Byes.FEWEST, apart=(Separation(groups=clubs(size, members)),))
    without, drawn = with_options(size, options), with_options(size, apart)
    assert with_bye(drawn) == with_bye(without)
    assert by_layout(drawn)[: min(len(seeds), 2)] == list(seeds[:2])
    assert drawn == with_options(size, apart)
