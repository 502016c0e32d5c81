"""Only rules that say something are told."""

from typing import Any

import pytest
from hypothesis import given

from tests.rulesets.strategies import changes, codes
from tournaments.rulesets import telling
from tournaments.rulesets.presets import CLUB, PRESETS
from tournaments.rulesets.ruleset import MEANINGS
from tournaments.rulesets.telling import is_told


@pytest.mark.parametrize(
    ("rule", "unlike", "like"),
    [
        ("delay", {"clock": "off"}, {"clock": "option"}),
        ("overtime", {"flag": "lose_match"}, {"flag": "overtime"}),
        ("flag_points", {"flag": "overtime"}, {"flag": "penalty"}),
        ("late_step", {"late": "clock"}, {"late": "points"}),
        ("late_grace", {"late": "none"}, {"late": "clock"}),
        ("forfeit_minutes", {"forfeit_at": "full"}, {"forfeit_at": "minutes"}),
        ("committee", {"appeals": "director"}, {"appeals": "committee"}),
        ("dice_sets", {"moves": "enforced"}, {"moves": "responsible"}),
        ("confirm_minutes", {"reporter": "both"}, {"reporter": "loser"}),
        ("reentry_percent", {"reentry": False}, {"reentry": True}),
        ("rating_factor", {"rating": "danish"}, {"rating": "fibs"}),
        ("rated_when", {"rating": "none"}, {"rating": "own"}),
    ],
)
def test_a_rule_is_told_where_the_others_leave_room_for_it(
    rule: str, unlike: dict[str, Any], like: dict[str, Any]
) -> None:
    values = CLUB.rules.values()
    assert not is_told(rule, {**values, **unlike})
    assert is_told(rule, {**values, **like})


@given(codes, changes)
def test_what_decides_about_others_is_always_told(code: str, own: dict[str, Any]) -> None:
    values = {**PRESETS[code].rules.values(), **own}
    assert all(is_told(name, values) for name in ("clock", "late", "moves", "reporter", "crawford"))


def test_every_rule_that_is_not_always_told_exists() -> None:
    assert set(telling._ONLY_IF) <= set(MEANINGS)
