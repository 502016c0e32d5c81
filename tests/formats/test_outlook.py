"""Before the draw: how long an event takes, and how many matches everybody plays."""

import pytest

from tests.formats.refusal import refused
from tournaments.formats.draw import DrawConfig
from tournaments.formats.elimination import Lengths
from tournaments.formats.outlook import Outlook, outlook, samples_for
from tournaments.formats.pace import match_duration
from tournaments.formats.planning import Floor

KNOCKOUT = DrawConfig(Lengths(7))
WITH_CONSOLATION = DrawConfig(Lengths(7), Lengths(5))


def seen(entrants: int, config: DrawConfig = KNOCKOUT, boards: int = 99) -> Outlook:
    return outlook(entrants, config, Floor(boards), seed="before")


@pytest.mark.parametrize(
    ("entrants", "config", "least", "mean", "most"),
    [
        (2, KNOCKOUT, 1, 1, 1),
        (4, KNOCKOUT, 1, 1.5, 2),
        (5, KNOCKOUT, 1, 1.6, 3),
        (6, KNOCKOUT, 1, 10 / 6, 3),
        (8, KNOCKOUT, 1, 1.75, 3),
        (4, WITH_CONSOLATION, 2, 2, 2),
        (6, WITH_CONSOLATION, 1, 2, 3),  # who has a bye and loses is out
        (8, WITH_CONSOLATION, 2, 2.5, 3),
        (16, WITH_CONSOLATION, 2, 22 / 8, 4),
    ],
)
def test_everybody_plays_at_least_and_at_most_so_many(
    entrants: int, config: DrawConfig, least: int, mean: float, most: int
) -> None:
    found = seen(entrants, config)
    assert (found.least, found.most) == (least, most)
    assert found.mean == pytest.approx(mean)


def test_a_duel_takes_one_match() -> None:
    assert seen(2).matches == 1
    assert seen(2).median == pytest.approx(match_duration(7).median, rel=0.08)


def test_nine_in_ten_take_longer_than_half_and_few_boards_longer_than_many() -> None:
    assert seen(16).median < seen(16).late
    assert seen(16, boards=3).median > seen(16, boards=8).median


def test_the_same_question_has_the_same_answer() -> None:
    assert seen(11) == seen(11)


def test_a_large_field_is_played_out_less_often() -> None:
    assert samples_for(10) == 300
    assert samples_for(1_000) == 60
    assert samples_for(10**6) == 20


def test_what_cannot_be_drawn_has_no_outlook() -> None:
    with refused("field_too_small"):
        seen(1)
    with refused("boards_missing"):
        seen(8, boards=0)
