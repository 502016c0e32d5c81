"""The page of what is due, the check-in on card and desk, and when entries are taken."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Deadline
from matches.services.deadlines import fire_due
from matches.services.reporting import match_report
from tests.builders import (
    NOON,
    Stage,
    by_director,
    by_player,
    enter,
    make_event,
    make_rounds,
    make_running_event,
)
from tests.pages.cast import Phone
from tests.pages.desk import Desk, make_cast
from tournaments.models import Event
from tournaments.services.rules import rules_apply, rules_change

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)


def after(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def text(response: object) -> str:
    return " ".join(response.content.decode().split())  # type: ignore[attr-defined]


def make_checked(**spec: Any) -> Event:
    event = make_event(make_cast(), **{"checkin_close_at": after(30), **spec})
    enter(event, ["Ann", "Bo"])
    return event


def make_league() -> Event:
    league = {"starts_on": "2026-12-01", "days_per_round": 7}
    names = ["Ann", "Bo", "Cy", "Di"]
    return make_rounds(names, "round_robin", tournament=make_cast(), league=league)


def test_the_page_tells_what_is_due_next_and_when() -> None:
    event = make_running_event(["Ann", "Bo"], tournament=make_cast())
    stage = Stage(event)
    match, player = stage.match("M1.1"), stage.players("M1.1")[0]
    match_report(match_id=match.pk, player_id=player.pk, scores=(7, 4), act=by_player(player))
    shown = text(Desk(event, "sam").get("event_due"))
    assert "12:10</time></strong> Silence confirms 7–4" in shown
    assert "Fails" not in shown


def test_one_that_fails_is_shown_with_its_error() -> None:
    event = make_league()
    Deadline.objects.filter(kind="play_by_over").update(
        attempts=3, last_error="RuntimeError: unlucky", retry_at=after(1)
    )
    shown = text(Desk(event).get("event_due"))
    assert "failed 3 times, again at 12:01:00: RuntimeError: unlucky" in shown


def test_the_director_chooses_what_becomes_of_matches_not_played() -> None:
    event = make_league()
    desk = Desk(event)
    choice = {"then": "slot", "weekday": 2, "hour": "19:30", "table": "", "step": "overdue"}
    answer = desk.post("event_due", version=desk.version(), **choice)
    assert answer.status_code == 302
    event.refresh_from_db()
    assert event.overdue_rules == {"then": "slot", "weekday": 2, "hour": "19:30"}
    stale = desk.post("event_due", version=1, **choice)
    assert stale.status_code == 409
    assert Desk(event, "sam").post("event_due", version=1, **choice).status_code == 403


def test_a_slot_stands_on_the_card_and_in_the_control_room() -> None:
    event = make_league()
    Event.objects.update(overdue_rules={"then": "slot", "weekday": 4, "table": 2})
    fire_due(datetime(2026, 12, 8, tzinfo=NOON.tzinfo))
    key = next(row.key for row in event.fixtures.filter(slot_table=2).order_by("slot_at"))
    name = Stage(event).names(key)[0]
    assert name is not None
    phone = Phone(event, name)
    assert "You play on <strong>Friday, 11 December, 18:00</strong>, at table 2" in text(
        phone.get(phone.home)
    )
    assert "to be played on 11 December, 18:00, at table 2" in text(Desk(event).get("event_desk"))


def test_a_player_says_with_the_card_that_he_is_here() -> None:
    event = make_checked()
    phone = Phone(event, "Bo")
    page = f"{phone.home}check-in/{event.pk}/"
    assert page in text(phone.get(phone.home))
    assert phone.post(page).status_code == 302
    assert "you have said that you are here" in text(phone.get(phone.home))
    assert "1 here, 1 missing" in text(Desk(event).get("event_desk"))


def test_after_the_end_the_card_sends_to_the_director(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_checked()
    phone = Phone(event, "Bo")
    monkeypatch.setattr(timezone, "now", lambda: after(31))
    assert phone.post(f"{phone.home}check-in/{event.pk}/").status_code == 409
    fire_due(after(31))
    assert "The check-in is closed." in text(phone.get(phone.home))


def test_staff_say_who_is_here_and_the_director_leaves_out_the_others() -> None:
    event = make_checked()
    ann, bo = (event.entries.get(name=name).pk for name in ("Ann", "Bo"))
    assert Desk(event, "sam").post("event_due", step="present", entry=ann).status_code == 302
    assert Desk(event, "sam").post("event_due", step="leave_out", entry=bo).status_code == 403
    assert Desk(event).post("event_due", step="leave_out", entry=ann).status_code == 409
    assert Desk(event).post("event_due", step="leave_out", entry=bo).status_code == 302
    assert [entry.name for entry in event.entries.all()] == ["Ann"]


def test_the_public_is_told_when_entries_close() -> None:
    event = make_checked(entries_close_at=after(40))
    page = f"/t/{event.tournament.slug}/{event.slug}/entries/"
    assert "Entries are open until Sat 5 December, 12:40." in text(Client().get(page))


def test_moments_are_typed_in_the_time_of_the_tournament() -> None:
    event = make_checked(entries_close_at=after(40))
    event.tournament.time_zone = "Europe/Kyiv"
    event.tournament.save()
    desk = Desk(event)
    assert 'value="2026-12-05T14:40"' in text(desk.get("event_settings"))
    said = {"name": "Main", "length": 7, "format": "elimination", "entrants": "singles"}
    said |= {"rule_set": "club", "version": desk.version(), "shape": "first_round"}
    answer = desk.post("event_settings", entries_close_at="2026-12-05T18:00", **said)
    assert answer.status_code == 302, text(answer)
    event.refresh_from_db()
    assert event.entries_close_at == datetime(2026, 12, 5, 16, tzinfo=NOON.tzinfo)
    assert event.checkin_close_at is None


def make_reporting(reporter: str) -> tuple[Event, Phone, Phone]:
    """A match with such rules, and the phones of its two sides."""
    event = make_running_event(["Ann", "Bo"], tournament=make_cast())
    own = {"reporter": reporter, "confirm_minutes": 0}
    rules_change(event_id=event.pk, preset="club", own=own, act=by_director())
    rules_apply(event_id=event.pk, keys=["M1.1"], act=by_director())
    first, second = (str(name) for name in Stage(event).names("M1.1"))
    return event, Phone(event, first), Phone(event, second)


def test_where_the_winner_reports_only_that_is_offered_and_the_rest_refused() -> None:
    _event, phone, _other = make_reporting("winner")
    form = text(phone.get(phone.page("M1.1", "report")))
    assert "By the rules here the winner reports." in form
    assert 'value="me"' in form
    assert 'value="other"' not in form
    assert phone.says("M1.1", "other", 3).status_code == 400
    assert phone.says("M1.1", "me", 3).status_code == 302


def test_where_both_report_nobody_is_asked_to_confirm() -> None:
    event, phone, other = make_reporting("both")
    phone.says("M1.1", "me", 3)
    card = text(other.get(other.home))
    assert "Report the result as well" in card
    assert "Answer: right or not right" not in card
    assert "to report the same" in text(phone.get(phone.home))
    assert other.answers("M1.1", "confirm").status_code == 403
    assert other.says("M1.1", "other", 3).status_code == 302
    assert Stage(event).match("M1.1").state == "decided"


def test_a_dispute_that_nobody_rules_on_says_so_in_the_control_room() -> None:
    event = make_running_event(["Ann", "Bo"], tournament=make_cast())
    first, second = (Phone(event, str(name)) for name in Stage(event).names("M1.1"))
    first.says("M1.1", "me", 3)
    second.says("M1.1", "me", 3)
    assert "Nobody has ruled yet" not in text(Desk(event).get("event_desk"))
    fire_due(after(10))
    assert "Nobody has ruled yet" in text(Desk(event).get("event_desk"))
