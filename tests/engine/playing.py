"""Games, matches and chouettes at a given moment, and what is done in them."""

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

from matches.engine.actions import Award, DrawGame
from matches.engine.boards import parse_board
from matches.engine.chouette import Chouette
from matches.engine.chouette_table import ChouetteTable
from matches.engine.errors import EngineError
from matches.engine.game import GameState, new_game
from matches.engine.match import MatchHow, MatchState, new_match
from matches.engine.presets import BACKGAMMON
from matches.engine.rules import Rules
from matches.engine.scoring import GameResult
from matches.engine.turn import Turn
from matches.engine.variant import Variant

State = TypeVar("State", GameState, MatchState, Chouette, ChouetteTable)


def make_game(
    board: str = "", variant: Variant = BACKGAMMON, *, side: int = 1, turns: int = 5
) -> GameState:
    """A game in which `side` is about to roll on `board` (X is side 1) on its `turns`-th turn."""
    game = new_game(Rules(length=None, variant=variant), starter=side)
    turn = game.turn._replace(counts=(turns, turns), starter=1)
    return game._replace(position=parse_board(board) if board else game.position, turn=turn)


def make_match(length: int, *points: int) -> MatchState:
    """A match in which games were won, in order: 2 is two points to side 1, -2 two to side 2."""
    match = new_match(Rules(length=length))
    for won in points:
        match = match.apply(Award(1 if won > 0 else 2, abs(won)) if won else DrawGame())
    return match


def make_rules(length: int | None = None, **options: Any) -> Rules:
    """Rules with whatever options, right or wrong."""
    return Rules(length=length, **options)


def played(state: State, *actions: Any) -> State:
    for action in actions:
        state = state.apply(action)
    return state


def refused(state: GameState | MatchState | Chouette | ChouetteTable, action: Any) -> str:
    """The code with which the action, or what poses as one, is refused."""
    with pytest.raises(EngineError) as caught:
        state.apply(action)
    assert caught.value.message
    return caught.value.code


def ended(game: GameState) -> GameResult:
    """The result of a game that must be over."""
    assert game.result is not None
    return game.result


def how_ended(match: MatchState) -> MatchHow:
    """What ended a match that must be over."""
    assert match.result is not None
    return match.result.how


def owed(turn: Turn) -> Iterable[int]:
    """The numbers that wait to be played, stage after stage."""
    return [number for group in turn.groups for number in group]
