"""What matches do by themselves: end clock and record of one that is over, tidy up at a sweep."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from matches.models import Match
from matches.services.clock_flags import clock_halt
from matches.services.idempotency import prune_request_keys
from matches.services.live_begin import close_records
from matches.signals import match_changed, swept
from players.actors import Act


@receiver(swept)
def forget_old_keys(at: datetime, **_: Any) -> None:
    # Sweeps come every few seconds; the first minute of each hour is often enough.
    if at.minute == 0:
        prune_request_keys(at)


@receiver(match_changed)
def stop_the_clock(match: Match, act: Act, **_: Any) -> None:
    """Whoever has reported plays no more, nor does a pair that changed."""
    if match.state != Match.State.OPEN:
        clock_halt(match, act)


@receiver(match_changed)
def close_what_was_played(match: Match, act: Act, **_: Any) -> None:
    """Once there is a result, the dice that were thrown can be checked."""
    if match.state in {Match.State.DECIDED, Match.State.VOID}:
        close_records(match, act)
