"""What a director may choose for an event of rounds, and what is refused before it is stored."""

from typing import Any

import pytest

from tests.formats.refusal import refused
from tournaments.formats.round_plan import RoundKind, RoundPlan
from tournaments.formats.round_results import Unplayed


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("swiss", {"rounds": 5, "tie_breaks": ["buchholz", "lot"], "unplayed": "fide"}),
        ("lives", {"lives": 2}),
        ("round_robin", {"cycles": 2, "tie_breaks": []}),
    ],
)
def test_a_plan_is_read_back_as_it_was_written(kind: str, data: dict[str, Any]) -> None:
    assert RoundPlan.of(kind, data).as_data() == data


def test_what_is_left_out_is_as_usual() -> None:
    assert RoundPlan.of("round_robin", {}).cycles == 1
    swiss = RoundPlan.of("swiss", {"rounds": 3})
    assert swiss.tie_breaks[:2] == ("head_to_head", "buchholz")
    assert swiss.unplayed is Unplayed.CLUB


def test_points_come_before_all_tie_breaks() -> None:
    order = RoundPlan.of("swiss", {"rounds": 3, "tie_breaks": ["wins", "lot"]}).order("s")
    assert [each.code for each in order] == ["score", "wins", "lot"]
    lives = RoundPlan(RoundKind.LIVES, lives=2).order("s")
    assert [each.code for each in lives] == ["lives", "wins"]


@pytest.mark.parametrize(
    ("kind", "data", "code"),
    [
        ("swiss", {}, "too_few_rounds"),
        ("swiss", {"rounds": 0}, "too_few_rounds"),
        ("swiss", {"rounds": 65}, "too_many_rounds"),
        ("swiss", {"rounds": True}, "too_few_rounds"),
        ("swiss", {"rounds": 3, "lives": 2}, "setting_unknown"),
        ("swiss", {"rounds": 3, "tie_breaks": "buchholz"}, "tie_breaks_unreadable"),
        ("swiss", {"rounds": 3, "tie_breaks": ["height"]}, "tie_break_unknown"),
        ("swiss", {"rounds": 3, "tie_breaks": ["score"]}, "tie_break_unknown"),
        ("swiss", {"rounds": 3, "tie_breaks": ["wins", "wins"]}, "tie_break_twice"),
        ("swiss", {"rounds": 3, "unplayed": "round_robin"}, "rule_unknown"),
        ("lives", {}, "lives_out_of_range"),
        ("lives", {"lives": 10}, "lives_out_of_range"),
        ("lives", {"lives": 2, "tie_breaks": ["wins"]}, "setting_unknown"),
        ("round_robin", {"cycles": 3}, "cycles_out_of_range"),
    ],
)
def test_an_impossible_plan_is_refused(kind: str, data: dict[str, Any], code: str) -> None:
    with refused(code):
        RoundPlan.of(kind, data)
