"""What may be done next in a game, as a container of actions.

    >>> from matches.engine.actions import Double
    >>> from matches.engine.game import new_game
    >>> from matches.engine.rules import Rules
    >>> choices = new_game(Rules(length=7), starter=1).legal_actions()
    >>> Double(1) in choices, Double(2) in choices, sorted(choices.kinds)
    (True, False, ['double', 'resign', 'roll'])

Walking it gives every action of the players: each of the 21 rolls, each play once, both sides'
resignations. What only a director does - time, awards, void games, illegal plays - is not listed,
but `in` answers for it as well.
"""

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from matches.engine.actions import (
    NAMES,
    AcceptResignation,
    Action,
    Beaver,
    Correct,
    Double,
    Drop,
    MakePlay,
    NameDouble,
    OpeningThrow,
    Raccoon,
    RefuseResignation,
    Resign,
    Roll,
    Stand,
    Take,
)
from matches.engine.dice import ROLLS
from matches.engine.errors import EngineError
from matches.engine.scoring import most_kind
from matches.engine.turn import Phase

if TYPE_CHECKING:
    from matches.engine.game import GameState
    from matches.engine.match import MatchState

_FACES = range(1, 7)


class LegalActions:
    """The actions that a game accepts, or the `match` that it is part of: a collection.

    `legal_actions` of either makes one.
    """

    def __init__(self, state: "GameState", match: "MatchState | None" = None) -> None:
        self.state = state
        self._whole = match or state

    def __contains__(self, action: object) -> bool:
        try:
            self._whole.apply(action)  # type: ignore[arg-type]  # whatever it is, it is asked
        except EngineError:
            return False
        return True

    def __iter__(self) -> Iterator[Action]:
        state = self.state
        if state.is_over or self._whole.is_over:
            return
        if state.resigned is not None:
            yield AcceptResignation(state.decider)
            yield RefuseResignation(state.decider)
            return
        yield from self._of_phase()
        yield from self._corrections()
        yield from (action for action in self._resignations() if action in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def kinds(self) -> frozenset[str]:
        """The names of the kinds of action that are possible (see `actions.NAMES`)."""
        return frozenset(NAMES[type(action)] for action in self)

    def _of_phase(self) -> Iterator[Action]:
        turn, decider = self.state.turn, self.state.decider
        match turn.phase:
            case Phase.OPENING:
                yield from (OpeningThrow(*dice) for dice in product(_FACES, _FACES))
            case Phase.ROLL:
                yield from self._before_rolling(decider)
            case Phase.NAME:
                yield from (NameDouble(decider, number) for number in _FACES)
            case Phase.PLAY | Phase.OWED:
                yield from (MakePlay(decider, play) for play in self.state.legal_plays())
            case _:
                answers = (Take(decider), Drop(decider), Beaver(decider), Raccoon(decider))
                yield from (answer for answer in answers if answer in self)

    def _before_rolling(self, side: int) -> Iterator[Action]:
        if Double(side) in self:
            yield Double(side)
        if Roll(side, ROLLS[0]) in self:
            yield from (Roll(side, dice) for dice in ROLLS)

    def _corrections(self) -> Iterator[Action]:
        window = self.state.window
        if window is None or not window.open:
            return
        before = self.state._replace(position=window.position, turn=window.turn)
        yield from (Correct(window.side, play) for play in before.legal_plays())
        if Stand(3 - window.side) in self:
            yield Stand(3 - window.side)

    def _resignations(self) -> Iterator[Action]:
        most = most_kind(self.state.rules.variant)
        yield from (Resign(side, kind) for side in (1, 2) for kind in range(1, most + 1))
