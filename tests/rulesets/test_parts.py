"""A stage, or its rounds from one on, has rules of its own and keeps only those."""

from typing import Any

import pytest

from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.parts import (
    check_parts,
    part_changed,
    part_key,
    part_of,
    parts_in_order,
    rules_around,
    rules_at,
)
from tournaments.rulesets.presets import USBGF

RULES = USBGF.rules  # 12 s of delay, breaks of 5 minutes
PARTS: dict[str, dict[str, Any]] = {
    "C": {"delay": 8, "break_minutes": 10},
    "C:3": {"delay": 15},
    "C:12": {"delay": 20},
}


@pytest.mark.parametrize(
    ("bracket", "round_", "delay", "minutes"),
    [("M", 1, 12, 5), ("C", 1, 8, 10), ("C", 3, 15, 10), ("C", 11, 15, 10), ("C", 12, 20, 10)],
)
def test_a_place_goes_by_the_latest_that_its_stage_says(
    bracket: str, round_: int, delay: int, minutes: int
) -> None:
    rules = rules_at(RULES, PARTS, bracket, round_)
    assert (rules.clock.delay, rules.time.break_minutes) == (delay, minutes)


def test_around_a_part_is_what_would_hold_without_it() -> None:
    assert rules_around(RULES, PARTS, "C").clock.delay == 12
    assert rules_around(RULES, PARTS, "C:12").clock.delay == 15
    assert rules_around(RULES, PARTS, "LC:2") == RULES


def test_what_is_as_in_the_event_is_not_kept() -> None:
    own = {**RULES.values(), "delay": 8}
    assert part_changed(RULES, {}, "C", own) == {"C": {"delay": 8}}
    assert part_changed(RULES, {"C": {"delay": 8}}, "C", RULES.values()) == {}


def test_later_rounds_keep_what_is_otherwise_than_in_their_stage() -> None:
    found = part_changed(RULES, PARTS, "C:3", {"delay": 12, "break_minutes": 10})
    assert found["C:3"] == {"delay": 12}


def test_parts_stand_in_the_order_of_their_rounds() -> None:
    assert parts_in_order({"S:12": {}, "S:3": {}, "S": {}, "C": {}}) == ["C", "S", "S:3", "S:12"]


def test_a_key_is_read_as_it_was_written() -> None:
    assert [part_of(part_key("LC", n)) for n in (1, 2, 99)] == [("LC", 1), ("LC", 2), ("LC", 99)]


@pytest.mark.parametrize("key", ["", "c", "C:0", "C:1", "C:100", "C:x", "ABC", "C:-1"])
def test_what_is_no_part_is_refused(key: str) -> None:
    with pytest.raises(RuleError) as caught:
        part_of(key)
    assert caught.value.code == "part_unknown"


@pytest.mark.parametrize(
    ("own", "code"),
    [
        ({"late_grace": 0}, "penalties_without_grace"),
        ({"delay": "long"}, "rule_not_whole"),
        ({"pace": 1}, "rule_unknown"),
    ],
)
def test_a_stage_that_contradicts_itself_is_named(own: dict[str, Any], code: str) -> None:
    with pytest.raises(RuleError) as caught:
        part_changed(RULES, {}, "C", own)
    assert (caught.value.code, caught.value.detail["part"]) == (code, "C")


def test_rules_of_the_event_may_contradict_a_stage() -> None:
    parts = {"C": {"late": "clock", "forfeit_at": "never", "late_entry_points": False}}
    check_parts(RULES, parts)
    with pytest.raises(RuleError) as caught:
        check_parts(RULES.changed({"clock": "off"}), parts)
    assert (caught.value.code, caught.value.detail["part"]) == ("late_clock_without_clock", "C")


def test_later_rounds_may_contradict_their_stage() -> None:
    with pytest.raises(RuleError) as caught:
        part_changed(RULES, {"C:2": {"late_entry_points": True}}, "C", {"late": "none"})
    assert caught.value.detail["part"] == "C"
