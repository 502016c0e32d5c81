"""The ten games as options, and options that no game can be played with."""

from typing import Any

import pytest

from matches.engine.dice import Dice
from matches.engine.errors import VariantError
from matches.engine.presets import (
    ACEY_DEUCEY,
    ACEY_EUROPEAN,
    BACKGAMMON,
    EUREKA,
    FIVE,
    GAMES,
    GULBARA,
    GULBARA_STEAL,
    LONG_NARDY,
    PLAKOTO,
    PLAKOTO_EXPRESS,
    VARIANTS,
)
from matches.engine.variant import Variant, opponent_point

HUGE = pytest.param(10**5000, id="huge")


def refusal(variant: Variant, **options: Any) -> VariantError:
    with pytest.raises(VariantError) as refused:
        variant.replace(**options)
    return refused.value


def test_there_are_ten_games() -> None:
    assert len(GAMES) == 10
    assert all(VARIANTS[name].name == name for name in VARIANTS)
    assert set(GAMES) < set(VARIANTS)


def test_of_the_five_on_many_sites_only_backgammon_has_a_cube() -> None:
    assert len(FIVE) == 5
    assert [game.name for game in FIVE if game.cube == "on"] == ["backgammon"]


@pytest.mark.parametrize(
    ("name", "pips"),
    [
        ("backgammon", 167),
        ("tavla", 167),
        ("nackgammon", 194),
        ("longgammon", 360),
        ("plakoto", 360),
        ("plakoto_express", 360),
        ("long_nardy", 360),
        ("gulbara", 360),
        ("acey_deucey", 375),
        ("eureka", 48),
    ],
)
def test_both_sides_start_equally_far_from_home(name: str, pips: int) -> None:
    start = GAMES[name].starting_position
    assert (start.pips(1), start.pips(2), start.mirrored()) == (pips, pips, start)


def test_who_walks_the_other_way_counts_the_wood_backwards() -> None:
    assert [opponent_point(BACKGAMMON, point) for point in (1, 6, 24)] == [24, 19, 1]


def test_who_walks_the_same_way_is_half_a_round_ahead() -> None:
    assert [opponent_point(LONG_NARDY, point) for point in (1, 12, 13, 24)] == [13, 24, 1, 12]


@pytest.mark.parametrize("variant", [BACKGAMMON, LONG_NARDY], ids=["contrary", "parallel"])
def test_the_same_wood_has_one_number_for_either_side(variant: Variant) -> None:
    assert all(
        opponent_point(variant, opponent_point(variant, point)) == point for point in range(1, 25)
    )


def test_a_double_gives_four_numbers_or_two_in_one_form_of_eureka() -> None:
    assert EUREKA.numbers(Dice(3, 3)) == (3, 3, 3, 3)
    assert EUREKA.replace(eureka_double=2).numbers(Dice(3, 3)) == (3, 3)
    assert EUREKA.replace(eureka_double=2).numbers(Dice(3, 2)) == (3, 2)


def test_doubles_run_on_from_the_fourth_turn_in_gulbara_and_always_in_express() -> None:
    assert [GULBARA.runs_on(turn=turn) for turn in (1, 3, 4, 9)] == [False, False, True, True]
    assert PLAKOTO_EXPRESS.runs_on(turn=1)
    assert not PLAKOTO.runs_on(turn=9)


def test_what_cannot_be_played_passes_on_in_some_games() -> None:
    rolls = Dice(4, 4), Dice(4, 3)
    passing = {
        PLAKOTO_EXPRESS: [True, False],
        PLAKOTO_EXPRESS.replace(express_pass="all"): [True, True],
        GULBARA_STEAL: [True, False],
        GULBARA: [False, False],
        BACKGAMMON: [False, False],
    }
    for variant, expected in passing.items():
        assert [variant.passes_on(roll) for roll in rolls] == expected


def test_only_acey_deucey_enters_from_the_hand() -> None:
    entering = {name for name, variant in VARIANTS.items() if variant.enters_from_hand}
    assert entering == {"acey_deucey", "acey_european"}


@pytest.mark.parametrize(
    "options",
    [
        {"stakes": 5},
        {"hit_and_run_home": 1},
        {"hit_and_run_home": None},
        {"bearoff_mandatory": "sometimes"},
        {"bearoff_mandatory": True},
        {"contact": []},
        {"name": 7},
        {"cube": 10**5000},
        {"x" * 10**6: 1},
    ],
)
def test_unknown_options_and_values_are_refused(options: dict[str, Any]) -> None:
    error = refusal(BACKGAMMON, **options)
    assert error.code == "option_unknown"
    assert len(str(error)) < 150


@pytest.mark.parametrize("turn", [0, 100, HUGE, -1, True, 4.0, "4"])
def test_a_turn_is_a_whole_number_from_1_to_99(turn: Any) -> None:
    error = refusal(GULBARA, cascade_from_turn=turn)
    assert (error.code, error.detail["option"]) == ("option_unknown", "cascade_from_turn")
    assert len(str(error)) < 150


@pytest.mark.parametrize(
    "start",
    [
        (),
        None,
        "24:15",
        [(24, 15)],
        ((24, 14),),
        ((24, 16),),
        ((24, 16), (1, -1)),
        ((24, 15), (1, 0)),
        ((24, 8), (24, 7)),
        ((25, 15),),
        ((0, 15),),
        ((True, 15),),
        ((24.0, 15),),
        ((24, 15.0),),
        ((24, 15, 1),),
        ((24,),),
        (24, 15),
        (([24], 15),),
    ],
)
def test_a_start_is_fifteen_checkers_on_points_or_in_the_hand(start: Any) -> None:
    error = refusal(BACKGAMMON, start=start)
    assert error.code == "start_not_fifteen"
    assert len(str(error)) < 150


@pytest.mark.parametrize(
    ("variant", "start"),
    [
        (BACKGAMMON, ((24, 8), (1, 7))),
        (LONG_NARDY, ((24, 8), (12, 7))),
        (PLAKOTO, ((24, 14), (1, 1))),
        (EUREKA, ((24, 15),)),
    ],
    ids=str,
)
def test_nobody_starts_where_the_opponent_starts_or_where_he_may_not_stand(
    variant: Variant, start: Any
) -> None:
    assert refusal(variant, start=start).code == "start_impossible"


@pytest.mark.parametrize(
    ("variant", "option", "value"),
    [
        (BACKGAMMON, "head", "one"),
        (BACKGAMMON, "mother", "full"),
        (BACKGAMMON, "acey_european", True),
        (BACKGAMMON, "eureka_overhigh", True),
        (LONG_NARDY, "bearoff_mandatory", "strict"),
        (LONG_NARDY, "mother_points", 3),
        (PLAKOTO, "block6", "never"),
        (EUREKA, "express_pass", "all"),
        (EUREKA, "cascade_from_turn", 4),
        (ACEY_DEUCEY, "home_mars", "all_home"),
    ],
)
def test_an_option_of_another_game_is_refused(variant: Variant, option: str, value: Any) -> None:
    error = refusal(variant, **{option: value})
    assert (error.code, error.detail["option"]) == ("option_not_for_game", option)


@pytest.mark.parametrize(
    ("variant", "options", "pair"),
    [
        (BACKGAMMON, {"geometry": "parallel"}, {"geometry", "contact"}),
        (BACKGAMMON, {"geometry": "none"}, {"geometry", "contact"}),
        (PLAKOTO, {"geometry": "parallel"}, {"geometry", "contact"}),
        (LONG_NARDY, {"geometry": "contrary"}, {"geometry", "contact"}),
        (EUREKA, {"start": ((26, 15),)}, {"start", "contact"}),
        (LONG_NARDY, {"head": "free"}, {"head", "head_first_turn"}),
        (GULBARA, {"head_first_scope": "game"}, {"head_first_turn", "head_first_scope"}),
        (LONG_NARDY, {"block6": "off", "block_check": "turn"}, {"block6", "block_check"}),
        (LONG_NARDY, {"triple": False}, {"home_mars", "triple"}),
        (EUREKA, {"triple": True}, {"value", "triple"}),
        (PLAKOTO, {"mother": "off", "mother_points": 3}, {"mother", "mother_points"}),
        (PLAKOTO, {"triple": True}, {"mother", "triple"}),
        (PLAKOTO, {"express_escalate": True}, {"express_escalate", "express_pass"}),
        (GULBARA_STEAL, {"cascade_from_turn": None}, {"cascade_from_turn", "cascade_unused"}),
        (ACEY_EUROPEAN, {"bearoff_exact": False}, {"acey_european", "bearoff_exact"}),
        (
            BACKGAMMON,
            {"bearoff_mandatory": "die", "bearoff_exact": True},
            {"bearoff_mandatory", "bearoff_exact"},
        ),
        (
            EUREKA,
            {"eureka_overhigh": True, "bearoff_exact": True},
            {"eureka_overhigh", "bearoff_exact"},
        ),
    ],
)
def test_options_that_contradict_are_refused(
    variant: Variant, options: dict[str, Any], pair: set[str]
) -> None:
    error = refusal(variant, **options)
    assert error.code == "option_conflict"
    assert {error.detail["first"], error.detail["second"]} == pair


def test_a_variant_is_a_value() -> None:
    house = BACKGAMMON.replace(hit_and_run_home=False)
    assert house != BACKGAMMON
    assert house.replace(hit_and_run_home=True) == BACKGAMMON
    assert len({house, BACKGAMMON, GAMES["backgammon"]}) == 2
