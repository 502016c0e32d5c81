"""Leagues: points by the schemes that clubs use, and the dates by which rounds are played."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from tests.formats.cast import letter, names
from tests.formats.refusal import refused
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.league import LeaguePlan
from tournaments.formats.league_points import LeaguePoints, PointsScheme, league_points
from tournaments.formats.round_results import Kind, PlayedRound, RoundResult
from tournaments.formats.standings_table import standings

KINDS = {"": Kind.WIN, "!": Kind.WALKOVER, "-": Kind.DOUBLE_FORFEIT}


def played(words: str) -> list[PlayedRound]:
    """A round each: `ab` is won by a, `ab!` too, since b did not come, and to `ab-` nobody came."""
    rounds: list[PlayedRound] = []
    for word in words.split():
        winner, loser = names(word[:2])
        rounds.append([RoundResult(winner, loser, KINDS[word[2:]])])
    return rounds


def points(scheme: PointsScheme, words: str) -> str:
    """`a4 b3 c1`"""
    found = league_points(scheme, names("abc"), played(words))
    return " ".join(f"{letter(entrant)}{value}" for entrant, value in found.items())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2-1", "a4 b3 c2"),  # London, the Midlands, Sydney
        ("3-1", "a6 b4 c2"),  # Bognor
        ("1-0", "a2 b1 c0"),
        ("1-1/2", "a2 b3/2 c1"),
    ],
)
def test_a_match_won_and_one_lost_have_their_points(text: str, expected: str) -> None:
    assert points(PointsScheme.of(text), "ab ac bc") == expected


def test_who_does_not_come_has_no_point_for_losing() -> None:
    assert points(PointsScheme.of("2-1"), "ab ac! bc-") == "a4 b1 c0"
    assert points(PointsScheme.of("2-1", missed="1/2"), "ab ac! bc-") == "a4 b3/2 c1"


def test_a_pair_of_matches_counts_together_once_both_are_played() -> None:
    # Cambridge: 3 for two matches won, 2 for one each, 1 for none.
    cambridge = PointsScheme.of("3-2-1")
    assert points(cambridge, "ab ab") == "a3 b1 c0"
    assert points(cambridge, "ab ba") == "a2 b2 c0"
    assert points(cambridge, "ab") == "a0 b0 c0"
    assert points(cambridge, "ab ab ca ac") == "a5 b1 c2"


def test_of_a_pair_nothing_is_left_for_who_came_to_neither() -> None:
    cambridge = PointsScheme.of("3-2-1")
    assert points(cambridge, "ab! ab!") == "a3 b0 c0"
    assert points(cambridge, "ab! ab") == "a3 b1 c0"
    assert points(cambridge, "ab- ab-") == "a0 b0 c0"


def test_a_bye_has_points_of_its_own() -> None:
    scheme = PointsScheme.of("2-1", bye="2")
    rounds = [[RoundResult(EntrantId(1), kind=Kind.BYE), RoundResult(EntrantId(2), kind=Kind.REST)]]
    assert league_points(scheme, [EntrantId(1), EntrantId(2)], rounds) == {1: 2, 2: 0}


def test_league_points_sort_the_table_and_are_printed_as_people_write_them() -> None:
    order = [LeaguePoints(PointsScheme.of("1-1/2"))]
    table = standings(names("abc"), played("ba bc ca!"), order)
    found = [(letter(row.entrant), table.shown(row)) for row in table.rows]
    assert found == [("b", ("2",)), ("c", ("1½",)), ("a", ("½",))]
    assert LeaguePoints(PointsScheme.of("1-1/3")).show(4) == "2/3"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("points_unreadable", "two"),
        ("points_unreadable", "2"),
        ("points_unreadable", "4-3-2-1"),
        ("points_unreadable", "2-1/0"),
        ("points_not_falling", "1-2"),
        ("points_not_falling", "1-1"),
        ("points_out_of_range", "2-1/1001"),
        ("points_out_of_range", "1e9-1"),
    ],
)
def test_points_that_make_no_sense_are_refused(code: str, text: str) -> None:
    with refused(code):
        PointsScheme.of(text)


def test_a_draw_has_no_points() -> None:
    drawn = [[RoundResult(EntrantId(1), EntrantId(2), Kind.DRAW)]]
    with refused("draws_not_counted"):
        league_points(PointsScheme.of("2-1"), names("ab"), drawn)


@given(st.text(max_size=20))
def test_any_text_is_a_scheme_or_is_refused(text: str) -> None:
    try:
        scheme = PointsScheme.of(text)
    except FormatError:
        return
    assert PointsScheme.of(scheme.text) == scheme


# --- Dates ---------------------------------------------------------------------------------------
def test_a_round_is_played_by_its_last_day() -> None:
    plan = LeaguePlan(starts_on=date(2026, 9, 7), days_per_round=14)
    assert [plan.play_by(1), plan.play_by(2)] == [date(2026, 9, 20), date(2026, 10, 4)]
    # Clocks go back on 25 October: a date knows nothing of it.
    assert plan.play_by(4) == date(2026, 11, 1)


@given(st.integers(1, 40), st.integers(1, 60))
def test_every_round_has_as_many_days(round_: int, days: int) -> None:
    plan = LeaguePlan(starts_on=date(2026, 1, 31), days_per_round=days)
    last, after = plan.play_by(round_), plan.play_by(round_ + 1)
    assert last is not None
    assert after == last + timedelta(days=days)


def test_without_a_first_day_there_are_no_dates() -> None:
    assert LeaguePlan().play_by(3) is None


def test_a_season_past_the_calendar_is_refused() -> None:
    with refused("season_too_long"):
        LeaguePlan(starts_on=date(9999, 12, 1)).play_by(9)


def test_settings_survive_being_stored() -> None:
    data = {"points": "3-1", "division": 2, "up": 1, "down": 2, "starts_on": "2026-09-07"}
    plan = LeaguePlan.of(data)
    assert (plan.scheme.win, plan.down, plan.starts_on) == (Fraction(3), 2, date(2026, 9, 7))
    assert LeaguePlan.of(plan.as_data()) == plan


@pytest.mark.parametrize(
    ("code", "data"),
    [
        ("setting_unknown", {"colour": "red"}),
        ("date_unreadable", {"starts_on": "next week"}),
        ("date_unreadable", {"starts_on": "9999-01-01"}),
        ("league_out_of_range", {"division": 0}),
        ("league_out_of_range", {"days_per_round": "14"}),
        ("league_out_of_range", {"up": True}),
        ("points_unreadable", {"points": 2}),
        ("league_unreadable", ["2-1"]),
    ],
)
def test_settings_that_make_no_sense_are_refused(code: str, data: dict[str, object]) -> None:
    with refused(code):
        LeaguePlan.of(data)
