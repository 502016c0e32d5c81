"""What each rule set makes of coming late: the tables of the federations, step by step."""

import doctest
from datetime import UTC, datetime
from typing import Any

import pytest

from tournaments.rulesets import lateness
from tournaments.rulesets.lateness import late_plan, late_schedule
from tournaments.rulesets.presets import PRESETS
from tournaments.rulesets.ruleset import RuleSet

NOON = datetime(2026, 12, 5, 12, tzinfo=UTC)
# Section 3 of the collected tournament rules: length, points that lose it, minutes by the UKBGF's
# rules and by the international ones.
TABLE = [
    (3, 2, 10, 20),
    (5, 3, 15, 25),
    (7, 4, 20, 30),
    (9, 5, 25, 35),
    (11, 6, 30, 40),
    (13, 7, 35, 45),
    (15, 8, 40, 50),
    (17, 9, 45, 55),
    (21, 11, 55, 65),
    (25, 13, 65, 75),
]


def steps(code: str, length: int, **own: Any) -> list[tuple[int, str]]:
    rules = PRESETS[code].rules.changed(own)
    return [(step.minute, step.deed) for step in late_schedule(rules, length, NOON)]


@pytest.mark.parametrize(("length", "points", "kingdom", "international"), TABLE)
def test_the_points_that_lose_the_match_fall_at_the_minutes_of_the_table(
    length: int, points: int, kingdom: int, international: int
) -> None:
    for code, minutes, first in (
        ("ukbgf", kingdom, 5),
        ("usbgf", kingdom, 5),
        ("club", kingdom, 5),
        ("wbgf", international, 15),
    ):
        found = steps(code, length)
        assert found[0] == (first, "point")
        assert [deed for _minute, deed in found] == [*["point"] * points, "forfeit"]
        assert found[-1] == (minutes, "forfeit")


@pytest.mark.parametrize("length", [1, 9, 25])
def test_online_twenty_minutes_lose_a_match_of_any_length_without_points(length: int) -> None:
    assert steps("online", length) == [(20, "forfeit")]


def test_where_the_director_decides_he_is_told_and_nothing_else() -> None:
    assert steps("fnr", 9) == [(5, "note")]


def test_a_point_at_once_and_the_full_length_lose_seven_points_in_half_an_hour_from_the_first() -> (
    None
):
    found = steps("club", 7, late_grace=1, forfeit_at="full")
    assert found[-1] == (1 + 30, "forfeit")
    assert [deed for _minute, deed in found].count("point") == 7


def test_the_clock_of_who_is_late_runs_after_the_grace() -> None:
    assert steps("wbgf", 9, late="clock", forfeit_at="never") == [(15, "clock")]


def test_a_clock_may_have_a_last_minute_too() -> None:
    own = {"late": "clock", "late_grace": 0, "forfeit_at": "minutes", "forfeit_minutes": 30}
    assert steps("wbgf", 9, **own) == [(0, "clock"), (30, "forfeit")]


@pytest.mark.parametrize("code", PRESETS)
@pytest.mark.parametrize("length", [1, 2, 7, 25])
def test_the_schedule_says_what_the_rule_set_says_at_each_minute(code: str, length: int) -> None:
    rules = PRESETS[code].rules
    found = late_schedule(rules, length, NOON)
    forfeits = [step.minute for step in found if step.deed == "forfeit"]
    assert forfeits == [minute for minute in [rules.minutes_to_forfeit(length)] if minute]
    for step in found:
        so_far = [one for one in found if one.deed == "point" and one.minute <= step.minute]
        assert len(so_far) == rules.late_points(step.minute)


def test_the_majority_of_an_even_length_is_more_than_half() -> None:
    assert late_plan(RuleSet(code="club"), 8).lost_points == 5


def test_the_example_of_the_module_is_true() -> None:
    tried = doctest.testmod(lateness)
    assert (tried.failed, tried.attempted) == (0, 4)
