"""Giving a match other rules than those it was made with: only on the word of a director."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction

from matches.models import Match
from matches.services.deadlines import clear_deadline, set_deadline
from matches.services.lateness import late_arm
from matches.services.steps import CONFIRM, lock_match, save
from players.actors import Act


@transaction.atomic
def match_rules_set(*, match_id: int, rules: Mapping[str, Any], act: Act) -> bool:
    """Whether the match has other rules now: one that is over keeps those it was played under.

    Where a report waits for its answer, the time that silence takes begins anew: nobody loses a
    match because minutes that were promised are over all at once. Nor does absence until now cost
    what it did not cost before.
    """
    match = lock_match(match_id)
    if match.is_over or match.rules == rules:
        return False
    minutes = rules.get("confirm_minutes")
    if match.state == Match.State.REPORTED and match.rules.get("confirm_minutes") != minutes:
        if minutes:
            set_deadline(CONFIRM, match.pk, act.at + timedelta(minutes=minutes))
        else:
            clear_deadline(CONFIRM, match.pk)
    match.rules = dict(rules)
    if match.is_awaited:
        match.late_done_at = act.at
    save(match, "rules", "late_done_at")
    late_arm(match)
    return True
