"""One game, from the opening throw to its result: a reducer over immutable states.

    >>> from matches.engine.actions import Double, MakePlay, OpeningThrow, Take
    >>> from matches.engine.rules import Rules
    >>> game = new_game(Rules(length=7))
    >>> game = game.apply(OpeningThrow(3, 1)).apply(MakePlay(1, "8/5 6/5"))
    >>> game.turn.side, game.turn.phase.value
    (2, 'roll')
    >>> game.apply(Double(2)).apply(Take(1)).cube
    Cube(value=2, owner=1, turned=True)

Live play, imported records, replays and verification all go through `GameState.apply`. Scores, and
what follows a game, are for `match`.

States and turns are named tuples, where other values of the library are frozen dataclasses: every
action makes new ones, and a tuple is made several times faster.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from matches.engine import doubling, endings, misplays, moments, rolling
from matches.engine.actions import (
    AcceptResignation,
    Action,
    Award,
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
)
from matches.engine.choices import LegalActions
from matches.engine.cube import Cube
from matches.engine.errors import IllegalAction, RulesError, quoted
from matches.engine.plays import LegalPlays
from matches.engine.position import Position
from matches.engine.rules import Rules
from matches.engine.scoring import GameResult, result_on_board
from matches.engine.turn import Phase, Turn, Window


class GameState(NamedTuple):
    """A moment of a game; `new_game` makes the first, `apply` the next.

    `position` is as side 1 sees it. `crawford` says that this is the game without doubling.
    `resigned` is (side, kind) while an offered resignation waits for an answer. `irregular` says
    that an illegal play stood, so that the position may be one that no legal play reaches.
    """

    rules: Rules
    position: Position
    turn: Turn = Turn()
    cube: Cube = Cube()
    crawford: bool = False
    resigned: tuple[int, int] | None = None
    window: Window | None = None
    irregular: bool = False
    result: GameResult | None = None

    def apply(self, action: Action) -> "GameState":
        """The state after `action`.

        Raises IllegalAction (`game_over`, `not_your_turn`, `roll_first`, ...; the code says what
        forbids it), IllegalPlay or NotationError for a play that is illegal or unreadable.
        """
        handler = _HANDLERS.get(type(action))
        if handler is None:
            raise IllegalAction(
                "not_a_game_action", "%(action)s is nothing to do in a game.", action=quoted(action)
            )
        if self.result is not None:
            raise IllegalAction("game_over", "The game is over.")
        if self.resigned is not None and type(action) not in _WHILE_RESIGNED:
            raise IllegalAction(
                "answer_resignation",
                "Side %(side)s has offered to resign: accept or refuse first.",
                side=self.resigned[0],
            )
        return handler(self, action)

    def going_on(
        self, turn: Turn, position: Position | None = None, window: Window | None = None
    ) -> "GameState":
        """The same game with another turn, and board if there is one; `window` is open or closed.

        What `_replace` does, for the two things that every turn is made of, in a third of the time.
        """
        rules, was, _turn, cube, crawford, resigned, _window, irregular, result = self
        return GameState(
            rules, position or was, turn, cube, crawford, resigned, window, irregular, result
        )

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def position_is_final(self) -> bool:
        """Whether the board has decided the game, which only an illegal play leaves open."""
        return result_on_board(self.position, self.cube, self.rules) is not None

    @property
    def decider(self) -> int:
        """The side that has to act, 1 or 2; 0 when both throw, or nobody has to."""
        if self.result is not None:
            return 0
        if self.resigned is not None:
            return 3 - self.resigned[0]
        if self.turn.phase in (Phase.DOUBLED, Phase.RACCOONED):
            return 3 - self.turn.side
        return self.turn.side

    def seen_by(self, side: int) -> Position:
        """The position as side 1 or 2 sees it. Raises IllegalAction `no_such_side`."""
        moments.check_side(side)
        return self.position if side == 1 else self.position.mirrored()

    def legal_actions(self) -> LegalActions:
        """Everything the players may do now: can be asked, counted and walked."""
        return LegalActions(self)

    def legal_plays(self) -> LegalPlays:
        """The plays of the numbers that are to be played now, by the side on turn.

        Raises IllegalAction `roll_first` when there are none to play.
        """
        moments.check_playing(self, self.turn.side)
        return rolling.plays_of(self)


def new_game(rules: Rules, *, crawford: bool = False, starter: int = 0) -> GameState:
    """A game at its start; `starter` (1 or 2) begins without an opening throw.

    Raises RulesError `not_rules`, IllegalAction `no_such_side`.
    """
    if not isinstance(rules, Rules):
        raise RulesError("not_rules", "%(rules)s are not Rules.", rules=quoted(rules))
    if type(starter) is not int or starter != 0:
        moments.check_side(starter)
    turn = Turn().begun_by(starter) if starter else Turn()
    return GameState(rules, rules.variant.starting_position, turn, crawford=crawford)


_Handler = Callable[[GameState, Any], GameState]

_HANDLERS: dict[type, _Handler] = {
    OpeningThrow: rolling.opening_throw,
    Roll: rolling.roll,
    MakePlay: rolling.make_play,
    NameDouble: rolling.name_double,
    VoidRoll: rolling.void_roll,
    Double: doubling.double,
    Take: doubling.take,
    Drop: doubling.drop,
    Beaver: doubling.beaver,
    Raccoon: doubling.raccoon,
    Misplay: misplays.misplay,
    Correct: misplays.correct,
    Stand: misplays.stand,
    Resign: endings.resign,
    AcceptResignation: endings.accept,
    RefuseResignation: endings.refuse,
    TimeOut: endings.time_out,
    Award: endings.award,
    DrawGame: endings.draw,
}

_WHILE_RESIGNED = {AcceptResignation, RefuseResignation, TimeOut, Award, DrawGame}
