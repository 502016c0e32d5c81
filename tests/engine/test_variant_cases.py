"""Each case of the games' rules has exactly the legal results that the rules give it."""

from typing import Any

import pytest

from matches.engine.dice import Dice
from matches.engine.plays import LegalPlays, legal_plays
from matches.engine.presets import GAMES
from tests.engine.facts import document, seen_by_mover

#: Those with `number_groups` are whole turns of several throws' numbers, not plays of one roll.
CASES = [case for case in document("variants_cases") if "dice" in case]


def plays_of(case: dict[str, Any]) -> LegalPlays:
    return legal_plays(
        seen_by_mover(case, case["position"]),
        Dice(*case["dice"]),
        GAMES[case["game"]].replace(**case["options"]),
        first_turn=case["first_turn"],
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_case_has_these_results(case: dict[str, Any]) -> None:
    plays = plays_of(case)
    expected = {seen_by_mover(case, board) for board in case["results"]}
    assert plays.results == expected
    assert plays.numbers_used == case["numbers_played"]
    assert len(plays) == case["n_results"]


def test_no_case_is_left_out() -> None:
    assert len(CASES) == 114
    assert {case["game"] for case in CASES} == set(GAMES) - {"plakoto_express", "eureka"}
