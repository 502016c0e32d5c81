"""Counting all plays of all rolls some turns deep gives the numbers that other programs count."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from matches.engine.dice import ROLLS, Dice
from matches.engine.plays import legal_plays
from matches.engine.position import CHECKERS, Position, mirrored
from matches.engine.positionid import parse_position_id
from matches.engine.presets import BACKGAMMON
from tests.engine.facts import document

PERFT = document("perft")
NO_DOUBLES = [roll for roll in ROLLS if not roll.is_double]

_Paths = Counter[int]  # {bits seen by the player on roll: in how many ways they are reached}


def turn(paths: _Paths, rolls: Iterable[Dice]) -> tuple[_Paths, dict[str, Any]]:
    """The positions one turn later, and the figures of that turn."""
    reached: _Paths = Counter()
    per_roll: Counter[str] = Counter()
    passes = over = 0
    for bits, ways in paths.items():
        if Position(bits).off(2) == CHECKERS:
            over += ways
            continue
        for roll in rolls:
            plays = legal_plays(Position(bits), roll)
            per_roll[str(roll)] += ways * len(plays)
            passes += ways * plays.must_pass
            for after in plays.packed_results:
                reached[mirrored(after)] += ways
    return reached, {
        "paths": per_roll.total(),
        "passes": passes,
        "paths_already_over": over,
        "distinct_positions": len(reached),
        "per_roll": {str(roll): per_roll[str(roll)] for roll in rolls},
    }


def counted(start: Position, turns: list[Iterable[Dice]]) -> list[dict[str, Any]]:
    paths: _Paths = Counter([start.bits])
    found = []
    for ply, rolls in enumerate(turns, start=1):
        paths, figures = turn(paths, rolls)
        found.append({"ply": ply} | figures)
    return found


def facts(plies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Two turns of the facts; those of the start do not say that no game is over by then."""
    return [{"paths_already_over": 0} | ply for ply in plies[:2]]


def test_two_turns_from_the_start() -> None:
    found = counted(BACKGAMMON.starting_position, [ROLLS, ROLLS])
    assert found == facts(PERFT["start_all_21"])
    assert found[1]["paths"] == 202_782


def test_two_turns_from_the_start_when_no_game_opens_with_a_double() -> None:
    found = counted(BACKGAMMON.starting_position, [NO_DOUBLES, ROLLS])
    assert found == facts(PERFT["start_opening_rule"])
    assert found[1]["paths"] == 89_153


@pytest.mark.parametrize("other", PERFT["other_positions"], ids=lambda other: other["position_id"])
def test_two_turns_from_positions_of_all_kinds(other: dict[str, Any]) -> None:
    assert counted(parse_position_id(other["position_id"]), [ROLLS, ROLLS]) == facts(other["plies"])
