"""What an event does when one of its matches changes: log it, and follow after the commit."""

from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from matches.models import Match
from matches.signals import match_changed, swept
from players.actors import Act
from tournaments.models import Fixture
from tournaments.services.advancing import event_follow, events_follow
from tournaments.services.log import log


@receiver(match_changed)
def log_and_follow(match: Match, action: str, act: Act, **change: Any) -> None:
    """In the transaction of the match: an entry in the log. After it: the bracket follows."""
    fixture = (
        Fixture.objects.filter(match=match)
        .values_list("key", "event_id", "event__tournament_id")
        .first()
    )
    if fixture is None:
        return
    key, event_id, tournament_id = fixture
    log(
        tournament_id,
        action,
        act,
        event=event_id,
        fixture_key=key,
        match_id=match.pk,
        before=change["before"],
        after=change["after"],
    )
    # Robust: the result stands whatever happens to the bracket, which the next sweep mends.
    transaction.on_commit(partial(event_follow, event_id, act.at, key), robust=True)


@receiver(swept)
def follow_the_rest(**change: Any) -> None:
    events_follow(change["at"])
