"""Other programs' move generators, asked what ours is asked; each is left out if not installed.

pip install -r bench/requirements.txt
"""

import random
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from bench.engine_data import SEED
from matches.engine.dice import Dice
from matches.engine.position import BAR, POINTS, Position

_SPIEL_BAR = 100  # what OpenSpiel calls the place of the bar


class Question(NamedTuple):
    """A call of ours; what makes the peer answer the same, and how many results it then has.

    To pass is one result, which GNU Backgammon does not list.
    """

    position: Position
    roll: Dice
    ask: Callable[[], Any]
    results: Callable[[], int]


def installed(module: str) -> bool:
    return find_spec(module) is not None


def gnubg_question(position: Position, roll: Dice, *, moves: bool) -> Question:
    """The results as text keys, with `moves` also how each is played."""
    generate = import_module("gnubg_nn").moves
    places = [*POINTS, BAR]
    board = [[position.count(side, place) for place in places] for side in (2, 1)]
    asked = board, roll.high, roll.low, int(moves)
    return Question(position, roll, lambda: generate(*asked), lambda: len(generate(*asked)) or 1)


def spiel_questions(games: int) -> list[Question]:
    """Of all mixed rolls in games of its own: OpenSpiel takes no position from outside.

    A double is two turns to it, so those are left out. It answers with numbers of plays, several of
    which may lead to the same position.
    """
    chance = random.Random(SEED)
    game = import_module("pyspiel").load_game("backgammon")
    found = []
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice([roll for roll, _ in state.chance_outcomes()]))
                continue
            first, second = (int(die) for die in state.observation_tensor()[-2:])
            if first != second:
                found.append(_spiel_question(state.clone(), Dice(first, second)))
            state.apply_action(chance.choice(state.legal_actions()))
    return found


def _spiel_question(state: Any, roll: Dice) -> Question:
    def count() -> int:
        return len({_spiel_board(state.child(action)) for action in state.legal_actions()})

    return Question(_spiel_position(state), roll, state.legal_actions, count)


def _spiel_board(state: Any) -> tuple[int, ...]:
    places = [*range(24), _SPIEL_BAR]
    return tuple(state.board(side, place) for side in (0, 1) for place in places)


def _spiel_position(state: Any) -> Position:
    """Its side 0 moves up from 0, its side 1 down from 23."""
    sides = []
    for side in (state.current_player(), 1 - state.current_player()):
        places = {
            24 - place if side == 0 else place + 1: state.board(side, place) for place in range(24)
        }
        sides.append(places | {BAR: state.board(side, _SPIEL_BAR)})
    return Position.of(*sides)
