"""The money pages: terms, payments, payouts, deals, paper and file, and what the public sees."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import Stage, entry_id, make_event
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words
from tests.tournaments.purses import heap, percent, set_pool, set_purse, start, view, with_purse
from tournaments.models import Event
from tournaments.models_money import Payment, Purse
from tournaments.selectors.accounts import accounts

pytestmark = pytest.mark.django_db

TERMS: dict[str, Any] = {
    "currency": "UAH",
    "fee": "500",
    "name_1": "house",
    "percent_1": "10",
    "name_2": "federation",
    "fixed_2": "120,50",
    "added": "1 000",
    "split": "percent",
    "main": "50 30,5 19,5",
    "unit": "10",
}


@pytest.fixture
def event() -> Event:
    return with_purse("ABCD", event=make_event(make_cast()))


def test_terms_are_typed_as_people_write_them_and_read_back_the_same() -> None:
    desk = Desk(make_event(make_cast()))
    response = desk.post("event_money_setup", **TERMS, version=desk.version())
    assert response.status_code == 302
    purse = Purse.objects.get()
    assert (purse.fee, purse.added, purse.unit) == (50_000, 100_000, 1000)
    assert list(purse.deductions.values_list("name", "basis_points", "fixed")) == [
        ("house", 1000, 0),
        ("federation", 0, 12_050),
    ]
    assert list(purse.prizes.values_list("part", flat=True)) == [5000, 3050, 1950]
    page = text(desk.get("event_money_setup"))
    for typed in ("500.00", "120.50", "50 30.5 19.5"):
        assert f'value="{typed}"' in page
    assert '<option value="UAH" selected>' in page


def test_a_preset_with_a_share_for_the_consolation() -> None:
    desk = Desk(make_event(make_cast(), consolation_length=5))
    terms = {"split": "preset:three_50_30_20", "consolation": "2 1", "consolation_share": "30"}
    terms |= {"currency": "EUR", "fee": "50", "main": "left over from before"}
    assert desk.post("event_money_setup", **terms, version=desk.version()).status_code == 302
    purse = Purse.objects.get()
    assert (purse.preset, purse.consolation_share) == ("three_50_30_20", 3000)
    assert [(prize.bracket, prize.place) for prize in purse.prizes.all()] == [("C", 1), ("C", 2)]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"main": "50 30"}, "change them by +20"),
        ({"main": "fifty"}, "is no percentage"),
        ({"fee": "12,345"}, "is no amount of UAH"),
        ({"fee": "a lot"}, "is no amount of UAH"),
        ({"percent_1": "200"}, "is no percentage"),
        ({"name_1": ""}, "Give each deduction a name"),
        ({"currency": "XYZ"}, "XYZ"),
    ],
)
def test_what_does_not_fit_is_said_and_everything_typed_stays(
    wrong: dict[str, str], said: str
) -> None:
    desk = Desk(make_event(make_cast()))
    response = desk.post("event_money_setup", **{**TERMS, **wrong}, version=desk.version())
    assert response.status_code == 400
    assert said in words(text(response))
    assert 'value="120,50"' in text(response)
    assert not Purse.objects.exists()


def test_the_page_shows_what_each_place_is_worth(event: Event) -> None:
    page = words(text(Desk(event).get("event_money")))
    assert "Fees of 4 entrants 200.00" in page
    assert "1 open 100.00" in page
    assert "4 still to pay" in page


def test_before_any_money_the_page_asks_to_set_it_up() -> None:
    desk = Desk(make_event(make_cast()))
    for page in ("event_money", "event_money_print"):
        assert "No money is set up" in text(desk.get(page))
    assert "set up the money" in text(desk.get("event_money_entries"))


def test_one_press_notes_a_payment_and_the_second_is_refused(event: Event) -> None:
    desk = Desk(event)
    data = {"entry": entry_id(event, "B"), "left": 5000}
    assert desk.post("event_money_entries", **data).status_code == 302
    again = desk.post("event_money_entries", **data)
    assert again.status_code == 409
    assert "B has 0.00" in words(text(again))
    assert Payment.objects.count() == 1


def test_the_entries_page_lists_who_has_still_to_pay(event: Event) -> None:
    desk = Desk(event)
    assert "Still to pay 4" in words(text(desk.get("event_entries_edit")))
    for name in "ABC":
        desk.post("event_money_entries", entry=entry_id(event, name), left=5000)
    assert "Still to pay 1 50.00" in words(text(desk.get("event_entries_edit")))
    desk.post("event_money_entries", entry=entry_id(event, "D"), left=5000)
    assert "Still to pay" not in text(desk.get("event_entries_edit"))


def test_a_part_is_paid_a_payment_taken_back_and_a_fee_reduced(event: Event) -> None:
    desk, a = Desk(event), entry_id(event, "A")
    pay = {"step": "pay", "amount_paid": "20", "note": "card", "left": 5000}
    assert desk.post("event_money_entry", a, **pay).status_code == 302
    assert accounts(event).all[0].left == 3000
    page = words(text(desk.get("event_money_entry", a)))
    assert "20.00" in page
    assert "card" in page
    payment = Payment.objects.get()
    desk.post("event_money_entry", a, step="take_back", payment=payment.pk)
    assert accounts(event).all[0].left == 5000
    desk.post("event_money_entry", a, step="fee", fee="25")
    assert accounts(event).all[0].left == 2500
    assert desk.post("event_money_entry", a, step="pay", amount_paid="x").status_code == 400
    assert desk.post("event_money_entry", a, step="dance").status_code == 400


def test_a_side_pool_is_made_filled_and_removed(event: Event) -> None:
    desk = Desk(event)
    terms = {"name": "Last chance", "fee": "10", "split": "percent", "main": "100"}
    made = desk.post("event_pool_new", **terms, version=desk.version())
    assert made.headers["Location"] == desk.url("event_pool", 1)
    ids = [entry_id(event, name) for name in "AB"]
    desk.post("event_pool", 1, step="members", members=ids)
    pool = view(event).purse(1).pool
    assert pool is not None
    assert pool.amount == 2000
    assert desk.post("event_pool", 1, step="members", members=[999_999]).status_code == 400
    assert "Last chance" in text(desk.get("event_money_entry", ids[0]))
    assert desk.post("event_pool", 1, step="remove").status_code == 302
    assert desk.get("event_pool", 1).status_code == 404


def test_a_pool_that_does_not_add_up_is_refused(event: Event) -> None:
    desk = Desk(event)
    terms = {"name": "Last chance", "fee": "10", "split": "percent", "main": "90"}
    response = desk.post("event_pool_new", **terms, version=desk.version())
    assert response.status_code == 400
    assert "change them by +10" in text(response)


def test_prizes_are_marked_as_paid_out_and_taken_back(event: Event) -> None:
    stage = Stage(start(event))
    stage.play_out()
    desk, line = Desk(event), heap(event).lines[0]
    pay = {"step": "pay", "number": 0, "bracket": "M", "entry": line.entry_id}
    assert desk.post("event_money", **pay, amount=1).status_code == 409
    assert desk.post("event_money", **pay, amount=line.amount).status_code == 302
    paid = heap(event).lines[0].payout
    assert paid is not None
    assert "paid out" in words(text(desk.get("event_money")))
    assert desk.post("event_money", **pay, amount=line.amount).status_code == 409
    assert desk.post("event_money", step="unpay", payout=paid.pk).status_code == 302
    assert heap(event).lines[0].payout is None
    assert desk.post("event_money", step="dance").status_code == 400


def test_finalists_make_a_deal_and_drop_it(event: Event) -> None:
    set_purse(event, prizes=percent(60, 40))
    stage = Stage(start(event))
    desk = Desk(event)
    stage.win("M1.1")
    assert "wait until this round is over" in text(desk.get("event_deal", 0, "M"))
    stage.win("M1.2")
    first, second = (entry_id(event, str(name)) for name in stage.names("M2.1"))
    shares = {f"share_{first}": "100", f"share_{second}": "99"}
    refused = desk.post("event_deal", 0, "M", **shares, reason="late")
    assert refused.status_code == 400
    assert "The deal shares out 199.00" in words(text(refused))
    assert 'value="99"' in text(refused)
    shares[f"share_{second}"] = "100"
    assert desk.post("event_deal", 0, "M", **shares, reason="").status_code == 400
    assert desk.post("event_deal", 0, "M", **shares, reason="It is late").status_code == 302
    page = words(text(desk.get("event_money")))
    assert "It is late" in page
    assert "1: 120.00" in page
    assert desk.post("event_deal", 0, "M", step="remove").status_code == 302
    assert heap(event).deal is None


def test_there_is_no_deal_on_what_is_not_paid(event: Event) -> None:
    desk = Desk(event)
    assert desk.get("event_deal", 0, "C").status_code == 404
    assert desk.get("event_deal", 7, "M").status_code == 404


def test_the_payout_list_has_a_line_for_everybody_who_is_owed(event: Event) -> None:
    set_pool(event)
    desk = Desk(event)
    desk.post("event_pool", 1, step="members", members=[entry_id(event, name) for name in "ABCD"])
    Stage(start(event)).play_out()
    page = words(text(desk.get("event_money_print")))
    winner = heap(event).lines[0].name
    assert f"{winner} place 1, Main draw: 100.00" in page
    assert "place 1 in the side pool Last chance: 40.00" in page
    assert "140.00" in page


def test_the_ledger_tells_what_came_in_and_went_out(event: Event) -> None:
    desk = Desk(event)
    payment = {"entry": entry_id(event, "A"), "left": 5000}
    desk.post("event_money_entries", **payment)
    taken = Payment.objects.get()
    desk.post("event_money_entry", payment["entry"], step="take_back", payment=taken.pk)
    Stage(start(event)).play_out()
    line = heap(event).lines[0]
    desk.post(
        "event_money", step="pay", number=0, bracket="M", entry=line.entry_id, amount=line.amount
    )
    response = desk.get("event_money_ledger")
    assert response.headers["Content-Type"].startswith("text/csv")
    rows = [row.split(",") for row in text(response).splitlines()]
    assert [row[1:6] for row in rows[1:]] == [
        ["paid", "A", "", "50.00", "EUR"],
        ["taken_back", "A", "", "-50.00", "EUR"],
        ["paid_out", line.name, "Main draw", "-100.00", "EUR"],
    ]


def test_a_name_is_no_formula_in_a_spreadsheet() -> None:
    event = with_purse(["=1+1", "B"], event=make_event(make_cast()))
    desk = Desk(event)
    desk.post("event_money_entries", entry=entry_id(event, "=1+1"), left=5000)
    assert ",'=1+1," in text(desk.get("event_money_ledger"))


def test_the_public_sees_prizes_only_when_published_and_never_who_paid(event: Event) -> None:
    desk, client = Desk(event), Client()
    desk.post("event_money_entries", entry=entry_id(event, "A"), left=5000)
    address, prizes = desk.url("event"), desk.url("event_prizes")
    assert "100.00" not in text(client.get(prizes))
    assert prizes not in text(client.get(address))
    desk.post("event_money", step="publish")
    assert prizes in text(client.get(address))
    page = words(text(client.get(prizes)))
    assert "The pool is 200.00" in page
    assert "1 100.00" in page
    for private in ("paid", "Dana", "Still to pay"):
        assert private not in page
    desk.post("event_money", step="hide")
    assert "100.00" not in text(client.get(prizes))


def test_scorers_do_not_read_of_money_in_the_log(event: Event) -> None:
    Desk(event).post("event_money_entries", entry=entry_id(event, "A"), left=5000)
    assert "A paid 50.00 EUR" in text(Desk(event).get("event_log"))
    scorer = Desk(event, "sam")
    assert "50.00" not in text(scorer.get("event_log"))
    slug = event.tournament.slug
    assert "50.00" not in text(scorer.client.get(f"/desk/{slug}/log/"))
    assert "Entered A" in text(scorer.get("event_log"))


def make_settled(names: str, event: Event) -> Desk:
    """Everybody has paid, and everybody was paid out."""
    event = with_purse(names, event=event)
    desk = Desk(event)
    for one in event.entries.all():
        desk.post("event_money_entries", entry=one.pk, left=5000)
    Stage(start(event)).play_out()
    for line in heap(event).lines:
        pay = {"bracket": "M", "entry": line.entry_id, "amount": line.amount}
        desk.post("event_money", step="pay", number=0, **pay)
    return desk


@pytest.mark.parametrize(
    "page", ["event_money", "event_money_entries", "event_money_print", "event_entries_edit"]
)
def test_pages_take_as_many_queries_for_many_as_for_few(page: str) -> None:
    tournament = make_cast()
    counts = []
    for names in ("ABCD", "ABCDEFGHIJKLMNOP"):
        desk = make_settled(names, make_event(tournament, name=f"Main {len(names)}"))
        with CaptureQueriesContext(connection) as queries:
            desk.get(page)
        counts.append(len(queries))
    assert counts[0] == counts[1]
