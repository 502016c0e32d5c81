"""What the rules say against a late entry is told, and needs a reason to be passed over."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from config.errors import ConflictError
from matches.models import Match
from players.models import User
from players.services.people import PersonFacts
from tests.api.talking import staff
from tests.builders import (
    by_director,
    entry_id,
    make_event,
    make_rounds,
    make_running_event,
    make_tournament,
)
from tests.pages.desk import Desk
from tests.pages.reading import text, words
from tests.tournaments.test_late_entry_points import bye_of
from tournaments.models import Event, LogEntry
from tournaments.selectors.late_entries import late_entry_bar
from tournaments.services.attendance import entry_add_late
from tournaments.services.entries import NewEntry, entries_add
from tournaments.services.redrawing import LateWay, entry_add_to_bracket
from tournaments.services.rules import rules_change

pytestmark = pytest.mark.django_db(transaction=True)

ZOE = NewEntry(PersonFacts("Zoe"))


def ruled(event: Event, **own: Any) -> Event:
    """As running since noon, under these rules."""
    rules_change(event_id=event.pk, preset="club", own=own, act=by_director())
    event.refresh_from_db()
    return event


def enter(event: Event, minutes: float, reason: str = "", way: str = "fill_bye") -> None:
    act = by_director(minutes, reason=reason)
    beside = entry_id(event, bye_of(event)) if way == "fill_bye" else None
    late = LateWay(way, beside)
    entry_add_to_bracket(event_id=event.pk, entry=ZOE, late=late, act=act)


def code(event: Event, minutes: float, **more: Any) -> str:
    with pytest.raises(ConflictError) as caught:
        enter(event, minutes, **more)
    assert not event.entries.filter(name="Zoe").exists()
    return caught.value.code


def test_late_entries_end_so_many_minutes_after_the_first_call() -> None:
    event = ruled(make_running_event("ABC"), late_entry="last_seed", late_entry_minutes=5)
    assert code(event, 6) == "late_entry_barred"
    enter(event, 5)
    assert event.entries.filter(name="Zoe").exists()


def test_before_the_first_call_nothing_has_ended() -> None:
    running = make_running_event("ABC", tournament=make_tournament(tables=0))
    event = ruled(running, late_entry="last_seed", late_entry_minutes=5)
    enter(event, 600)
    assert event.entries.filter(name="Zoe").exists()


def test_a_reason_lets_him_in_all_the_same_and_is_in_the_log() -> None:
    event = ruled(make_running_event("ABC"), late_entry="none")
    assert code(event, 1) == "late_entry_barred"
    enter(event, 1, reason="Snow on the road")
    assert LogEntry.objects.get(action="entry.late").reason == "Snow on the road"


def test_only_in_place_of_byes_is_taken_at_its_word() -> None:
    event = ruled(make_running_event("ABCD"), late_entry="fill_byes")
    assert code(event, 1, way="grow") == "late_entry_barred"
    desk = Desk(event)
    data = {"name": "Zoe", "way": "grow", "version": desk.version()}
    refused: Any = desk.post("entry_late", **data)
    assert [*refused.context["form"].errors] == ["reason"]
    other = ruled(make_running_event("ABC", tournament=make_tournament()), late_entry="fill_byes")
    enter(other, 1)
    assert other.entries.filter(name="Zoe").exists()


def test_as_the_director_says_nothing_is_asked() -> None:
    event = ruled(make_running_event("ABC"))
    assert late_entry_bar(event, by_director(600).at, "grow") == ""


def test_rounds_go_by_the_same_rules() -> None:
    event = ruled(make_rounds("ABCDEF"), late_entry="none")
    with pytest.raises(ConflictError) as caught:
        entry_add_late(event_id=event.pk, entry=ZOE, act=by_director(1))
    assert caught.value.code == "late_entry_barred"
    page = words(text(Desk(event).get("event_rounds")))
    assert "By the rules of this event nobody enters after the draw." in page
    data = {"name": "Zoe", "late": "loss", "step": "late", "reason": "Snow"}
    Desk(event).post("event_rounds", **data)
    assert event.entries.filter(name="Zoe").exists()


def test_the_page_says_it_asks_for_the_reason_and_keeps_what_was_typed() -> None:
    event = ruled(make_running_event("ABC"), late_entry="last_seed", late_entry_minutes=1)
    called = timezone.now() - timedelta(minutes=2)
    Match.objects.filter(fixture__event=event).update(called_at=called)
    desk = Desk(event)
    assert "late entries end 1 minute after the start" in words(text(desk.get("entry_late")))
    beside = entry_id(event, bye_of(event))
    data = {"name": "Zoe", "way": "fill_bye", "beside": beside, "version": desk.version()}
    refused = desk.post("entry_late", **data)
    assert refused.status_code == 400
    assert "Reason to let him in all the same" in words(text(refused))
    assert 'value="Zoe"' in text(refused)
    assert desk.post("entry_late", **data, reason="Snow").status_code == 302


def test_programs_give_the_reason_as_well() -> None:
    event = ruled(make_running_event("ABC"), late_entry="none")
    director = staff(User.objects.get())
    path = f"/events/{event.pk}/entries/late/"
    body = {"name": "Zoe", "way": "fill_bye", "beside": entry_id(event, bye_of(event))}
    refused = director.post(path, body, if_match="*")
    assert (refused.status_code, refused.data["code"]) == (409, "late_entry_barred")
    assert director.post(path, {**body, "reason": "Snow"}, if_match="*").status_code == 201


def test_an_event_that_is_not_drawn_takes_entries_as_before() -> None:
    event = ruled(make_event(), late_entry="none")
    entries_add(event_id=event.pk, entries=[ZOE], act=by_director(1))
    assert event.entries.filter(name="Zoe").exists()
