"""Two dice: 21 rolls, 36 throws."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from matches.engine.dice import ROLLS, Dice, parse_dice
from matches.engine.errors import NotationError

HUGE = pytest.param(10**5000, id="huge")
ENDLESS = pytest.param("1" * 10**6, id="endless")

pips = st.integers(1, 6)


def test_thirty_six_throws_make_twenty_one_rolls() -> None:
    thrown = [Dice(first, second) for first in range(1, 7) for second in range(1, 7)]
    assert set(thrown) == set(ROLLS)
    assert [roll.ways for roll in ROLLS] == [thrown.count(roll) for roll in ROLLS]
    assert len(ROLLS) == 21


def test_a_number_comes_eleven_times_a_double_once_a_seven_six_times() -> None:
    assert sum(roll.ways for roll in ROLLS if 6 in roll) == 11
    assert sum(roll.ways for roll in ROLLS if roll == Dice(6, 6)) == 1
    assert sum(roll.ways for roll in ROLLS if roll.is_double) == 6
    assert sum(roll.ways for roll in ROLLS if sum(roll) == 7) == 6


def test_the_order_in_which_they_fell_does_not_matter() -> None:
    assert Dice(1, 3) == Dice(3, 1)
    assert (Dice(1, 3).high, Dice(1, 3).low) == (3, 1)
    assert len({Dice(1, 3), Dice(3, 1)}) == 1


def test_a_double_is_played_four_times() -> None:
    assert Dice(2, 2).numbers == (2, 2, 2, 2)
    assert Dice(2, 5).numbers == (5, 2)


@pytest.mark.parametrize("die", [0, 7, -1, True, 1.0, "1", None, HUGE, [1]])
def test_a_die_shows_one_to_six(die: Any) -> None:
    for pair in ((die, 1), (1, die)):
        with pytest.raises(NotationError) as refused:
            Dice(*pair)
        assert refused.value.code == "die_unreadable"
        assert len(str(refused.value)) < 100


@given(pips, pips, st.sampled_from(["", "-", " ", ",", ":", "x"]))
def test_both_dice_are_read_in_the_usual_ways(first: int, second: int, between: str) -> None:
    assert parse_dice(f" {first}{between}{second}\n") == Dice(first, second)


@given(pips, pips)
def test_writing_and_reading_are_inverses(first: int, second: int) -> None:
    roll = Dice(first, second)
    assert parse_dice(str(roll)) == roll
    assert eval(repr(roll)) == roll


@pytest.mark.parametrize(
    "text",
    ["", "3", "07", "00", "3--1", "311", "3 - 1", "٣١", "6-6-6", ENDLESS, None, 31, b"31"],
)
def test_other_texts_are_refused(text: Any) -> None:
    with pytest.raises(NotationError) as refused:
        parse_dice(text)
    assert refused.value.code == "roll_unreadable"
    assert len(str(refused.value)) < 120
