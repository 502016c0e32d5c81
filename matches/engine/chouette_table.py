"""A chouette with its board: dice and checkers and the cubes of all, as one reducer.

    >>> from matches.engine.chouette import Double, Drop, Take, open_chouette
    >>> from matches.engine.actions import MakePlay, OpeningThrow
    >>> table = new_table(open_chouette(["A", "B", "C"]))
    >>> for action in (OpeningThrow(3, 1), MakePlay(1, "8/5 6/5"), Double("B"), Take("A")):
    ...     table = table.apply(action)
    >>> table.game.turn.side, table.mover(2), table.chouette.game.cube_of("C").value
    (2, 'B', 2)

The box is side 1 of the board, the team side 2, and its captain moves. The board has no cube: the
cubes are those of `chouette`. They are turned before the throw of the side that turns them, and
nobody throws while one waits for its answer. Who offers to lose, and who accepts, is whoever moves
for his side, for all of it.

Equal opening throws are counted; the first unequal one begins the game. When it is over, on the
board or by the last drop, the accounts are kept and everybody has moved up.
"""

from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from matches.engine import actions as board_actions, chouette_actions, chouette_data
from matches.engine.chouette import Chouette, Finish, Start
from matches.engine.chouette_game import BOX
from matches.engine.chouette_rules import ChouetteError, Player
from matches.engine.errors import quoted
from matches.engine.game import GameState, new_game
from matches.engine.presets import BACKGAMMON, LONGGAMMON, NACKGAMMON
from matches.engine.rules import Rules
from matches.engine.turn import Phase
from matches.engine.variant import Variant

#: The games that are played with a cube, and won by 1, 2 or 3 times it.
GAMES = {each.name: each for each in (BACKGAMMON, NACKGAMMON, LONGGAMMON)}

Action: TypeAlias = board_actions.Action | chouette_actions.Action

_ON_THE_BOARD = (
    board_actions.Roll,
    board_actions.MakePlay,
    board_actions.VoidRoll,
    board_actions.Resign,
    board_actions.AcceptResignation,
    board_actions.RefuseResignation,
)
_BOARD_NAMES = {board_actions.NAMES[kind] for kind in _ON_THE_BOARD} | {"opening"}
_CUBE = (
    chouette_actions.Double,
    chouette_actions.Take,
    chouette_actions.Drop,
    chouette_actions.Beaver,
    chouette_actions.Raccoon,
)
_SEATING = (chouette_actions.Join, chouette_actions.Leave, chouette_actions.DrawOrder)


class ChouetteTable(NamedTuple):
    """A moment at a table; `new_table` makes the first, `apply` the next.

    Between games `game` waits for the opening throw. `ties` are its equal throws so far.
    """

    chouette: Chouette
    game: GameState
    ties: int = 0

    @property
    def is_between_games(self) -> bool:
        return self.chouette.game is None

    def mover(self, side: int) -> Player:
        """Who moves for a side of the board."""
        return self.chouette.box if side == BOX else self.chouette.captain

    def moved_by(self, player: object) -> int:
        """The side for which a player moves now; 0 for whoever only has a cube."""
        return next((side for side in (1, 2) if self.mover(side) == player), 0)

    def apply(self, action: Action) -> "ChouetteTable":
        """The table after `action`; raises as `Chouette.apply` and `GameState.apply`, and

        ChouetteError `not_at_a_table` (what no player does here), `exchange_open` (a cube waits for
        its answer), `no_game`, `game_on`, `cube_before_throw`, `answer_resignation`.
        """
        if isinstance(action, board_actions.OpeningThrow):
            return self._opened(action)
        if isinstance(action, _ON_THE_BOARD):
            return self._played(action)
        if isinstance(action, _CUBE):
            return self._turned(action)
        if isinstance(action, _SEATING):
            return self._replace(chouette=self.chouette.apply(action))
        raise ChouetteError(
            "not_at_a_table", "%(action)s is nothing to do here.", action=quoted(action)
        )

    def at_end(self, action: Action) -> "ChouetteTable":
        """As it stands when `action` has ended the game, before everybody moves up: the board of
        that game, who sat where, and the accounts after it. Raises as `apply`."""
        over = self.apply(action).chouette
        game = self.game
        if isinstance(action, _ON_THE_BOARD):
            game = game.apply(action)
        booked = replace(self.chouette, ledger=over.ledger, last=over.last)
        return self._replace(chouette=booked, game=game)

    def allows(self, action: Action) -> bool:
        """Whether `apply` accepts a cube action, or who comes and goes."""
        try:
            self.apply(action)
        except ChouetteError:
            return False
        return True

    def _opened(self, action: board_actions.OpeningThrow) -> "ChouetteTable":
        begun = self.chouette.apply(Start(self.ties))
        game = self.game.apply(action)
        if game.turn.phase is Phase.OPENING:
            return self._replace(game=game, ties=self.ties + 1)
        return self._replace(chouette=begun, game=game)

    def _played(self, action: board_actions.Action) -> "ChouetteTable":
        running = self.chouette.game
        if running is None:
            raise ChouetteError("no_game", "No game is on: throw for the first move.")
        if running.exchange:
            raise ChouetteError(
                "exchange_open", "The cubes that were turned must be taken or dropped first."
            )
        game = self.game.apply(action)
        if game.turn.phase is Phase.OPENING:  # a void throw: the game has not begun
            return self._replace(chouette=replace(self.chouette, game=None), game=game)
        if game.result is None:
            return self._replace(game=game)
        over = self.chouette.apply(Finish(game.result.winner, game.result.kind))
        return new_table(over, game.rules.variant)

    def _turned(self, action: Any) -> "ChouetteTable":
        running = self.chouette.game
        if running is not None and isinstance(action, chouette_actions.Double):
            self._check_turn(running.side_of(action.by))
        after = self.chouette.apply(action)
        if after.game is None:
            return new_table(after, self.game.rules.variant)
        return self._replace(chouette=after)

    def _check_turn(self, side: int) -> None:
        if self.game.resigned is not None:
            raise ChouetteError(
                "answer_resignation", "Somebody has offered to resign: accept or refuse first."
            )
        if (self.game.turn.phase, self.game.turn.side) != (Phase.ROLL, side):
            raise ChouetteError(
                "cube_before_throw",
                "Cubes are turned by the side that is on turn, before it throws.",
                side=side,
            )


def new_table(chouette: Chouette, variant: Variant = BACKGAMMON) -> ChouetteTable:
    """A table between games."""
    return ChouetteTable(chouette, new_game(Rules(length=None, variant=variant, cube=False)))


def from_data(data: object) -> Action:
    """An action from its data, as the engine's two kinds of actions write it.

    Raises ChouetteError or IllegalAction `action_unreadable`.
    """
    name = data.get("do") if isinstance(data, dict) else None
    if isinstance(name, str) and name in _BOARD_NAMES:
        return board_actions.from_data(data)
    return chouette_data.from_data(data)


def to_data(action: Action) -> dict[str, Any]:
    """The inverse of `from_data`."""
    if isinstance(action, (*_CUBE, *_SEATING)):
        return chouette_data.to_data(action)
    return board_actions.to_data(action)  # type: ignore[arg-type]  # what is neither, it refuses
