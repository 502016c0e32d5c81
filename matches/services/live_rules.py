"""Under which rules of the engine a match is played on the site.

What the rule set of an event says of the cube belongs to whoever made the match, which says how to
read it (see `reads_play_rules`). Where it says nothing, the Crawford rule is in use.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from config.errors import InvalidError
from matches.engine.errors import EngineError
from matches.engine.presets import BACKGAMMON, VARIANTS
from matches.engine.rules import Rules
from matches.models import Match


@dataclass(frozen=True, slots=True)
class PlayRules:
    """What the rules of a match say of the play."""

    crawford: bool = True


Reader = Callable[[Mapping[str, Any]], PlayRules]

_readers: list[Reader] = []


def reads_play_rules(reader: Reader) -> Reader:
    """Register what reads the rules of a match."""
    assert not _readers, "rules are read by one"
    _readers.append(reader)
    return reader


def play_rules(match: Match, game: str = "") -> Rules:
    """The rules of a match in one of the games, backgammon if none is named.

    Raises InvalidError `game_unknown` and what the engine says of the length.
    """
    name = game or BACKGAMMON.name
    if name not in VARIANTS:
        raise InvalidError("game_unknown", _("There is no such game."), games=sorted(VARIANTS))
    said = _readers[0](match.rules) if _readers else PlayRules()
    try:
        return Rules(length=match.length, variant=VARIANTS[name], crawford=said.crawford)
    except EngineError as error:
        raise InvalidError.of(error) from error
