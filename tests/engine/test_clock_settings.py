"""A clock's settings give the reserve that rule books print, and do not contradict each other."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, strategies as st

from matches.engine import clock_presets
from matches.engine.clock_presets import PRESETS
from matches.engine.clock_settings import KINDS, MAX_SETTING, MINUTE, ClockError, ClockSettings
from matches.engine.errors import ScoreError

HALF = MINUTE // 2

# Half minutes by length: 2/pt, +2 option, 2.5/pt, 2.5/pt rounded up, 3/pt, 6/pt without delay.
TABLE = {
    1: (4, 8, 5, 6, 6, 12),
    3: (12, 16, 15, 16, 18, 36),
    5: (20, 24, 25, 26, 30, 60),
    7: (28, 32, 35, 36, 42, 84),
    9: (36, 40, 45, 46, 54, 108),
    11: (44, 48, 55, 56, 66, 132),
    13: (52, 56, 65, 66, 78, 156),
    15: (60, 64, 75, 76, 90, 180),
    17: (68, 72, 85, 86, 102, 204),
    19: (76, 80, 95, 96, 114, 228),
    21: (84, 88, 105, 106, 126, 252),
    23: (92, 96, 115, 116, 138, 276),
    25: (100, 104, 125, 126, 150, 300),
}
COLUMNS = (
    "usbgf_singles",
    "gammon_associates_2017",
    "usbgf_doubles",
    "jbs",
    "galaxy_casual",
    "us_2001_no_delay",
)

# Rule set, length, minutes of reserve, seconds of delay.
CLOCKS = [
    ("usbgf_singles", 9, 18, 12),
    ("usbgf_doubles", 8, 20, 18),
    ("us_2001_no_delay", 9, 54, 0),
    ("atlanta_2003_no_delay", 9, 54, 0),
    ("ukbgf", 11, 22, 12),
    ("biba", 11, 22, 12),
    ("norway", 11, 22, 12),
    ("swedish_open", 11, 22, 12),
    ("bms_prague", 11, 22, 12),
    ("hotspot", 11, 22, 12),
    ("japan_championship", 13, 26, 12),
    ("jbs", 13, 33, 12),
    ("wbgf_consultation", 7, 21, 12),
    ("wbgf_team", 9, 23, 12),
    ("wbgf_speed", 5, 2, 9),
    ("nordic_speed", 5, 2, 10),
    ("fnr_short", 9, 18, 8),
    ("fnr_long", 7, 14, 8),
    ("fnr_blitz_short", 5, 2, 10),
    ("fnr_blitz_long", 3, 1, 10),
    ("mso", 3, 6, 12),
    ("gammon_associates_2017", 11, 24, 12),
    ("nvbc", 7, 14, 15),
    ("galaxy_casual", 7, 21, 15),
    ("wbif_consultation", 9, 18, 15),
]


def refusal(**values: Any) -> ClockError:
    with pytest.raises(ClockError) as refused:
        ClockSettings(**values)
    return refused.value


@pytest.mark.parametrize("length", TABLE)
def test_reserves_are_those_of_the_table(length: int) -> None:
    reserves = tuple(PRESETS[key].settings.reserve(length) / HALF for key in COLUMNS)
    assert reserves == TABLE[length]


@pytest.mark.parametrize(("key", "length", "minutes", "seconds"), CLOCKS)
def test_known_rule_sets_have_their_clocks(
    key: str, length: int, minutes: int, seconds: int
) -> None:
    preset = PRESETS[key]
    assert preset.settings.reserve(length) == minutes * MINUTE
    assert preset.settings.delay == seconds * 1000
    assert preset.settings.kind == "simple_delay"
    assert preset.lengths in ((), (length,))


def test_each_known_rule_set_is_checked_and_says_where_it_is_written() -> None:
    assert [key for key, *_ in CLOCKS] == list(PRESETS)
    assert [key for key, preset in PRESETS.items() if "://" not in preset.source] == []


@pytest.mark.parametrize(
    ("key", "length", "scores", "seconds"),
    [
        ("usbgf_singles", 9, (0, 0), 18 * 60),
        ("usbgf_singles", 9, (5, 3), 10 * 60),
        ("usbgf_singles", 7, (6, 6), 2 * 60),
        ("usbgf_doubles", 9, (2, 1), 1125),  # 22.5 - 3.75 minutes
        ("us_2001_no_delay", 9, (5, 3), 30 * 60),  # 4 and 6 needed
        ("atlanta_2003_no_delay", 7, (4, 1), 27 * 60),
        ("biba", 11, (4, 3), 15 * 60),
        ("gammon_associates_2017", 11, (4, 3), 17 * 60),  # the fixed 2 minutes stay
        ("wbgf_speed", 5, (4, 4), 2 * 60),
        ("jbs", 9, (1, 0), 22 * 60),  # 21.25 minutes, rounded up
    ],
)
def test_a_clock_put_on_in_a_match_gives_time_for_the_points_still_needed(
    key: str, length: int, scores: tuple[int, int], seconds: int
) -> None:
    assert PRESETS[key].settings.reserve(length, scores=scores) == seconds * 1000


def test_half_a_millisecond_is_rounded_up() -> None:
    assert ClockSettings(per_point=3).reserve(2, scores=(1, 0)) == 5


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("clock_kind_unknown", {"kind": "hourglass"}),
        ("clock_kind_unknown", {"kind": ["increment"]}),
        ("clock_kind_unknown", {"kind": "x" * 10_000}),
        ("clock_value_not_whole", {"per_point": 1.5}),
        ("clock_value_not_whole", {"per_point": True}),
        ("clock_value_not_whole", {"fixed": "1000"}),
        ("clock_value_not_whole", {"overtime_count": None}),
        ("clock_value_too_small", {"delay": -1}),
        ("clock_value_too_small", {"round_up_to": 0}),
        ("clock_value_too_small", {"fixed": 5, "maximum": 0}),
        ("clock_value_too_large", {"fixed": MAX_SETTING + 1}),
        ("clock_value_too_large", {"delay": 10**10_000}),
        ("clock_value_too_large", {"overtime": 1, "overtime_count": 100}),
        ("clock_without_reserve", {"delay": 12_000}),
        ("clock_without_delay", {"fixed": 1, "kind": "bronstein"}),
        ("clock_without_delay", {"fixed": 1, "kind": "increment"}),
        ("overtime_half_set", {"fixed": 1, "overtime": MINUTE}),
        ("overtime_half_set", {"fixed": 1, "overtime_count": 1}),
        ("clock_over_maximum", {"fixed": 5, "maximum": 4}),
        ("clock_over_maximum", {"fixed": 3, "overtime": 1, "overtime_count": 2, "maximum": 4}),
    ],
)
def test_settings_that_cannot_be_are_refused_by_cause(code: str, values: dict[str, Any]) -> None:
    error = refusal(**values)
    assert error.code == code
    assert 0 < len(error.message) < 200


def test_a_refusal_names_the_value() -> None:
    assert refusal(fixed=1, delay=-5).detail["name"] == "delay"
    assert refusal(fixed=1, overtime=2.0).message == "overtime is a whole number, not 2.0."


def test_reserve_and_overtime_may_reach_the_maximum_and_not_exceed_it() -> None:
    settings = ClockSettings(
        per_point=2 * MINUTE, overtime=MINUTE, overtime_count=1, maximum=19 * MINUTE
    )
    assert settings.reserve(9) == 18 * MINUTE
    assert settings.reserve(10, scores=(2, 0)) == 18 * MINUTE
    with pytest.raises(ClockError) as refused:
        settings.reserve(10)
    assert (refused.value.code, refused.value.detail["total"]) == ("clock_over_maximum", 1_260_000)


@pytest.mark.parametrize(
    ("code", "scores"),
    [
        ("clock_value_too_large", (9, 0)),
        ("clock_value_too_small", (0, -1)),
        ("clock_value_not_whole", (0, True)),
        ("scores_not_two", (0, 0, 0)),
        ("scores_not_two", None),
        ("scores_not_two", "00"),
    ],
)
def test_scores_of_no_unfinished_match_are_refused(code: str, scores: Any) -> None:
    with pytest.raises(ClockError) as refused:
        PRESETS["ukbgf"].settings.reserve(9, scores=scores)
    assert refused.value.code == code


@pytest.mark.parametrize("length", [0, 100, "9", None, True])
def test_a_reserve_is_for_a_match_length(length: Any) -> None:
    with pytest.raises(ScoreError):
        PRESETS["ukbgf"].settings.reserve(length)


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_settings_survive_being_stored(preset: clock_presets.ClockPreset) -> None:
    stored = json.loads(json.dumps(preset.settings.to_data()))
    assert ClockSettings.from_data(stored) == preset.settings


@pytest.mark.parametrize("data", [None, [], "{}", {}, {"kind": "bronstein"}, {1: 2}])
def test_what_is_not_stored_settings_is_refused(data: Any) -> None:
    with pytest.raises(ClockError) as refused:
        ClockSettings.from_data(data)
    assert refused.value.code == "clock_data_unreadable"


junk = st.one_of(
    st.none(), st.booleans(), st.floats(), st.text(), st.integers(), st.sampled_from(KINDS),
    st.lists(st.integers(0, 9), max_size=2),
)  # fmt: skip
names = list(ClockSettings(fixed=1).to_data())


@given(st.fixed_dictionaries(dict.fromkeys(names, st.one_of(junk, st.integers(0, 10**6)))))
def test_any_data_is_settings_or_refused(data: dict[str, Any]) -> None:
    with suppress(ClockError):
        assert ClockSettings.from_data(data).to_data() == data
