"""A running match as the identities that other programs read.

    >>> from matches.engine.match import new_match
    >>> from matches.engine.rules import Rules
    >>> xgid(new_match(Rules(length=7)))
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10'

Only the games that hit can be written, which these programs know: another game on the same board
would pass for one of theirs. See `positionid` and `xgid` for what else stands in the way.
"""

from matches.engine.match import MatchState
from matches.engine.matchid import format_match_id
from matches.engine.positionid import format_position_id
from matches.engine.situation import CubeOffer, Situation, SituationError
from matches.engine.turn import PLAYING, Phase
from matches.engine.xgid import format_xgid

_OFFERS: dict[Phase, CubeOffer] = {
    Phase.DOUBLED: "double",
    Phase.BEAVERED: "beaver",
    Phase.RACCOONED: "raccoon",
}


def situation(match: MatchState) -> Situation:
    """All of a moment of a match but the checkers. Before the opening throw side 1 is on roll.

    Raises SituationError `game_unwritable`, as all functions here do.
    """
    _check_game(match)
    game, rules = match.game, match.rules
    dice = game.turn.dice
    playing = game.turn.phase in PLAYING
    return Situation(
        on_roll=game.turn.side or 1,
        to_decide=game.decider,
        dice=(dice.high, dice.low) if playing and dice else None,
        cube=game.cube.value,
        cube_owner=game.cube.owner,
        cube_offer=_OFFERS.get(game.turn.phase, "none"),
        resignation=game.resigned[1] if game.resigned else 0,
        match_length=rules.length or 0,
        score=match.score,
        crawford=game.crawford,
        state="over" if game.is_over or match.is_over else "playing",
        jacoby=rules.jacoby,
        beaver=rules.beavers,
        max_cube_exponent=(rules.cube_max or 1024).bit_length() - 1,
    )


def position_id(match: MatchState) -> str:
    """The GNU Position ID, seen by the player on roll."""
    _check_game(match)
    return format_position_id(match.game.seen_by(match.game.turn.side or 1))


def match_id(match: MatchState) -> str:
    """The GNU Match ID; side 1 is its player 1. Raises as `situation`."""
    return format_match_id(situation(match))


def xgid(match: MatchState) -> str:
    """The XGID; side 1 is the player at the bottom. Raises as `situation`."""
    return format_xgid(match.game.seen_by(match.game.turn.side or 1), situation(match))


def _check_game(match: MatchState) -> None:
    variant = match.rules.variant
    if variant.contact != "hit":
        raise SituationError(
            "game_unwritable",
            "%(game)s has no such identity: write the position as a board.",
            game=variant.name,
        )
