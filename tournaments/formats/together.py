"""How long a tie of teams takes: its boards are begun together, and the last of them ends it.

Where there are fewer boards in the room than in a tie, it is played in shifts, each of them as long
as the last of so many matches takes. Boards that need not be played any more are not reckoned
with: a tie that is clear early is a little sooner over.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

from tournaments.formats.pace import CELLS, Duration


@dataclass(frozen=True, slots=True)
class Tie:
    """Minutes of so many boards, each of which lasts like `one`, `at_once` of them together.

    Has the methods of `Duration` that planning asks for.
    """

    one: Duration
    boards: int
    at_once: int

    @property
    def mean(self) -> float:
        return sum(self.cells()) / CELLS

    def quantile(self, part: float) -> float:
        """The minutes within which that part of such ties ends; 0 < part < 1."""
        return self._shifts * self.one.quantile(part ** (1 / self._together))

    def cells(self) -> tuple[float, ...]:
        """`CELLS` equally likely durations, shortest first."""
        return _cells(self)

    def left_after(self, elapsed: float) -> tuple[float, ...]:
        """`CELLS` equally likely minutes that are left of a tie that has not ended by then."""
        over = self.one.within(max(elapsed, 0.0) / self._shifts) ** self._together
        if over > 1 - 8 / CELLS:
            # It can only be the last match of the last shift that lasts so long.
            return self.one.left_after(elapsed)
        rest = ((1 - over) * (cell + 0.5) / CELLS + over for cell in range(CELLS))
        return tuple(max(self.quantile(part) - elapsed, 0.0) for part in rest)

    @property
    def _shifts(self) -> int:
        return math.ceil(self.boards / self.at_once)

    @property
    def _together(self) -> int:
        return math.ceil(self.boards / self._shifts)


@lru_cache(maxsize=64)
def _cells(tie: Tie) -> tuple[float, ...]:
    return tuple(tie.quantile((cell + 0.5) / CELLS) for cell in range(CELLS))
