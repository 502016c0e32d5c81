"""How the rule set of an event says who reports the results of its matches."""

from collections.abc import Mapping
from typing import Any

from matches.services.report_rules import ReportRules, reads_report_rules
from tournaments.rulesets.stored import rules_or_usual


@reads_report_rules
def report_rules_read(rules: Mapping[str, Any]) -> ReportRules:
    found = rules_or_usual(rules).reports
    return ReportRules(found.reporter, found.dispute_minutes)
