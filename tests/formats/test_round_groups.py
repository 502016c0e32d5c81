"""A round robin in groups: rounds side by side, a table for each."""

from itertools import combinations

import pytest

from tests.formats.cast import entrants, letter, names
from tests.formats.refusal import refused
from tournaments.formats.graph import EntrantId
from tournaments.formats.grouping import Groups
from tournaments.formats.pairing import Member, Past, Result
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.round_plan import RoundPlan
from tournaments.formats.round_table import RoundTable, group_tables, round_table

GROUPS: Groups = (tuple(names("ace")), tuple(names("bdfg")))


def event(
    groups: Groups = GROUPS, *, played: bool = False, left: EntrantId | None = None
) -> RoundEvent:
    """Seven in groups of three and four; the better one wins, by the alphabet."""
    members = [Member(one, last_round=3 if one == left else None) for one in entrants(7)]
    plan = RoundPlan.of("round_robin", {"groups": 2})
    found = RoundEvent(plan, members, "6-3", groups=groups)
    if not played:
        return found
    rounds = found.schedule
    results = {
        (round_.number, one.number): Result(min(one.entrants))
        for round_ in rounds
        for one in round_.pairings
        if not one.is_bye
    }
    return RoundEvent(plan, members, "6-3", Past(rounds, results), groups)


def order(table: RoundTable) -> str:
    return "".join(letter(row.entrant) for row in table.rows)


def test_everybody_meets_everybody_of_his_group_and_nobody_else() -> None:
    schedule = event().schedule
    met = [frozenset(one.entrants) for r in schedule for one in r.pairings if not one.is_bye]
    wanted = [frozenset(pair) for group in GROUPS for pair in combinations(group, 2)]
    assert sorted(map(sorted, met)) == sorted(map(sorted, wanted))
    assert len(schedule) == 3


def test_pairings_are_numbered_on_from_group_to_group() -> None:
    for round_ in event().schedule:
        assert [one.number for one in round_.pairings] == list(range(1, len(round_.pairings) + 1))
        groups = [0 if one.first in GROUPS[0] else 1 for one in round_.pairings]
        assert groups == sorted(groups)


def test_a_small_group_is_done_before_a_large_one() -> None:
    large = (tuple(names("ab")), tuple(names("cdefg")))
    sizes = [len(round_.pairings) for round_ in event(large).schedule]
    assert sizes == [4, 3, 3, 3, 3]


def test_there_is_a_table_for_each_group_and_one_of_equal_places() -> None:
    done = event(played=True)
    assert done.is_over
    first, second = group_tables(done, {})
    assert (order(first), order(second)) == ("ace", "bdfg")
    assert [(row.wins, row.losses) for row in first.rows] == [(2, 0), (1, 1), (0, 2)]
    both = round_table(done, {})
    assert order(both) == "abcdefg"
    places = [(row.first, row.last) for row in both.rows]
    assert places == [(1, 2), (1, 2), (3, 4), (3, 4), (5, 6), (5, 6), (7, 7)]


def test_who_leaves_one_group_changes_nothing_in_the_other() -> None:
    """He had played all three of his matches, so they stay."""
    (left,) = names("d")
    assert group_tables(event(played=True, left=left), {}) == group_tables(event(played=True), {})


@pytest.mark.parametrize("groups", [0, 27, "2"])
def test_groups_there_cannot_be_are_refused(groups: object) -> None:
    with refused("groups_out_of_range"):
        RoundPlan.of("round_robin", {"groups": groups})


def test_a_league_is_not_played_in_groups() -> None:
    with refused("league_in_groups"):
        RoundPlan.of("round_robin", {"groups": 2, "league": {}})


def test_one_group_is_not_told_of() -> None:
    assert "groups" not in RoundPlan.of("round_robin", {"groups": 1}).as_data()
    assert RoundPlan.of("round_robin", {"groups": 3}).as_data()["groups"] == 3
    with refused("setting_unknown"):
        RoundPlan.of("swiss", {"rounds": 3, "groups": 2})
