"""Shots: with which rolls a blot can be hit.

    >>> from matches.engine.boards import parse_board
    >>> six_away = shots(parse_board("X{12:1} O{19:1}"))
    >>> six_away.blots[6].count
    17
    >>> shots(parse_board("X{13:1} O{19:1}")).count
    6

Side 1 is on roll, and all its legal plays are asked: who is on the bar enters first, closed points
block, doubles run four times, and a hit that would leave a number unplayed may be illegal.
To see what the own blots risk, ask for `position.mirrored()`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from matches.engine.dice import ROLLS, Dice
from matches.engine.plays import legal_plays
from matches.engine.position import POINTS, Position
from matches.engine.presets import BACKGAMMON
from matches.engine.status import check_given
from matches.engine.variant import Variant, opponent_point


@dataclass(frozen=True, slots=True)
class Shots:
    """Rolls that hit, each with at least one legal play."""

    rolls: frozenset[Dice]

    @property
    def count(self) -> int:
        """In how many of 36 throws."""
        return sum(roll.ways for roll in self.rolls)


@dataclass(frozen=True, slots=True)
class AllShots(Shots):
    """Rolls that hit at least one blot, and those for each of the `blots`, {point: Shots}.

    Points are as side 1 counts them, the checkers of side 2 that stand alone and are not pinned.
    """

    blots: Mapping[int, Shots] = field(hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "blots", MappingProxyType(dict(self.blots)))

    def __reduce__(self) -> tuple[Any, ...]:
        return AllShots, (self.rolls, dict(self.blots))


def shots(position: Position, variant: Variant = BACKGAMMON) -> AllShots:
    """With which rolls side 1 hits which blots of side 2, or pins them where that is the game.

    A checker that is pinned on the way and released by the same play is not counted. In games
    without contact there are no blots. Raises as `check_given` does.
    """
    check_given(position, variant)
    blots = _blots(position, variant)
    hitting: dict[int, set[Dice]] = {point: set() for point in blots}
    if blots:
        for roll in ROLLS:
            for play in legal_plays(position, roll, variant):
                for point in blots - _blots(play.after, variant):
                    hitting[point].add(roll)
    return AllShots(
        frozenset().union(*hitting.values()),
        {point: Shots(frozenset(rolls)) for point, rolls in hitting.items()},
    )


def _blots(position: Position, variant: Variant) -> frozenset[int]:
    """Where a checker of side 2 stands alone and is not pinned, as side 1 counts."""
    if variant.contact not in ("hit", "pin"):
        return frozenset()
    pinned = position.pinned(2)
    return frozenset(
        opponent_point(variant, point)
        for point in POINTS
        if position.count(2, point) == 1 and point not in pinned
    )
