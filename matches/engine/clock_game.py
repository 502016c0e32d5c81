"""What a game that is lost on time costs, by what stood on the board.

>>> GameSaid("gammon", 2, (3, 1)).points
4
>>> GameSaid.read("gammon:2:3:1")
GameSaid(position='gammon', cube=2, scores=(3, 1))
"""

from dataclasses import dataclass
from typing import Self

SINGLE, GAMMON, BACKGAMMON = "single", "gammon", "backgammon"
WORTH = {SINGLE: 1, GAMMON: 2, BACKGAMMON: 3}
CUBES = tuple(1 << n for n in range(11))  # 1 to 1024


@dataclass(frozen=True, slots=True)
class GameSaid:
    """What was on the board: `position` is what is lost, `scores` those before the game."""

    position: str
    cube: int
    scores: tuple[int, int]

    @property
    def points(self) -> int:
        return WORTH[self.position] * self.cube

    def text(self) -> str:
        """`gammon:2:3:1`, as the clock keeps it."""
        return ":".join(map(str, (self.position, self.cube, *self.scores)))

    @classmethod
    def read(cls, text: str) -> Self:
        position, cube, first, second = text.split(":")
        return cls(position, int(cube), (int(first), int(second)))
