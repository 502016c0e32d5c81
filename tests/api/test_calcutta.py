"""A calcutta through the API alone, from its terms to the last payout."""

from typing import Any

import pytest

from tests.api.talking import Talker, member, visitor
from tests.builders import Stage, entry_id, make_running_event
from tests.tournaments.purses import set_purse
from tournaments.models import Event
from tournaments.models_auction import BidPayment, BidPayout

pytestmark = pytest.mark.django_db

TERMS = {
    "name": "Calcutta",
    "deductions": [{"name": "house", "basis_points": 1000}],
    "split": "percent",
    "prizes": [{"place": 1, "part": 7000}, {"place": 2, "part": 3000}],
}


@pytest.fixture
def event() -> Event:
    event = make_running_event("ABCD")
    set_purse(event, fee=0)
    return event


@pytest.fixture
def director(event: Event) -> Talker:
    return member(event.tournament, "director")


def at(event: Event, more: str = "") -> str:
    return f"/events/{event.pk}/money/calcuttas/{more}"


def make(director: Talker, event: Event) -> Any:
    director.post(at(event), TERMS, if_match="*")
    order = {"order": "lots", "seed": "6-1"}
    return director.send("PUT", at(event, "1/order/"), order, if_match="*").data["calcuttas"][0]


def shown(director: Talker, event: Event) -> Any:
    return director.get(at(event)).data["calcuttas"][0]


def owners(director: Talker, event: Event) -> dict[str, Any]:
    return {one["name"]: one for one in shown(director, event)["owners"]}


def test_a_field_is_sold_paid_for_and_paid_out(event: Event, director: Talker) -> None:
    made = make(director, event)
    assert (made["order"], made["seed"]) == ("lots", "6-1")
    for lot in made["lots"]:
        sale = {"buyer": "Max", "price": 1000, "bought_back": 5000}
        answer = director.post(at(event, f"1/lots/{lot['number']}/sale/"), sale)
        assert answer.status_code == 201
    found = shown(director, event)
    assert found["pool"]["amount"] == 3600
    assert found["schedule"] == [{"place": 1, "amount": 2520}, {"place": 2, "amount": 1080}]
    assert {name: one["due"] for name, one in owners(director, event).items()} == {
        "A": 500,
        "B": 500,
        "C": 500,
        "D": 500,
        "Max": 2000,
    }
    for one in found["owners"]:
        body = {"owner": one["id"], "left": one["due"]}
        assert director.post(at(event, "payments/"), body).status_code == 201
    Stage(event).play_out()
    paid = 0
    for one in owners(director, event).values():
        if one["owed"]:
            body = {"owner": one["id"], "amount": one["owed"]}
            assert director.post(at(event, "payouts/"), body).status_code == 201
            paid += one["owed"]
    assert paid == 3600
    ledger = director.get(f"/events/{event.pk}/money/ledger/").data["rows"]
    assert sum(row["amount"] for row in ledger) == 400


def test_a_sale_is_corrected_and_taken_back(event: Event, director: Talker) -> None:
    make(director, event)
    path = at(event, "1/lots/1/sale/")
    director.post(path, {"buyer": "Max", "price": 1000})
    again = director.post(path, {"buyer": "Moritz", "price": 1100})
    assert (again.status_code, again.data["code"]) == (409, "lot_sold")
    assert again.data["detail"]["buyer"] == "Max"
    sale = {"entry": entry_id(event, "B"), "price": 1100}
    assert director.send("PUT", path, sale).status_code == 428
    corrected = director.send("PUT", path, sale, if_match="*").data["calcuttas"][0]["lots"][0]
    assert (corrected["buyer"], corrected["price"]) == ("B", 1100)
    gone = director.send("DELETE", path, if_match="*").data["calcuttas"][0]
    assert (gone["lots"][0]["buyer"], gone["owners"], gone["pool"]) == (None, [], None)
    assert director.send("DELETE", path, if_match="*").data["code"] == "lot_unsold"


def test_a_sale_sent_again_is_noted_once(event: Event, director: Talker) -> None:
    make(director, event)
    path, sale = at(event, "1/lots/1/sale/"), {"buyer": "Max", "price": 1000}
    answers = [director.post(path, sale, idempotency_key="one") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]


def test_the_rest_is_sold_together(event: Event, director: Talker) -> None:
    make(director, event)
    body = {"entries": [entry_id(event, "C"), entry_id(event, "D")], "together": True}
    found = director.post(at(event, "1/lots/"), body, if_match="*").data["calcuttas"][0]
    assert found["lots"][-1]["names"] == ["C", "D"]
    body = {"entries": [999_999], "together": True}
    refused = director.post(at(event, "1/lots/"), body, if_match="*")
    assert (refused.status_code, refused.data["code"]) == (404, "no_such_entry")


def test_nothing_is_taken_or_paid_beyond_what_is_owed(event: Event, director: Talker) -> None:
    make(director, event)
    director.post(at(event, "1/lots/1/sale/"), {"buyer": "Max", "price": 1000})
    who = owners(director, event)["Max"]["id"]
    pay = {"owner": who, "amount": 1001}
    assert director.post(at(event, "payments/"), pay).data["code"] == "more_than_left"
    assert director.post(at(event, "payouts/"), {"owner": who}).data["code"] == "nothing_owed"
    assert director.post(at(event, "payments/"), {"owner": who}).status_code == 201
    payment = BidPayment.objects.get()
    path = at(event, f"payments/{payment.pk}/")
    taken = director.send("DELETE", path, if_match="*").data["calcuttas"][0]
    assert taken["owners"][0]["left"] == 1000
    director.post(at(event, "payments/"), {"owner": 999_999})
    assert BidPayment.objects.count() == 1


def test_a_payout_is_taken_back(event: Event, director: Talker) -> None:
    for lot in make(director, event)["lots"]:
        director.post(at(event, f"1/lots/{lot['number']}/sale/"), {"buyer": "Max", "price": 9})
    who = owners(director, event)["Max"]["id"]
    director.post(at(event, "payments/"), {"owner": who})
    Stage(event).play_out()
    director.post(at(event, "payouts/"), {"owner": who})
    path = at(event, f"payouts/{BidPayout.objects.get().pk}/")
    found = director.send("DELETE", path, if_match="*").data["calcuttas"][0]
    assert found["owners"][0]["payout"] is None


def test_terms_are_changed_and_a_calcutta_removed(event: Event, director: Talker) -> None:
    make(director, event)
    changed = {**TERMS, "ranking": "overall", "split": "preset", "preset": "three_50_30_20"}
    found = director.send("PUT", at(event, "1/"), changed, if_match="*").data["calcuttas"][0]
    assert (found["ranking"], found["preset"]) == ("overall", "three_50_30_20")
    wrong = {**TERMS, "prizes": [{"place": 1, "part": 9000}]}
    refused = director.send("PUT", at(event, "1/"), wrong, if_match="*")
    assert (refused.status_code, refused.data["code"]) == (400, "not_all_of_it")
    assert director.send("DELETE", at(event, "1/"), if_match="*").data["calcuttas"] == []
    gone = director.send("DELETE", at(event, "1/"), if_match="*")
    assert (gone.status_code, gone.data["code"]) == (404, "no_such_calcutta")


def test_everybody_sees_who_was_sold_once_it_is_published_and_not_who_paid(
    event: Event, director: Talker
) -> None:
    make(director, event)
    director.post(at(event, "1/lots/1/sale/"), {"buyer": "Max", "price": 1000})
    path = f"/events/{event.pk}/sales/"
    assert visitor().get(path).data["code"] == "no_sales"
    assert visitor().get(at(event)).status_code == 401
    director.send("PUT", at(event, "published/"), {"published": True}, if_match="*")
    found = visitor().get(path)
    assert found.data["calcuttas"][0]["lots"][0]["buyer"] == "Max"
    assert "owners" not in found.data["calcuttas"][0]
    assert visitor().get(path, if_none_match=found["ETag"]).status_code == 304


def test_an_older_version_changes_nothing_and_shows_the_newer_state(
    event: Event, director: Talker
) -> None:
    make(director, event)
    seen = director.get(at(event))["ETag"]
    director.post(at(event, "1/lots/1/sale/"), {"buyer": "Max", "price": 1000})
    late = director.send("DELETE", at(event, "1/"), if_match=seen)
    assert (late.status_code, late.data["code"]) == (409, "version_conflict")
    assert late.data["detail"]["current"]["calcuttas"][0]["lots"][0]["buyer"] == "Max"
