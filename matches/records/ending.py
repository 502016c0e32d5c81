"""How a written game ended: what the board says, what the file says, and which of them counts.

A game that was finished on the board or by a drop is worth what it is worth, whatever is written.
One that was not, but has a winner, was resigned: for the written points, as single, double or
triple of the cube. Where nothing is written, or no such number, the score of the next game tells.
"""

from typing import NamedTuple

from matches.engine import (
    AcceptResignation,
    Award,
    Drop,
    Phase,
    Resign,
    Stand,
)
from matches.engine.endings import MOST_AWARDED
from matches.engine.turn import ANSWERING
from matches.records.follower import GameFollower
from matches.records.written import Cell, Kind


class Told(NamedTuple):
    """Who won how much, as the file has it; 0 points where it does not say."""

    winner: int
    points: int


def end_game(game: GameFollower, following: tuple[int, int] | None, *, last: bool) -> None:
    """Bring the game to its end, if it has one; `following` is the score before the next game.

    It is None for the `last` game, and where the file does not say it.
    """
    told = _told(game.end)
    at = game.line if game.end is None else game.end.line
    if not game.state.is_over:
        game.line = game.rolled_at
        _finish_board(game)
    game.line = at
    if game.state.is_over:
        _compare(game, told)
        return
    scored = None if following is None else _gain(game, following)
    if scored is not None and (game.events or told is None or not told.points):
        _compare_score(game, told, scored)
        told = scored
    if told is None:
        game.find("not_finished" if last else "unfinished_game")
    elif not game.events and told.points:
        game.scored(told.winner, told.points)
    elif game.state.turn.phase in ANSWERING:
        _unanswered(game, told)
    else:
        _declared(game, told, scored)


def _told(end: Cell | None) -> Told | None:
    if end is None:
        return None
    if end.kind is Kind.WIN:
        return Told(end.side, end.value)
    return Told(3 - end.side, end.value)


def _finish_board(game: GameFollower) -> None:
    """An illegal play that bore off the last checker stands; a forced last play is made."""
    state = game.state
    if state.window is not None and state.position_is_final:
        game.do(Stand(3 - state.window.side))
    elif state.turn.phase is Phase.PLAY and game.left_blank and len(state.legal_plays()) == 1:
        game.settle()
    elif state.turn.phase is Phase.PLAY:
        game.find("last_roll_unplayed", dice=str(state.turn.dice))


def _compare_score(game: GameFollower, told: Told | None, scored: Told) -> None:
    """The next score counts before what is written at the end of the game, if that is anything."""
    if told is None or not told.points:
        game.find("result_inferred", winner=scored.winner, points=scored.points)
        return
    if scored.winner != told.winner:
        game.find("winner_column", written=told.winner, winner=scored.winner)
    if scored.points != told.points:
        game.find("points_wrong", written=told.points, points=scored.points)


def _declared(game: GameFollower, told: Told, scored: Told | None) -> None:
    """Resigned, or awarded for a number of points that no resignation has and the next `scored`."""
    cube = game.state.cube.value
    kind = min(3, max(1, -(-told.points // cube)))
    if told == scored and told.points != kind * cube:
        game.do(Award(told.winner, told.points))
        return
    game.do(Resign(3 - told.winner, kind))
    game.do(AcceptResignation(told.winner))
    result = game.state.result
    if result is not None and result.points != told.points:
        _uneven(game, told, result.points)


def _uneven(game: GameFollower, told: Told, points: int) -> None:
    """The points of a resignation are others than those that are written."""
    if not told.points:
        game.find("points_assumed", points=points)
    elif _is_clipped(game, told, points):
        game.find("points_clipped", written=told.points, points=points)
    else:
        cube = game.state.cube.value
        game.find("points_uneven", written=told.points, cube=cube, points=points)


def _gain(game: GameFollower, following: tuple[int, int]) -> Told | None:
    """Who has how much more in the next score; None if that cannot be one game."""
    first, second = (
        after - before for before, after in zip(game.written.score, following, strict=True)
    )
    if min(first, second) != 0 or not 0 < max(first, second) <= MOST_AWARDED:
        return None
    return Told(1 if first else 2, max(first, second))


def _unanswered(game: GameFollower, told: Told) -> None:
    """The double was not answered: who did not answer dropped it, or else won by a word."""
    answering = game.state.decider
    if told.winner != answering:
        game.find("drop_missing", side=answering)
        game.do(Drop(answering))
        _compare(game, told)
    else:
        game.do(Award(told.winner, min(max(told.points, 1), MOST_AWARDED)))


def _compare(game: GameFollower, told: Told | None) -> None:
    result = game.state.result
    if told is None or result is None:
        return
    if told.winner != result.winner:
        game.find("winner_column", written=told.winner, winner=result.winner)
    if told.points in (0, result.points):
        return
    if _is_clipped(game, told, result.points):
        game.find("points_clipped", written=told.points, points=result.points)
    else:
        game.find("points_wrong", written=told.points, points=result.points)


def _is_clipped(game: GameFollower, told: Told, points: int) -> bool:
    """Whether only the points that the winner needed are written, as some sites do."""
    length = game.state.rules.length
    result = game.state.result
    if length is None or result is None or told.points > points:
        return False
    return game.written.score[result.winner - 1] + told.points == length
