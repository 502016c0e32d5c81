"""What a director may choose for brackets, as data and as the configuration of a draw."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.formats.refusal import refused
from tournaments.formats.bracket_plan import SETTINGS, BracketPlan
from tournaments.formats.elimination import Lengths
from tournaments.formats.shapes import Shape

SEVEN, FIVE = Lengths(7), Lengths(5)

VALUES: dict[str, st.SearchStrategy[Any]] = {
    "rounds": st.integers(2, 9),
    "second_final": st.booleans(),
    "qualifiers": st.sampled_from([1, 2, 4, 8]),
    "last_chance_rounds": st.integers(1, 4),
}
LENGTH = st.integers(1, 25)
BY_ROUND = st.dictionaries(st.integers(1, 4).map(str), LENGTH, max_size=3)


@st.composite
def rules(draw: st.DrawFn) -> dict[str, Any]:
    shape = draw(st.sampled_from(list(Shape)))
    names = draw(st.lists(st.sampled_from(SETTINGS[shape]), unique=True))
    found: dict[str, Any] = {"shape": shape.value}
    for name in names:
        usual = BY_ROUND if name.endswith("from_final") else LENGTH
        found[name] = draw(VALUES.get(name, usual))
    return found


@given(rules())
def test_what_is_kept_of_a_plan_gives_the_same_plan(data: dict[str, Any]) -> None:
    plan = BracketPlan.of(data)
    assert BracketPlan.of(plan.as_data()) == plan


def test_the_consolation_there_always_was_needs_nothing_kept() -> None:
    assert BracketPlan.of({}).as_data() == {}
    assert BracketPlan.of({}).config(SEVEN, None).consolation is None
    config = BracketPlan.of({}).config(SEVEN, FIVE)
    assert (config.shape, config.consolation) == (Shape.FIRST_ROUND, FIVE)


def test_lengths_go_to_the_bracket_they_are_for() -> None:
    plan = BracketPlan.of(
        {
            "shape": "double",
            "consolation_from_final": {"1": 9},
            "finals_length": 11,
            "finals_from_final": {"1": 13},
            "second_final": True,
        }
    )
    config = plan.config(SEVEN, FIVE)
    assert config.lengths == SEVEN
    assert config.lower_lengths == Lengths(5, {1: 9})
    assert config.final_lengths == Lengths(11, {1: 13})
    assert plan.lengths() == [11, 9, 13]


def test_two_lives_are_played_over_the_main_length_unless_told_otherwise() -> None:
    for shape in ("double", "playoff"):
        config = BracketPlan.of({"shape": shape}).config(Lengths(7, {1: 11}), None)
        assert config.lower_lengths == SEVEN
        assert config.final_lengths == Lengths(7, {1: 11})


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"shape": "triple"}, "shape_unknown"),
        ({"shape": None}, "shape_unknown"),
        ({"shape": "double", "rounds": 2}, "setting_unknown"),
        ({"second_final": True}, "setting_unknown"),
        ({"shape": "progressive", "finals_length": 7}, "setting_unknown"),
        ({"shape": "double", "last_chance_length": 5}, "setting_unknown"),
        ({"shape": "rounds", "rounds": 1}, "drop_rounds_out_of_range"),
        ({"shape": "rounds", "rounds": "2"}, "setting_unreadable"),
        ({"shape": "rounds", "rounds": True}, "setting_unreadable"),
        ({"shape": "double", "second_final": 1}, "setting_unreadable"),
        ({"shape": "playoff", "qualifiers": 3}, "qualifiers_uneven"),
        ({"shape": "playoff", "qualifiers": 0}, "setting_unreadable"),
        ({"shape": "double", "finals_from_final": {"17": 5}}, "round_unknown"),
        ({"shape": "double", "finals_from_final": {"1": "x"}}, "setting_unreadable"),
        ({"shape": "double", "finals_from_final": [5]}, "setting_unreadable"),
    ],
)
def test_what_cannot_be_is_refused(data: dict[str, Any], code: str) -> None:
    with refused(code):
        BracketPlan.of(data)


@pytest.mark.parametrize("shape", ["first_match", "rounds", "progressive", "shifted"])
def test_a_consolation_without_a_length_is_refused(shape: str) -> None:
    plan = BracketPlan.of({"shape": shape})
    with refused("consolation_missing"):
        plan.check_consolation(None)
    plan.check_consolation(5)


def test_a_last_chance_needs_a_consolation_to_lose_in() -> None:
    plan = BracketPlan.of({"last_chance_length": 5})
    with refused("consolation_missing"):
        plan.check_consolation(None)
