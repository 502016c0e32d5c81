"""The rule set of an event sets the clocks of its matches."""

from typing import Any

import pytest

from matches.engine.clock_settings import MINUTE, SECOND, ClockSettings
from matches.services.clock_rules import clock_rules
from tests.builders import Stage, make_running_event

pytestmark = pytest.mark.django_db


def clock_of(**rules: Any) -> tuple[ClockSettings, str, int]:
    match = Stage(make_running_event("AB", **rules)).match("M1.1")
    found = clock_rules(match)
    return found.settings, found.flag, found.break_minutes


def with_rules(**own: Any) -> tuple[ClockSettings, str, int]:
    stage = Stage(make_running_event("AB"))
    match = stage.match("M1.1")
    match.rules = {**match.rules, **own}
    found = clock_rules(match)
    return found.settings, found.flag, found.break_minutes


def test_the_rule_set_gives_reserve_and_delay() -> None:
    settings, flag, _minutes = clock_of(rule_set="usbgf")
    assert (settings.per_point, settings.delay) == (2 * MINUTE, 12 * SECOND)
    assert flag == "lose_match"


def test_what_the_director_changed_counts() -> None:
    own = {"reserve_per_point": 90, "imposed_off_per_point": 45, "delay": 8, "break_minutes": 7}
    settings, _flag, minutes = with_rules(**own)
    assert (settings.per_point, settings.delay, minutes) == (90 * SECOND, 8 * SECOND, 7)


def test_overtime_is_the_clock_s_own_affair_and_then_the_match_is_lost() -> None:
    settings, flag, _minutes = with_rules(flag="overtime", overtime=60, overtime_count=2)
    assert (settings.overtime, settings.overtime_count) == (60 * SECOND, 2)
    assert flag == "lose_match"


@pytest.mark.parametrize("own", [{"clock": "off"}, {"no_such_rule": 1}])
def test_without_clocks_or_with_rules_of_another_version_one_put_on_is_as_usual(
    own: dict[str, Any],
) -> None:
    settings, flag, minutes = with_rules(**own)
    assert (settings.per_point, settings.delay) == (2 * MINUTE, 12 * SECOND)
    assert (flag, minutes) == ("lose_match", 5)
