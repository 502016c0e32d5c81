"""The cube in play: what `game` does with a double and the answers to it.

A double is offered by the side on turn before it rolls. The value on the table while an offer waits
is the old one, so that a drop costs what the game was worth before (never a gammon).
"""

from typing import TYPE_CHECKING

from matches.engine.actions import Beaver, Double, Drop, Raccoon, Take
from matches.engine.errors import IllegalAction
from matches.engine.moments import check_side, finished, not_now
from matches.engine.scoring import SINGLE, How, won
from matches.engine.turn import Phase

if TYPE_CHECKING:
    from matches.engine.game import GameState

_ANSWERS = (Phase.DOUBLED, Phase.BEAVERED, Phase.RACCOONED)


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
    if state.window is not None and state.position_is_final:
        raise IllegalAction(
            "answer_misplay", "The illegal play ended the game: correct it, or let it stand."
        )
    _check_room(state)


def take(state: "GameState", action: Take) -> "GameState":
    """Play on at the value that was offered."""
    _check_answer(state, action.side)
    phase, cube = state.turn.phase, state.cube
    if phase is Phase.DOUBLED:
        cube = cube.taken_by(action.side)
    elif phase is Phase.RACCOONED:
        cube = cube.beavered()
    return state._replace(turn=state.turn._replace(phase=Phase.ROLL), cube=cube)


def drop(state: "GameState", action: Drop) -> "GameState":
    """Give the game up for what it was worth before the offer."""
    _check_answer(state, action.side)
    result = won(3 - action.side, SINGLE, state.cube, state.rules, How.DROPPED)
    return finished(state, result)


def beaver(state: "GameState", action: Beaver) -> "GameState":
    """Take, and double at once; the cube stays with the taker, and the doubler answers.

    While he thinks the cube shows the value he offered: dropping the beaver pays that.
    """
    _check_answer(state, action.side)
    if not state.rules.beavers or state.turn.phase is not Phase.DOUBLED:
        raise IllegalAction("no_beavers", "A beaver is not allowed here.")
    _check_room(state, times=4)
    cube = state.cube.taken_by(action.side)
    return state._replace(turn=state.turn._replace(phase=Phase.BEAVERED), cube=cube)


def raccoon(state: "GameState", action: Raccoon) -> "GameState":
    """Accept a beaver, and double once more; the cube stays with the beaverer, who answers."""
    _check_answer(state, action.side)
    if not state.rules.raccoons or state.turn.phase is not Phase.BEAVERED:
        raise IllegalAction("no_raccoons", "A raccoon is not allowed here.")
    _check_room(state, times=4)
    turn = state.turn._replace(phase=Phase.RACCOONED)
    return state._replace(turn=turn, cube=state.cube.beavered())


def _check_answer(state: "GameState", side: int) -> None:
    check_side(side)
    if state.turn.phase not in _ANSWERS:
        raise IllegalAction("no_double", "There is no double to answer.")
    if side != state.decider:
        raise not_now(state, side, Phase.DOUBLED)


def _check_room(state: "GameState", times: int = 2) -> None:
    if state.cube.value * times > state.rules.highest_cube:
        raise IllegalAction(
            "cube_at_limit",
            "The cube cannot go above %(limit)s.",
            limit=state.rules.highest_cube,
        )
