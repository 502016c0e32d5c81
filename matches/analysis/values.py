"""What is known of a match that was analysed: each decision with its loss, and figures by side.

    >>> side = Figures(plays=60, unforced=50, cube=10, play_error=0.4, cube_error=0.2)
    >>> round(side.error, 3), round(side.rate, 3), round(side.rating, 3)
    (0.6, 10.0, 5.0)

Equity is EMG, normalised money equity: 1 is a game at the cube as it stands. A loss is how much
the choice was worse than the best one, and never negative. Luck is how much better a throw was
than the average one. Who found it, and how, is for `reading`.
"""

from dataclasses import dataclass
from enum import StrEnum

#: What is chosen about the cube, where a play has its moves.
DOUBLE, NO_DOUBLE, TAKE, DROP = "double", "no_double", "take", "drop"


class Choice(StrEnum):
    """What there was to decide: how to play a throw, whether to double, whether to take."""

    PLAY = "play"
    DOUBLE = "double"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision as it was made.

    `at` is the number of actions after which a replay shows it; `move` the turn of its game, from
    1. `chosen` and `best` are plays in the usual notation, or words about the cube. `luck` is that
    of the throw which was played; `dice` are its numbers, such as `63`.
    """

    at: int
    game: int
    move: int
    side: int
    choice: Choice
    chosen: str
    best: str
    loss: float = 0.0
    dice: str = ""
    luck: float = 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """What is counted of one side: `plays` are all its throws, `unforced` those with a choice,
    `cube` the decisions about the cube that were made or were close. Errors and luck are sums."""

    plays: int = 0
    unforced: int = 0
    cube: int = 0
    play_error: float = 0.0
    cube_error: float = 0.0
    luck: float = 0.0

    @property
    def error(self) -> float:
        """All that was lost, in EMG."""
        return self.play_error + self.cube_error

    @property
    def decisions(self) -> int:
        return self.unforced + self.cube

    @property
    def rate(self) -> float | None:
        """Error rate as GNU Backgammon has it: thousandths of EMG a decision; None without any."""
        return 1000 * self.error / self.decisions if self.decisions else None

    @property
    def rating(self) -> float | None:
        """Performance rating (PR) as eXtreme Gammon defines it: half the error rate."""
        return None if self.rate is None else self.rate / 2


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole match; `plies` is how far the program looked ahead."""

    plies: int
    sides: tuple[Figures, Figures]
    judged: tuple[Judged, ...]

    def snowie(self, side: int) -> float | None:
        """Error rate as Snowie has it: thousandths of EMG for each play of either side."""
        plays = self.sides[0].plays + self.sides[1].plays
        return 1000 * self.sides[side - 1].error / plays if plays else None

    def worst(self, most: int) -> list[Judged]:
        """The biggest errors, that which cost most first; what costs less than 0.001 is none."""
        wrong = (one for one in self.judged if one.loss >= 0.001)
        return sorted(wrong, key=lambda one: (-one.loss, one.at))[:most]
