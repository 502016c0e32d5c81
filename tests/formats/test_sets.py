"""Best-of sets: a value on the node, told by the distance from the final like lengths."""

from typing import Any

import pytest

from tests.formats.cast import entrants
from tournaments.formats.elimination import Lengths, knockout, spread
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import Entrant
from tournaments.formats.pace import match_duration, sets_duration
from tournaments.formats.sets import SetPlan, Sets


def test_two_sets_to_win_are_best_of_three_with_a_decider_of_its_own() -> None:
    assert Sets(2, decider=7).lengths(5) == (5, 5, 7)
    assert Sets(2).lengths(5) == (5, 5, 5)
    assert Sets(3).best_of == 5


def test_a_match_is_one_set_unless_told_otherwise() -> None:
    assert Sets().lengths(9) == (9,)


@pytest.mark.parametrize(("to_win", "decider"), [(0, None), (-1, None), (51, None), (2, 0)])
def test_sets_nobody_can_play_are_refused(to_win: int, decider: int | None) -> None:
    with pytest.raises(FormatError) as refused:
        Sets(to_win, decider)
    assert refused.value.code == "sets_out_of_range"


def test_sets_count_from_the_final() -> None:
    lengths = Lengths(5, sets=Sets(2), sets_from_final={1: Sets(3, decider=7)})
    nodes = knockout("M", spread([Entrant(one) for one in entrants(4)]), lengths)
    assert [node.sets for node in nodes] == [Sets(2), Sets(2), Sets(3, decider=7)]


def test_how_likely_a_further_set_is_among_equals() -> None:
    """By hand: two sets always, the third in half of all matches; of five 1, 1, 1, 3/4, 3/8."""
    assert Sets(1).likely() == (1,)
    assert Sets(2).likely() == (1, 1, 0.5)
    assert Sets(3).likely() == (1, 1, 1, 0.75, 0.375)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"to_win": 2},
        {"to_win": 3, "decider": 7},
        {"to_win_from_final": {"1": 2, "2": 3}, "decider": 5},
    ],
)
def test_a_plan_is_read_from_what_it_says(data: dict[str, Any]) -> None:
    assert SetPlan.of(data).as_data() == data


def test_a_last_set_of_its_own_is_only_in_matches_of_several() -> None:
    plan = SetPlan.of({"to_win_from_final": {"1": 2}, "decider": 5})
    assert (plan.sets, plan.from_final[1]) == (Sets(), Sets(2, 5))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"to_win": 0}, "sets_out_of_range"),
        ({"to_win": "2"}, "sets_unreadable"),
        ({"to_win": 2, "decider": []}, "sets_unreadable"),
        ({"best_of": 3}, "sets_unreadable"),
        ({"to_win_from_final": [2]}, "sets_unreadable"),
        ({"to_win_from_final": {"0": 2}}, "round_unknown"),
        ({"to_win_from_final": {"²": 2}}, "round_unknown"),
        ({"decider": 5}, "decider_alone"),
        ({"to_win": 1, "decider": 5}, "decider_alone"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(data: dict[str, Any], code: str) -> None:
    with pytest.raises(FormatError) as refused:
        SetPlan.of(data)
    assert refused.value.code == code


def test_best_of_three_takes_two_sets_and_a_half() -> None:
    one, three = match_duration(5), sets_duration(5, Sets(2))
    assert three.mean == pytest.approx(2.5 * one.mean)
    assert three.deviation > one.deviation
    assert sets_duration(5, Sets()).mean == one.mean
