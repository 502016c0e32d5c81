"""Money: the pool, prizes by place, side pools and deals."""

from collections.abc import Sequence

import pytest

from tests.formats.cast import graph, letter, names
from tests.formats.playing import beats
from tests.formats.refusal import refused
from tournaments.formats.graph import EntrantId
from tournaments.formats.money import (
    Deduction,
    Finish,
    Line,
    Payee,
    PayeeKind,
    Reason,
    Terms,
    apply_deal,
    finishes,
    pool,
    prizes,
)
from tournaments.formats.payouts import Position, by_parts, schedule
from tournaments.formats.places import places
from tournaments.formats.progress import progress
from tournaments.formats.sidepools import SidePool, ranking, side_pool


def came(order: str) -> list[Finish]:
    """`a b cd`: a won, b was second, c and d share 3-4."""
    found: list[Finish] = []
    for tied in order.split():
        first = len(found) + 1
        found += [Finish(who, first, first + len(tied) - 1) for who in names(tied)]
    return found


def paid(lines: Sequence[Line]) -> dict[str, int]:
    return {letter(EntrantId(line.payee.id)): line.amount for line in lines}


def entrant(who: str) -> Payee:
    return Payee(PayeeKind.ENTRANT, names(who)[0])


def test_the_pool_is_fees_less_deductions_plus_added_money() -> None:
    terms = Terms((Deduction("room", basis_points=1_000), Deduction("clocks", fixed=500)), 20_000)
    found = pool([10_000] * 32 + [5_000], terms)
    assert found.deducted == (("room", 32_500), ("clocks", 500))
    assert found.amount == 325_000 - 33_000 + 20_000


def test_a_part_of_a_cent_stays_in_the_pool() -> None:
    assert pool([333], Terms((Deduction("room", basis_points=1_000),))).amount == 300


def test_a_guarantee_is_topped_up_and_not_paid_twice() -> None:
    assert pool([1_000] * 3, Terms(guaranteed=5_000)).topped_up == 2_000
    assert pool([1_000] * 6, Terms(guaranteed=5_000)).amount == 6_000


def test_more_cannot_be_kept_than_came_in() -> None:
    with refused("deductions_exceed_fees"):
        pool([1_000], Terms((Deduction("room", fixed=1_001),), added=50_000))
    with refused("amount_negative"):
        pool([-1], Terms())


def test_those_who_tie_share_the_sum_of_their_places() -> None:
    amounts = schedule(by_parts((40, 30, 20, 10)), 10_000)
    lines = prizes(amounts, {"M": came("a bcd")}, lots=())
    assert paid(lines) == {"a": 4_000, "b": 2_000, "c": 2_000, "d": 2_000}


def test_a_tie_across_the_last_paid_place_shares_what_there_is() -> None:
    amounts = schedule(by_parts((50, 30, 20)), 1_000)
    assert paid(prizes(amounts, {"M": came("a b cd")}, lots=())) == {
        "a": 500,
        "b": 300,
        "c": 100,
        "d": 100,
    }


def test_an_odd_cent_goes_by_lot() -> None:
    amounts = {Position("M", 1): 100, Position("M", 2): 1}
    tied = {"M": came("ab")}
    assert paid(prizes(amounts, tied, lots=names("ba"))) == {"a": 50, "b": 51}
    assert paid(prizes(amounts, tied, lots=names("ab"))) == {"a": 51, "b": 50}
    with refused("lots_missing"):
        prizes(amounts, tied, lots=names("a"))


def test_a_line_says_what_it_is_for() -> None:
    amounts = {Position("M", 1): 60, Position("C", 1): 40}
    lines = prizes(amounts, {"M": came("a b"), "C": came("bc")}, lots=())
    assert lines == (
        Line(entrant("a"), 60, Reason.PRIZE, "M", 1, 1),
        Line(entrant("b"), 20, Reason.PRIZE, "C", 1, 2),
        Line(entrant("c"), 20, Reason.PRIZE, "C", 1, 2),
    )


def test_a_paid_place_must_have_somebody_on_it() -> None:
    with refused("place_empty"):
        prizes(schedule(by_parts((3, 2, 1)), 60), {"M": came("a b")}, lots=())
    with refused("place_empty"):
        prizes({Position("C", 1): 60}, {"M": came("a b")}, lots=())


def test_shared_places_must_have_as_many_entrants() -> None:
    with refused("places_uneven"):
        prizes({Position("M", 1): 1}, {"M": [Finish(EntrantId(1), 1, 2)]}, lots=())


def test_places_cannot_overlap() -> None:
    a, b, c = names("abc")
    overlapping = [Finish(a, 1, 1), Finish(b, 1, 2), Finish(c, 1, 2)]
    with refused("places_uneven"):
        prizes({Position("M", 1): 1}, {"M": overlapping}, lots=())


def test_nobody_has_two_places_in_a_bracket() -> None:
    with refused("entrant_twice"):
        prizes({Position("M", 1): 1}, {"M": came("a a")}, lots=())


def test_prizes_wait_for_the_end_of_the_bracket() -> None:
    two = graph("M1.1 a b", "M1.2 c d", "M2.1 W-M1.1 W-M1.2")
    semis = {"M1.1": beats("ab"), "M1.2": beats("cd")}
    with refused("bracket_unfinished"):
        finishes(places(two, progress(two, semis), "M"))
    done = progress(two, {**semis, "M2.1": beats("ca")})
    assert finishes(places(two, done, "M")) == tuple(came("c a bd"))


BRACKETS = {"M": came("a b cd efgh"), "C": came("f h eg")}


def test_the_consolation_ranks_those_who_tied_in_the_main_bracket() -> None:
    ranked = ranking(BRACKETS, ("M", "C"))
    assert [[letter(who) for who in tied] for tied in ranked] == [
        ["a"],
        ["b"],
        ["c", "d"],
        ["f"],
        ["h"],
        ["e", "g"],
    ]


def test_being_in_the_consolation_counts_for_more_than_not_being_in_it() -> None:
    ranked = ranking({"M": came("a bcd"), "C": came("d c")}, ("M", "C"))
    assert ["".join(map(letter, tied)) for tied in ranked] == ["a", "d", "c", "b"]


@pytest.mark.parametrize(
    ("members", "won"),
    [("bcg", {"b": 900}), ("cdh", {"c": 450, "d": 450}), ("efgh", {"f": 900})],
)
def test_a_side_pool_goes_to_its_best_placed_members(members: str, won: dict[str, int]) -> None:
    side = SidePool("side", frozenset(names(members)), 900, by_parts((1,)))
    assert paid(side_pool(side, ranking(BRACKETS, ("M", "C")), lots=())) == won


def test_a_side_pool_knows_only_those_who_played() -> None:
    side = SidePool("side", frozenset(names("az")), 900, by_parts((1,)))
    with refused("member_unranked"):
        side_pool(side, ranking(BRACKETS), lots=())


def test_a_side_pool_pays_one_ranking() -> None:
    table = {Position("M", 1): 1, Position("C", 1): 1}
    with refused("table_of_brackets"):
        side_pool(SidePool("side", frozenset(names("ab")), 900, table), [names("ab")], lots=())


def test_a_deal_changes_what_is_paid_and_not_what_was_due() -> None:
    due = prizes(schedule(by_parts((60, 30, 10)), 1_000), {"M": came("a b c")}, lots=())
    dealt = apply_deal(due, {entrant("a"): 450, entrant("b"): 450}, "final")
    assert paid(dealt.scheduled) == {"a": 600, "b": 300, "c": 100}
    assert paid(dealt.actual) == {"c": 100, "a": 450, "b": 450}


def test_a_deal_shares_out_exactly_what_its_parties_are_owed() -> None:
    due = prizes(schedule(by_parts((60, 40)), 1_000), {"M": came("a b")}, lots=())
    with refused("deal_differs"):
        apply_deal(due, {entrant("a"): 500, entrant("b"): 501}, "final")
    with refused("deal_negative"):
        apply_deal(due, {entrant("a"): 1_001, entrant("b"): -1}, "final")
