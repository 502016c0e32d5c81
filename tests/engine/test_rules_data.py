"""Rules as plain data."""

import json
from typing import Any

import pytest

from matches.engine.errors import EngineError
from matches.engine.presets import LONG_NARDY, TAVLA, VARIANTS
from matches.engine.rules import Rules
from matches.engine.rules_data import rules_from_data, rules_to_data
from matches.engine.variant import Variant

MONEY = Rules(length=None, beavers=True, jacoby=True, auto_doubles=None, cube_max=64)


@pytest.mark.parametrize(
    "rules",
    [
        *(Rules(length=7, variant=variant) for variant in VARIANTS.values()),
        MONEY,
        Rules(length=5, crawford=False, flag="game", illegal_play="correct"),
        Rules(length=3, variant=TAVLA.replace(triple=False, cube="on"), cube=False),
        Rules(length=1, variant=LONG_NARDY.replace(block6="home", block_check="turn")),
    ],
    ids=repr,
)
def test_rules_go_through_json_and_back(rules: Rules) -> None:
    assert rules_from_data(json.loads(json.dumps(rules_to_data(rules)))) == rules


def test_only_what_differs_is_written() -> None:
    assert rules_to_data(Rules(length=9)) == {"length": 9, "game": "backgammon"}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "7",
        {},
        {"length": 0},
        {"length": "7"},
        {"length": 7, "game": "chess"},
        {"length": 7, "game": ["backgammon"]},
        {"length": 7, "options": 5},
        {"length": 7, "options": {"start": [[24, 15]]}},
        {"length": 7, "options": {"wings": True}},
        {"length": 7, "jacoby": True},
        {"length": 7, "variant": "backgammon"},
    ],
    ids=repr,
)
def test_what_are_no_rules_is_refused_by_name(data: Any) -> None:
    with pytest.raises(EngineError):
        rules_from_data(data)


def test_a_game_of_its_own_cannot_be_written() -> None:
    strange = Variant(name="strange", start=((24, 15),))
    with pytest.raises(EngineError, match="strange"):
        rules_to_data(Rules(length=7, variant=strange))
