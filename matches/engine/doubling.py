"""The cube in play: what `game` does with a double and the answers to it.

A double is offered by the side on turn before it rolls. While offers wait for an answer the cube is
as it was before the first of them, and a drop costs what the game was worth before the last one
(never a gammon).
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from matches.engine.actions import Beaver, Double, Drop, Raccoon, Take
from matches.engine.errors import IllegalAction
from matches.engine.moments import check_not_over, check_side, finished, not_now
from matches.engine.scoring import SINGLE, How, won
from matches.engine.turn import ANSWERING, Phase

if TYPE_CHECKING:
    from matches.engine.game import GameState

#: How many times the value is doubled if the offer is taken.
_DOUBLINGS = {Phase.DOUBLED: 1, Phase.BEAVERED: 2, Phase.RACCOONED: 3}


def double(state: "GameState", action: Double) -> "GameState":
    """Offer the cube. It ends the time in which an illegal play may be corrected."""
    check_double(state, action.side)
    return state._replace(turn=state.turn._replace(phase=Phase.DOUBLED), window=None)


def check_double(state: "GameState", side: int) -> None:
    """Raises IllegalAction unless `side` may double now."""
    check_side(side)
    if not state.rules.cube_in_play:
        raise IllegalAction("no_cube", "This is played without a cube.")
    if state.crawford:
        raise IllegalAction("crawford_game", "Nobody may double in the Crawford game.")
    if state.turn.phase is not Phase.ROLL or side != state.turn.side:
        if state.turn.side == side and state.turn.phase is Phase.PLAY:
            raise IllegalAction("double_before_rolling", "A double is offered before the roll.")
        raise not_now(state, side, Phase.ROLL)
    if not state.cube.may_be_turned_by(side):
        raise IllegalAction(
            "cube_not_yours", "The cube is side %(owner)s's.", owner=state.cube.owner
        )
    check_not_over(state)
    _check_room(state, Phase.DOUBLED)


def take(state: "GameState", action: Take) -> "GameState":
    """Play on at the value that was offered last; the cube is the taker's of the first offer."""
    _check_answer(state, action.side)
    turn = state.turn
    cube = state.cube.taken_by(3 - turn.side, _DOUBLINGS[turn.phase])
    return state._replace(turn=turn._replace(phase=Phase.ROLL), cube=cube)


def drop(state: "GameState", action: Drop) -> "GameState":
    """Give the game up for what it was worth before the last offer."""
    _check_answer(state, action.side)
    worth = replace(state.cube, value=state.cube.value << _DOUBLINGS[state.turn.phase] - 1)
    result = won(3 - action.side, SINGLE, worth, state.rules, How.DROPPED)
    return finished(state, result)


def beaver(state: "GameState", action: Beaver) -> "GameState":
    """Take, and double at once; the cube will stay with the taker, and the doubler answers."""
    _check_answer(state, action.side)
    if not state.rules.beavers or state.turn.phase is not Phase.DOUBLED:
        raise IllegalAction("no_beavers", "A beaver is not allowed here.")
    return _raised(state, Phase.BEAVERED)


def raccoon(state: "GameState", action: Raccoon) -> "GameState":
    """Accept a beaver, and double once more; the cube stays with the beaverer, who answers."""
    _check_answer(state, action.side)
    if not state.rules.raccoons or state.turn.phase is not Phase.BEAVERED:
        raise IllegalAction("no_raccoons", "A raccoon is not allowed here.")
    return _raised(state, Phase.RACCOONED)


def _raised(state: "GameState", phase: Phase) -> "GameState":
    _check_room(state, phase)
    return state._replace(turn=state.turn._replace(phase=phase))


def _check_answer(state: "GameState", side: int) -> None:
    check_side(side)
    if state.turn.phase not in ANSWERING:
        raise IllegalAction("no_double", "There is no double to answer.")
    if side != state.decider:
        raise not_now(state, side, Phase.DOUBLED)


def _check_room(state: "GameState", phase: Phase) -> None:
    if state.cube.value << _DOUBLINGS[phase] > state.rules.highest_cube:
        raise IllegalAction(
            "cube_at_limit",
            "The cube cannot go above %(limit)s.",
            limit=state.rules.highest_cube,
        )
