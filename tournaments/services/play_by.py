"""The deadlines of matches with a last day: two reminders, and the end of that day.

The day ends at midnight on the clock of the tournament; the reminders come so many real hours
before it, whatever is done to clocks meanwhile. A match with a slot is reminded of that. What
happens at those moments is for `overdue`.

Only what is still ahead is set: a day that was past when the match came up, as in an event that is
entered for the record, reminds nobody and costs nobody anything.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from matches.models import Deadline
from matches.services.deadlines import set_deadlines
from tournaments.models import Event, Fixture
from tournaments.selectors.days import end_of_day
from tournaments.services.locking import lock_event

OVER = "play_by_over"
REMINDERS = {"play_by_24h": timedelta(hours=24), "play_by_1h": timedelta(hours=1)}
KINDS = (*REMINDERS, OVER)


def play_by_follow(event: Event, rows: Iterable[Fixture], at: datetime) -> None:
    """Make the deadlines of these fixtures agree with their days. Needs the event locked.

    What is right stays as it is, also what is done: nobody is reminded twice of one day.
    """
    listed = list(rows)
    zone = event.tournament.time_zone
    wanted = {
        (kind, row.pk): due for row in listed if _waits(row) for kind, due in _moments(row, zone)
    }
    gone = []
    for known in Deadline.objects.filter(kind__in=KINDS, subject_id__in=[r.pk for r in listed]):
        due = wanted.get((known.kind, known.subject_id))
        if due == known.due_at:
            del wanted[known.kind, known.subject_id]
        elif (due is None or due <= at) and known.done_at is None:
            gone.append(known.pk)
    if gone:
        Deadline.objects.filter(pk__in=gone, done_at=None).delete()
    ahead = {which: due for which, due in wanted.items() if due > at}
    if ahead:
        set_deadlines(ahead)


def last_moment(row: Fixture, zone: str) -> datetime:
    """What both are reminded of: the slot of the match, or the end of its last day."""
    assert row.play_by is not None
    return row.slot_at or end_of_day(zone, row.play_by)


def days_follow(tournament_id: int, at: datetime) -> None:
    """After the commit of another time zone: its days end at other moments now."""
    running = Event.objects.filter(tournament_id=tournament_id, state=Event.State.RUNNING)
    for event in running.order_by("pk"):
        if event.is_by_dates:
            transaction.on_commit(partial(_event_follow, event.pk, at), robust=True)


@transaction.atomic
def _event_follow(event_id: int, at: datetime) -> None:
    event = lock_event(event_id)
    play_by_follow(event, event.fixtures.select_related("match"), at)


def _waits(row: Fixture) -> bool:
    return (
        row.play_by is not None
        and row.status == Fixture.Status.READY
        and row.match is not None
        and not row.match.is_over
    )


def _moments(row: Fixture, zone: str) -> Iterator[tuple[str, datetime]]:
    assert row.play_by is not None
    for kind, before in REMINDERS.items():
        yield kind, last_moment(row, zone) - before
    yield OVER, end_of_day(zone, row.play_by)
