"""The one way to write the log: called in the transaction of the change it tells of.

A line of which somebody is to be told is marked so in the same INSERT: whatever dies after the
commit, the messages are made from it. No player's wishes are looked at here, and no query is spent.
"""

from typing import Any

from django.db import transaction

from players.actors import Act
from tournaments.models import Event, LogEntry, Tournament
from tournaments.selectors.notice_kinds import telling_of
from tournaments.signals import notices_due


def log(
    tournament: Tournament | int,
    action: str,
    act: Act,
    *,
    event: Event | int | None = None,
    **what: Any,
) -> None:
    """Add an entry. `what`: subject, fixture_key, match_id, before, after (JSON values)."""
    LogEntry.objects.bulk_create([log_entry(tournament, action, act, event=event, **what)])


def log_entry(
    tournament: Tournament | int,
    action: str,
    act: Act,
    *,
    event: Event | int | None = None,
    **what: Any,
) -> LogEntry:
    """An entry not yet written, for services that write many at once."""
    untold = telling_of(action, what.get("after")) is not None
    if untold:
        tell_after_commit()
    return LogEntry(
        tournament_id=tournament if isinstance(tournament, int) else tournament.pk,
        event_id=event.pk if isinstance(event, Event) else event,
        at=act.at,
        actor_kind=act.by.kind,
        actor_id=act.by.ident,
        actor_name=act.by.name,
        action=action,
        reason=act.reason,
        untold=untold,
        **what,
    )


def tell_after_commit() -> None:
    """Let a worker make and send messages; once for a transaction, however much it wrote."""
    waiting = transaction.get_connection().run_on_commit
    if not any(call[1] is _notices_due for call in waiting):
        transaction.on_commit(_notices_due, robust=True)


def _notices_due() -> None:
    notices_due.send(sender=None)
