"""How a game ends away from the board: resignation, time, and the director's word."""

from typing import TYPE_CHECKING

from matches.engine.actions import (
    AcceptResignation,
    Award,
    DrawGame,
    RefuseResignation,
    Resign,
    TimeOut,
)
from matches.engine.errors import IllegalAction, quoted
from matches.engine.moments import check_side, finished
from matches.engine.scoring import GameResult, How, drawn, kind_of_win, most_kind, won
from matches.engine.turn import ANSWERING

if TYPE_CHECKING:
    from matches.engine.game import GameState

MOST_AWARDED = 999  # points; more is a slip of the pen


def resign(state: "GameState", action: Resign) -> "GameState":
    """Offer to lose a single game, a gammon or a backgammon; the opponent answers."""
    check_side(action.side)
    if state.turn.phase in ANSWERING:
        raise IllegalAction(
            "answer_double", "Take or drop first: whoever drops resigns for the old value."
        )
    most = most_kind(state.rules.variant)
    if type(action.kind) is not int or not 1 <= action.kind <= most:
        raise IllegalAction(
            "no_such_kind",
            "A resignation is for 1 to %(most)s times the cube, not %(kind)s.",
            kind=quoted(action.kind),
            most=most,
        )
    return state._replace(resigned=(action.side, action.kind))


def accept(state: "GameState", action: AcceptResignation) -> "GameState":
    """The resigning side loses what it offered."""
    side, kind = _offered(state, action.side)
    return finished(state, won(3 - side, kind, state.cube, state.rules, How.RESIGNED))


def refuse(state: "GameState", action: RefuseResignation) -> "GameState":
    """Play goes on where it was."""
    _offered(state, action.side)
    return state._replace(resigned=None)


def _offered(state: "GameState", answering: int) -> tuple[int, int]:
    check_side(answering)
    if state.resigned is None:
        raise IllegalAction("no_resignation", "Nobody has offered to resign.")
    if state.resigned[0] == answering:
        raise IllegalAction("not_your_turn", "The opponent answers a resignation.")
    return state.resigned


def time_out(state: "GameState", action: TimeOut) -> "GameState":
    """The game is lost by where the checkers of the side without time stand, times the cube."""
    check_side(action.side)
    winner = 3 - action.side
    kind = kind_of_win(state.position, winner, state.rules.variant)
    return finished(state, won(winner, kind, state.cube, state.rules, How.TIMED_OUT))


def award(state: "GameState", action: Award) -> "GameState":
    """The director gives the game, at any moment, for points that no cube multiplies."""
    check_side(action.side)
    if type(action.points) is not int or not 1 <= action.points <= MOST_AWARDED:
        raise IllegalAction(
            "points_out_of_range",
            "A game is awarded for 1 to %(most)s points, not %(points)s.",
            points=quoted(action.points),
            most=MOST_AWARDED,
        )
    result = GameResult(action.side, 0, state.cube.value, action.points, How.AWARDED)
    return finished(state, result)


def draw(state: "GameState", action: DrawGame) -> "GameState":
    """The director makes the game void, at any moment."""
    return finished(state, drawn(state.cube))
