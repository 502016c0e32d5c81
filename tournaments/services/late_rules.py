"""How the rule set of an event says what coming late costs in its matches."""

from collections.abc import Mapping
from typing import Any

from matches.engine.lateness import LatePlan
from matches.services.late_rules import reads_late_rules
from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.lateness import late_plan
from tournaments.rulesets.stored import rules_of


@reads_late_rules
def late_rules_read(rules: Mapping[str, Any], length: int) -> LatePlan:
    try:
        return late_plan(rules_of(rules), length)
    except RuleError:  # of another version: nothing by itself
        return LatePlan()
