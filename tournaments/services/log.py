"""The one way to write the log: called in the transaction of the change it tells of."""

from typing import Any

from players.actors import Act
from tournaments.models import Event, LogEntry, Tournament


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
    return LogEntry(
        tournament_id=tournament if isinstance(tournament, int) else tournament.pk,
        event_id=event.pk if isinstance(event, Event) else event,
        at=act.at,
        actor_kind=act.by.kind,
        actor_id=act.by.ident,
        actor_name=act.by.name,
        action=action,
        reason=act.reason,
        **what,
    )
