"""How long matches take, against the figures that 1,395 real matches gave.

The table is from the fit to those matches (`lassehjorthmadsen/bglab`): 15 seconds a roll, 40
between games. Columns: mean, median, 90 %, 98 %, and the last of 8, 16 and 32 boards, in minutes.
"""

from random import Random

import pytest

from tests.formats.refusal import refused
from tournaments.formats.pace import (
    CELLS,
    Duration,
    duration_left,
    is_plausible,
    last_of,
    learned_pace,
    match_duration,
    rolls_left,
    slow_after,
    words,
)

TABLE = {
    1: (11, 10, 21, 30, 23, 27, 31),
    3: (26, 24, 42, 58, 45, 53, 58),
    5: (40, 38, 62, 81, 66, 76, 82),
    7: (55, 52, 81, 103, 86, 95, 105),
    9: (69, 66, 100, 127, 106, 116, 128),
    11: (83, 80, 117, 145, 123, 134, 148),
    13: (98, 94, 135, 165, 142, 155, 169),
    15: (112, 109, 153, 186, 161, 175, 189),
    17: (126, 122, 170, 208),
    21: (155, 151, 206, 247),
    25: (184, 180, 241, 287),
}


@pytest.mark.parametrize(("length", "minutes"), TABLE.items())
def test_matches_take_as_long_as_in_the_table(length: int, minutes: tuple[int, ...]) -> None:
    duration = match_duration(length)
    found = [duration.mean, duration.median, duration.quantile(0.9), duration.quantile(0.98)]
    found += [last_of(length, boards) for boards in (8, 16, 32)][: len(minutes) - 4]
    assert found == pytest.approx(minutes, rel=0.025, abs=0.6)


@pytest.mark.parametrize(("mean", "deviation"), [(11, 7), (55, 20), (180, 45)])
def test_quantiles_are_those_of_a_gamma_distribution(mean: float, deviation: float) -> None:
    chance = Random(1)
    shape = (mean / deviation) ** 2
    drawn = sorted(chance.gammavariate(shape, mean / shape) for _ in range(100_000))
    duration = Duration(mean, deviation)
    for percent in (10, 50, 90, 98):
        expected = drawn[1_000 * percent]
        assert duration.quantile(percent / 100) == pytest.approx(expected, rel=0.015)
        assert duration.within(expected) == pytest.approx(percent / 100, abs=0.005)


def test_cells_have_the_mean_and_the_quantiles_of_the_whole() -> None:
    duration = match_duration(7)
    cells = duration.cells()
    assert sum(cells) / CELLS == pytest.approx(duration.mean, rel=0.005)
    assert cells[CELLS * 9 // 10] == pytest.approx(duration.quantile(0.9), rel=0.005)


def test_what_is_left_is_what_remains_of_those_that_lasted_so_long() -> None:
    chance = Random(2)
    duration = Duration(55, 20)
    shape = (55 / 20) ** 2
    for elapsed in (20, 60, 100):
        drawn = (chance.gammavariate(shape, 55 / shape) for _ in range(200_000))
        left = [minutes - elapsed for minutes in drawn if minutes > elapsed]
        mean = sum(duration.left_after(elapsed)) / CELLS
        assert mean == pytest.approx(sum(left) / len(left), rel=0.05)


def test_a_match_that_lasts_beyond_belief_still_takes_a_while() -> None:
    left = match_duration(7).left_after(1_000)
    assert 5 < sum(left) / CELLS < 10


def test_the_rolls_left_follow_the_fit_to_4090_game_starts() -> None:
    assert rolls_left((3, 7)) == rolls_left((7, 3)) == pytest.approx(29 + 13.8 * 3 + 9.7 * 7)
    # One point for either side: a game takes 42.5 rolls, one at double match point some more.
    assert duration_left((1, 1)).mean == pytest.approx(13, abs=1)


def test_nearer_the_end_less_is_left() -> None:
    left = [duration_left(needs).mean for needs in ((7, 7), (3, 7), (3, 4), (1, 4), (1, 1))]
    assert left == sorted(left, reverse=True)


def test_pace_stretches_every_duration() -> None:
    assert match_duration(7, 1.2).quantile(0.9) == pytest.approx(
        1.2 * match_duration(7).quantile(0.9)
    )


def test_the_pace_is_learned_slowly() -> None:
    assert learned_pace([]) == 1
    assert learned_pace([(80, 40)]) == pytest.approx((8 + 2) / 9)
    assert learned_pace([(60, 40)] * 1_000) == pytest.approx(1.5, abs=0.01)


@pytest.mark.parametrize(
    ("minutes", "length", "plausible"),
    [(0, 7, False), (15, 7, False), (25, 7, True), (150, 7, True), (300, 7, False), (5, 1, True)],
)
def test_times_that_no_match_takes_say_nothing_of_the_pace(
    minutes: float, length: int, plausible: bool
) -> None:
    assert is_plausible(minutes, match_duration(length).mean) is plausible


def test_slow_is_measured_by_the_score_reached() -> None:
    # The first game is a match to one point, of which nine in ten end within 21 minutes.
    assert slow_after((0, 0)) == pytest.approx(21, abs=1.5)
    assert slow_after((0, 0)) < slow_after((2, 1)) < slow_after((6, 6))
    assert slow_after((4, 0)) == slow_after((2, 2))
    assert slow_after((2, 2), pace=1.2) == pytest.approx(1.2 * slow_after((2, 2)))


def test_words_are_what_the_description_says() -> None:
    # SHAKE-256 of nothing begins 46 b9 dd 2b (FIPS 202 example values).
    assert words("", 2) == (0xB946, 0x2BDD)


def test_nonsense_is_refused() -> None:
    with refused("length_out_of_range"):
        match_duration(0)
    with refused("length_out_of_range"):
        duration_left((0, 3))
    with refused("pace_out_of_range"):
        match_duration(7, float("nan"))
    with refused("boards_missing"):
        last_of(7, 0)
    with refused("score_out_of_range"):
        slow_after((-1, 3))
    with refused("minutes_out_of_range"):
        learned_pace([(40, 0)])
    with refused("part_out_of_range"):
        match_duration(7).quantile(1)
