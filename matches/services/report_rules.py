"""What the rules of a match say of its report: the one place where it is asked.

Rules belong to whoever made the match, which says how to read them (see `reads_report_rules`).
Where they say nothing of it, or cannot be read, either player reports.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from config.errors import NotAllowedError
from matches.models import Match
from matches.services.rule_reader import RuleReader

EITHER, WINNER, LOSER, BOTH = "either", "winner", "loser", "both"


@dataclass(frozen=True, slots=True)
class ReportRules:
    """Who reports, and after how many minutes a dispute that nobody ruled on is called to mind.

    `dispute_minutes` are 0 where it never is.
    """

    reporter: str = EITHER
    dispute_minutes: int = 10


_read: RuleReader[[Mapping[str, Any]], ReportRules] = RuleReader(ReportRules)
reads_report_rules = _read.register  # decorates what reads them


def report_rules(match: Match) -> ReportRules:
    return _read(match.rules)


def answer_minutes(match: Match) -> int:
    """After how many minutes silence confirms a report: 0 is never, as where both report."""
    minutes: int = match.rules.get("confirm_minutes") or 0
    return 0 if report_rules(match).reporter == BOTH else minutes


def require_reporter(rules: ReportRules, *, won: bool) -> None:
    """Refuse the report of a player who by it `won`, or lost, where the other one reports.

    Raises NotAllowedError `winner_reports`, `loser_reports`.
    """
    if rules.reporter == WINNER and not won:
        raise NotAllowedError(
            "winner_reports",
            _("By the rules here the winner reports: your opponent enters it, and you confirm it."),
        )
    if rules.reporter == LOSER and won:
        raise NotAllowedError(
            "loser_reports",
            _("By the rules here the loser reports: your opponent enters it, and you confirm it."),
        )


def require_answer(rules: ReportRules) -> None:
    """Raises NotAllowedError `both_report` where each of the two enters the result."""
    if rules.reporter == BOTH:
        raise NotAllowedError(
            "both_report",
            _("By the rules here both report: enter the result as well, as you played it."),
        )
