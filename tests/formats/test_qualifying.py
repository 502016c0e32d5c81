"""Who goes on from groups: the best of each, the best thirds, and nobody by guessing."""

from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from tests.formats.cast import letter, names
from tests.formats.refusal import refused
from tournaments.formats.graph import EntrantId
from tournaments.formats.qualifying import Qualifying, Ranked, Tie, qualify


def table(said: str, matches: int = 10) -> list[Ranked]:
    """`a b=c d`: b and c share places; the n-th is as good as all others at his place."""
    rows: list[Ranked] = []
    for tied in said.split():
        place = len(rows) + 1
        wins = max(matches - place, 0)
        rows += [Ranked(one, place, wins, matches - wins) for one in names(tied.replace("=", ""))]
    return rows


def decided(
    tables: Sequence[Sequence[Ranked]], count: int, settled: str = "", *, in_order: bool = True
) -> Qualifying:
    return qualify(tables, count, in_order=in_order, settled=names(settled))


def on(found: Qualifying) -> str:
    return "".join(letter(one.entrant) for one in found.qualified)


def ties(found: Qualifying) -> list[str]:
    return ["".join(map(letter, tie.entrants)) for tie in found.ties]


def test_the_best_of_each_group_go_on_winners_first() -> None:
    found = decided([table("a b c"), table("d e f")], 4)
    assert on(found) == "adbe"
    assert [(one.group, one.place) for one in found.qualified] == [(1, 1), (2, 1), (1, 2), (2, 2)]
    assert not found.ties


def test_the_best_thirds_fill_up_by_the_part_of_matches_won() -> None:
    tables = [table("a b c", 10), table("d e f", 20), table("g h i", 5)]
    assert on(decided(tables, 7)) == "adgbehf"
    assert on(decided(tables, 8)) == "adgbehfc"


def test_who_shares_the_last_place_is_named_and_waits_for_the_director() -> None:
    found = decided([table("a b=c d")], 2)
    assert found.ties == (Tie(tuple(names("bc")), 1, 2, 3),)
    assert on(decided([table("a b=c d")], 2, "cb")) == "ac"
    assert not decided([table("a b=c d")], 2, "cb").ties


def test_an_order_of_some_of_the_tied_settles_nothing() -> None:
    assert ties(decided([table("a=b=c d")], 2, "ab")) == ["abc"]


def test_places_before_the_cut_count_in_a_knockout_only() -> None:
    shared = [table("a=b c d")]
    assert ties(decided(shared, 2)) == ["ab"]
    assert ties(decided(shared, 2, in_order=False)) == []
    assert on(decided(shared, 2, in_order=False)) == "ab"
    assert ties(decided([table("a b c=d")], 2)) == []


def test_equal_thirds_of_two_groups_are_a_tie_and_an_order_settles_it() -> None:
    tables = [table("a b c"), table("d e f"), table("g h i", 5)]
    assert decided(tables, 7).ties == (Tie(tuple(names("cf")), 0, 1, 2),)
    assert on(decided(tables, 7, "fc")) == "adgbehf"
    assert not decided(tables, 8).ties


def test_a_shared_third_place_counts_where_one_of_them_may_go_on() -> None:
    tables = [table("a b c=d", 20), table("e f g=h", 5)]
    assert ties(decided(tables, 5)) == ["cd"]


@pytest.mark.parametrize("count", [0, 1, 7])
def test_more_than_there_are_or_fewer_than_two_cannot_go_on(count: int) -> None:
    with refused("qualifiers_out_of_range"):
        decided([table("a b c"), table("d e f")], count)


def test_a_group_with_too_few_is_named() -> None:
    with refused("group_too_small") as error:
        decided([table("a b c"), table("d")], 4)
    assert "Group B" in str(error.value)
    with refused("group_too_small") as error:
        decided([table("a b c d"), table("e"), table("f")], 5)
    assert "Group B" in str(error.value)


@given(st.lists(st.integers(2, 6), min_size=1, max_size=6), st.data())
def test_everybody_goes_on_at_most_once_and_never_past_a_better_one_of_his_group(
    sizes: list[int], data: st.DataObject
) -> None:
    most = min(sizes) * len(sizes)
    count = data.draw(st.integers(2, most))
    ids = iter(range(1, 100))
    tables = [
        [Ranked(EntrantId(next(ids)), place, 9 - place, place) for place in range(1, size + 1)]
        for size in sizes
    ]
    everybody = [row.entrant for rows in tables for row in rows]
    lot = data.draw(st.permutations(everybody))
    found = qualify(tables, count, in_order=True, settled=lot)
    assert not found.ties
    assert len({one.entrant for one in found.qualified}) == count
    for number, rows in enumerate(tables, start=1):
        here = [one for one in found.qualified if one.group == number]
        assert [one.entrant for one in here] == [row.entrant for row in rows[: len(here)]]
        assert len(here) in {count // len(sizes), -(-count // len(sizes))}
