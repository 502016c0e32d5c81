"""When an event takes entries, and by when players say that they are here.

Staff enter whom they like at any time; what is set here is what the public is told, and what the
log says when it comes. Nobody is removed by a clock: when the check-in closes the director sees who
is missing, and leaves them out or not (`checkin`).
"""

from datetime import datetime

from django.utils.translation import gettext as _

from config.errors import InvalidError
from matches.services.deadlines import clear_deadline, handles, set_deadline
from players.actors import SYSTEM, Act
from tournaments.models import Event
from tournaments.selectors.checkin import CHECKED_IN, CLOSED, OPENED, missing
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log

MOMENTS = ("entries_open_at", "entries_close_at", "checkin_close_at")
KINDS = dict(zip((OPENED, CLOSED, CHECKED_IN), MOMENTS, strict=True))
SHOWN_MISSING = 50  # names in a line of the log


def check_moments(opens: datetime | None, closes: datetime | None) -> None:
    """Raises InvalidError `closes_before_opens`."""
    if opens is not None and closes is not None and closes <= opens:
        raise InvalidError(
            "closes_before_opens", _("Entries close before they open: check the two times.")
        )


def moments_follow(event: Event, at: datetime) -> None:
    """Make the deadlines agree with the moments. Needs the event locked and a transaction.

    What is past is not rung for: who sets it knows.
    """
    for kind, name in KINDS.items():
        due = getattr(event, name)
        if due is not None and due > at and event.published_at is None:
            set_deadline(kind, event.pk, due)
        else:
            clear_deadline(kind, event.pk)


def _lock_unpublished(event_id: int) -> Event | None:
    """With a published draw nothing of this matters any more."""
    waiting = Event.objects.filter(pk=event_id, published_at=None)
    event = lock_event(event_id) if waiting.exists() else None
    return None if event is None or event.published_at else event


@handles(OPENED, lock=_lock_unpublished)
def entries_opened(event: Event, at: datetime) -> None:
    _say(event, "entries.opened", at)


@handles(CLOSED, lock=_lock_unpublished)
def entries_closed(event: Event, at: datetime) -> None:
    _say(event, "entries.closed", at)


@handles(CHECKED_IN, lock=_lock_unpublished)
def checkin_closed(event: Event, at: datetime) -> None:
    _say(event, "checkin.closed", at)


def _say(event: Event, action: str, at: datetime) -> None:
    after: dict[str, object] = {"count": event.entries.count()}
    if action == "checkin.closed":
        names = [entry.name for entry in missing(event)]
        after |= {"missing": len(names), "names": names[:SHOWN_MISSING]}
    log(event.tournament_id, action, Act(SYSTEM, at), event=event, after=after)
    bump(event)  # pages that say it are kept by version
