"""Illegal plays at the table: reported, corrected, or let stand.

Until the next roll or double, which is the opponent's but after owed numbers, he may demand that an
illegal play is taken back and the same dice are played legally; after that it stands, and the
position may be one that no legal play could reach.
"""

from typing import TYPE_CHECKING

from matches.engine.actions import Correct, MakePlay, Misplay, Stand
from matches.engine.errors import IllegalAction
from matches.engine.moments import check_playing, check_side, finished
from matches.engine.position import Position
from matches.engine.rolling import make_play, plays_of
from matches.engine.scoring import result_on_board
from matches.engine.status import check_position
from matches.engine.turn import Phase, Window

if TYPE_CHECKING:
    from matches.engine.game import GameState


def misplay(state: "GameState", action: Misplay) -> "GameState":
    """The board is as `after` says, which no legal play of the roll makes it."""
    check_playing(state, action.side)
    turn, after = state.turn, action.after
    if not isinstance(after, Position):
        raise IllegalAction("no_position", "Say which position the illegal play led to.")
    check_position(after, state.rules.variant)
    seen = after if turn.side == 1 else after.mirrored()
    if any(play.after == seen for play in plays_of(state)):
        raise IllegalAction("play_is_legal", "That play is legal: enter it as a play.")
    window = Window(turn.side, state.position, turn, state.irregular)
    owing = turn.phase is Phase.OWED  # what the opponent left; the roll of this side is to come
    following = turn.going_on(Phase.ROLL) if owing else turn.begun_by(3 - turn.side)
    following = following._replace(last_chance=False)
    return state._replace(position=after, turn=following, window=window, irregular=True)


def correct(state: "GameState", action: Correct) -> "GameState":
    """Take the illegal play back, and play the same dice legally."""
    window = _open_window(state)
    check_side(action.side)
    if action.side != window.side:
        raise IllegalAction(
            "not_your_turn", "Side %(side)s played illegally, and corrects it.", side=window.side
        )
    before = state._replace(
        position=window.position, turn=window.turn, window=None, irregular=window.irregular
    )
    return make_play(before, MakePlay(action.side, action.play))


def stand(state: "GameState", action: Stand) -> "GameState":
    """The opponent condones the illegal play."""
    window = _open_window(state)
    check_side(action.side)
    if action.side == window.side:
        raise IllegalAction(
            "not_your_turn", "Whether it stands is for side %(side)s to say.", side=3 - window.side
        )
    if state.rules.illegal_play == "correct":
        raise IllegalAction("must_be_corrected", "An illegal play must be corrected here.")
    state = state._replace(window=None)
    result = result_on_board(state.position, state.cube, state.rules)
    return state if result is None else finished(state, result)


def _open_window(state: "GameState") -> Window:
    if state.window is None or not state.window.open:
        raise IllegalAction("no_misplay", "There is no illegal play that may still be corrected.")
    return state.window
