"""What the rules of a match say of coming late: the one place where it is asked.

Rules belong to whoever made the match, which says how to read them (see `reads_late_rules`). Where
they say nothing of it, or cannot be read, nothing happens by itself.
"""

from collections.abc import Callable, Mapping
from typing import Any

from matches.engine.lateness import LatePlan
from matches.models import Match

Reader = Callable[[Mapping[str, Any], int], LatePlan]

_readers: list[Reader] = []


def reads_late_rules(reader: Reader) -> Reader:
    """Register what reads the rules of a match; its second argument is the length in points."""
    assert not _readers, "rules are read by one"
    _readers.append(reader)
    return reader


def late_plan_of(match: Match) -> LatePlan:
    return _readers[0](match.rules, match.length) if _readers else LatePlan()
