"""What the rules of a match say of its clock: the one place where it is asked.

Rules belong to whoever made the match, which says how to read them (see `reads_clock_rules`).
Where they say nothing of it, or cannot be read, a clock is as usual: 2 minutes a point, 12 seconds
a move, and time is the match.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from matches.engine.clock_presets import PRESETS
from matches.engine.clock_settings import ClockSettings
from matches.models import Match
from matches.services.rule_reader import RuleReader

# What a flag costs; any other word: it is recorded, and the director rules.
LOSE_MATCH, LOSE_GAME, PENALTY = "lose_match", "lose_game", "penalty"
# Who decides on a clock: nobody, both players, one of them, the rules.
OFF, OPTION, PREFERENCE, OBLIGATION = "off", "option", "preference", "obligation"
# Whether players may take a break: never, between games, or when a director grants one.
NO_BREAKS, BETWEEN_GAMES, BY_DIRECTOR = "none", "between_games", "director"
NEXT_GAME = "next_game"  # when a clock that is put on later begins
USUAL, USUAL_OF_PAIRS = "usbgf_singles", "usbgf_doubles"
BREAK_MINUTES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRules:
    """`settings` are None where the rules do not say how a clock is set.

    `safe_win`: whoever is one point from winning, in a game that cannot be lost, does not lose on
    time. `penalty_points` go to the opponent where a flag costs points, and the match goes on with
    `penalty_time` in milliseconds. `each_game`: the reserve is for a game. `runs_in_break`: the
    clock of the side on turn runs on during a break. `break_minutes` 0: as the director says.
    """

    settings: ClockSettings | None = None
    mode: str = OPTION
    flag: str = LOSE_MATCH
    breaks: str = BETWEEN_GAMES
    break_minutes: int = BREAK_MINUTES
    runs_in_break: bool = False
    safe_win: bool = False
    penalty_points: int = 0
    penalty_time: int = 0
    each_game: bool = False
    imposed_from: str = "director"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetClock(ClockRules):
    """The rules with settings, the usual ones where none were said."""

    settings: ClockSettings

    def minutes_of_break(self, granted: int = 0) -> int:
        """How long a break lasts; `granted` is what the director says, if he does."""
        return self.break_minutes or granted or BREAK_MINUTES


# By the rules of a match and whether pairs play.
_read: RuleReader[[Mapping[str, Any], bool], ClockRules] = RuleReader(ClockRules)
reads_clock_rules = _read.register  # decorates what reads them


def clock_rules(match: Match) -> SetClock:
    """One query, for who plays."""
    of_pairs = match.sides.filter(players__isnull=False).values("players").count() > 2
    said = _said(match.rules, of_pairs=of_pairs)
    usual = PRESETS[USUAL_OF_PAIRS if of_pairs else USUAL].settings
    found = {each.name: getattr(said, each.name) for each in fields(said)}
    return SetClock(**{**found, "settings": said.settings or usual})


def clock_mode(rules: Mapping[str, Any]) -> str:
    """Who decides on a clock, by the rules of a match. No query."""
    return _said(rules, of_pairs=False).mode


def _said(rules: Mapping[str, Any], *, of_pairs: bool) -> ClockRules:
    return _read(rules, of_pairs)
