"""How the rule set of an event says what coming late costs in its matches, and when it does not."""

from collections.abc import Mapping
from typing import Any

from matches.engine.lateness import Hold, LatePlan
from matches.services.late_holds import reads_late_holds
from matches.services.late_rules import reads_late_rules
from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.lateness import late_plan
from tournaments.rulesets.stored import rules_of
from tournaments.selectors.late_holds import late_holds


@reads_late_rules
def late_rules_read(rules: Mapping[str, Any], length: int) -> LatePlan:
    try:
        return late_plan(rules_of(rules), length)
    except RuleError:  # of another version: nothing by itself
        return LatePlan()


@reads_late_holds
def late_holds_read(match_id: int) -> tuple[Hold, ...]:
    return late_holds([match_id]).get(match_id, ())
