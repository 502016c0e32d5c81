"""From a plan to a schedule, and from places to lines: all of it adds up to the pool."""

from collections.abc import Mapping

import pytest
from hypothesis import given, strategies as st

from tests.formats.refusal import refused
from tournaments.formats.graph import EntrantId
from tournaments.formats.money import HOUSE, Line, Reason
from tournaments.formats.payouts import Position, by_parts
from tournaments.formats.places import Place
from tournaments.formats.plans import (
    Plan,
    Settled,
    Split,
    Standing,
    agreed,
    planned,
    settled,
    with_consolation,
)

A, B, C, D = (EntrantId(n) for n in (1, 2, 3, 4))
LOTS = [D, C, B, A]
PATTERN = Line(HOUSE, 0, Reason.PRIZE, "M")


def place(entrant: EntrantId, first: int, last: int, *, final: bool = True) -> Place:
    return Place(entrant, first, last, final, 0, 0, None)


SEMIS = Standing([place(one, 1, 4, final=False) for one in (A, B, C, D)])
ONE_SEMI = Standing(
    [
        place(A, 1, 2, final=False),
        place(B, 1, 4, final=False),
        place(C, 1, 4, final=False),
        place(D, 3, 4),
    ]
)
FINAL = Standing(
    [place(A, 1, 2, final=False), place(B, 1, 2, final=False), place(C, 3, 4), place(D, 3, 4)]
)
OVER = Standing([place(B, 1, 1), place(A, 2, 2), place(C, 3, 4), place(D, 3, 4)], finished=True)
WORTH = {1: 50, 2: 30, 3: 15, 4: 6}


def owed(found: Settled) -> dict[int, int]:
    return {line.payee.id: line.amount for line in found.lines}


def test_percentages_by_hand_become_money() -> None:
    plan = Plan(Split.PERCENT, parts=by_parts((6000, 4000)))
    assert list(planned(plan, 1001, 8, ["M"]).values()) == [601, 400]


def test_amounts_by_hand_are_the_pool_or_refused() -> None:
    plan = Plan(Split.AMOUNTS, parts=by_parts((60, 40)))
    assert list(planned(plan, 100, 8, ["M"]).values()) == [60, 40]
    with refused("amounts_differ"):
        planned(plan, 101, 8, ["M"])


def test_a_preset_goes_by_the_number_of_entrants() -> None:
    plan = Plan(Split.PRESET, preset="by_entrants")
    assert [len(planned(plan, 100, n, ["M"])) for n in (12, 13, 50)] == [3, 4, 9]
    with refused("preset_out_of_range"):
        planned(plan, 100, 51, ["M"])


def test_a_table_pays_only_brackets_that_exist() -> None:
    plan = Plan(Split.PRESET, preset="main_consolation_40")
    assert Position("C", 1) in planned(plan, 100, 8, ["M", "C"])
    with refused("bracket_missing"):
        planned(plan, 100, 8, ["M"])


def test_a_share_for_the_consolation_leaves_the_rest_as_it_was() -> None:
    table = with_consolation(by_parts((3, 1)), by_parts((2, 1), "C"), 2500)
    whole = sum(table.values())
    parts = {str(at): part / whole for at, part in table.items()}
    assert parts == pytest.approx({"M 1": 0.5625, "M 2": 0.1875, "C 1": 1 / 6, "C 2": 1 / 12})


def test_a_share_for_the_consolation_is_given_once_and_split() -> None:
    both = by_parts((3,)) | by_parts((1,), "C")
    with refused("consolation_twice"):
        with_consolation(both, by_parts((1,), "C"), 1000)
    with refused("consolation_unpaid"):
        with_consolation(by_parts((3,)), {}, 1000)
    with refused("share_too_large"):
        with_consolation(by_parts((3,)), by_parts((1,), "C"), 10_000)


def test_nothing_is_owed_while_all_are_in() -> None:
    assert settled(WORTH, SEMIS, LOTS, PATTERN).open == WORTH


def test_who_shares_places_waits_for_the_others() -> None:
    found = settled(WORTH, ONE_SEMI, LOTS, PATTERN)
    assert (found.lines, found.open) == ((), WORTH)


def test_losers_are_owed_before_the_final() -> None:
    found = settled(WORTH, FINAL, LOTS, PATTERN)
    assert owed(found) == {C: 10, D: 11}
    assert found.open == {1: 50, 2: 30}


def test_at_the_end_everything_is_owed() -> None:
    found = settled(WORTH, OVER, LOTS, PATTERN)
    assert owed(found) == {B: 50, A: 30, C: 10, D: 11}
    assert found.open == {}


def test_a_place_that_nobody_took_is_refused_at_the_end_only() -> None:
    five = {**WORTH, 5: 1}
    assert settled(five, FINAL, LOTS, PATTERN).open[5] == 1
    with refused("place_empty"):
        settled(five, OVER, LOTS, PATTERN)


@pytest.mark.parametrize("standing", [FINAL, OVER])
def test_a_deal_of_the_finalists_holds_before_and_after_the_final(standing: Standing) -> None:
    found = settled(WORTH, standing, LOTS, PATTERN, {A: 41, B: 39})
    assert owed(found) == {A: 41, B: 39, C: 10, D: 11}
    assert sum(line.amount for line in found.scheduled) == 101
    assert found.open == {}


def test_a_deal_that_no_longer_fits_is_refused() -> None:
    with refused("deal_differs"):
        settled({**WORTH, 1: 51}, OVER, LOTS, PATTERN, {A: 41, B: 39})


@pytest.mark.parametrize(
    ("standing", "known"), [(SEMIS, True), (ONE_SEMI, False), (FINAL, True), (OVER, False)]
)
def test_who_shares_the_first_places_is_known_at_the_end_of_a_round(
    standing: Standing, known: bool
) -> None:
    assert standing.only_these_are_left is known


@pytest.mark.parametrize(
    ("deal", "code"),
    [({A: 80}, "deal_empty"), ({A: 40, B: 39}, "deal_differs"), ({A: 81, B: -1}, "deal_negative")],
)
def test_a_deal_shares_out_exactly_what_is_due(deal: Mapping[EntrantId, int], code: str) -> None:
    with refused(code):
        agreed(deal, {A: 50, B: 30, C: 10})
    agreed({A: 80, B: 0}, {A: 50, B: 30, C: 10})


@given(
    st.lists(st.integers(0, 10_000), min_size=1, max_size=4).filter(sum),
    st.integers(0, 10**9),
    st.integers(1, 500),
)
def test_whatever_the_pool_lines_and_open_places_are_all_of_it(
    parts: list[int], pool: int, unit: int
) -> None:
    basis = {at: part * 10_000 // sum(parts) for at, part in by_parts(parts).items()}
    basis[Position("M", 1)] += 10_000 - sum(basis.values())
    schedule = planned(Plan(Split.PERCENT, parts=basis, unit=unit), pool, 4, ["M"])
    by_place = {at.place: amount for at, amount in schedule.items()}
    for standing in (SEMIS, ONE_SEMI, FINAL, OVER):
        found = settled(by_place, standing, LOTS, PATTERN)
        assert sum(line.amount for line in found.lines) + sum(found.open.values()) == pool
