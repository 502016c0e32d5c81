"""A move of one checker, and a play: all the moves of a roll.

    >>> Move(13, 7, 6)
    Move(start=13, end=7, number=6, hit=False)

Two plays are equal when they lead to the same full position, whichever checkers went first. Text is
made and read by `notation`; what is legal is decided by `plays` and `check`.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from matches.engine.position import Position


class Move(NamedTuple):
    """One checker by one number: places as its owner counts them, 25 the bar, 26 the hand, 0 off.

    `number` is the number of the die used, which a bear-off from a lower point does not show. `hit`
    says that it hit a blot, or pinned it.
    """

    start: int
    end: int
    number: int
    hit: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """All the moves of a roll in an order in which they are legal; no moves is a pass.

    `before` and `after` are seen by the player who moved.
    """

    before: Position = field(compare=False)
    moves: tuple[Move, ...] = field(compare=False)
    after: Position

    @property
    def is_pass(self) -> bool:
        return not self.moves

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the dice that were used, in the order of the moves."""
        return tuple(move.number for move in self.moves)
