"""A situation holds what can be true of one moment, and refuses the rest by name."""

from typing import Any

import pytest
from hypothesis import given

from matches.engine.dice import Dice
from matches.engine.situation import Situation, SituationError
from tests.engine.strategies import situations


def refusal(**fields: Any) -> SituationError:
    with pytest.raises(SituationError) as refused:
        Situation(**fields)
    return refused.value


def test_a_double_is_answered_by_the_opponent_and_a_beaver_by_the_doubler() -> None:
    assert Situation(on_roll=2).to_decide == 2
    assert Situation(on_roll=2, cube_offer="double").to_decide == 1
    assert Situation(on_roll=2, cube_offer="beaver", beaver=True).to_decide == 2
    assert Situation(on_roll=2, cube_offer="raccoon", beaver=True).to_decide == 1


def test_whose_answer_is_awaited_follows_a_change() -> None:
    doubled = Situation().replace(cube_offer="double")
    assert (doubled.to_decide, doubled.replace(cube_offer="none").to_decide) == (2, 1)


def test_a_resignation_may_be_for_either_side_to_answer() -> None:
    assert [Situation(resignation=2, to_decide=side).to_decide for side in (1, 2)] == [1, 2]


def test_the_order_of_the_dice_is_kept_but_makes_no_other_roll() -> None:
    assert Situation(dice=(2, 5)).dice == (2, 5)
    assert Situation(dice=(2, 5)).roll == Dice(5, 2)
    assert Situation().roll is None


@pytest.mark.parametrize(
    "fields",
    [
        {"on_roll": 0},
        {"on_roll": 3},
        {"on_roll": True},
        {"on_roll": "1"},
        {"to_decide": 3},
        {"cube": 3},
        {"cube": 0},
        {"cube": 1 << 16},
        {"cube": 10**5000},
        {"cube": 2.0},
        {"cube_owner": -1},
        {"cube_offer": "drop"},
        {"cube_offer": None},
        {"resignation": 4},
        {"match_length": 100},
        {"match_length": -1},
        {"match_length": False},
        {"score": (1, -1)},
        {"score": (1, 1 << 15)},
        {"score": [1, 1]},
        {"score": (1,)},
        {"score": None},
        {"dice": (0, 0)},
        {"dice": (7, 1)},
        {"dice": "31"},
        {"dice": Dice(3, 1)},
        {"crawford": 1},
        {"state": "won"},
        {"jacoby": None},
        {"beaver": 0},
        {"max_cube_exponent": 16},
    ],
)
def test_other_values_are_refused(fields: dict[str, Any]) -> None:
    error = refusal(**fields)
    assert error.code == "situation_field"
    assert error.detail["field"] in fields
    assert len(str(error)) < 120


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("double_after_roll", {"cube_offer": "double", "dice": (3, 1)}),
        ("wrong_decider", {"to_decide": 2}),
        ("wrong_decider", {"to_decide": 1, "cube_offer": "double"}),
        ("wrong_decider", {"to_decide": 2, "cube_offer": "beaver", "beaver": True}),
        ("money_rule_in_match", {"match_length": 7, "jacoby": True}),
        ("money_rule_in_match", {"match_length": 7, "beaver": True}),
        ("beaver_not_allowed", {"cube_offer": "beaver"}),
        ("beaver_not_allowed", {"cube_offer": "raccoon", "match_length": 7}),
        ("crawford_not_due", {"crawford": True}),
        ("crawford_not_due", {"crawford": True, "match_length": 7, "score": (5, 5)}),
        ("crawford_double", {"crawford": True, "match_length": 1, "cube_offer": "double"}),
        ("match_decided", {"match_length": 7, "score": (7, 5)}),
        ("match_decided", {"match_length": 7, "score": (3, 8)}),
        ("match_decided", {"match_length": 7, "score": (7, 7), "state": "over"}),
    ],
)
def test_contradictions_are_refused_by_name(code: str, fields: dict[str, Any]) -> None:
    assert refusal(**fields).code == code


def test_what_may_look_odd_is_no_contradiction() -> None:
    Situation(match_length=7, score=(7, 5), state="over", crawford=True)
    Situation(match_length=5, score=(0, 4), crawford=True, cube=2)
    Situation(cube=4)
    Situation(cube=1, cube_owner=2)
    Situation(cube=4, cube_owner=2, cube_offer="double")
    Situation(score=(30000, 0))


@given(situations())
def test_exchanging_the_sides_twice_changes_nothing(situation: Situation) -> None:
    other = situation.swapped()
    assert (other.on_roll, other.score[0]) == (3 - situation.on_roll, situation.score[1])
    assert other.swapped() == situation
