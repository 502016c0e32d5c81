"""Rules are kept as the preset and what differs from it, and come back the same."""

from typing import Any

import pytest
from hypothesis import assume, given

from tests.rulesets.strategies import changes, codes
from tournaments.rulesets.checks import contradictions
from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.presets import CLUB, PRESETS, USBGF
from tournaments.rulesets.ruleset import RuleSet
from tournaments.rulesets.stored import (
    Variance,
    as_data,
    between,
    difference,
    restored,
    rules_of,
)


def possible(code: str, own: dict[str, Any]) -> RuleSet:
    """These rules, or another example where they contradict each other."""
    preset = PRESETS[code].rules
    assume(not any(contradictions({**preset.values(), **own})))
    return preset.changed(own)


@given(codes, changes)
def test_what_is_kept_comes_back_the_same(code: str, own: dict[str, Any]) -> None:
    rules = possible(code, own)
    data = as_data(rules)
    assert rules_of(data) == rules
    assert as_data(rules_of(data)) == data


@given(codes, changes)
def test_the_variances_and_the_preset_make_the_rules(code: str, own: dict[str, Any]) -> None:
    preset = PRESETS[code]
    rules = possible(code, own)
    found = difference(preset, rules)
    assert preset.rules.changed({each.name: each.here for each in found}) == rules
    assert {each.name for each in found} <= set(own)
    assert all(each.usual != each.here for each in found)


@given(codes, changes, codes, changes)
def test_a_change_can_be_taken_back_by_what_the_log_tells_of_it(
    code: str, own: dict[str, Any], other: str, more: dict[str, Any]
) -> None:
    before, after = possible(code, own), possible(other, more)
    was, now = between(before, after)
    assert was.keys() == now.keys()
    assert restored(after, was) == before
    assert restored(before, now) == after


def test_a_preset_has_no_variances() -> None:
    for preset in PRESETS.values():
        assert difference(preset, preset.rules) == []
        assert set(as_data(preset.rules)) == {"code", "confirm_minutes"}


def test_a_rule_that_was_changed_is_told_with_what_it_was() -> None:
    rules = USBGF.rules.changed({"delay": 15, "reserve_flat": 120})
    assert difference(USBGF, rules) == [
        Variance("reserve_flat", 0, 120),
        Variance("delay", 12, 15),
    ]


def test_what_was_kept_before_there_were_other_rules_reads_as_ever() -> None:
    assert rules_of({"code": "club", "confirm_minutes": 25}) == CLUB.rules.changed(
        {"confirm_minutes": 25}
    )
    assert rules_of({}) == CLUB.rules


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ([], "rules_unreadable"),
        (None, "rules_unreadable"),
        ({"code": "house"}, "rule_set_unknown"),
        ({"code": ["club"]}, "rule_set_unknown"),
        ({"code": "club", "speed": 3}, "rule_unknown"),
        ({"code": "club", "confirm_minutes": -1}, "rule_out_of_range"),
        ({"code": "club", "reporter": "both"}, "silence_of_both"),
    ],
)
def test_what_cannot_be_read_is_refused(data: object, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        rules_of(data)
    assert caught.value.code == code
