"""Actions as plain data."""

import json
from typing import Any

import pytest

from matches.engine.actions import (
    NAMES,
    Action,
    Award,
    Correct,
    Double,
    DrawGame,
    MakePlay,
    Misplay,
    OpeningThrow,
    Resign,
    Roll,
    VoidRoll,
    from_data,
    to_data,
)
from matches.engine.dice import Dice
from matches.engine.errors import EngineError, IllegalAction
from matches.engine.presets import BACKGAMMON

ACTIONS = [
    OpeningThrow(3, 1),
    Roll(1, Dice(6, 6)),
    MakePlay(2, "bar/20* 6/1"),
    Correct(1, ""),
    Misplay(1, BACKGAMMON.starting_position),
    VoidRoll(2, "premature"),
    Resign(1, 3),
    Award(2, 5),
    Double(1),
    DrawGame(),
]


NESTED: list[Any] = []
for _ in range(100_000):
    NESTED = [NESTED]


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_an_action_goes_through_json_and_back(action: Action) -> None:
    assert from_data(json.loads(json.dumps(to_data(action)))) == action


def test_every_kind_of_action_has_its_own_name() -> None:
    assert len(set(NAMES.values())) == len(NAMES) == 20


@pytest.mark.parametrize(
    "data",
    [
        None,
        "roll",
        [],
        {},
        {"do": "teleport", "side": 1},
        {"do": "roll", "side": 1},
        {"do": "roll", "side": 1, "dice": [7, 1]},
        {"do": "roll", "side": 1, "dice": "31"},
        {"do": "roll", "side": 1, "dice": [3, 1], "extra": 1},
        {"do": "double", "side": "1"},
        {"do": "double", "side": True},
        {"do": "play", "side": 1, "play": 5},
        {"do": "misplay", "side": 1, "after": "nonsense"},
        {"do": ["roll"], "side": 1},
        {"do": 10**5000, "side": 1},
        {"do": NESTED, "side": 1},
    ],
    ids=lambda data: str(type(data)),
)
def test_what_is_no_action_is_refused_by_name(data: object) -> None:
    with pytest.raises(EngineError) as refused:
        from_data(data)
    assert refused.value.message


def test_of_two_faults_the_first_is_told() -> None:
    with pytest.raises(EngineError) as refused:
        from_data({"do": "roll", "side": "1", "dice": [7, 1]})
    assert refused.value.code == "action_unreadable"


@pytest.mark.parametrize("action", [None, "roll", {"do": "roll"}, NESTED, Dice(3, 1)])
def test_only_an_action_is_written(action: Any) -> None:
    with pytest.raises(IllegalAction) as refused:
        to_data(action)
    assert refused.value.code == "action_unreadable"
