"""Who may act now, and why somebody may not; and how a game stops.

Each check raises IllegalAction, and its code says what has to come first.
"""

from typing import TYPE_CHECKING

from matches.engine.errors import IllegalAction, quoted, said
from matches.engine.scoring import GameResult
from matches.engine.turn import PLAYING, Phase

if TYPE_CHECKING:
    from matches.engine.game import GameState


def check_playing(state: "GameState", side: int) -> None:
    """Whether `side` has numbers to play."""
    check_side(side)
    if state.turn.phase not in PLAYING or side != state.turn.side:
        raise not_now(state, side, Phase.PLAY)


def check_side(side: object) -> None:
    """Whether it is a side at all, 1 or 2."""
    if type(side) is not int or side not in (1, 2):
        raise IllegalAction("no_such_side", "%(side)s is no side: 1 or 2.", side=quoted(side))


def check_not_over(state: "GameState") -> None:
    """Whether play goes on: an illegal play may have ended the game, if it is let stand."""
    if state.window is not None and state.position_is_final:
        raise IllegalAction(
            "answer_misplay", "The illegal play ended the game: correct it, or let it stand."
        )


def not_now(state: "GameState", side: int, wanted: Phase) -> IllegalAction:
    """Why `side` may not do what belongs to the phase `wanted`."""
    if state.decider not in (0, side):
        return IllegalAction("not_your_turn", "It is not side %(side)s that has to act.", side=side)
    code, template = _NEXT[state.turn.phase]
    return IllegalAction(code, template, phase=state.turn.phase.value, wanted=wanted.value)


_NEXT = {
    Phase.OPENING: ("throw_first", said("The opening throw comes first.")),
    Phase.ROLL: ("roll_first", said("Roll first.")),
    Phase.PLAY: ("play_first", said("Play the roll first.")),
    Phase.OWED: ("play_owed_first", said("Play the numbers the opponent left first.")),
    Phase.NAME: ("name_first", said("Name a double first.")),
    Phase.DOUBLED: ("answer_double", said("The double is to be answered first.")),
    Phase.BEAVERED: ("answer_beaver", said("The beaver is to be answered first.")),
    Phase.RACCOONED: ("answer_raccoon", said("The raccoon is to be answered first.")),
    Phase.OVER: ("game_over", said("The game is over.")),
}


def finished(state: "GameState", result: GameResult) -> "GameState":
    """The same position with the game over."""
    over = state.turn._replace(phase=Phase.OVER, groups=())
    return state._replace(result=result, turn=over, resigned=None, window=None)
