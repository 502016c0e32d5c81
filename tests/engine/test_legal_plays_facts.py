"""The legal plays are exactly those that GNU Backgammon, OpenSpiel and brute force agree on."""

from typing import Any

import pytest

from matches.engine.dice import Dice
from matches.engine.generate import legal_ways
from matches.engine.plays import legal_plays
from matches.engine.position import mirrored
from matches.engine.positionid import parse_position_id
from matches.engine.presets import BACKGAMMON
from tests.engine.facts import records


def expected(record: dict[str, Any]) -> set[int]:
    return {mirrored(parse_position_id(text).bits) for text in record["legal_position_ids"]}


@pytest.mark.parametrize("name", ["legal_plays", "legal_plays_synthetic"])
def test_every_record_has_the_same_results(name: str) -> None:
    wrong = []
    for record in records(name):
        plays = legal_plays(parse_position_id(record["position_id"]), Dice(*record["dice"]))
        used = plays.numbers_used
        if plays.packed_results != expected(record) or used != record["dice_used"]:
            wrong.append((record["position_id"], record["dice"]))
    assert wrong == []


def test_the_general_search_finds_the_results_of_the_placed_boards() -> None:
    wrong = []
    for record in records("legal_plays_synthetic"):
        bits, roll = parse_position_id(record["position_id"]).bits, Dice(*record["dice"])
        if legal_ways(bits, roll.numbers, BACKGAMMON).keys() != expected(record):
            wrong.append((record["position_id"], record["dice"]))
    assert wrong == []
