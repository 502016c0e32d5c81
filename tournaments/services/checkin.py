"""Players say before the draw that they are here; the director leaves out who does not."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from config.errors import ConflictError, NotAllowedError
from players.actors import Act
from tournaments.models import Entry, Event, Pass
from tournaments.selectors.access import access_entry
from tournaments.selectors.checkin import missing
from tournaments.services.entries import entry_take_out, require_entries_open
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log


@transaction.atomic
def entry_check_in(
    *,
    event_id: int,
    entry_id: int,
    present: bool = True,
    act: Act,
    seen_version: int | None = None,
) -> Entry:
    """Staff say that somebody is here, or is not after all; until the draw is published.

    Raises ConflictError `draw_published`, NotFoundError `no_such_entry`.
    """
    event = lock_event(event_id, seen_version=seen_version)
    _require_unpublished(event)
    return _set(event, access_entry(event, entry_id), act, present=present)


@transaction.atomic
def card_check_in(*, one: Pass, event_id: int, act: Act) -> Entry:
    """A player says so with the card, for the whole team or pair where there is one.

    Raises NotAllowedError `not_entered`; ConflictError `no_checkin`, `checkin_closed`,
    `draw_published`.
    """
    found = Event.objects.filter(pk=event_id, tournament=one.tournament_id)
    if not found.exists():
        raise _not_entered()
    event = lock_event(event_id)
    _require_unpublished(event)
    mine = Q(player=one.player_id) if event.of_singles else Q(members__player=one.player_id)
    entry = event.entries.filter(mine).first()
    if entry is None:
        raise _not_entered()
    if event.checkin_close_at is None:
        raise ConflictError("no_checkin", _("Nobody has to say here that they have come."))
    if entry.present_at is None and event.checkin_close_at <= act.at:
        raise ConflictError(
            "checkin_closed", _("The check-in is closed. Please go to the director at once.")
        )
    return _set(event, entry, act, present=True)


@transaction.atomic
def entries_leave_out(
    *, event_id: int, entry_ids: Collection[int], act: Act, seen_version: int | None = None
) -> Event:
    """Take everybody off the list who is missing, in one step, before the draw.

    `entry_ids` are those that the director saw: if others are missing by now, it is a ConflictError
    `other_missing` with them in `detail`; `nobody_missing` is one, too.
    """
    event = lock_event(event_id, seen_version=seen_version)
    require_entries_open(event)
    gone = missing(event) if event.checkin_close_at is not None else []
    if not gone:
        raise ConflictError("nobody_missing", _("Everybody is here."))
    if {entry.pk for entry in gone} != set(entry_ids):
        raise ConflictError(
            "other_missing",
            _("Others are missing by now. Look at the list again."),
            entries=[entry.pk for entry in gone],
        )
    for entry in gone:
        entry_take_out(event, entry, act)
    bump(event)
    return event


def _not_entered() -> NotAllowedError:
    return NotAllowedError("not_entered", _("You are not on the list of this event."))


def _set(event: Event, entry: Entry, act: Act, *, present: bool) -> Entry:
    """Saying it again changes nothing."""
    if (entry.present_at is not None) == present:
        return entry
    entry.present_at = act.at if present else None
    entry.save(update_fields=["present_at"])
    action = "entry.present" if present else "entry.absent"
    log(event.tournament_id, action, act, event=event, subject=entry.name)
    bump(event)
    return entry


def _require_unpublished(event: Event) -> None:
    if event.published_at is not None:
        raise ConflictError("draw_published", _("The draw is published: the entries are fixed."))
