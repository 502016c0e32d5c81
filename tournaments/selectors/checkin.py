"""Whether an event takes entries, and who has said that they are here."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from matches.models import Deadline
from tournaments.models import Entry, Event

# Kinds of deadlines of an event that takes entries.
OPENED, CLOSED, CHECKED_IN = "entries_open", "entries_close", "checkin_close"


class Taking(StrEnum):
    """What the public is told of the entries of an event that has said when it takes them."""

    NOT_YET = "not_yet"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class CheckIn:
    """`closes_at` in UTC; `missing` are in order of entry."""

    closes_at: datetime
    is_closed: bool
    present: int
    missing: Sequence[Entry]


def taking(event: Event, at: datetime) -> Taking | None:
    """None where nothing is said of it, or the draw is out."""
    opens, closes = event.entries_open_at, event.entries_close_at
    if event.published_at is not None or (opens is None and closes is None):
        return None
    if opens is not None and at < opens:
        return Taking.NOT_YET
    return Taking.CLOSED if closes is not None and closes <= at else Taking.OPEN


def takes_check_ins(event: Event) -> bool:
    """Whether players may still say so, as far as anybody has noticed what time it is."""
    pending = Deadline.objects.filter(kind=CHECKED_IN, subject_id=event.pk, done_at=None)
    return pending.exists()


def missing(event: Event) -> list[Entry]:
    """Who has not said that he is here; those who have left are not expected."""
    return list(event.entries.filter(present_at=None, withdrawn_at=None).order_by("number"))


def check_in(event: Event, at: datetime) -> CheckIn | None:
    """None where there is no check-in, or the draw is out. Two queries."""
    if event.checkin_close_at is None or event.published_at is not None:
        return None
    return CheckIn(
        closes_at=event.checkin_close_at,
        is_closed=event.checkin_close_at <= at,
        present=event.entries.filter(present_at__isnull=False).count(),
        missing=missing(event),
    )
