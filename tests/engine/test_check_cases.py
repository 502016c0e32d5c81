"""The cases of the ten games: of each, all plays are accepted and lead where the rules say."""

from collections.abc import Iterator
from typing import Any

import pytest

from matches.engine.check import check_numbers, check_play
from matches.engine.dice import Dice
from matches.engine.presets import GAMES
from tests.engine.facts import document, seen_by_mover

CASES = document("variants_cases")
ROLLS = [case for case in CASES if "dice" in case]
GROUPS = [case for case in CASES if "number_groups" in case]


@pytest.mark.parametrize("case", ROLLS, ids=lambda case: case["id"])
def test_every_play_of_a_case_is_accepted_and_no_other_result(case: dict[str, Any]) -> None:
    variant = GAMES[case["game"]].replace(**case["options"])
    position = seen_by_mover(case, case["position"])
    results = {seen_by_mover(case, board) for board in case["results"]}
    reached = {
        check_play(
            position, Dice(*case["dice"]), play, variant, first_turn=case["first_turn"]
        ).after
        for play in case["plays"]
    }
    assert reached == results


def stages(case: dict[str, Any], play: str) -> Iterator[tuple[tuple[int, ...], str]]:
    """The numbers and the moves of every stage that is played to its end, or as far as it goes."""
    words = [] if play == "(pass)" else play.split()
    for number, count in case["number_groups"]:
        yield (number,) * count, " ".join(words[:count])
        if len(words) < count:
            return
        words = words[count:]


@pytest.mark.parametrize("case", GROUPS, ids=lambda case: case["id"])
def test_numbers_that_run_on_are_checked_stage_by_stage(case: dict[str, Any]) -> None:
    variant = GAMES[case["game"]]
    for outcome in case["outcomes"]:
        position = seen_by_mover(case, case["position"])
        for numbers, moves in stages(case, outcome["play"]):
            position = check_numbers(position, numbers, moves, variant).after
        assert position == seen_by_mover(case, outcome["result"])
