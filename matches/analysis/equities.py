"""Match winning chances and equities, by a table of what each score is worth.

    >>> table = MatchTable(2, ((0.5, 0.68), (0.32, 0.5)), ((0.5, 0.49), (0.5, 0.49)))
    >>> table.normalised(0.68, score=(0, 0), side=1, cube=1)
    1.0

The table is that by which GNU Backgammon judges, and it tells it itself.
"""

from dataclasses import dataclass
from typing import Any

Row = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class MatchTable:
    """`before[n][m]` is the chance of side 1 that needs n + 1 points against m + 1; `after[s][n]`,
    once the Crawford game was played, that of side s + 1 that needs n + 1 against one."""

    length: int
    before: tuple[Row, ...]
    after: tuple[Row, Row]

    @classmethod
    def of(cls, length: int, told: Any) -> "MatchTable":
        """As `gnubg.met` tells it."""
        before, first, second = told
        return cls(length, tuple(tuple(row) for row in before), (tuple(first), tuple(second)))

    def chance(self, score: tuple[int, int], *, winner: int, points: int) -> float:
        """That of side 1 when the game at this score is won by so many points."""
        last = self.length - 1 in score
        first = self.length - score[0] - points * (winner == 1)
        second = self.length - score[1] - points * (winner == 2)
        if first <= 0 or second <= 0:
            return 1.0 if first <= 0 else 0.0
        if not last:
            return self.before[first - 1][second - 1]
        if first == 1:
            return 1.0 - self.after[1][second - 1]
        return self.after[0][first - 1]

    def normalised(self, chance: float, *, score: tuple[int, int], side: int, cube: int) -> float:
        """The chance of a side as EMG: 1 where it is that after winning the cube, -1 after losing
        it."""
        won, lost = (self.chance(score, winner=winner, points=cube) for winner in (side, 3 - side))
        if side == 2:
            won, lost = 1.0 - won, 1.0 - lost
        return 0.0 if won == lost else (2 * chance - won - lost) / (won - lost)
