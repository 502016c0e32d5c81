"""What a file says, before anybody asks whether it can be: the cells of games in their order.

Every reader makes these from its own grammar; `follower` makes a record of them by the rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from matches.engine import BACKGAMMON, EngineError, Position
from matches.engine.status import check_position
from matches.records.values import Finding

#: More of them is in no match that was ever played; it bounds the work that a file can make.
MOST_GAMES: Final = 500
MOST_CELLS: Final = 20_000
MOST_FINDINGS: Final = 1_000
MAX_NAME: Final = 100  # characters


class Kind(StrEnum):
    """What a cell is."""

    ROLL = "roll"  # dice, and the play of them as text
    AUTO = "auto"  # equal dice thrown at the opening, which double the stake
    DOUBLE = "double"  # value: what the cube goes to, 0 when it is not said
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    SET = "set"  # the board as `after` says; value and owner: the cube
    WIN = "win"  # value: the points
    LOSE = "lose"  # value: the points, 0 when they are not said
    WORD = "word"  # not understood


class Cell(NamedTuple):
    """One thing that `side` does; `after` is the board after it, as side 1 sees it, if told."""

    line: int
    side: int
    kind: Kind
    dice: tuple[int, int] = (0, 0)
    text: str = ""
    value: int = 0
    owner: int = 0
    after: Position | None = None

    def swapped(self) -> "Cell":
        """The same with the sides exchanged."""
        return self._replace(
            side=self.side and 3 - self.side,
            owner=self.owner and 3 - self.owner,
            after=None if self.after is None else self.after.mirrored(),
        )


@dataclass(slots=True)
class WrittenGame:
    """A game as it is written; `crawford` is None where the file does not say.

    Where it does not say the score before the game either, that follows from the games before. It
    also does where a score that `may_be_turned` is that one the other way round.
    """

    line: int
    score: tuple[int, int]
    cells: list[Cell] = field(default_factory=list)
    crawford: bool | None = None
    has_score: bool = True
    may_be_turned: bool = False


@dataclass(slots=True)
class WrittenMatch:
    """A match as it is written. `length` is None where the file does not say, 0 for money."""

    players: tuple[str, str] = ("", "")
    length: int | None = None
    facts: dict[str, str] = field(default_factory=dict)
    games: list[WrittenGame] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def board_set(own: Mapping[int, int], other: Mapping[int, int]) -> Position | None:
    """The board of `{place: checkers}` of both sides; None where it is none of backgammon."""
    try:
        position = Position.of(own, other)
        check_position(position, BACKGAMMON)
    except EngineError:
        return None
    return position
