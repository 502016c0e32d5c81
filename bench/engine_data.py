"""Positions to measure the rules engine on, the same ones on every machine."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from matches.engine.dice import ROLLS, Dice
from matches.engine.plays import legal_plays
from matches.engine.position import BAR, POINTS, Position
from matches.engine.presets import BACKGAMMON

SEED = 2024
CONTACT = 2000
OPEN = 500
HELD = 7  # points that an open position has at least

DOUBLES = tuple(roll for roll in ROLLS if roll.is_double)
MIXED = tuple(roll for roll in ROLLS if not roll.is_double)


@dataclass(frozen=True, slots=True)
class Calls:
    """Positions, each of which is to be asked for the plays of each of the rolls."""

    name: str
    positions: tuple[Position, ...]
    rolls: tuple[Dice, ...]

    def __iter__(self) -> Iterator[tuple[Position, Dice]]:
        return ((position, roll) for position in self.positions for roll in self.rolls)

    def __len__(self) -> int:
        return len(self.positions) * len(self.rolls)

    def thinned(self, every: int) -> "Calls":
        """One position in so many, at least one, for what is too slow for all of them."""
        return replace(self, positions=self.positions[::every])


@cache
def call_sets() -> tuple[Calls, ...]:
    contact = tuple(contact_positions())
    held = [position for position in contact if not position.count(1, BAR)]
    open_ones = [position for position in held if points_held(position) >= HELD]
    return (
        Calls("opening, 21 rolls", (BACKGAMMON.starting_position,) * 50, ROLLS),
        Calls("contact, 21 rolls", contact, ROLLS),
        Calls("contact, 15 mixed rolls", contact, MIXED),
        Calls("open, 6 doubles", tuple(open_ones[:OPEN]), DOUBLES),
    )


def contact_positions() -> list[Position]:
    """Different ones, as games come to them in which every legal play is as likely as any other."""
    chance = random.Random(SEED)
    found: dict[Position, None] = {}
    while len(found) < CONTACT:
        position = BACKGAMMON.starting_position
        while has_contact(position):
            found[position] = None
            plays = legal_plays(position, chance.choice(ROLLS))
            position = Position(chance.choice(sorted(plays.packed_results))).mirrored()
    return list(found)[:CONTACT]


def has_contact(position: Position) -> bool:
    """Whether two checkers have still to pass each other."""
    return next(iter(position.places(1))) + next(iter(position.places(2))) > BAR


def points_held(position: Position) -> int:
    return sum(1 for point in POINTS if position.count(1, point))
