"""What the rules of a match say of its clock: the one place where it is asked.

Rules belong to whoever made the match, which says how to read them (see `reads_clock_rules`).
Where they say nothing of it, or cannot be read, a clock is as usual: 2 minutes a point, 12 seconds
a move, and time is the match.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from matches.engine.clock_presets import PRESETS
from matches.engine.clock_settings import ClockSettings
from matches.models import Match

LOSE_MATCH = "lose_match"  # any other word: it is recorded, and the director rules
USUAL, USUAL_OF_PAIRS = "usbgf_singles", "usbgf_doubles"
BREAK_MINUTES = 5


@dataclass(frozen=True, slots=True)
class ClockRules:
    """`settings` are None where the rules do not say how a clock is set."""

    settings: ClockSettings | None = None
    flag: str = LOSE_MATCH
    break_minutes: int = BREAK_MINUTES


@dataclass(frozen=True, slots=True)
class SetClock:
    """The rules with settings, the usual ones where none were said."""

    settings: ClockSettings
    flag: str
    break_minutes: int


Reader = Callable[[Mapping[str, Any], bool], ClockRules]

_readers: list[Reader] = []


def reads_clock_rules(reader: Reader) -> Reader:
    """Register what reads the rules of a match; its second argument is whether pairs play."""
    assert not _readers, "rules are read by one"
    _readers.append(reader)
    return reader


def clock_rules(match: Match) -> SetClock:
    """One query, for who plays."""
    of_pairs = match.sides.filter(players__isnull=False).values("players").count() > 2
    said = _readers[0](match.rules, of_pairs) if _readers else ClockRules()
    usual = PRESETS[USUAL_OF_PAIRS if of_pairs else USUAL].settings
    return SetClock(said.settings or usual, said.flag, said.break_minutes)
