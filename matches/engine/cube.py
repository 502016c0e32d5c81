"""The doubling cube: its value, and whose it is.

    >>> cube = Cube().taken_by(2)
    >>> cube, cube.may_be_turned_by(1), cube.may_be_turned_by(2)
    (Cube(value=2, owner=2, turned=True), False, True)

When it may be offered is for the game to say.
"""

from dataclasses import dataclass

CENTRE = 0


@dataclass(frozen=True, slots=True)
class Cube:
    """`owner` is side 1 or 2, or 0 while the cube lies in the middle.

    `turned` is whether a player has ever doubled in this game, for the Jacoby rule; an automatic
    double is no turn of a player.
    """

    value: int = 1
    owner: int = CENTRE
    turned: bool = False

    def may_be_turned_by(self, side: int) -> bool:
        return self.owner in (CENTRE, side)

    def taken_by(self, side: int, times: int = 1) -> "Cube":
        """Twice the value, or four or eight times; the taker alone may turn it next."""
        return Cube(self.value << times, side, turned=True)

    def doubled_by_throw(self) -> "Cube":
        """An automatic double: the stake grows, and the cube stays in the middle."""
        return Cube(self.value * 2, CENTRE)
