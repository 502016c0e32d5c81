"""A league round from its first day to its end: reminders, and what was not played in time."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from matches.models import Deadline, Match
from matches.services.deadlines import fire_due
from matches.services.reporting import match_report
from tests.builders import (
    NOON,
    Stage,
    by_director,
    by_player,
    make_ladder,
    make_rounds,
    make_tournament,
    next_round,
    undo_last,
)
from tests.tournaments.test_ladders import challenge
from tournaments.models import Event
from tournaments.selectors.log import log_page
from tournaments.services.dates import play_by_set
from tournaments.services.overdue import overdue_set
from tournaments.services.rounds import round_take_back
from tournaments.services.setting_up import TournamentSpec, tournament_change

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)
ROUND = {"starts_on": "2026-12-01", "days_per_round": 7}  # until 7 December
TIMELY = ("round.reminder", "round.overdue", "round.slot_assigned")


def make_league(zone: str = "Europe/Kyiv", names: str = "ABCD", **league: Any) -> Event:
    tournament = make_tournament(time_zone=zone)
    return make_rounds(names, "round_robin", tournament=tournament, league={**ROUND, **league})


def travel(until: datetime, start: datetime = NOON, step: timedelta = HOUR) -> None:
    """Sweeps all the way there."""
    at = start
    while at <= until:
        fire_due(at)
        at += step


def told(event: Event, key: str = "R1.1") -> list[tuple[str, datetime]]:
    """What was said of the match by itself, and when, oldest first."""
    lines = event.log.filter(fixture_key=key, action__in=TIMELY).order_by("pk")
    return [(line.action, line.at) for line in lines]


def utc(year: int, month: int, day: int, hour: int = 0) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


def test_who_has_not_played_is_reminded_twice_and_then_the_round_is_over() -> None:
    event = make_league()
    Stage(event).win("R1.2")
    travel(utc(2026, 12, 10))
    assert told(event) == [
        ("round.reminder", utc(2026, 12, 6, 22)),  # midnight in Kyiv is 22:00
        ("round.reminder", utc(2026, 12, 7, 21)),
        ("round.overdue", utc(2026, 12, 7, 22)),
    ]
    assert told(event, "R1.2") == []
    assert Stage(event).match("R1.1").state == Match.State.OPEN


def test_the_log_tells_of_it_in_words() -> None:
    event = make_league()
    travel(utc(2026, 12, 8))
    said = [line.what for line in log_page(event.tournament, event=event).lines]
    pair = " – ".join(filter(None, Stage(event).names("R1.1")))
    assert f"R1.1 {pair}: was not played by 7 December" in said


@pytest.mark.parametrize("deed", ["reported", "decided"])
def test_a_match_that_was_played_is_left_alone(deed: str) -> None:
    event = make_league()
    stage = Stage(event)
    if deed == "decided":
        stage.win("R1.1")
        assert not Deadline.objects.filter(subject_id=stage.fixture("R1.1").pk).exists()
    else:
        match, player = stage.match("R1.1"), stage.players("R1.1")[0]
        match_report(match_id=match.pk, player_id=player.pk, scores=(7, 0), act=by_player(player))
    travel(utc(2026, 12, 8))
    assert told(event) == []


def test_a_result_that_is_taken_back_brings_the_deadlines_back_that_are_ahead() -> None:
    event = make_league()
    stage = Stage(event)
    stage.win("R1.1")
    travel(utc(2026, 12, 7))
    undo_last(event, minutes=36 * 60 + 1)
    travel(utc(2026, 12, 8), start=utc(2026, 12, 7))
    assert [action for action, _at in told(event)] == ["round.reminder", "round.overdue"]


def test_another_day_moves_them_all_and_both_are_reminded_of_it() -> None:
    event = make_league()
    travel(utc(2026, 12, 7))
    later = by_director(36 * 60)
    play_by_set(event_id=event.pk, key="R1.1", day=date(2026, 12, 20), act=later)
    travel(utc(2026, 12, 22), start=utc(2026, 12, 7))
    assert [at for _action, at in told(event)] == [
        utc(2026, 12, 6, 22),
        utc(2026, 12, 19, 22),
        utc(2026, 12, 20, 21),
        utc(2026, 12, 20, 22),
    ]
    assert told(event, "R1.2")[-1] == ("round.overdue", utc(2026, 12, 7, 22))


def test_another_time_zone_moves_them() -> None:
    event = make_league("UTC")
    spec = TournamentSpec("Kyiv Open", NOON.date(), NOON.date(), time_zone="America/New_York")
    tournament_change(tournament_id=event.tournament_id, spec=spec, act=by_director(1))
    over = Deadline.objects.filter(kind="play_by_over")
    assert set(over.values_list("due_at", flat=True)) == {utc(2026, 12, 8, 5)}


def test_a_round_that_is_entered_afterwards_costs_nobody_anything() -> None:
    event = make_league(starts_on="2025-12-01")
    overdue_set(event_id=event.pk, rules={"then": "forfeit"}, act=by_director())
    travel(NOON + 48 * HOUR)
    assert not Deadline.objects.exists()
    assert Stage(event).match("R1.1").state == Match.State.OPEN


def test_deadlines_go_with_a_round_that_is_taken_back() -> None:
    event = make_league(names="ABC")
    Stage(event).play_out()
    next_round(event)
    assert Deadline.objects.filter(done_at=None).count() == 3
    round_take_back(event_id=event.pk, act=by_director(9))
    assert not Deadline.objects.filter(done_at=None).exists()


@pytest.mark.parametrize(
    ("then", "outcome"), [("forfeit", "double_forfeit"), ("loss", "double_loss")]
)
def test_the_event_may_end_what_was_not_played(then: str, outcome: str) -> None:
    event = make_league()
    overdue_set(event_id=event.pk, rules={"then": then}, act=by_director())
    travel(utc(2026, 12, 9))
    match = Stage(event).match("R1.1")
    assert (match.state, match.outcome, match.winner) == ("decided", outcome, None)
    undo_last(event, minutes=6000)
    travel(utc(2026, 12, 12), start=utc(2026, 12, 9))
    assert len(told(event)) == len(told(event, "R1.2")) == 3  # undone, and not done again


def test_it_may_be_given_the_next_evening_of_the_club() -> None:
    event = make_league()
    rules = {"then": "slot", "weekday": 4, "hour": "19:00", "table": 2}
    overdue_set(event_id=event.pk, rules=rules, act=by_director())
    travel(utc(2026, 12, 30))
    rows = [Stage(event).fixture(key) for key in ("R1.1", "R1.2")]
    friday = utc(2026, 12, 11, 17)  # 19:00 in Kyiv
    assert {(row.slot_at, row.slot_table) for row in rows} == {
        (friday, 2),
        (friday + timedelta(days=7), 2),  # one table takes one match at a time
    }
    first = min(rows, key=lambda row: str(row.slot_at))
    assert told(event, first.key)[2:] == [
        ("round.overdue", utc(2026, 12, 7, 22)),
        ("round.slot_assigned", utc(2026, 12, 7, 22)),
        ("round.reminder", friday - 24 * HOUR),
        ("round.reminder", friday - HOUR),
        ("round.overdue", utc(2026, 12, 11, 22)),  # and then it is left to the director
    ]


def test_an_hour_that_was_given_is_taken_back_or_moved_by_hand() -> None:
    event = make_league(names="AB")
    overdue_set(event_id=event.pk, rules={"then": "slot"}, act=by_director())
    travel(utc(2026, 12, 8))
    assert Stage(event).fixture("R1.1").slot_at is not None
    undo_last(event, minutes=6000)
    row = Stage(event).fixture("R1.1")
    assert (row.slot_at, row.play_by) == (None, date(2026, 12, 7))
    assert not Deadline.objects.filter(done_at=None).exists()


def test_a_challenge_ends_as_the_ladder_says() -> None:
    event = make_ladder("AB")
    key = challenge(event, "BA")
    overdue_set(event_id=event.pk, rules={"then": "forfeit"}, act=by_director())
    travel(utc(2026, 12, 14))
    assert [action for action, _at in told(event, key)] == [
        "round.reminder",
        "round.reminder",
        "round.overdue",
    ]
    kinds = list(event.ladder_steps.values_list("kind", flat=True))
    assert kinds == ["challenged", "unplayed"]


CHANGES = [
    # A two-week round that ends with the day of the change, and the last midnight in UTC.
    ("Europe/Kyiv", "2027-03-15", utc(2027, 3, 28, 21)),
    ("Europe/Kyiv", "2027-10-18", utc(2027, 10, 31, 22)),
    ("America/New_York", "2027-03-01", utc(2027, 3, 15, 4)),
    ("America/New_York", "2027-10-25", utc(2027, 11, 8, 5)),
]


@pytest.mark.parametrize(("zone", "starts_on", "over"), CHANGES)
def test_where_clocks_change_a_day_ends_at_midnight_and_24_hours_are_24_hours(
    zone: str, starts_on: str, over: datetime
) -> None:
    event = make_league(zone, starts_on=starts_on, days_per_round=14)
    travel(over + HOUR, start=over - 60 * HOUR, step=HOUR / 4)
    assert [at for _action, at in told(event)] == [over - 24 * HOUR, over - HOUR, over]


def test_one_sweep_after_a_long_silence_does_once_what_still_matters() -> None:
    event = make_league()
    late = utc(2026, 12, 20)
    assert [fire_due(late), fire_due(late)] == [6, 0]
    assert told(event) == [("round.overdue", late)]  # nobody is reminded of what is over
