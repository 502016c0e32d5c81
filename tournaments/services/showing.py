"""What the public gets to see of an event beside its draw and results: at any time, by choice."""

from django.db import transaction

from players.actors import Act
from tournaments.models import Event
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log

SHOWS = "shows_forecast"


@transaction.atomic
def event_show_forecast(
    *, event_id: int, shows: bool, act: Act, seen_version: int | None = None
) -> Event:
    """Show on the public page when the event is expected to end, or no longer."""
    event = lock_event(event_id, seen_version=seen_version)
    if event.shows_forecast == shows:
        return event
    event.shows_forecast = shows
    log(
        event.tournament_id,
        "event.changed",
        act,
        event=event,
        before={SHOWS: not shows},
        after={SHOWS: shows},
    )
    bump(event, SHOWS)
    return event
