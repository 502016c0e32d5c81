"""What deeds at a board of the site have in common, be it that of a match or of a chouette."""

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.engine.errors import EngineError
from matches.engine.fairdice import FairDice
from matches.engine.game import GameState
from matches.engine.notation import format_play
from matches.engine.turn import PLAYING
from matches.selectors.records import THROWS

ROLL = "roll"


class DiceOfSite(Protocol):
    """A row with what was committed to, and what the players gave."""

    secret: str
    context: str

    @property
    def seeds(self) -> tuple[str, str]: ...


def site_dice(row: DiceOfSite) -> FairDice:
    """The dice of a board at which all have sat down whose seeds count."""
    return FairDice(bytes.fromhex(row.secret), row.seeds, row.context)


def require_seeds(row: DiceOfSite, seeds: tuple[str, str]) -> None:
    """Raises InvalidError `seed_...` for what dice cannot be made of."""
    try:
        FairDice(bytes.fromhex(row.secret), seeds, row.context)
    except EngineError as error:
        raise InvalidError.of(error) from error


def require_same(
    kept: Mapping[str, Any], whose: int | None, what: Mapping[str, Any], by: int
) -> None:
    """What was `kept` under a name is what is sent under it now. Raises ConflictError
    `key_reused`."""
    said = ROLL if kept["do"] in THROWS else kept["do"]
    if (whose, said) != (by, what["do"]):
        raise ConflictError(
            "key_reused", _("Something else was sent under this name: take a new one.")
        )


def dice_typed(what: Mapping[str, Any]) -> tuple[int, int]:
    """What was thrown on the table. Raises InvalidError `dice_missing`."""
    given = what.get("dice")
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise InvalidError("dice_missing", _("Say what was thrown: two dice."))
    return given[0], given[1]


def as_written(game: GameState, side: int, text: str) -> str:
    """The play as everybody writes it; one that is not to be made now as it is, so that it is
    refused for that. Raises EngineError for an illegal one."""
    if game.decider != side or game.turn.phase not in PLAYING:
        return text
    play = game.legal_plays().check(text)
    return "" if play.is_pass else format_play(play)
