"""The sales of a calcutta: to whom, for how much, corrected, taken back."""

import pytest

from config.errors import ConflictError, DomainError, NotFoundError
from players.services.people import PersonFacts
from tests.builders import by_director, entry_id
from tests.tournaments.auctions import (
    correct,
    owner,
    pay,
    put,
    sell,
    take_back,
    view,
    with_auction,
)
from tests.tournaments.purses import HOUSE
from tournaments.formats.money import Deduction
from tournaments.models import Event
from tournaments.models_auction import Bidder
from tournaments.selectors.log import log_page
from tournaments.services.calcutta_selling import Sale, lot_sell
from tournaments.services.entries import entry_change

pytestmark = pytest.mark.django_db


def code_of(event: Event, name: str, buyer: str, price: int, back: int = 0) -> str:
    with pytest.raises(DomainError) as caught:
        sell(event, name, buyer, price, back)
    return caught.value.code


def dues(event: Event) -> dict[str, int]:
    return {owner.name: owner.due for owner in view(event).owners}


def test_what_is_sold_fills_the_pool_and_makes_owners() -> None:
    event = with_auction(deductions=[HOUSE, Deduction("charity", fixed=150)])
    sell(event, "A", "Max", 1000)
    sell(event, "B", "max", 500)
    found = view(event)
    assert dues(event) == {"Max": 1500}
    assert found.pool is not None
    assert found.pool.deducted == (("house", 150), ("charity", 150))
    assert found.by_place == {1: 840, 2: 360}
    assert log_page(event.tournament).lines[0].what == "Sold B to Max for 5.00 EUR"


def test_an_entrant_buys_back_any_share_of_himself() -> None:
    event = with_auction()
    sell(event, "A", "Max", 1001, back=5000)
    sell(event, "B", "Max", 1000, back=2500)
    sell(event, "C", "A", 400)
    assert dues(event) == {"A": 900, "B": 250, "Max": 1251}
    assert owner(event, "A").bidder.entry_id == entry_id(event, "A")


def test_two_of_one_name_are_told_apart() -> None:
    event = with_auction(["Ann Lee", "Ann Lee", "C"])
    assert [lot.name for lot in view(event).lots] == ["Ann Lee #1", "Ann Lee #2", "C"]
    assert code_of(event, "C", "ann lee", 100) == "buyer_ambiguous"
    sell(event, "C", "ANN LEE #2", 100)
    sell(event, "Ann Lee #1", "Max", 100, back=5000)
    assert dues(event) == {"Ann Lee #1": 50, "Ann Lee #2": 100, "Max": 50}


def test_an_owner_who_plays_is_called_as_his_entry_is() -> None:
    event = with_auction()
    sell(event, "A", "B", 100)
    entry_change(
        event_id=event.pk,
        entry_id=entry_id(event, "B"),
        facts=PersonFacts("Bea"),
        act=by_director(),
    )
    sell(event, "C", "bea", 50)
    assert dues(event) == {"Bea": 150}


def test_a_buyer_is_named_by_his_entry_as_well() -> None:
    event = with_auction()
    sale = Sale(100, entry_id=entry_id(event, "B"))
    lot_sell(event_id=event.pk, number=1, lot=1, sale=sale, act=by_director())
    assert dues(event) == {"B": 100}
    sale = Sale(100, entry_id=999_999)
    with pytest.raises(NotFoundError) as caught:
        lot_sell(event_id=event.pk, number=1, lot=2, sale=sale, act=by_director())
    assert caught.value.code == "no_such_entry"


@pytest.mark.parametrize(
    ("name", "buyer", "price", "back", "code"),
    [
        ("A", "Max", 0, 0, "amount_out_of_range"),
        ("A", "Max", 10**12 + 1, 0, "amount_out_of_range"),
        ("A", "  ", 100, 0, "buyer_missing"),
        ("A", "Max", 100, 10_000, "share_out_of_range"),
        ("A", "Max", 100, -1, "share_out_of_range"),
        ("A", "A", 100, 5000, "owns_himself"),
        ("C", "Max", 100, 5000, "bundle_bought_back"),
        ("B", "Max", 100, 0, "lot_sold"),
    ],
)
def test_a_sale_that_makes_no_sense_is_refused(
    name: str, buyer: str, price: int, back: int, code: str
) -> None:
    event = with_auction()
    put(event, "CD")
    sell(event, "B", "Max", 700)
    assert code_of(event, name, buyer, price, back) == code
    assert dues(event) == {"Max": 700}


def test_a_lot_that_was_sold_meanwhile_says_to_whom() -> None:
    event = with_auction()
    sell(event, "A", "Max", 700)
    with pytest.raises(ConflictError, match=r"to Max for 7\.00") as caught:
        sell(event, "A", "Moritz", 800)
    assert caught.value.detail == {"lot": 1, "buyer": "Max", "price": 700}


def test_there_is_no_lot_of_another_number() -> None:
    event = with_auction()
    with pytest.raises(NotFoundError) as caught:
        lot_sell(event_id=event.pk, number=1, lot=9, sale=Sale(1, "Max"), act=by_director())
    assert caught.value.code == "no_such_lot"
    with pytest.raises(NotFoundError) as caught:
        lot_sell(event_id=event.pk, number=0, lot=1, sale=Sale(1, "Max"), act=by_director())
    assert caught.value.code == "no_such_calcutta"


def test_a_correction_is_told_with_before_and_after() -> None:
    event = with_auction()
    sell(event, "A", "Max", 1000)
    correct(event, "A", Sale(2000, "Moritz", bought_back=5000))
    assert dues(event) == {"A": 1000, "Moritz": 1000}
    (line, *_rest) = log_page(event.tournament).lines
    assert line.what == "Corrected the sale of A"
    assert {(c.what, c.before, c.after) for c in line.changes} == {
        ("buyer", "Max", "Moritz"),
        ("price", "10.00 EUR", "20.00 EUR"),
        ("share bought back", "0 %", "50 %"),
    }


def test_a_correction_of_what_somebody_else_corrected_changes_nothing() -> None:
    event = with_auction()
    sell(event, "A", "Max", 1000)
    event.refresh_from_db()
    with pytest.raises(ConflictError) as caught:
        correct(event, "A", Sale(2000, "Max"), seen_version=event.version - 1)
    assert caught.value.code == "version_conflict"
    with pytest.raises(ConflictError) as caught:
        correct(event, "B", Sale(2000, "Max"))
    assert caught.value.code == "lot_unsold"


def test_a_sale_is_taken_back_and_what_was_paid_is_given_back() -> None:
    event = with_auction()
    sell(event, "A", "Max", 1000, back=5000)
    pay(event, "Max")
    take_back(event, "A")
    assert log_page(event.tournament).lines[0].what == "Took back the sale of A to Max"
    assert list(Bidder.objects.values_list("name", flat=True)) == ["Max"]
    assert owner(event, "Max").too_much == 500
    assert [lot.name for lot in view(event).unsold] == ["A", "B", "C", "D"]


def test_a_share_bought_back_keeps_its_owner_when_another_sale_goes() -> None:
    event = with_auction()
    sell(event, "A", "Max", 1000, back=5000)
    sell(event, "B", "Max", 1000)
    take_back(event, "B")
    assert dues(event) == {"A": 500, "Max": 500}
