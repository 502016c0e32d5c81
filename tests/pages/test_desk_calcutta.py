"""The pages of a calcutta: terms, lots, sales, owners, paper, and what the public sees."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import Stage, entry_id, make_event
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words
from tests.tournaments.auctions import lots, owner, pay, sell, view, with_auction
from tests.tournaments.purses import set_purse, start
from tournaments.models import Event
from tournaments.models_auction import Auction, BidPayment

pytestmark = pytest.mark.django_db

A = "event_money_calcutta"
TERMS: dict[str, Any] = {
    "name": "Calcutta",
    "ranking": "main",
    "split": "percent",
    "main": "70 30",
    "name_1": "charity",
    "percent_1": "10",
}


@pytest.fixture
def event() -> Event:
    return with_auction("ABCD", event=make_event(make_cast()))


def hammer(desk: Desk, lot: int, buyer: str, price: str, share: str = "") -> Any:
    return desk.post(A, 1, lot=lot, buyer=buyer, price=price, share=share)


def test_what_the_form_of_a_new_calcutta_offers_can_be_saved_as_it_is() -> None:
    desk = Desk(make_event(make_cast()))
    set_purse(desk.event)
    form = desk.get(f"{A}_new").context["form"]  # type: ignore[attr-defined]
    made = desk.post(f"{A}_new", **form.initial, version=desk.version())
    assert made.status_code == 302, words(text(made))
    assert Auction.objects.get().purse.preset == "by_entrants"


def test_a_calcutta_is_made_and_its_lots_put_into_order() -> None:
    event = make_event(make_cast())
    set_purse(event)
    with_names = Desk(event)
    made = with_names.post(f"{A}_new", **TERMS, version=with_names.version())
    assert made.headers["Location"] == with_names.url(f"{A}_lots", 1)
    page = text(with_names.get(f"{A}_terms", 1))
    assert 'value="70 30"' in page
    assert 'value="charity"' in page
    assert "Nobody is left to sell." in text(with_names.get(f"{A}_lots", 1))
    wrong = {**TERMS, "main": "70", "version": with_names.version()}
    refused = with_names.post(f"{A}_terms", 1, **wrong)
    assert refused.status_code == 400
    assert "change them by +30" in words(text(refused))
    changed = {**TERMS, "ranking": "overall", "version": with_names.version()}
    assert with_names.post(f"{A}_terms", 1, **changed).status_code == 302
    assert Auction.objects.get().ranking == "overall"
    assert with_names.post(f"{A}_terms", 1, step="remove").status_code == 302
    assert not Auction.objects.exists()


def test_the_order_needs_a_seed_and_the_rest_is_sold_together(event: Event) -> None:
    desk = Desk(event)
    order = {"step": "order", "order": "lots", "version": desk.version()}
    refused = desk.post(f"{A}_lots", 1, **order)
    assert refused.status_code == 400
    assert "Give the draw a seed" in text(refused)
    assert desk.post(f"{A}_lots", 1, **order, seed="6-1").status_code == 302
    chosen = [entry_id(event, name) for name in "CD"]
    assert desk.post(f"{A}_lots", 1, step="together", entries=chosen).status_code == 302
    assert lots(event)[-1] == "C, D"
    assert desk.post(f"{A}_lots", 1, step="alone", entries=chosen).status_code == 302
    assert sorted(lots(event)) == list("ABCD")
    assert desk.post(f"{A}_lots", 1, step="together").status_code == 400


def test_one_lot_after_the_other_is_sold(event: Event) -> None:
    desk = Desk(event)
    page = text(desk.get(A, 1))
    assert "Next: lot 1" in page
    assert '<option value="1" selected>' in page
    assert hammer(desk, 1, "Max", "12,50", "50").status_code == 302
    page = words(text(desk.get(A, 1)))
    assert "Sold A to Max for 12.50" in page
    assert "Next: lot 2" in page
    assert '<option value="Max">' in text(desk.get(A, 1))
    for lot in (2, 3, 4):
        hammer(desk, lot, "Max", "1")
    assert "All lots are sold." in text(desk.get(A, 1))


@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        ((2, "", "1"), 400, "This field is required"),
        ((2, "Max", "a lot"), 400, "is no amount of EUR"),
        ((2, "Max", "1", "half"), 400, "is no percentage"),
        ((2, "Max", "1", "100"), 400, "less than 100 %"),
        ((2, "Max", "0"), 400, "This amount is not possible"),
        ((1, "Moritz", "1"), 409, "A is sold already: to Max for 7.00"),
    ],
)
def test_what_does_not_fit_is_said_and_everything_typed_stays(
    event: Event, typed: Any, status: int, said: str
) -> None:
    desk = Desk(event)
    sell(event, "A", "Max", 700)
    refused = hammer(desk, *typed)
    assert refused.status_code == status
    assert said in words(text(refused))
    assert f'name="price" value="{typed[2]}"' in text(refused)
    assert len(view(event).sold) == 1


def test_a_sale_is_corrected_and_taken_back(event: Event) -> None:
    desk = Desk(event)
    sell(event, "A", "Max", 700)
    assert 'value="7.00"' in text(desk.get(f"{A}_lot", 1, 1))
    sale = {"step": "sale", "buyer": "Moritz", "price": "8", "share": "25"}
    old = desk.post(f"{A}_lot", 1, 1, **sale, version=desk.version() - 1)
    assert old.status_code == 409
    assert desk.post(f"{A}_lot", 1, 1, **sale, version=desk.version()).status_code == 302
    assert owner(event, "Moritz").due == 600
    assert "Corrected the sale of A" in text(desk.get("event_log"))
    assert desk.post(f"{A}_lot", 1, 1, step="take_back").status_code == 302
    assert view(event).sold == []
    assert desk.post(f"{A}_lot", 1, 1, step="take_back").status_code == 409
    assert desk.get(f"{A}_lot", 1, 9).status_code == 404
    assert desk.get(A, 9).status_code == 404


def test_owners_pay_and_are_paid_once(event: Event) -> None:
    desk = Desk(event)
    for name in "ABCD":
        sell(event, name, "Max", 1000)
    who = owner(event, "Max").bidder.pk
    page = words(text(desk.get(f"{A}_owners", 1)))
    assert "Still to pay 1 Max 40.00" in page
    part = {"step": "pay", "amount_paid": "15", "note": "card", "left": 4000}
    assert desk.post(f"{A}_owner", 1, who, **part).status_code == 302
    too_much = {**part, "amount_paid": "26", "left": 2500}
    refused = desk.post(f"{A}_owner", 1, who, **too_much)
    assert refused.status_code == 409
    assert "only 25.00" in words(text(refused))
    taken = {"step": "take_back", "payment": BidPayment.objects.get().pk}
    assert desk.post(f"{A}_owner", 1, who, **taken).status_code == 302
    Stage(start(event)).play_out()
    assert "Has to pay first." in text(desk.get(f"{A}_owners", 1))
    press = {"step": "pay", "owner": who, "left": 4000}
    assert desk.post(f"{A}_owners", 1, **press).status_code == 302
    assert desk.post(f"{A}_owners", 1, **press).status_code == 409
    out = {"step": "pay_out", "owner": who, "amount": 4000}
    assert desk.post(f"{A}_owners", 1, **out).status_code == 302
    assert desk.post(f"{A}_owners", 1, **out).status_code == 409
    payout = owner(event, "Max").payout
    assert payout is not None
    assert desk.post(f"{A}_owners", 1, step="unpay", payout=payout.pk).status_code == 302
    assert desk.post(f"{A}_owners", 1, step="dance").status_code == 400


def test_the_money_page_leads_to_the_auction_and_tells_how_it_stands(event: Event) -> None:
    desk = Desk(event)
    sell(event, "A", "Max", 1000)
    page = words(text(desk.get("event_money")))
    assert "Calcutta 1 of 4 lots are sold. Sold for 10.00" in page
    assert "Side pool Calcutta" not in page
    Stage(start(event)).play_out()
    assert "Calcutta" in words(text(desk.get("event_money_print")))


def test_the_payout_list_has_a_line_for_every_owner_to_sign(event: Event) -> None:
    for name in "ABCD":
        sell(event, name, f"Buyer of {name}", 1000)
    Stage(start(event)).play_out()
    page = words(text(Desk(event).get("event_money_print")))
    winner = next(one for one in view(event).owners if one.owed == 2800)
    assert f"{winner.name} {winner.won[0].name}, place 1: 28.00" in page


def test_the_auction_sheet_has_the_lots_in_order(event: Event) -> None:
    event.entries.filter(name="B").update(rating=1777)
    sell(event, "A", "Max", 1000)
    page = words(text(Desk(event).get(f"{A}_print", 1)))
    assert "1 A Max 10.00" in page
    assert "2 B 1777" in page


def test_the_public_sees_the_sales_only_when_published_and_never_who_paid(event: Event) -> None:
    desk, client = Desk(event), Client()
    sell(event, "A", "Max", 1000, back=5000)
    pay(event, "Max")
    sales = desk.url("event_calcutta")
    assert "Max" not in text(client.get(sales))
    assert sales not in text(client.get(desk.url("event")))
    assert desk.post(A, 1, step="publish").status_code == 302
    assert sales in text(client.get(desk.url("event")))
    page = words(text(client.get(sales)))
    assert "1 A 50 % bought back Max 10.00" in page
    for private in ("Paid", "Dana", "Still to pay"):
        assert private not in page
    assert desk.post(A, 1, step="hide").status_code == 302
    assert "Max" not in text(client.get(sales))


def make_sold(event: Event, names: str) -> Desk:
    event = with_auction(names, event=event)
    for name in names:
        sell(event, name, f"Buyer of {name}", 1000, back=5000)
        pay(event, name)
        pay(event, f"Buyer of {name}")
    Stage(start(event)).play_out()
    return Desk(event)


@pytest.mark.parametrize(
    ("page", "more"),
    [
        (A, [1]),
        (f"{A}_owners", [1]),
        (f"{A}_lots", [1]),
        (f"{A}_print", [1]),
        ("event_money", []),
        ("event_money_print", []),
        ("event_calcutta", []),
    ],
)
def test_pages_take_as_many_queries_for_many_as_for_few(page: str, more: list[int]) -> None:
    tournament = make_cast()
    counts = []
    for names in ("ABCD", "ABCDEFGHIJKLMNOP"):
        desk = make_sold(make_event(tournament, name=f"Main {len(names)}"), names)
        desk.post(A, 1, step="publish")
        desk.get(page, *more)
        with CaptureQueriesContext(connection) as queries:
            desk.get(page, *more)
        counts.append(len(queries))
    assert counts[0] == counts[1]
