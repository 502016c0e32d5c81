"""What is due through the API: deadlines, the check-in, matches not played in time, who reports."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from matches.services.deadlines import fire_due
from tests.api.talking import Talker, ask, director, member, player, visitor
from tests.builders import NOON, Stage, enter, make_event, make_rounds
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)


def make_league() -> Event:
    league = {"starts_on": "2026-12-01", "days_per_round": 7}
    return make_rounds("ABCD", "round_robin", league=league)


def make_checked() -> Event:
    event = make_event(checkin_close_at=NOON + timedelta(hours=1))
    enter(event, "AB")
    return event


def due(talker: Talker, event: Event) -> Any:
    return talker.get(f"/events/{event.pk}/deadlines/")


def test_staff_read_what_is_due() -> None:
    event = make_league()
    found = due(director(), event).data["deadlines"]
    assert [(one["kind"], one["fixture"]) for one in found[::2]] == [
        ("play_by_24h", "R1.1"),
        ("play_by_1h", "R1.1"),
        ("play_by_over", "R1.1"),
    ]
    last = found[-1]
    assert last["due_at"] == "2026-12-08T00:00:00Z"
    assert last["what"] == "if it is not played by then: left to the director"
    assert (last["overdue"], last["late_seconds"], last["attempts"]) == (False, 0, 0)
    assert due(visitor(), event).status_code == 401


def test_the_director_chooses_what_becomes_of_matches_not_played() -> None:
    event = make_league()
    path = f"/events/{event.pk}/overdue/"
    body = {"then": "forfeit"}
    assert ask(director(), "PUT", path, body).data["overdue_rules"] == {"then": "forfeit"}
    assert director().send("PUT", path, body).status_code == 428
    scorer = member(event.tournament, "scorer")
    assert ask(scorer, "PUT", path, body).status_code == 403
    refused = ask(director(), "PUT", path, {"then": "slot", "hour": "7pm"})
    assert (refused.status_code, refused.data["code"]) == (400, "hour_unreadable")
    cup = make_event(event.tournament, name="Cup")
    refused = ask(director(), "PUT", f"/events/{cup.pk}/overdue/", body)
    assert (refused.status_code, refused.data["code"]) == (409, "no_dates")


def test_a_slot_is_told_with_the_fixture_and_on_the_card() -> None:
    event = make_league()
    body = {"then": "slot", "weekday": 4, "hour": "19:00", "table": 2}
    ask(director(), "PUT", f"/events/{event.pk}/overdue/", body)
    fire_due(NOON + timedelta(days=3))
    row = event.fixtures.order_by("slot_at")[0]
    shown = visitor().get(f"/events/{event.pk}/fixtures/{row.key}/").data
    assert (shown["slot_at"], shown["slot_table"]) == ("2026-12-11T19:00:00Z", 2)
    assert shown["play_by"] == "2026-12-11"
    mine = player(str(Stage(event).names(row.key)[0])).get("/me/").data
    assert mine["events"][0]["current"][0]["slot_at"] == "2026-12-11T19:00:00Z"


def test_moments_of_an_event_are_set_with_its_settings() -> None:
    event = make_event()
    path = f"/events/{event.pk}/"
    moments = {"entries_open_at": "2026-12-05T13:00:00Z", "entries_close_at": None}
    changed = ask(director(), "PATCH", path, moments).data
    assert changed["entries_open_at"] == "2026-12-05T13:00:00Z"
    wrong = {"entries_close_at": "2026-12-05T12:00:00Z"}
    refused = ask(director(), "PATCH", path, wrong)
    assert (refused.status_code, refused.data["code"]) == (400, "closes_before_opens")


def test_a_player_checks_in_and_staff_leave_out_who_is_missing() -> None:
    event = make_checked()
    mine = f"/me/events/{event.pk}/check-in/"
    for _again in range(2):
        told = player("A").post(mine)
        assert (told.status_code, told.data["present_at"]) == (200, "2026-12-05T12:00:00Z")
    assert player("A").get("/me/").data["events"][0]["present"] is True
    shown = director().get(f"/events/{event.pk}/check-in/").data
    assert (shown["present"], [one["name"] for one in shown["missing"]]) == (1, ["B"])
    path = f"/events/{event.pk}/check-in/leave-out/"
    refused = ask(director(), "POST", path, {"entries": []})
    assert (refused.status_code, refused.data["code"]) == (409, "other_missing")
    gone = {"entries": [one["id"] for one in shown["missing"]]}
    assert ask(director(), "POST", path, gone).status_code == 200
    assert [entry.name for entry in event.entries.all()] == ["A"]


def test_scorers_say_who_is_here() -> None:
    event = make_checked()
    scorer = member(event.tournament, "scorer")
    entry = event.entries.get(name="B")
    path = f"/events/{event.pk}/entries/{entry.pk}/presence/"
    for method, is_here in (("POST", True), ("DELETE", False)):
        assert scorer.send(method, path).status_code == 200
        entry.refresh_from_db()
        assert (entry.present_at is not None) == is_here


def test_players_are_told_who_reports() -> None:
    event = make_league()
    body = {"rule_set": "club", "rules": {"reporter": "winner"}}
    ask(director(), "PUT", f"/events/{event.pk}/rules/", body)
    keys = ["R1.1", "R1.2"]
    ask(director(), "POST", f"/events/{event.pk}/rules/apply/", {"fixtures": keys})
    stage = Stage(event)
    talker = player(str(stage.names("R1.1")[1]))
    assert talker.get("/me/").data["events"][0]["current"][0]["reporter"] == "winner"
    path = f"/me/matches/{stage.match('R1.1').pk}/report/"
    refused = talker.post(path, {"own": 3, "other": 7})
    assert (refused.status_code, refused.data["code"]) == (403, "winner_reports")
    assert talker.post(path, {"own": 7, "other": 3}).status_code == 200
