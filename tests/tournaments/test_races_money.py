"""Two directors with one cash box: what they press at the same instant counts once."""

import pytest

from config.errors import ConflictError
from tests.builders import Stage, by_director, entry_id, make_event, make_tournament
from tests.tournaments.auctions import owner, pay, sell, with_auction
from tests.tournaments.purses import heap, percent, set_purse, start, with_purse
from tests.tournaments.test_races import at_once
from tournaments.models_auction import Bidder, BidPayout
from tournaments.models_money import Payment, Payout, Purse
from tournaments.services.calcutta_paying import bid_pay_out
from tournaments.services.calcutta_selling import Sale, lot_sell
from tournaments.services.money_paying_out import payout_make
from tournaments.services.money_setting_up import PurseSpec, purse_set
from tournaments.services.money_taking import payment_add

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_payment_is_noted_once() -> None:
    event = with_purse("AB")
    a = entry_id(event, "A")

    def pay() -> object:
        return payment_add(event_id=event.pk, entry_id=a, seen_left=5000, act=by_director())

    results = at_once(pay, pay)
    assert Payment.objects.count() == 1
    assert [isinstance(result, ConflictError) for result in results].count(True) == 1


def test_one_prize_is_paid_out_once() -> None:
    event = start(with_purse("AB", prizes=percent(100)))
    Stage(event).play_out()
    winner = heap(event).lines[0].entry_id

    def pay_out() -> object:
        return payout_make(
            event_id=event.pk, number=0, bracket="M", entry_id=winner, act=by_director()
        )

    results = at_once(pay_out, pay_out)
    assert Payout.objects.count() == 1
    assert [isinstance(result, ConflictError) for result in results].count(True) == 1


def test_one_lot_is_sold_once() -> None:
    event = with_auction("AB")

    def sold_to(buyer: str) -> object:
        return lot_sell(
            event_id=event.pk, number=1, lot=1, sale=Sale(100, buyer), act=by_director()
        )

    results = at_once(lambda: sold_to("Max"), lambda: sold_to("Moritz"))
    assert Bidder.objects.count() == 1
    assert [isinstance(result, ConflictError) for result in results].count(True) == 1


def test_one_owner_is_paid_once() -> None:
    event = with_auction("AB")
    for name in "AB":
        sell(event, name, "Max", 100)
    pay(event, "Max")
    Stage(start(event)).play_out()
    who = owner(event, "Max").bidder.pk

    def pay_out() -> object:
        return bid_pay_out(event_id=event.pk, bidder_id=who, act=by_director())

    results = at_once(pay_out, pay_out)
    assert BidPayout.objects.count() == 1
    assert [isinstance(result, ConflictError) for result in results].count(True) == 1


def test_two_events_set_up_at_once_agree_on_one_currency() -> None:
    tournament = make_tournament()
    one, two = make_event(tournament), make_event(tournament, name="Blitz")

    def set_up(event_id: int, currency: str) -> object:
        spec = PurseSpec(prizes=percent(100))
        return purse_set(event_id=event_id, spec=spec, currency=currency, act=by_director())

    at_once(lambda: set_up(one.pk, "EUR"), lambda: set_up(two.pk, "UAH"))
    tournament.refresh_from_db()
    assert Purse.objects.count() == 1
    event = Purse.objects.get().event
    assert tournament.currency == ("EUR" if event == one else "UAH")
    with pytest.raises(ConflictError):
        set_purse(two if event == one else one, currency="PLN")
