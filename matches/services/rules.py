"""Giving a match other rules than those it was made with: only on the word of a director."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction

from matches.models import Match
from matches.services.deadlines import clear_deadline, set_deadline
from matches.services.late_clock import late_clock_stop
from matches.services.late_rules import late_plan_of
from matches.services.lateness import late_arm, late_catch_up
from matches.services.report_rules import answer_minutes, report_rules
from matches.services.steps import CONFIRM, DISPUTE, lock_match, save
from players.actors import Act


@transaction.atomic
def match_rules_set(*, match_id: int, rules: Mapping[str, Any], act: Act) -> bool:
    """Whether the match has other rules now: one that is over keeps those it was played under.

    Where a report waits for its answer, or a dispute for a ruling, the time for it begins anew:
    nobody loses a match because minutes that were promised are over all at once. What absence has
    cost until now by the rules before is done first, and it costs nothing else until now.
    """
    match = lock_match(match_id)
    if match.is_over or match.rules == rules:
        return False
    late_catch_up(match, act.at)
    if match.state in Match.OVER:  # it may be lost by what was due
        return False
    before = _minutes(match)
    match.rules = dict(rules)
    if (after := _minutes(match)) != before:
        _begin_anew(match, after, act)
    if late_plan_of(match).deed != "clock":
        late_clock_stop(match, (1, 2), act)
    if match.is_awaited:
        match.late_done_at = act.at
    save(match, "rules", "late_done_at")
    late_arm(match)
    return True


def _minutes(match: Match) -> int:
    """After how many minutes something happens by itself to what was reported; 0 is never."""
    if match.state == Match.State.REPORTED:
        return answer_minutes(match)
    return report_rules(match).dispute_minutes if match.state == Match.State.DISPUTED else 0


def _begin_anew(match: Match, minutes: int, act: Act) -> None:
    kind = CONFIRM if match.state == Match.State.REPORTED else DISPUTE
    if minutes:
        set_deadline(kind, match.pk, act.at + timedelta(minutes=minutes))
    else:
        clear_deadline(kind, match.pk)
