"""Giving a match other rules than those it was made with: only on the word of a director."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from matches.models import Match
from matches.services.late_clock import late_clock_stop
from matches.services.late_rules import late_plan_of
from matches.services.lateness import late_arm, late_catch_up
from matches.services.steps import await_word, lock_match, save, word_minutes
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
    before = word_minutes(match)
    match.rules = dict(rules)
    if word_minutes(match) != before:
        await_word(match, act.at)
    if late_plan_of(match).deed != "clock":
        late_clock_stop(match, (1, 2), act)
    if match.is_awaited:
        match.late_done_at = act.at
    save(match, "rules", "late_done_at")
    late_arm(match)
    return True
