"""Entries open and close, players say that they are here, and who is missing is left out."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from config.errors import DomainError
from matches.models import Deadline
from matches.services.deadlines import fire_due
from players.actors import Act
from tests.builders import (
    NOON,
    by_director,
    enter,
    enter_teams,
    entry_id,
    make_event,
    make_tournament,
    undo_last,
)
from tournaments.models import Event, Pass
from tournaments.selectors.checkin import Taking, check_in, taking
from tournaments.selectors.log import log_page
from tournaments.services.checkin import card_check_in, entries_leave_out, entry_check_in
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.setting_up import EventSpec, event_change

pytestmark = pytest.mark.django_db(transaction=True)


def after(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def make_checked(names: str = "ABC", **spec: Any) -> Event:
    event = make_event(checkin_close_at=after(30), **spec)
    enter(event, names)
    return event


def holder(name: str) -> Pass:
    return Pass.objects.get(player__name=name)


def come(event: Event, name: str, minutes: float = 5) -> None:
    one = holder(name)
    card_check_in(one=one, event_id=event.pk, act=Act(by_director().by, after(minutes)))


def missing(event: Event, minutes: float = 10) -> list[str]:
    event.refresh_from_db()
    found = check_in(event, after(minutes))
    assert found is not None
    return [entry.name for entry in found.missing]


def actions(event: Event) -> list[str]:
    return list(event.log.order_by("pk").values_list("action", flat=True))


def refused(deed: Any) -> str:
    with pytest.raises(DomainError) as error:
        deed()
    return error.value.code


# --- Entries ---------------------------------------------------------------------------------
def test_entries_open_and_close_and_each_is_said_once() -> None:
    event = make_event(entries_open_at=after(10), entries_close_at=after(20))
    states = [taking(event, after(minute)) for minute in (0, 10, 19, 20)]
    assert states == [Taking.NOT_YET, Taking.OPEN, Taking.OPEN, Taking.CLOSED]
    assert [fire_due(after(minute)) for minute in (9, 10, 11, 20, 21)] == [0, 1, 0, 1, 0]
    assert actions(event)[1:] == ["entries.opened", "entries.closed"]


def test_pages_that_are_kept_by_version_are_made_anew() -> None:
    event = make_event(entries_close_at=after(20))
    fire_due(after(20))
    assert Event.objects.get().version == event.version + 1


def test_staff_enter_whom_they_like_when_entries_are_closed() -> None:
    event = make_event(entries_close_at=after(-20))
    enter(event, "A")
    assert event.entries.count() == 1
    assert not Deadline.objects.exists()


def test_another_time_moves_the_deadline_and_none_takes_it_away() -> None:
    event = make_event(entries_close_at=after(20))
    for close in (after(40), None):
        spec = EventSpec("Main", 7, entries_close_at=close)
        event_change(event_id=event.pk, spec=spec, act=by_director(1))
        pending = Deadline.objects.filter(kind="entries_close", done_at=None)
        assert [deadline.due_at for deadline in pending] == ([close] if close else [])
    undo_last(event, minutes=2)
    assert Event.objects.get().entries_close_at == after(40)
    assert Deadline.objects.get(done_at=None).due_at == after(40)


def test_entries_that_close_before_they_open_are_refused() -> None:
    opens, closes = after(20), after(20)
    code = refused(lambda: make_event(entries_open_at=opens, entries_close_at=closes))
    assert code == "closes_before_opens"


def test_the_log_tells_times_in_the_zone_of_the_tournament() -> None:
    event = make_event(make_tournament(time_zone="Europe/Kyiv"), entries_close_at=after(20))
    spec = EventSpec("Main", 7, entries_close_at=after(40))
    event_change(event_id=event.pk, spec=spec, act=by_director(1))
    (change,) = log_page(event.tournament).lines[0].changes
    assert (change.what, change.before, change.after) == (
        "entries close",
        "5 December, 14:20",
        "5 December, 14:40",
    )


def test_nothing_closes_once_the_draw_is_out() -> None:
    event = make_checked(entries_close_at=after(20))
    event_draft(event_id=event.pk, seed="s", act=by_director())
    event_publish(event_id=event.pk, act=by_director())
    fire_due(after(60))
    assert {"entries.closed", "checkin.closed"}.isdisjoint(actions(event))


# --- Check-in --------------------------------------------------------------------------------
def test_who_says_so_with_the_card_is_here_and_saying_it_again_changes_nothing() -> None:
    event = make_checked()
    come(event, "B")
    come(event, "B", minutes=50)
    assert missing(event) == ["A", "C"]
    assert actions(event).count("entry.present") == 1


def test_staff_say_it_too_and_take_it_back() -> None:
    event = make_checked()
    for present, expected in ((True, ["B", "C"]), (False, ["A", "B", "C"])):
        entry = entry_id(event, "A")
        entry_check_in(event_id=event.pk, entry_id=entry, present=present, act=by_director(1))
        assert missing(event) == expected


def test_one_member_speaks_for_the_team() -> None:
    event = make_event(entrants="teams", team_rules={"boards": 2}, checkin_close_at=after(30))
    enter_teams(event, {"Kyiv": ["Ann", "Bo"], "Lviv": ["Cy", "Di"]})
    come(event, "Di")
    assert missing(event) == ["Kyiv"]


def test_the_end_is_said_with_who_is_missing_and_nobody_is_removed() -> None:
    event = make_checked()
    come(event, "B")
    fire_due(after(30))
    line = event.log.get(action="checkin.closed")
    assert line.after == {"count": 3, "missing": 2, "names": ["A", "C"]}
    assert event.entries.count() == 3


@pytest.mark.parametrize(
    ("spec", "minutes", "code"),
    [
        ({"checkin_close_at": after(30)}, 30, "checkin_closed"),
        ({"checkin_close_at": None}, 5, "no_checkin"),
    ],
)
def test_a_card_comes_too_late_or_is_not_asked(spec: Any, minutes: float, code: str) -> None:
    event = make_event(**spec)
    enter(event, "A")
    assert refused(lambda: come(event, "A", minutes)) == code


def test_a_stranger_is_not_on_the_list() -> None:
    event = make_checked()
    other = make_event(event.tournament, name="Other")
    enter(other, "Z")
    assert refused(lambda: come(event, "Z")) == "not_entered"


def test_who_is_missing_is_left_out_in_one_step_and_comes_back_in_one() -> None:
    event = make_checked()
    come(event, "B")
    ids = [entry_id(event, name) for name in "AC"]
    entries_leave_out(event_id=event.pk, entry_ids=ids, act=by_director(31))
    assert list(event.entries.values_list("name", flat=True)) == ["B"]
    undo_last(event, minutes=32)
    assert set(event.entries.values_list("name", flat=True)) == {"A", "B", "C"}


def test_nobody_is_left_out_whom_the_director_did_not_see() -> None:
    event = make_checked()
    ids = [entry_id(event, name) for name in "ABC"]
    come(event, "B")

    def leave() -> None:
        entries_leave_out(event_id=event.pk, entry_ids=ids, act=by_director(31))

    assert refused(leave) == "other_missing"
    for name in "AC":
        come(event, name)
    assert refused(leave) == "nobody_missing"
