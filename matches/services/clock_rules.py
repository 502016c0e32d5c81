"""What the rules of a match say of its clock: the one place where they are read.

`Match.rules` may have a `clock`: a `preset` of `matches.engine.clock_presets` or `settings` as
data, what the loss of time costs (`flag`) and how long a break is. What is missing, or what this
version cannot read, is as usual: 2 minutes a point, 12 seconds a move, and time is the match.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from matches.engine.clock_presets import PRESETS
from matches.engine.clock_settings import ClockError, ClockSettings
from matches.models import Match

LOSE_MATCH = "lose_match"  # any other word: it is recorded, and the director rules
DEFAULT_PRESET, DEFAULT_OF_PAIRS = "usbgf_singles", "usbgf_doubles"
BREAK_MINUTES = 5


@dataclass(frozen=True, slots=True)
class ClockRules:
    settings: ClockSettings
    flag: str = LOSE_MATCH
    break_minutes: int = BREAK_MINUTES


def clock_rules(match: Match) -> ClockRules:
    """One query, for who plays, unless the rules say how the clock is set."""
    said = match.rules.get("clock")
    said = said if isinstance(said, Mapping) else {}
    minutes = said.get("break_minutes")
    return ClockRules(
        settings=_settings(said) or PRESETS[_usual(match)].settings,
        flag=str(said.get("flag") or LOSE_MATCH),
        break_minutes=minutes if type(minutes) is int and 0 < minutes < 600 else BREAK_MINUTES,
    )


def _settings(said: Mapping[str, Any]) -> ClockSettings | None:
    if (preset := PRESETS.get(str(said.get("preset")))) is not None:
        return preset.settings
    try:
        return ClockSettings.from_data(said.get("settings"))
    except ClockError:
        return None


def _usual(match: Match) -> str:
    players = match.sides.filter(players__isnull=False).values_list("players", flat=True)
    return DEFAULT_OF_PAIRS if len(players) > 2 else DEFAULT_PRESET
