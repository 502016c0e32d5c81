"""Minutes of reserve by length: the table of section 2.3, and clocks put on in a match."""

import pytest

from tournaments.rulesets.presets import PRESETS
from tournaments.rulesets.ruleset import RuleSet

CLUB = PRESETS["club"].rules
USBGF = PRESETS["usbgf"].rules
# Length; minutes at 2 a point, at 2 a point and 2, at 2.5 (pairs), at 3, at 6 without delay.
TABLE = [
    (1, 2, 4, 2.5, 3, 6),
    (3, 6, 8, 7.5, 9, 18),
    (5, 10, 12, 12.5, 15, 30),
    (7, 14, 16, 17.5, 21, 42),
    (9, 18, 20, 22.5, 27, 54),
    (11, 22, 24, 27.5, 33, 66),
    (13, 26, 28, 32.5, 39, 78),
    (15, 30, 32, 37.5, 45, 90),
    (17, 34, 36, 42.5, 51, 102),
    (19, 38, 40, 47.5, 57, 114),
    (21, 42, 44, 52.5, 63, 126),
    (23, 46, 48, 57.5, 69, 138),
    (25, 50, 52, 62.5, 75, 150),
]


def minutes(rules: RuleSet, length: int, *, doubles: bool = False) -> float:
    return rules.reserve(length, doubles=doubles) / 60


@pytest.mark.parametrize(("length", "two", "plus", "pairs", "three", "six"), TABLE)
def test_the_reserve_is_that_of_the_table(
    length: int, two: float, plus: float, pairs: float, three: float, six: float
) -> None:
    assert minutes(USBGF, length) == two
    assert minutes(USBGF.changed({"reserve_flat": 120}), length) == plus
    assert minutes(USBGF, length, doubles=True) == pairs
    assert minutes(CLUB.changed({"reserve_per_point": 180}), length) == three
    assert minutes(CLUB.changed({"reserve_per_point": 360, "delay": 0}), length) == six


@pytest.mark.parametrize(
    ("scores", "left"), [((0, 0), 18), ((5, 3), 10), ((4, 0), 14), ((8, 8), 2), ((3, 5), 10)]
)
def test_put_on_in_a_match_to_nine_each_point_played_takes_a_minute(
    scores: tuple[int, int], left: int
) -> None:
    assert USBGF.reserve(9, scores=scores) == left * 60
