"""Under which rules of the engine a match is played on the site.

What the rule set of an event says of the cube belongs to whoever made the match, which says how to
read it (see `reads_play_rules`). Where it says nothing, the Crawford rule is in use.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from config.errors import InvalidError
from matches.engine.errors import EngineError
from matches.engine.presets import BACKGAMMON, VARIANTS
from matches.engine.rules import Rules
from matches.models import Match
from matches.selectors.clock_reserve import set_length
from matches.services.rule_reader import RuleReader


@dataclass(frozen=True, slots=True)
class PlayRules:
    """What the rules of a match say of the play."""

    crawford: bool = True


_read: RuleReader[[Mapping[str, Any]], PlayRules] = RuleReader(PlayRules)
reads_play_rules = _read.register  # decorates what reads them


def play_rules(match: Match, game: str = "", *, sets_over: int = 0) -> Rules:
    """The rules of a match in one of the games, backgammon if none is named; of a match of sets
    those of the set that follows so many.

    Raises InvalidError `game_unknown` and what the engine says of the length.
    """
    name = game or BACKGAMMON.name
    if name not in VARIANTS:
        raise InvalidError("game_unknown", _("There is no such game."), games=sorted(VARIANTS))
    said = _read(match.rules)
    try:
        length = set_length(match, sets_over)
        return Rules(length=length, variant=VARIANTS[name], crawford=said.crawford)
    except EngineError as error:
        raise InvalidError.of(error) from error
