"""Who is disqualified, and when that is taken back.

A disqualified entrant leaves the event like anybody who leaves, keeps his results, and takes no
place and no prize. He may be disqualified when all is over, too.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError
from players.actors import Act
from tournaments.models import Entry, Event
from tournaments.selectors.access import access_entry
from tournaments.services.attendance import entry_withdraw
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.refusals import require_reason


@transaction.atomic
def entry_disqualify(
    *, event_id: int, entry_id: int, act: Act, seen_version: int | None = None
) -> Entry:
    """Needs a reason. What he still has to play goes as when he leaves."""
    event = lock_event(event_id, seen_version=seen_version)
    row = access_entry(event, entry_id)
    if row.disqualified:
        raise ConflictError(
            "already_disqualified", _("%(name)s is disqualified already.") % {"name": row.name}
        )
    require_reason(act)
    # First this: what follows from it is undone before it.
    _set(event, row, act, disqualified=True)
    if not row.has_left:
        row = entry_withdraw(event_id=event_id, entry_id=entry_id, act=act)
    return row


@transaction.atomic
def entry_requalify(
    *, event_id: int, entry_id: int, act: Act, seen_version: int | None = None
) -> Entry:
    """Give him his place back. He stays away until he is let back in."""
    event = lock_event(event_id, seen_version=seen_version)
    row = access_entry(event, entry_id)
    if not row.disqualified:
        raise ConflictError(
            "not_disqualified", _("%(name)s is not disqualified.") % {"name": row.name}
        )
    _set(event, row, act, disqualified=False)
    return row


def _set(event: Event, row: Entry, act: Act, *, disqualified: bool) -> None:
    row.disqualified = disqualified
    row.save(update_fields=["disqualified"])
    log(
        event.tournament_id,
        "entry.disqualified" if disqualified else "entry.requalified",
        act,
        event=event,
        subject=row.name,
        before={"entry": row.pk},
    )
    bump(event)
