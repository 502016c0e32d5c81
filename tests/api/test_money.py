"""The money of an event through the API alone, from the terms to the last payout."""

from typing import Any

import pytest

from tests.api.talking import Talker, member, visitor
from tests.builders import Stage, entry_id, make_running_event
from tournaments.models import Event
from tournaments.models_money import Payment

pytestmark = pytest.mark.django_db

TERMS = {
    "currency": "EUR",
    "fee": 5000,
    "deductions": [{"name": "house", "basis_points": 1000}],
    "split": "percent",
    "prizes": [{"place": 1, "part": 6000}, {"place": 2, "part": 4000}],
}
POOL = {"name": "Side", "fee": 1000, "split": "percent", "prizes": [{"place": 1, "part": 10_000}]}


@pytest.fixture
def event() -> Event:
    return make_running_event("ABCD")


@pytest.fixture
def director(event: Event) -> Talker:
    return member(event.tournament, "director")


def at(event: Event, more: str = "") -> str:
    return f"/events/{event.pk}/money/{more}"


def set_up(director: Talker, event: Event, **changed: Any) -> Any:
    return director.send("PUT", at(event), {**TERMS, **changed}, if_match="*")


def test_an_event_is_paid_in_and_paid_out(event: Event, director: Talker) -> None:
    shown = set_up(director, event).data
    assert (shown["currency"], shown["decimals"]) == ("EUR", 2)
    (purse,) = shown["purses"]
    assert purse["pool"]["deducted"] == [{"name": "house", "amount": 2000}]
    assert purse["schedule"] == [
        {"bracket": "M", "place": 1, "amount": 10_800},
        {"bracket": "M", "place": 2, "amount": 7200},
    ]
    for name in "ABCD":
        body = {"entry": entry_id(event, name), "left": 5000}
        assert director.post(at(event, "payments/"), body).status_code == 201
    assert [account["left"] for account in director.get(at(event)).data["accounts"]] == [0] * 4

    Stage(event).play_out()
    (bracket,) = director.get(at(event)).data["purses"][0]["brackets"]
    assert (bracket["finished"], bracket["open"]) == (True, [])
    for line in bracket["lines"]:
        body = {"entry": line["entry"], "amount": line["amount"]}
        assert director.post(at(event, "payouts/"), body).status_code == 201
    rows = director.get(at(event, "ledger/")).data["rows"]
    assert [row["amount"] for row in rows] == [5000] * 4 + [-10_800, -7200]


def test_what_does_not_add_up_is_refused_with_what_to_change(
    event: Event, director: Talker
) -> None:
    refused = set_up(director, event, prizes=[{"place": 1, "part": 9000}])
    assert (refused.status_code, refused.data["code"]) == (400, "not_all_of_it")
    twice = set_up(director, event, prizes=[{"place": 1, "part": 5000}] * 2)
    assert (twice.status_code, twice.data["code"]) == (400, "invalid_input")
    assert director.get(at(event)).data["purses"] == []


def test_a_payment_sent_again_is_noted_once(event: Event, director: Talker) -> None:
    set_up(director, event)
    body = {"entry": entry_id(event, "A"), "left": 5000}
    answers = [director.post(at(event, "payments/"), body, idempotency_key="one") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert Payment.objects.count() == 1
    late = director.post(at(event, "payments/"), body)
    assert (late.status_code, late.data["code"]) == (409, "left_changed")
    assert late.data["detail"]["left"] == 0


def test_a_payment_is_taken_back_and_a_fee_reduced(event: Event, director: Talker) -> None:
    set_up(director, event)
    director.post(at(event, "payments/"), {"entry": entry_id(event, "A"), "amount": 2000})
    payment = Payment.objects.get()
    path = at(event, f"payments/{payment.pk}/")
    assert director.send("DELETE", path, if_match="*").data["accounts"][0]["left"] == 5000
    assert director.send("DELETE", path, if_match="*").data["code"] == "taken_back_already"
    fee = at(event, f"fees/{entry_id(event, 'A')}/")
    shown = director.send("PUT", fee, {"amount": 0}, if_match="*").data
    assert (shown["accounts"][0]["due"], shown["accounts"][0]["own_fee"]) == (0, True)


def test_a_side_pool_is_made_filled_and_removed(event: Event, director: Talker) -> None:
    assert director.post(at(event, "pools/"), POOL, if_match="*").data["code"] == "no_purse"
    set_up(director, event)
    assert director.post(at(event, "pools/"), POOL, if_match="*").status_code == 201
    members = {"entries": [entry_id(event, "A"), entry_id(event, "C")]}
    shown = director.send("PUT", at(event, "pools/1/members/"), members, if_match="*").data
    assert shown["purses"][1]["pool"]["amount"] == 2000
    changed = {**POOL, "fee": 2000}
    shown = director.send("PUT", at(event, "pools/1/"), changed, if_match="*").data
    assert shown["purses"][1]["pool"]["amount"] == 4000
    shown = director.send("DELETE", at(event, "pools/1/"), if_match="*").data
    assert [purse["number"] for purse in shown["purses"]] == [0]


def test_finalists_make_a_deal_and_drop_it(event: Event, director: Talker) -> None:
    set_up(director, event)
    stage = Stage(event)
    stage.win("M1.1")
    stage.win("M1.2")
    pair = [entry_id(event, str(name)) for name in stage.names("M2.1")]
    deal = {"shares": [{"entry": one, "amount": 9000} for one in pair], "reason": "late"}
    path = at(event, "deals/0/M/")
    shown = director.send("PUT", path, deal, if_match="*").data
    (bracket,) = shown["purses"][0]["brackets"]
    assert bracket["deal"]["reason"] == "late"
    assert {line["amount"] for line in bracket["lines"]} == {9000}
    deal["shares"] = [{"entry": 999_999, "amount": 18_000}]
    assert director.send("PUT", path, deal, if_match="*").data["code"] == "deal_not_all"
    shown = director.send("DELETE", path, if_match="*").data
    assert shown["purses"][0]["brackets"][0]["deal"] is None
    assert director.send("DELETE", path, if_match="*").data["code"] == "no_deal"


def test_a_stranger_to_the_event_is_in_no_deal(event: Event, director: Talker) -> None:
    set_up(director, event)
    Stage(event).play_out()
    deal = {"shares": [{"entry": 999_999, "amount": 0}, {"entry": 999_998, "amount": 0}]}
    refused = director.send("PUT", at(event, "deals/0/M/"), {**deal, "reason": "x"}, if_match="*")
    assert refused.data["code"] == "no_such_entry"


def test_everybody_sees_the_prizes_once_published_and_nobody_by_name(
    event: Event, director: Talker
) -> None:
    set_up(director, event)
    path = f"/events/{event.pk}/prizes/"
    assert visitor().get(path).data["code"] == "no_prizes"
    director.send("PUT", at(event, "published/"), {"published": True}, if_match="*")
    shown = visitor().get(path)
    assert shown.data["purses"][0]["schedule"][0]["amount"] == 10_800
    assert set(shown.data["purses"][0]) == {"name", "fee", "pool", "schedule"}
    assert visitor().get(path, if_none_match=shown["ETag"]).status_code == 304


def test_an_older_version_changes_nothing_and_shows_the_newer_state(
    event: Event, director: Talker
) -> None:
    seen = set_up(director, event)["ETag"]
    set_up(director, event, fee=6000)
    late = director.send("PUT", at(event), TERMS, if_match=seen)
    assert (late.status_code, late.data["code"]) == (409, "version_conflict")
    assert late.data["detail"]["current"]["purses"][0]["fee"] == 6000


def test_scorers_read_nothing_of_money_in_the_log(event: Event, director: Talker) -> None:
    set_up(director, event)
    scorer = member(event.tournament, "scorer")
    path = f"/events/{event.pk}/log/"
    assert director.get(path).data["entries"][0]["action"] == "money.changed"
    actions = [entry["action"] for entry in scorer.get(path).data["entries"]]
    assert actions
    assert not any(action.startswith("money.") for action in actions)
