"""Before anybody is paired: how long an event of rounds takes, and how many matches each plays."""

from typing import Any

import pytest

from tests.formats.refusal import refused
from tournaments.formats.outlook import Outlook
from tournaments.formats.pace import match_duration
from tournaments.formats.planning import Floor
from tournaments.formats.round_outlook import round_outlook
from tournaments.formats.round_plan import RoundPlan
from tournaments.formats.round_planning import MatchPlan


def seen(entrants: int, kind: str, boards: int = 99, **data: Any) -> Outlook:
    plan = RoundPlan.of(kind, data)
    return round_outlook(entrants, plan, MatchPlan(7), Floor(boards), seed="before")


@pytest.mark.parametrize(
    ("entrants", "kind", "data", "matches", "least_mean_most"),
    [
        (8, "swiss", {"rounds": 5}, 20, (5, 5, 5)),
        (9, "swiss", {"rounds": 5}, 20, (4, 40 / 9, 5)),  # five have one bye each
        (3, "swiss", {"rounds": 3}, 3, (2, 2, 2)),
        (6, "round_robin", {}, 15, (5, 5, 5)),
        (5, "round_robin", {"cycles": 2}, 20, (8, 8, 8)),
        (9, "round_robin", {"groups": 2}, 16, (3, 32 / 9, 4)),  # a group of five, and one of four
        (8, "lives", {"lives": 1}, 7, (1, 1.75, 3)),
    ],
)
def test_everybody_plays_so_many_matches(
    entrants: int,
    kind: str,
    data: dict[str, Any],
    matches: int,
    least_mean_most: tuple[int, float, int],
) -> None:
    found = seen(entrants, kind, **data)
    assert found.matches == matches
    assert (found.least, found.mean, found.most) == pytest.approx(least_mean_most)


def test_it_tells_how_many_rounds_there_will_be() -> None:
    assert seen(8, "swiss", rounds=5).rounds == (5, 5)
    assert seen(7, "round_robin").rounds == (7, 7)
    assert seen(2, "lives", lives=2).rounds == (2, 3)


def test_sixteen_in_a_swiss_to_seven_take_what_their_slowest_tables_take() -> None:
    # Until the last of 8 boards it is 86 minutes: see the table in `test_planning_pace`.
    assert seen(16, "swiss", rounds=4).median == pytest.approx(4 * 86 + 3 * 5, rel=0.03)
    half = seen(16, "swiss", boards=4, rounds=4)
    assert half.median > 4 * 2 * match_duration(7).mean


def test_what_cannot_be_drawn_has_no_outlook() -> None:
    with refused("field_too_small"):
        seen(1, "swiss", rounds=1)
    with refused("play_round_robin"):
        seen(4, "swiss", rounds=5)
    with refused("group_of_one"):
        seen(3, "round_robin", groups=2)
    with refused("field_too_large"):
        seen(200, "round_robin")
    with refused("boards_missing"):
        seen(8, "lives", boards=0, lives=2)
