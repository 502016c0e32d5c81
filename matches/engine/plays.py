"""The legal plays of a roll, as a container that can be asked, counted, walked and applied.

    >>> from matches.engine.dice import Dice
    >>> from matches.engine.presets import BACKGAMMON
    >>> plays = legal_plays(BACKGAMMON.starting_position, Dice(3, 1))
    >>> len(plays), plays.numbers_used
    (16, 2)

Plays are told apart by the full position they lead to.
"""

from collections.abc import Collection, Iterator
from functools import cached_property

from matches.engine.dice import Dice
from matches.engine.generate import Ways, legal_ways
from matches.engine.play import Play
from matches.engine.position import Position
from matches.engine.presets import BACKGAMMON
from matches.engine.variant import Variant


class LegalPlays(Collection[Play]):
    """All plays of `numbers` by side 1 of `position`; make one with `legal_plays`."""

    def __init__(
        self,
        position: Position,
        numbers: tuple[int, ...],
        variant: Variant,
        *,
        first_turn: bool = False,
    ) -> None:
        self.position = position
        self.numbers = numbers
        self.variant = variant
        self.first_turn = first_turn

    @cached_property
    def _ways(self) -> Ways:
        return legal_ways(
            self.position.bits, self.numbers, self.variant, first_turn=self.first_turn
        )

    def __len__(self) -> int:
        return len(self._ways)

    def __iter__(self) -> Iterator[Play]:
        for bits, moves in self._ways.items():
            yield Play(self.position, moves, Position(bits))

    def __contains__(self, play: object) -> bool:
        return isinstance(play, Play) and play.after.bits in self._ways

    @property
    def results(self) -> frozenset[Position]:
        """The positions the plays lead to, seen by the player who moved."""
        return frozenset(Position(bits) for bits in self._ways)

    @property
    def numbers_used(self) -> int:
        """How many numbers the plays use; 0 when the turn is lost."""
        return max(len(moves) for moves in self._ways.values())

    @property
    def must_pass(self) -> bool:
        return self.numbers_used == 0


def legal_plays(
    position: Position,
    dice: Dice,
    variant: Variant = BACKGAMMON,
    *,
    first_turn: bool = False,
) -> LegalPlays:
    """The legal plays of `dice` by side 1 of `position`.

    `first_turn` says that it is the player's first turn of the game (long nardy's head).
    """
    return LegalPlays(position, variant.numbers(dice), variant, first_turn=first_turn)
