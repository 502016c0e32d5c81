"""A calcutta from the first sale to the last payout."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from config.errors import ConflictError, DomainError, NotFoundError
from tests.builders import Stage, by_director, entry_id, make_event, make_rounds, make_tournament
from tests.tournaments.auctions import (
    correct,
    owner,
    pay,
    pay_out,
    sell,
    set_auction,
    take_back,
    view,
    with_auction,
)
from tests.tournaments.purses import HOUSE, finalists, percent, set_purse, start
from tournaments.formats.money import Deduction
from tournaments.models import Event
from tournaments.selectors.calcutta import calcuttas
from tournaments.selectors.ledger import ledger
from tournaments.selectors.log import log_page
from tournaments.services.calcutta_lots import lots_order
from tournaments.services.calcutta_paying import bid_payment_take_back, bid_payout_take_back
from tournaments.services.calcutta_selling import Sale
from tournaments.services.calcutta_setting_up import auction_remove
from tournaments.services.disqualifying import entry_disqualify

pytestmark = pytest.mark.django_db


def owed(event: Event) -> dict[str, int]:
    return {owner.name: owner.owed for owner in view(event).owners if owner.owed}


def played(event: Event) -> Event:
    Stage(start(event)).play_out()
    event.refresh_from_db()
    return event


def test_an_owner_pays_what_he_owes_and_no_more() -> None:
    event = with_auction()
    sell(event, "A", "Max", 1000)
    pay(event, "Max", 400, seen=1000)
    for amount, seen, code in (
        (601, None, "more_than_left"),
        (600, 1000, "left_changed"),
        (0, None, "amount_out_of_range"),
    ):
        with pytest.raises(DomainError) as caught:
            pay(event, "Max", amount, seen=seen)
        assert caught.value.code == code
    payment = pay(event, "Max")
    with pytest.raises(ConflictError) as conflict:
        pay(event, "Max")
    assert conflict.value.code == "nothing_left"
    bid_payment_take_back(event_id=event.pk, payment_id=payment, act=by_director(7))
    assert owner(event, "Max").left == 600
    with pytest.raises(ConflictError) as conflict:
        bid_payment_take_back(event_id=event.pk, payment_id=payment, act=by_director(7))
    assert conflict.value.code == "taken_back_already"
    assert [(row.kind, row.name, row.what, row.amount) for row in ledger(event)] == [
        ("paid", "Max", "Calcutta", 400),
        ("paid", "Max", "Calcutta", 600),
        ("taken_back", "Max", "Calcutta", -600),
    ]


def test_owners_are_owed_once_the_places_are_known_and_not_before() -> None:
    event = with_auction(deductions=[HOUSE])
    for name in "ABCD":
        sell(event, name, f"Buyer of {name}", 1000)
    event = start(event)
    Stage(event).win("M1.1")
    assert owed(event) == {}
    with pytest.raises(NotFoundError) as caught:
        pay_out(event, "Buyer of A")
    assert caught.value.code == "nothing_owed"
    Stage(event).play_out()
    winner, second = finalists(event)
    assert owed(event) == {f"Buyer of {winner}": 2520, f"Buyer of {second}": 1080}


def test_those_who_tie_share_for_their_owners() -> None:
    event = with_auction(prizes=percent(50, 25, 15, 10))
    for name in "ABCD":
        sell(event, name, f"Buyer of {name}", 1000)
    event = played(event)
    ours = {f"Buyer of {name}" for name in finalists(event)}
    assert {amount for name, amount in owed(event).items() if name not in ours} == {500}


def test_an_entrant_is_paid_for_his_share_and_for_what_he_bought_in_one_sum() -> None:
    event = with_auction(prizes=percent(60, 40))
    for name in "ABCD":
        sell(event, name, "Max", 1000, back=5000)
    event = played(event)
    winner, second = finalists(event)
    assert owed(event) == {"Max": 2000, winner: 1200, second: 800}
    assert [(won.name, won.place) for won in owner(event, "Max").won] == [
        (winner, "1"),
        (second, "2"),
    ]


def test_nothing_is_paid_out_twice_wrongly_or_before_the_owner_has_paid() -> None:
    event = with_auction()
    for name in "ABCD":
        sell(event, name, "Max", 1000)
    event = played(event)
    with pytest.raises(ConflictError) as caught:
        pay_out(event, "Max")
    assert (caught.value.code, caught.value.detail["left"]) == ("still_to_pay", 4000)
    pay(event, "Max")
    with pytest.raises(ConflictError) as caught:
        pay_out(event, "Max", seen=1)
    assert (caught.value.code, caught.value.detail["amount"]) == ("amount_changed", 4000)
    payout = pay_out(event, "Max", seen=4000)
    with pytest.raises(ConflictError) as caught:
        pay_out(event, "Max")
    assert caught.value.code == "paid_out_already"
    with pytest.raises(ConflictError) as caught:
        take_back(event, "A")
    assert caught.value.code == "paid_out_already"
    with pytest.raises(ConflictError) as caught:
        correct(event, "A", Sale(1, "Max"))
    assert caught.value.code == "paid_out_already"
    with pytest.raises(ConflictError) as caught:
        auction_remove(event_id=event.pk, number=1, act=by_director())
    assert caught.value.code == "paid_out_already"
    bid_payout_take_back(event_id=event.pk, payout_id=payout, act=by_director(8))
    told = [line.what for line in log_page(event.tournament).lines[:2]]
    assert told == [
        "Took back the payout of 40.00 EUR to Max from Calcutta",
        "Paid out 40.00 EUR to Max from Calcutta",
    ]
    with pytest.raises(NotFoundError) as gone:
        bid_payout_take_back(event_id=event.pk, payout_id=payout, act=by_director(8))
    assert gone.value.code == "no_such_payout"


def test_a_corrected_result_shows_who_was_paid_another_sum() -> None:
    event = with_auction()
    for name in "ABCD":
        sell(event, name, f"Buyer of {name}", 1000)
    event = played(event)
    winner, second = finalists(event)
    pay(event, f"Buyer of {winner}")
    pay_out(event, f"Buyer of {winner}")
    Stage(event).win("M2.1", side=2, act=by_director(reason="upside down"), clear=True)
    assert owner(event, f"Buyer of {winner}").differs
    assert owed(event) == {f"Buyer of {winner}": 1200, f"Buyer of {second}": 2800}


def test_fewer_sold_than_places_that_pay_is_told_with_what_to_change() -> None:
    event = with_auction(prizes=percent(50, 30, 20))
    sell(event, "A", "Max", 1000)
    found = view(played(event))
    assert found.problem.startswith("Nobody takes place 2 of Calcutta")
    assert owed(event) == {}


def test_the_best_of_the_consolation_come_before_its_others_where_all_brackets_count() -> None:
    event = make_event(consolation_length=5)
    event = with_auction(event=event, ranking="overall", prizes=percent(40, 30, 20, 10))
    for name in "ABCD":
        sell(event, name, f"Buyer of {name}", 2500)
    event = start(event)
    stage = Stage(event)
    for key in ("M1.1", "M1.2", "M2.1"):
        stage.win(key)
    assert owed(event) == {}
    third, fourth = stage.names("C1.1")
    stage.play_out()
    first, second = finalists(event)
    named = [(first, 4000), (second, 3000), (str(third), 2000), (str(fourth), 1000)]
    assert owed(event) == {f"Buyer of {name}": amount for name, amount in named}


@pytest.mark.parametrize("ranking", ["main", "overall"])
def test_the_owner_of_somebody_disqualified_wins_nothing(ranking: str) -> None:
    event = with_auction(event=make_event(consolation_length=5), ranking=ranking)
    for name in "ABCD":
        sell(event, name, f"Buyer of {name}", 1000)
    event = played(event)
    winner, second = finalists(event)
    act = by_director(30, "Loaded dice")
    entry_disqualify(event_id=event.pk, entry_id=entry_id(event, winner), act=act)
    assert f"Buyer of {winner}" not in owed(event)
    assert owed(event)[f"Buyer of {second}"] == 2800
    assert sum(owed(event).values()) == 4000


def test_a_calcutta_of_an_event_of_rounds_goes_by_its_table() -> None:
    event = make_rounds("ABCD", rounds=1)
    set_purse(event, fee=0)
    set_auction(event, prizes=percent(60, 20, 20))
    lots_order(event_id=event.pk, number=1, order="draw", act=by_director())
    for name in "ABCD":
        sell(event, name, f"Buyer of {name}", 100)
    Stage(event).play_out()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert sum(owed(event).values()) == 400


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["Max", "Moritz", "A", "B"]),
            st.integers(1, 10_000),
            st.integers(0, 9999),
        ),
        min_size=5,
        max_size=5,
    ),
    st.integers(0, 10_000),
)
def test_all_that_comes_in_goes_out_but_for_what_is_kept(
    sales: list[tuple[str, int, int]], house: int
) -> None:
    tournament = make_tournament(f"T {house} {sales}"[:80])
    kept = [Deduction("house", house)]
    event = with_auction(
        "ABCDE", event=make_event(tournament), deductions=kept, prizes=percent(50, 30, 12.5, 7.5)
    )
    for name, (buyer, price, back) in zip("ABCDE", sales, strict=True):
        sell(event, name, buyer, price, 0 if buyer == name else back)
    found = view(played(event))
    prices = sum(price for _buyer, price, _back in sales)
    assert found.pool is not None
    assert found.due == prices == found.pool.collected
    assert sum(owed(event).values()) == prices - prices * house // 10_000


def test_reading_takes_as_many_queries_for_many_as_for_few(
    django_assert_num_queries: Any,
) -> None:
    for names in ("ABCD", "ABCDEFGHIJKLMNOP"):
        event = with_auction(names, event=make_event(make_tournament(names)))
        for name in names:
            sell(event, name, f"Buyer of {name}", 1000)
        event = played(event)
        event = Event.objects.select_related("tournament").get(pk=event.pk)
        with django_assert_num_queries(10):
            calcuttas(event)
