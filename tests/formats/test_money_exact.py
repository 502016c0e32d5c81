"""Whatever the field, ties and table: sums are exact, and winning never costs money."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given, strategies as st

from tests.formats.cast import entrants
from tournaments.formats.calcutta import BuyerId, Lot, stakes, winnings
from tournaments.formats.graph import EntrantId
from tournaments.formats.money import (
    Deduction,
    Finish,
    Line,
    Payee,
    PayeeKind,
    Terms,
    apply_deal,
    owed,
    pool,
    prizes,
)
from tournaments.formats.payouts import by_parts, schedule
from tournaments.formats.sidepools import SidePool, side_pool

ties = st.lists(st.integers(1, 7), min_size=1, max_size=20)  # how many tie, from the top
money = st.integers(0, 10**8)
tables = st.lists(st.integers(1, 100), min_size=1, max_size=12)


def finished(sizes: Sequence[int]) -> list[Finish]:
    found: list[Finish] = []
    for size in sizes:
        first = len(found) + 1
        found += [
            Finish(EntrantId(number), first, first + size - 1)
            for number in range(first, first + size)
        ]
    return found


def groups(sizes: Sequence[int]) -> list[list[EntrantId]]:
    return [
        [f.entrant for f in finished(sizes) if f.first == 1 + sum(sizes[:n])]
        for n in range(len(sizes))
    ]


def total(lines: Sequence[Line]) -> int:
    assert all(line.amount > 0 for line in lines)
    return sum(line.amount for line in lines)


@given(ties, tables, money, st.integers(1, 500))
def test_prizes_are_the_pool_and_a_better_place_never_gets_less(
    sizes: list[int], parts: list[int], pool: int, unit: int
) -> None:
    field = finished(sizes)
    table = by_parts(sorted(parts, reverse=True)[: len(field)])
    lines = prizes(schedule(table, pool, unit=unit), {"M": field}, lots=entrants(len(field))[::-1])
    assert total(lines) == pool
    won = owed(lines)
    amounts = [won.get(Payee(PayeeKind.ENTRANT, each.entrant), 0) for each in field]
    for better, worse in pairwise(field):
        if better.first < worse.first:
            assert amounts[better.entrant - 1] >= amounts[worse.entrant - 1]
        else:
            assert abs(amounts[better.entrant - 1] - amounts[worse.entrant - 1]) <= 1


@given(ties, st.data(), money)
def test_side_pools_are_paid_in_full_to_members_only(
    sizes: list[int], data: st.DataObject, pool: int
) -> None:
    field = entrants(sum(sizes))
    members = frozenset(data.draw(st.sets(st.sampled_from(field), min_size=1)))
    side = SidePool("side", members, pool, by_parts((2, 1)[: len(members)]))
    lines = side_pool(side, groups(sizes), lots=field)
    assert total(lines) == pool
    assert {EntrantId(line.payee.id) for line in lines} <= members


@given(ties, st.data(), st.integers(0, 10_000), st.integers(0, 10_000))
def test_a_calcutta_takes_its_prices_and_pays_them_out_but_for_what_is_kept(
    sizes: list[int], data: st.DataObject, house: int, charity: int
) -> None:
    field = entrants(sum(sizes))
    sold = [
        Lot(
            (each,),
            BuyerId(data.draw(st.integers(1, 4))),
            data.draw(st.integers(1, 100_000)),
            data.draw(st.integers(0, 9999)),
        )
        for each in field
    ]
    prices = sum(lot.price for lot in sold)
    kept = (Deduction("house", house // 2), Deduction("charity", charity // 2))
    found = pool([lot.price for lot in sold], Terms(kept))
    prizes_ = schedule(by_parts((3, 2, 1)[: len(field)]), found.amount)
    lines = winnings("calcutta", prizes_, sold, groups(sizes), lots=field)
    assert sum(stake.amount for stake in stakes(sold)) == prices
    deducted = sum(amount for _name, amount in found.deducted)
    assert sum(line.amount for line in lines) + deducted == prices


@given(ties, money, st.data())
def test_a_deal_moves_money_and_makes_none(
    sizes: list[int], pool: int, data: st.DataObject
) -> None:
    field = finished(sizes)
    lines = prizes(schedule(by_parts((1,)), pool), {"M": field}, lots=entrants(len(field)))
    due = owed(lines)
    parties = data.draw(st.lists(st.sampled_from(sorted(due)), unique=True)) if due else []
    in_play = sum(due[party] for party in parties)
    deal = dict.fromkeys(parties, 0) | ({parties[0]: in_play} if parties else {})
    assert total(apply_deal(lines, deal, "deal").actual) == pool
