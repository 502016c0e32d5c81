"""What the rules of a match say of coming late: the one place where it is asked.

Rules belong to whoever made the match, which says how to read them (see `reads_late_rules`). Where
they say nothing of it, or cannot be read, nothing happens by itself.
"""

from collections.abc import Mapping
from typing import Any

from matches.engine.lateness import LatePlan
from matches.models import Match
from matches.services.rule_reader import RuleReader

# By the rules of a match and its length in points.
_read: RuleReader[[Mapping[str, Any], int], LatePlan] = RuleReader(LatePlan)
reads_late_rules = _read.register  # decorates what reads them


def late_plan_of(match: Match) -> LatePlan:
    return _read(match.rules, match.length)
