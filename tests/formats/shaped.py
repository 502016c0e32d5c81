"""Draws of every shape, small to ask for."""

from tests.formats.cast import entrants
from tournaments.formats.draw import Draw, draw
from tournaments.formats.elimination import Lengths
from tournaments.formats.shapes import DrawConfig, Shape

SEVEN = Lengths(7)
FIVE = Lengths(5)

DOUBLE_TWICE = DrawConfig(SEVEN, FIVE, Shape.DOUBLE, second_final=True)
EVERY_CONFIG = (
    DrawConfig(SEVEN),
    DOUBLE_TWICE,
    DrawConfig(SEVEN, FIVE, Shape.PLAYOFF, qualifiers=1),
    DrawConfig(SEVEN, FIVE, Shape.FIRST_ROUND, last_chance=FIVE, last_chance_rounds=2),
    DrawConfig(SEVEN, FIVE, Shape.PROGRESSIVE, last_chance=FIVE),
    *(DrawConfig(SEVEN, FIVE, shape) for shape in Shape if shape is not Shape.PLAYOFF),
)


def shaped(size: int, shape: Shape) -> Draw:
    return drawn(size, DrawConfig(SEVEN, FIVE, shape))


def drawn(size: int, config: DrawConfig) -> Draw:
    return draw(entrants(size), config, seed=f"{size} entrants")
