"""How the rule set of an event says who reports the results of its matches."""

from collections.abc import Mapping
from typing import Any

from matches.services.report_rules import ReportRules, reads_report_rules
from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.stored import rules_of


@reads_report_rules
def report_rules_read(rules: Mapping[str, Any]) -> ReportRules:
    try:
        found = rules_of(rules).reports
    except RuleError:  # of another version: then as usual
        return ReportRules()
    return ReportRules(found.reporter, found.dispute_minutes)
