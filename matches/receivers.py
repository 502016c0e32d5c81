"""What matches do by themselves: end clock and record of one that is over, take them up again when
its result is taken back, compare it with what was recorded, verify and tidy up at a sweep."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from matches.models import Match
from matches.models_record import Record
from matches.services.clock_flags import clock_halt
from matches.services.idempotency import prune_request_keys
from matches.services.live_begin import close_records
from matches.services.record_checks import check_closed
from matches.services.record_steps import RECORDED, log_disagreements
from matches.services.reopening import board_reopen, clock_reopen
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
    if match.is_over:
        close_records(match, act)


@receiver(match_changed)
def take_up_what_was_ended(match: Match, act: Act, before: Any, **_: Any) -> None:
    """Without its result it is played on, at its board and with its clock."""
    if match.state == Match.State.OPEN and isinstance(before, dict) and "outcome" in before:
        board_reopen(match)
        clock_reopen(match, act)


@receiver(match_changed)
def hold_records_against_the_result(match: Match, action: str, act: Act, **_: Any) -> None:
    """A record that says otherwise is told in the log; a match without one costs nothing."""
    if match.state != Match.State.DECIDED or action.startswith(RECORDED):
        return
    if getattr(match, "recorded", True) and _is_told_otherwise(match, action):
        log_disagreements(match, act)


def _is_told_otherwise(match: Match, action: str) -> bool:
    """Whether the result comes from elsewhere than all that is recorded."""
    live = Record.Source.LIVE
    return action != "result.played" or match.records.exclude(source=live).exists()


@receiver(swept)
def verify_what_was_closed(at: datetime, **_: Any) -> None:
    check_closed(at)
