"""A running match as the identities that other programs read.

    >>> from matches.engine.match import new_match
    >>> from matches.engine.rules import Rules
    >>> xgid(new_match(Rules(length=7)))
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10'

Only the board games that these programs know can be written: see `positionid` and `xgid`.
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

    Raises SituationError `no_identity` for a game that the identities do not know.
    """
    game, rules = match.game, match.rules
    if rules.variant.contact != "hit" or rules.variant.enters_from_hand:
        raise SituationError(
            "no_identity",
            "Other programs' identities know backgammon only, not %(game)s.",
            game=rules.variant.name,
        )
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
        state="over" if game.is_over else "playing",
        jacoby=rules.jacoby,
        beaver=rules.beavers,
        max_cube_exponent=(rules.cube_max or 1024).bit_length() - 1,
    )


def position_id(match: MatchState) -> str:
    """The GNU Position ID, seen by the player on roll. Raises as `situation`."""
    situation(match)
    return format_position_id(match.game.seen_by(match.game.turn.side or 1))


def match_id(match: MatchState) -> str:
    """The GNU Match ID; side 1 is its player 1. Raises as `situation`."""
    return format_match_id(situation(match))


def xgid(match: MatchState) -> str:
    """The XGID; side 1 is the player at the bottom. Raises as `situation`."""
    return format_xgid(match.game.seen_by(match.game.turn.side or 1), situation(match))
