"""Rules that cannot be meant together are refused, with what to change."""

from typing import Any

import pytest
from hypothesis import given

from matches.engine.clock_settings import ClockError
from tests.rulesets.strategies import changes, codes
from tournaments.rulesets.checks import CONTRADICTIONS, contradictions
from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.presets import CLUB, ONLINE, PRESETS
from tournaments.rulesets.ruleset import MEANINGS, RuleSet

TOGETHER: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    # What contradicts itself in a club evening, its code, and what makes it possible.
    ({"reserve_per_point": 0}, "clock_without_reserve", {"clock": "off"}),
    ({"doubles_reserve_per_point": 0}, "pairs_without_reserve", {"reserve_flat": 600}),
    ({"clock_kind": "increment", "delay": 0}, "clock_without_delay", {"delay": 10}),
    ({"clock_kind": "bronstein", "doubles_delay": 0}, "clock_without_delay", {"doubles_delay": 1}),
    ({"imposed_off_per_point": 61}, "imposed_takes_all", {"reserve_per_point": 122}),
    ({"flag": "overtime", "overtime": 60}, "overtime_half_set", {"overtime_count": 1}),
    ({"flag": "overtime", "overtime_count": 1}, "overtime_half_set", {"overtime": 60}),
    ({"flag": "penalty", "flag_points": 1}, "penalty_half_set", {"overtime": 60}),
    ({"late_grace": 0}, "penalties_without_grace", {"late_grace": 1}),
    (
        {"late": "clock", "clock": "off", "forfeit_at": "never"},
        "late_clock_without_clock",
        {"clock": "option"},
    ),
    ({"late": "none"}, "forfeit_without_points", {"forfeit_at": "never"}),
    ({"forfeit_at": "minutes"}, "forfeit_without_minutes", {"forfeit_minutes": 6}),
    (
        {"late": "forfeit", "forfeit_at": "never"},
        "forfeit_never",
        {"forfeit_at": "minutes", "forfeit_minutes": 15},
    ),
    (
        {"forfeit_at": "minutes", "forfeit_minutes": 5},
        "forfeit_before_penalties",
        {"forfeit_minutes": 6},
    ),
    ({"break_minutes": 0}, "breaks_without_time", {"breaks": "none"}),
    ({"correction_until": "none"}, "legal_moves_without_window", {"correction_until": "roll"}),
    ({"moves": "enforced"}, "window_without_illegal_moves", {"correction_until": "none"}),
    ({"holland": True, "crawford": False}, "holland_without_crawford", {"crawford": True}),
    ({"reporter": "both"}, "silence_of_both", {"confirm_minutes": 0}),
    ({"appeals": "committee"}, "committee_uneven", {"committee": 3}),
    ({"appeals": "committee", "committee": 4}, "committee_uneven", {"committee": 5}),
    (
        {"late_entry": "none", "late_entry_minutes": 5},
        "late_entry_closed",
        {"late_entry_minutes": 0},
    ),
    (
        {"late_entry_points": True, "late": "none", "forfeit_at": "never"},
        "late_entry_unpunished",
        {"late_entry_points": False},
    ),
]


@pytest.mark.parametrize(("rules", "code", "repair"), TOGETHER, ids=[each[1] for each in TOGETHER])
def test_a_contradiction_is_refused_and_can_be_repaired(
    rules: dict[str, Any], code: str, repair: dict[str, Any]
) -> None:
    with pytest.raises(RuleError) as caught:
        CLUB.rules.changed(rules)
    assert caught.value.code == code
    assert set(caught.value.rules) & set(repair)
    assert CLUB.rules.changed({**rules, **repair}).values().items() >= repair.items()


def test_every_contradiction_is_tried() -> None:
    assert {each.code for each in CONTRADICTIONS} == {code for _rules, code, _repair in TOGETHER}
    for each in CONTRADICTIONS:
        assert set(each.rules) <= set(MEANINGS), each.code


VALUES: list[tuple[str, Any, str]] = [
    ("delay", -1, "rule_out_of_range"),
    ("delay", 601, "rule_out_of_range"),
    ("late_step", 0, "rule_out_of_range"),
    ("delay", 12.0, "rule_not_whole"),
    ("delay", True, "rule_not_whole"),
    ("delay", "12", "rule_not_whole"),
    ("delay", None, "rule_not_whole"),
    ("crawford", 1, "rule_not_a_flag"),
    ("crawford", "yes", "rule_not_a_flag"),
    ("clock", "sometimes", "rule_unknown_choice"),
    ("clock", ["off"], "rule_unknown_choice"),
    ("jacobi", True, "rule_unknown"),
    ("code", "usbgf", "rule_unknown"),
]


@pytest.mark.parametrize(("rule", "value", "code"), VALUES)
def test_a_value_that_cannot_be_is_refused(rule: str, value: Any, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        CLUB.rules.changed({rule: value})
    assert caught.value.code == code


@given(codes, changes)
def test_rules_that_are_not_refused_give_a_clock_and_a_penalty_for_any_match(
    code: str, own: dict[str, Any]
) -> None:
    whole = {**PRESETS[code].rules.values(), **own}
    found = [each.code for each in contradictions(whole)]
    if found:
        with pytest.raises(RuleError) as caught:
            PRESETS[code].rules.changed(own)
        assert caught.value.code == found[0]
    else:
        _play(PRESETS[code].rules.changed(own))


def _play(rules: RuleSet) -> None:
    """Whoever is late gets ever more points and is out at last, if that is the rule at all."""
    for doubles in (False, True):
        try:
            settings = rules.clock_settings(doubles=doubles)
        except ClockError as error:
            pytest.fail(f"{error.code} in rules that were accepted")
        assert (settings is None) == (rules.clock.clock == "off")
    if rules.clock.clock != "off":
        assert rules.reserve(7, scores=(6, 6)) > 0
    late = [rules.late_points(minutes) for minutes in range(0, 300, 7)]
    assert late == sorted(late)
    assert late[0] == 0
    forfeit = rules.minutes_to_forfeit(7)
    assert (forfeit is None) == (rules.time.forfeit_at == "never")
    assert forfeit is None or forfeit > 0


def test_a_server_has_nothing_to_correct() -> None:
    with pytest.raises(RuleError, match="none to correct"):
        ONLINE.rules.changed({"correction_until": "roll"})
