"""Dates go out into an archive and come back, and what is ahead is due there, too."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from config.errors import InvalidError
from matches.models import Deadline
from matches.services.deadlines import fire_due
from tests.builders import NOON, by_director, enter, make_event
from tests.tournaments.archives import comparable, exported, imported, make_busy
from tests.tournaments.test_play_by import make_league, utc
from tournaments.models import Event
from tournaments.services.checkin import entry_check_in
from tournaments.services.overdue import overdue_set

pytestmark = pytest.mark.django_db(transaction=True)

Archive = dict[str, Any]


def make_checked() -> Event:
    """It opens and closes, and one of the two is here."""
    hours = [NOON + timedelta(hours=n) for n in (2, 3, 4)]
    event = make_event(
        entries_open_at=hours[0], entries_close_at=hours[1], checkin_close_at=hours[2]
    )
    enter(event, "AB")
    first = event.entries.earliest("number")
    entry_check_in(event_id=event.pk, entry_id=first.pk, act=by_director(5))
    return event


def make_slotted() -> Event:
    """A league whose first round was not played, with hours given for it."""
    event = make_league()
    rules = {"then": "slot", "weekday": 4, "hour": "19:00", "table": 2}
    overdue_set(event_id=event.pk, rules=rules, act=by_director())
    fire_due(utc(2026, 12, 8))
    return event


def pending(event: Event) -> list[tuple[str, datetime]]:
    """Of one of the two events that are there: by kind and moment."""
    ids = [event.pk, *event.fixtures.values_list("pk", flat=True)]
    found = Deadline.objects.filter(done_at=None, subject_id__in=ids)
    return sorted(found.values_list("kind", "due_at"))


@pytest.mark.parametrize("make", [make_checked, make_slotted])
def test_an_event_with_dates_comes_back_as_it_was(make: Callable[[], Event]) -> None:
    event = make()
    archive, due = exported(event), pending(event)
    Deadline.objects.all().delete()
    copy = imported(archive, by_director(60))
    assert comparable(exported(copy)) == comparable(archive)
    assert pending(copy) == due != []


def test_what_is_past_by_then_is_not_due_any_more() -> None:
    archive = exported(make_slotted())
    Deadline.objects.all().delete()
    copy = imported(archive, by_director(60 * 24 * 365))
    assert pending(copy) == []


def test_a_dispute_waits_for_the_director_there_as_well() -> None:
    archive = exported(make_busy())
    assert [one["kind"] for one in archive["deadlines"]] == ["confirm_report", "dispute_unanswered"]
    copy = imported(archive)
    assert exported(copy)["deadlines"] == archive["deadlines"]


def test_an_archive_from_before_there_were_dates_has_none() -> None:
    archive = exported(make_checked())
    for name in ("entries_open_at", "entries_close_at", "checkin_close_at", "overdue_rules"):
        del archive["event"][name]
    for entry in archive["entries"]:
        del entry["present_at"]
    copy = imported(archive)
    assert (copy.checkin_close_at, copy.overdue_rules) == (None, {})
    assert not copy.entries.filter(present_at__isnull=False).exists()


FAULTS: dict[str, tuple[Callable[[Archive], Any], Callable[[], Event]]] = {
    "event.entries_close_at": (
        lambda archive: archive["event"].update(entries_open_at="2027-01-01T00:00:00+00:00"),
        make_checked,
    ),
    "event.overdue_rules": (
        lambda archive: archive["event"].update(overdue_rules={"then": "shrug"}),
        make_checked,
    ),
    "fixtures[0].slot_table": (
        lambda archive: archive["fixtures"][0].update(slot_at=None),
        make_slotted,
    ),
    "fixtures[1].slot_at": (
        lambda archive: archive["fixtures"][1].update(play_by=None),
        make_slotted,
    ),
}


@pytest.mark.parametrize("path", FAULTS)
def test_dates_that_cannot_be_are_refused_with_their_place(path: str) -> None:
    spoil, make = FAULTS[path]
    archive = exported(make())
    spoil(archive)
    with pytest.raises(InvalidError) as caught:
        imported(archive)
    assert caught.value.detail["path"] == path
