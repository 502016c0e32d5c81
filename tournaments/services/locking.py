"""Locking an event, and letting the world know that it changed."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from config.errors import ConflictError, NotFoundError
from matches.live import announce
from tournaments.models import Event


def lock_event(event_id: int, *, seen_version: int | None = None) -> Event:
    """The event, locked until the transaction ends; 409 when it moved on from what was seen.

    `no_key`: a match that is being reported may log an entry that points to the event meanwhile.
    """
    try:
        event = _events().get(pk=event_id)
    except Event.DoesNotExist:
        raise NotFoundError("no_such_event", _("There is no such event.")) from None
    if seen_version is not None and seen_version != event.version:
        raise ConflictError(
            "version_conflict",
            _("Somebody changed this event meanwhile. Look at where it stands and try again."),
            version=event.version,
            state=event.state,
        )
    return event


def lock_event_if_free(event_id: int) -> Event | None:
    """The event, locked; None while somebody else has it locked, and if there is none."""
    return _events(skip_locked=True).filter(pk=event_id).first()


def _events(*, skip_locked: bool = False) -> QuerySet[Event]:
    events = Event.objects.select_related("tournament")
    return events.select_for_update(no_key=True, of=("self",), skip_locked=skip_locked)


def bump(event: Event, *fields: str) -> None:
    """Save the named fields with the next version, and wake the open pages after the commit."""
    event.version += 1
    event.save(update_fields=[*fields, "version"])
    transaction.on_commit(announce)
