"""The knockout after groups: who stands where, and that a group meets itself late."""

from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from tests.formats.refusal import refused
from tournaments.formats.crossing import Qualifier, crossover
from tournaments.formats.elimination import layout


def first(count: int, groups: int) -> list[Qualifier]:
    """So many, the best of each group first, in the order of their groups."""
    return [Qualifier(n % groups + 1, n // groups + 1) for n in range(count)]


def lines(order: Sequence[Qualifier]) -> list[str]:
    """From the top as people say it, `A1` or `bye`."""
    seeds = layout(1 << (len(order) - 1).bit_length())
    said = ["ABCDEFGHIJKLMNOP"[one.group - 1] + str(one.place) for one in order]
    return [said[seed - 1] if seed <= len(said) else "bye" for seed in seeds]


def openings(order: Sequence[Qualifier]) -> list[tuple[str, str]]:
    found = lines(order)
    return list(zip(found[::2], found[1::2], strict=True))


def meeting(order: Sequence[Qualifier], one: Qualifier, other: Qualifier) -> int:
    """The round in which these two meet if both win, by halving the bracket."""
    seeds = layout(1 << (len(order) - 1).bit_length())
    here, there = (seeds.index(order.index(each) + 1) for each in (one, other))
    round_ = 0
    while here != there:
        here, there, round_ = here // 2, there // 2, round_ + 1
    return round_


def test_of_two_groups_winners_meet_the_runner_up_of_the_other() -> None:
    assert openings(crossover(first(4, 2))) == [("A1", "B2"), ("B1", "A2")]


def test_of_four_groups_every_winner_meets_a_runner_up_of_another() -> None:
    pairs = openings(crossover(first(8, 4)))
    assert len(pairs) == 4
    assert all({name[1] for name in pair} == {"1", "2"} for pair in pairs)
    assert all(len({name[0] for name in pair}) == 2 for pair in pairs)


def test_a_single_table_goes_on_in_its_order() -> None:
    table = first(6, 1)
    assert list(crossover(table)) == table


def test_three_groups_send_their_best_two_and_two_thirds() -> None:
    thirds = [Qualifier(3, 3), Qualifier(1, 3)]
    order = crossover([*first(6, 3), *thirds])
    assert set(order[6:]) == set(thirds)
    assert all(one[0] != other[0] for one, other in openings(order))


def test_winners_stay_on_their_lines_where_thirds_can_give_way() -> None:
    thirds = [Qualifier(2, 3), Qualifier(3, 3)]
    order = crossover([*first(6, 3), *thirds])
    assert list(order[:3]) == first(3, 3)


@given(st.integers(1, 64))
def test_a_winner_and_its_runner_up_meet_in_the_final_only(groups: int) -> None:
    order = crossover(first(2 * groups, groups))
    rounds = (len(order) - 1).bit_length()
    for group in range(1, groups + 1):
        assert meeting(order, Qualifier(group, 1), Qualifier(group, 2)) == rounds


@st.composite
def qualifiers(draw: st.DrawFn) -> list[Qualifier]:
    """All groups send equally many, and some of them one more, as the director ranked those."""
    groups = draw(st.integers(1, 16))
    each = draw(st.integers(0, 8))
    more = draw(st.permutations(range(1, groups + 1)))[: draw(st.integers(0, groups - 1))]
    found = [*first(each * groups, groups), *(Qualifier(group, each + 1) for group in more)]
    return found if len(found) > 1 else first(2 * groups, groups)


@given(qualifiers())
def test_everybody_goes_on_once_and_better_places_have_the_better_lines(
    found: list[Qualifier],
) -> None:
    order = crossover(found)
    assert sorted(order, key=found.index) == found
    assert [one.place for one in order] == sorted(one.place for one in found)


@given(qualifiers())
def test_nobody_meets_his_own_group_first(found: list[Qualifier]) -> None:
    pairs = openings(crossover(found))
    if len({one.group for one in found}) > 1:
        assert all(one[0] != other[0] for one, other in pairs if "bye" not in (one, other))


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("qualifiers_out_of_range", first(1, 1)),
        ("qualifiers_out_of_range", first(1025, 5)),
        ("qualifier_twice", [*first(4, 2), Qualifier(1, 1)]),
    ],
)
def test_what_makes_no_knockout_is_refused(code: str, found: list[Qualifier]) -> None:
    with refused(code):
        crossover(found)
