"""A roll of two dice.

    >>> Dice(1, 3)
    Dice(3, 1)
    >>> Dice(2, 2).numbers
    (2, 2, 2, 2)
    >>> len(ROLLS), sum(roll.ways for roll in ROLLS)
    (21, 36)

The order in which the dice fell does not matter to the rules, so the larger one comes first. Who
throws and how is left to `fairdice` and to the table.
"""

import re
from typing import NamedTuple, Self

from matches.engine.errors import NotationError, quoted

_ROLL = re.compile(r"([1-6])[-, :x]?([1-6])")


class _Pair(NamedTuple):
    high: int
    low: int


class Dice(_Pair):
    """Two dice, the larger first. Raises NotationError `die_unreadable` for other than 1 to 6."""

    __slots__ = ()

    def __new__(cls, first: int, second: int) -> Self:
        if type(first) is int and type(second) is int and 1 <= first <= 6 and 1 <= second <= 6:
            high, low = (first, second) if first >= second else (second, first)
            return super().__new__(cls, high, low)
        sound = type(first) is int and 1 <= first <= 6
        die = quoted(second if sound else first)
        raise NotationError("die_unreadable", "A die shows 1 to 6, not %(die)s.", die=die)

    @property
    def is_double(self) -> bool:
        return self.high == self.low

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to play: two, or four of a double."""
        return (self.high,) * 4 if self.is_double else (self.high, self.low)

    @property
    def ways(self) -> int:
        """How many of the 36 throws make this roll."""
        return 1 if self.is_double else 2

    def __str__(self) -> str:
        return f"{self.high}{self.low}"

    def __repr__(self) -> str:
        return f"Dice({self.high}, {self.low})"


#: The 21 different rolls, doubles included.
ROLLS = tuple(Dice(high, low) for high in range(1, 7) for low in range(1, high + 1))


def parse_dice(text: object) -> Dice:
    """Read `31`, `3-1`, `3 1`, `3,1` or `3:1`. Raises NotationError `roll_unreadable`."""
    found = _ROLL.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise NotationError(
            "roll_unreadable",
            "%(text)s is not a roll: write both dice, such as 31.",
            text=quoted(text),
        )
    return Dice(int(found[1]), int(found[2]))
