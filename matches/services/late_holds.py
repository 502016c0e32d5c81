"""When the minutes of coming late do not count: the one place where it is asked.

Whoever calls the director for a match is above this app, and so says when that was (see
`reads_late_holds`).
"""

from matches.engine.lateness import Hold
from matches.models import Match
from matches.services.rule_reader import RuleReader

# By the match, from the first on.
_read: RuleReader[[int], tuple[Hold, ...]] = RuleReader(tuple)
reads_late_holds = _read.register  # decorates what reads them


def late_holds_of(match: Match) -> tuple[Hold, ...]:
    """One query."""
    return _read(match.pk)
