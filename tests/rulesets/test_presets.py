"""The presets say what the federations' texts say."""

import doctest
from typing import Any

import pytest

from tournaments.rulesets import ruleset
from tournaments.rulesets.presets import PRESETS
from tournaments.rulesets.ruleset import MEANINGS, RuleSet
from tournaments.rulesets.sources import SOURCES

FEDERATIONS = ("usbgf", "wbgf", "ukbgf", "online", "fnr")

# Section 10 of the collected tournament rules: a row for each rule, a column for each rule set;
# None where the texts say nothing.
TABLE: dict[str, tuple[Any, Any, Any, Any, Any]] = {
    "clock": ("preference", "obligation", "preference", "obligation", "obligation"),
    "clock_kind": ("simple_delay",) * 5,
    "reserve_per_point": (120, 120, 120, 120, 120),
    "reserve_flat": (0, 0, 0, 0, 0),
    "delay": (12, 12, 12, 15, 8),
    "doubles_reserve_per_point": (150, 180, 150, 120, None),
    "doubles_delay": (18, 12, 18, 15, None),
    "imposed_off_per_point": (60, 60, 60, None, 60),
    "imposed_from": ("next_game", "director", "at_once", None, None),
    "flag": ("lose_match",) * 5,
    "safe_win": (False, False, True, False, False),
    "late": ("points", "points", "points", "forfeit", None),
    "late_grace": (5, 15, 5, None, None),
    "late_step": (5, 5, 5, None, None),
    "forfeit_at": ("majority", "majority", "majority", "minutes", None),
    "forfeit_minutes": (None, None, None, 20, None),
    "breaks": ("between_games", "director", "between_games", "none", None),
    "break_minutes": (5, 0, 5, 0, None),
    "clock_runs_in_break": (False, True, None, None, None),
    "between_matches": (None, None, None, 10, None),
    "moves": ("legal", "legal", "legal", "enforced", "legal"),
    "correction_until": ("roll", "roll", "roll_or_double", "none", None),
    "premature_roll": ("opponent_choice", None, "stands", None, None),
    "die_on_checker": (False, False, None, None, None),
    "dice_sets": ("shared_two", "shared_two", "shared_two", None, None),
    "baffle_box": ("each", "option", "option", None, "preference"),
    "crawford": (True,) * 5,
    "jacoby": (False,) * 5,
    "beavers": (False,) * 5,
    "automatic_doubles": (False,) * 5,
    "holland": (False,) * 5,
    "settlements": ("forbidden", "forbidden", "unrated", None, None),
    "truncate_score": (True,) * 5,
    "reporter": ("winner", "both", "winner", "both", "both"),
    "match_file": (False, False, False, True, False),
    "appeals": ("committee", "committee", "with_director", "director", None),
    "committee": (3, 3, None, None, None),
    "late_entry": ("last_seed", "director", "director", "fill_byes", None),
    "late_entry_minutes": (None, None, None, 5, None),
    "late_entry_points": (True, None, None, None, None),
    "reentry": (True, False, True, False, False),
    "reentry_percent": (50, None, 100, None, None),
    "rating": ("fibs", "fibs", "fibs", "own", "fibs"),
    "rated_when": ("not_forfeits", "both_moved", "complete", None, None),
    "min_age": (0, 0, 0, 0, 10),
    "identity": (False, False, False, False, True),
    "staff_may_play": (True, True, True, True, False),
    "variances": (True, None, None, None, None),
}


@pytest.mark.parametrize("rule", TABLE)
def test_a_rule_is_as_the_texts_have_it(rule: str) -> None:
    said = dict(zip(FEDERATIONS, TABLE[rule], strict=True))
    here = {code: PRESETS[code].rules.values()[rule] for code in FEDERATIONS}
    assert {code: here[code] for code, value in said.items() if value is not None} == {
        code: value for code, value in said.items() if value is not None
    }


@pytest.mark.parametrize("length", [1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25])
def test_two_minutes_a_point_are_the_reserve_of_federations(length: int) -> None:
    for code in ("usbgf", "wbgf", "ukbgf", "fnr"):
        assert PRESETS[code].rules.reserve(length) == 120 * length


def test_a_us_clock_put_on_later_gives_2n_less_the_points_played() -> None:
    rules = PRESETS["usbgf"].rules
    assert rules.reserve(9, scores=(5, 3)) == (2 * 9 - 5 - 3) * 60
    settings = rules.clock_settings()
    assert settings is not None
    for scores in ((0, 0), (5, 3), (8, 8)):
        assert settings.reserve(9, scores=scores) == 1000 * rules.reserve(9, scores=scores)


def test_the_doubles_of_the_us_have_two_minutes_and_a_half_a_point_and_18_seconds() -> None:
    settings = PRESETS["usbgf"].rules.clock_settings(doubles=True)
    assert settings is not None
    assert (settings.reserve(7), settings.delay) == (17.5 * 60_000, 18_000)


# Section 3: minutes to forfeit by length of match.
FORFEITS = {3: (10, 20), 5: (15, 25), 7: (20, 30), 9: (25, 35), 11: (30, 40), 13: (35, 45)}
FORFEITS |= {15: (40, 50), 17: (45, 55), 21: (55, 65), 25: (65, 75)}


@pytest.mark.parametrize("length", FORFEITS)
def test_a_late_player_loses_after_the_minutes_of_the_table(length: int) -> None:
    kingdom, international = FORFEITS[length]
    assert PRESETS["ukbgf"].rules.minutes_to_forfeit(length) == kingdom
    assert PRESETS["wbgf"].rules.minutes_to_forfeit(length) == international


@pytest.mark.parametrize("length", [3, 5, 7, 9, 25])
def test_the_match_is_lost_at_the_very_minute_the_points_pass_half_its_length(length: int) -> None:
    rules = PRESETS["usbgf"].rules
    minutes = rules.minutes_to_forfeit(length)
    assert minutes is not None
    assert rules.late_points(minutes) > length / 2 > rules.late_points(minutes - 1)


def test_penalty_points_begin_with_the_grace_and_grow_with_each_step() -> None:
    rules = PRESETS["usbgf"].rules
    assert [rules.late_points(n) for n in (0, 4, 5, 9, 10, 14, 15)] == [0, 0, 1, 1, 2, 2, 3]


def test_who_is_late_online_loses_without_points() -> None:
    rules = PRESETS["online"].rules
    assert (rules.late_points(19), rules.minutes_to_forfeit(9)) == (0, 20)


def test_a_club_evening_confirms_by_silence_after_ten_minutes() -> None:
    assert PRESETS["club"].rules == RuleSet(code="club")
    assert PRESETS["club"].rules.reports.confirm_minutes == 10


def test_every_source_that_is_cited_has_an_address_and_no_other_is_kept() -> None:
    cited = {source for preset in PRESETS.values() for source in preset.cited.values() if source}
    assert cited == set(SOURCES)
    assert all(address.startswith("http") for address in SOURCES.values())


def test_every_rule_is_explained() -> None:
    for name, meaning in MEANINGS.items():
        assert meaning.label, name
        assert meaning.help.endswith((".", "!")), name
        assert bool(meaning.options) == (meaning.kind == "choice"), name


def test_the_examples_of_the_module_are_true() -> None:
    tried = doctest.testmod(ruleset)
    assert (tried.failed, tried.attempted) == (0, 2)
