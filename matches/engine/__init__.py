"""The rules of backgammon and its family: positions, plays, the cube, games, matches.

A tour. Two dice, a position, and all that may be played:

    >>> from matches.engine import BACKGAMMON, Dice, check_play, format_play, legal_plays
    >>> start = BACKGAMMON.starting_position
    >>> plays = legal_plays(start, Dice(3, 1))
    >>> len(plays), "8/5 6/5" in plays, "8/4*" in plays
    (16, True, False)
    >>> plays.result("8/5 6/5").count(1, 5)
    2

One submitted play, judged without making the others; a refusal has a code and says why:

    >>> format_play(check_play(start, Dice(6, 5), "24/13"))
    '24/13'
    >>> check_play(start, Dice(6, 5), "13/7")
    Traceback (most recent call last):
    matches.engine.errors.IllegalPlay: Both numbers must be played, and they can be. ...

A match is a state and the actions applied to it, from the opening throw to the last point:

    >>> from matches.engine import Double, Drop, MakePlay, OpeningThrow, Rules, new_match
    >>> match = new_match(Rules(length=3))
    >>> for action in (OpeningThrow(2, 6), MakePlay(2, "24/16"), Double(1), Drop(2)):
    ...     match = match.apply(action)
    >>> match.score, match.game.turn.phase.value
    ((1, 0), 'opening')

Nine more games are played by the same rules with other options: `GAMES`, `VARIANTS`, and
`Variant.replace` for forms of one's own. `VARIANTS["long_nardy"].replace(block6="never")`.

Beside these there are modules to be imported by name: `positionid`, `matchid`, `xgid` and
`identify` for the identities of other programs, `shots` for hit odds, `clock` for the match clock,
`fairdice` and `audit` for dice that anybody can check, `chouette` and `team` for more than two
players, `score` for final scores.

Nothing here reads a clock, throws dice or knows a framework; every error is an `EngineError` with a
stable `code`, and every value is immutable.
"""

from matches.engine.actions import (
    AcceptResignation,
    Action,
    Award,
    AwardMatch,
    Beaver,
    Correct,
    Double,
    DrawGame,
    Drop,
    MakePlay,
    Misplay,
    NameDouble,
    OpeningThrow,
    Raccoon,
    RefuseResignation,
    Resign,
    Roll,
    Stand,
    Take,
    TimeOut,
    VoidRoll,
    from_data,
    to_data,
)
from matches.engine.boards import format_board, parse_board
from matches.engine.check import check_play
from matches.engine.dice import ROLLS, Dice, parse_dice
from matches.engine.errors import (
    EngineError,
    IllegalAction,
    IllegalPlay,
    NotationError,
    PositionError,
    RulesError,
    ScoreError,
    VariantError,
)
from matches.engine.game import GameState, new_game
from matches.engine.match import MatchState, new_match, replay
from matches.engine.notation import format_play, parse_play
from matches.engine.play import Move, Play
from matches.engine.plays import LegalPlays, legal_plays
from matches.engine.position import BAR, HAND, OFF, Position, Status
from matches.engine.presets import BACKGAMMON, FIVE, GAMES, VARIANTS
from matches.engine.rules import Rules
from matches.engine.scoring import GameResult, How
from matches.engine.turn import Phase, Turn
from matches.engine.variant import Variant

__all__ = [
    "BACKGAMMON",
    "BAR",
    "FIVE",
    "GAMES",
    "HAND",
    "OFF",
    "ROLLS",
    "VARIANTS",
    "AcceptResignation",
    "Action",
    "Award",
    "AwardMatch",
    "Beaver",
    "Correct",
    "Dice",
    "Double",
    "DrawGame",
    "Drop",
    "EngineError",
    "GameResult",
    "GameState",
    "How",
    "IllegalAction",
    "IllegalPlay",
    "LegalPlays",
    "MakePlay",
    "MatchState",
    "Misplay",
    "Move",
    "NameDouble",
    "NotationError",
    "OpeningThrow",
    "Phase",
    "Play",
    "Position",
    "PositionError",
    "Raccoon",
    "RefuseResignation",
    "Resign",
    "Roll",
    "Rules",
    "RulesError",
    "ScoreError",
    "Stand",
    "Status",
    "Take",
    "TimeOut",
    "Turn",
    "Variant",
    "VariantError",
    "VoidRoll",
    "check_play",
    "format_board",
    "format_play",
    "from_data",
    "legal_plays",
    "new_game",
    "new_match",
    "parse_board",
    "parse_dice",
    "parse_play",
    "replay",
    "to_data",
]
