"""What spectators get to see of the matches that are played on the site: a setting of the event.

It may be changed at any time, and holds at once for all its matches that are not over: a director
who switches comments off, or sets a delay for a broadcast, does not wait for the next round. One
match can have it otherwise, until the event is set again.
"""

from django.db import transaction

from matches.models import Match
from matches.services.watching import (
    FIELDS,
    Watching,
    check_watching,
    match_watching_set,
    matches_watching_set,
)
from players.actors import Act
from tournaments.models import Event, Fixture
from tournaments.selectors.clocks import match_of
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log

CHANGED = "watching.changed"


@transaction.atomic
def event_watching_set(
    *, event_id: int, watching: Watching, act: Act, seen_version: int | None = None
) -> Event:
    """For the event and all its matches that are not over. Raises InvalidError
    `delay_out_of_range`."""
    check_watching(watching)
    event = lock_event(event_id, seen_version=seen_version)
    before = Watching.of(event)
    places = Fixture.places.filter(event=event, match__isnull=False)
    matches_watching_set(places.values_list("match_id", flat=True), watching)
    if before == watching:
        return event
    event.watch_delay, event.watch_comments = watching.delay, watching.comments
    log(
        event.tournament_id,
        CHANGED,
        act,
        event=event,
        before=before.columns(),
        after=watching.columns(),
    )
    bump(event, *FIELDS)
    return event


@transaction.atomic
def fixture_watching_set(*, event_id: int, key: str, watching: Watching, act: Act) -> Match:
    """For one match. Raises InvalidError `delay_out_of_range`, and as `match_of`."""
    event = lock_event(event_id)
    return match_watching_set(match_id=match_of(event, key), watching=watching, act=act)
