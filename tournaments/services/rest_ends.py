"""The end of a rest between two matches: who has rested is called, if a table is free."""

from datetime import datetime

from matches.services.deadlines import handles
from players.actors import SYSTEM, Act
from tournaments.models import Event, Fixture
from tournaments.selectors.rests import REST_OVER
from tournaments.services.advancing import advance
from tournaments.services.locking import bump, lock_event


def _lock_running(match_id: int) -> Event | None:
    """The event of the match, which may be over by now, or its draw taken back."""
    places = Fixture.places.filter(match=match_id, event__state=Event.State.RUNNING)
    event_id = places.values_list("event", flat=True).first()
    event = None if event_id is None else lock_event(event_id)
    return event if event is not None and event.state == Event.State.RUNNING else None


@handles(REST_OVER, lock=_lock_running)
def rest_over(event: Event, at: datetime) -> None:
    """The queue is looked at again; its page says who rests, and so is made anew."""
    bump(event)
    advance(event, Act(SYSTEM, at))
