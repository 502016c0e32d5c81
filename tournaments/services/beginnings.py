"""Saying for a whole room that play has begun, where nobody uses the phones for that."""

from django.db import transaction

from matches.models import Match
from matches.services.lateness import match_begun
from players.actors import Act
from tournaments.models import Fixture
from tournaments.services.locking import lock_event


@transaction.atomic
def event_all_begun(*, event_id: int, act: Act, seen_version: int | None = None) -> int:
    """All matches at tables have begun, but those where one waits for the other. How many."""
    event = lock_event(event_id, seen_version=seen_version)
    rows = Fixture.places.filter(event=event, table__isnull=False).select_related("match")
    awaited = rows.filter(match__state=Match.State.OPEN, match__begun_at=None).order_by("match_id")
    matches = [row.match for row in awaited if row.match is not None and not any(row.match.here)]
    for match in matches:
        match_begun(match_id=match.pk, act=act)
    return len(matches)
