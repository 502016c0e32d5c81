"""The forecast of a running event of rounds: its end, the end of its round, who is slow."""

from datetime import datetime, timedelta
from typing import Any

import pytest

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
)
from tournaments.models import Event
from tournaments.selectors.access import access_event_by_id
from tournaments.selectors.forecasting import Forecast
from tournaments.selectors.forecasts import forecast
from tournaments.services.attendance import entry_withdraw
from tournaments.services.rounds import round_draft, round_publish

pytestmark = pytest.mark.django_db(transaction=True)

EIGHT = "ABCDEFGH"


def told(event: Event) -> Forecast:
    found = forecast(access_event_by_id(event.pk))
    assert found is not None
    return found


def minutes(at: datetime) -> float:
    """From noon."""
    return (at - NOON) / timedelta(minutes=1)


def play_round(stage: Stage, at: float) -> None:
    for key in stage.open_keys():
        stage.win(key, act=by_director(at))


def test_a_swiss_of_three_rounds_ends_after_three_times_the_slowest_of_its_tables() -> None:
    # To 7 points the last of 8 tables is done after 86 minutes on average; pairing takes five.
    found = told(make_rounds([f"P{n}" for n in range(16)], rounds=3))
    assert minutes(found.median) == pytest.approx(3 * 86 + 2 * 5, abs=10)
    assert [one.number for one in found.rounds] == [1, 2, 3]
    assert found.round is not None
    assert minutes(found.round.median) == pytest.approx(86, abs=7)
    assert minutes(found.rounds[1].median) == pytest.approx(2 * 86 + 5, abs=10)
    assert found.rounds[2].median == found.median
    assert all(one.median < one.late for one in found.rounds)
    assert found.boards == 16


def test_few_tables_make_each_round_longer_and_the_rest_of_it_waits() -> None:
    few = told(make_rounds(EIGHT, rounds=3, tournament=make_tournament("Few", tables=2)))
    many = told(make_rounds(EIGHT, rounds=3, tournament=make_tournament("Many", tables=4)))
    assert few.median > many.median
    assert few.rounds[0].median > many.rounds[0].median
    assert {key: e.priority for key, e in few.fixtures.items() if e.priority} == {
        "S1.3": 1,
        "S1.4": 2,
    }
    assert few.fixtures["S1.3"].starts_at is not None
    assert few.fixtures["S1.1"].since == NOON


def test_between_two_rounds_the_next_one_is_told() -> None:
    stage = Stage(make_rounds("ABCD", rounds=2))
    play_round(stage, 60)
    found = told(stage.event)
    assert found.fixtures == {}
    assert found.round is None  # it is the last one, and ends with the event
    assert [one.number for one in found.rounds] == [2]
    assert minutes(found.median) == pytest.approx(60 + 5 + 62, abs=10)
    next_round(stage.event)
    assert set(told(stage.event).fixtures) == {"S2.1", "S2.2"}


def test_an_event_of_rounds_learns_its_pace_and_says_what_is_slow() -> None:
    stage = Stage(make_rounds(EIGHT, rounds=2))
    before = told(stage.event)
    assert (before.pace, before.learned_from) == (1, 0)
    for key in ("S1.1", "S1.2", "S1.3"):
        stage.win(key, act=by_director(108.8))
    after = told(stage.event)
    # Three matches took twice the 54.4 minutes, beside eight that count as on time.
    assert after.learned_from == 3
    assert after.pace == pytest.approx((8 + 3 * 2) / 11)
    assert after.median > before.median
    assert after.fixtures["S1.4"].slow


def test_a_reported_match_is_over_whoever_has_to_agree() -> None:
    stage = Stage(make_rounds("AB", rounds=1))
    player = stage.players("S1.1")[0]
    match_report(
        match_id=stage.match("S1.1").pk,
        player_id=player.pk,
        scores=(7, 3),
        act=by_player(player, 50),
    )
    assert forecast(access_event_by_id(stage.event.pk)) is None
    lives = Stage(make_rounds("AB", "lives", lives=2, tournament=stage.event.tournament, name="L"))
    player = lives.players("L1.1")[0]
    match_report(
        match_id=lives.match("L1.1").pk,
        player_id=player.pk,
        scores=(7, 3),
        act=by_player(player, 50),
    )
    found = told(lives.event)
    assert found.fixtures == {}
    assert minutes(found.rounds[0].median) == pytest.approx(50 + 5 + 53, abs=8)


def test_lives_end_when_one_is_left() -> None:
    stage = Stage(make_rounds("ABCD", "lives", lives=1))
    found = told(stage.event)
    assert [one.number for one in found.rounds] == [1, 2]
    play_round(stage, 60)
    next_round(stage.event)
    assert [one.number for one in told(stage.event).rounds] == [2]
    play_round(stage, 120)
    assert forecast(access_event_by_id(stage.event.pk)) is None


def test_rounds_of_a_round_robin_that_are_open_at_once_take_less_time() -> None:
    waiting = make_rounds("ABCDEF", "round_robin")
    before = told(waiting)
    round_publish(event_id=waiting.pk, act=by_director(0), everything=True)
    after = told(waiting)
    assert after.median <= before.median
    assert [one.number for one in after.rounds] == [1, 2, 3, 4, 5]
    playing = [key for key, e in after.fixtures.items() if e.since]
    assert sorted(playing) == ["R1.1", "R1.2", "R1.3"]
    assert {e.priority for e in after.fixtures.values()} == {None}  # all are busy


def test_without_tables_nobody_is_taken_to_play_two_matches_at_once() -> None:
    event = make_rounds("ABCDEF", "round_robin", tournament=make_tournament(tables=0))
    round_publish(event_id=event.pk, act=by_director(0), everything=True)
    first = told(event)
    assert first.boards is None
    assert sorted(key for key, e in first.fixtures.items() if e.since) == ["R1.1", "R1.2", "R1.3"]
    stage = Stage(event)
    play_round_of(stage, 1, at=60)
    later = told(event)
    assert later.learned_from == 3
    since = {key: e.since for key, e in later.fixtures.items() if e.since}
    assert sorted(since) == ["R2.1", "R2.2", "R2.3"]
    assert {minutes(at) for at in since.values()} == {60}
    play_round_of(stage, 2, at=120)
    again = told(event)
    # They were all published at noon; the second ones took an hour each as well.
    assert again.learned_from == 6
    assert again.pace == pytest.approx((8 + 6 * 60 / 54.4) / 14)


def play_round_of(stage: Stage, number: int, *, at: float) -> None:
    for key in stage.open_keys():
        if key.startswith(f"R{number}."):
            stage.win(key, act=by_director(at))


def test_groups_play_side_by_side() -> None:
    event = make_rounds(EIGHT, "round_robin", groups=2)
    found = told(event)
    assert [one.number for one in found.rounds] == [1, 2, 3]
    assert len(found.fixtures) == 4


def test_who_has_left_is_not_waited_for() -> None:
    stage = Stage(make_rounds("ABCD", rounds=3))
    play_round(stage, 60)
    before = told(stage.event)
    left = list(stage.event.entries.order_by("number"))[2:]
    for entry in left:
        entry_withdraw(event_id=stage.event.pk, entry_id=entry.pk, act=by_director(60))
    assert told(stage.event).median < before.median


def test_a_draft_of_the_next_round_changes_nothing() -> None:
    stage = Stage(make_rounds("ABCD", rounds=2))
    play_round(stage, 60)
    before = told(stage.event)
    round_draft(event_id=stage.event.pk, act=by_director(60))
    assert abs(told(stage.event).median - before.median) <= timedelta(minutes=5)


def test_ladders_and_what_is_played_by_dates_have_none() -> None:
    ladder = make_ladder("ABC")
    place = ladder.tournament
    dated = make_rounds(
        "ABCD",
        "round_robin",
        tournament=place,
        name="Dated",
        league={"starts_on": "2026-12-05"},
    )
    undated = make_rounds("ABCD", "round_robin", tournament=place, name="Evening", league={})
    told(undated)
    for event in (ladder, dated):
        assert forecast(access_event_by_id(event.pk)) is None


def test_it_is_made_once_for_a_version(django_assert_num_queries: Any) -> None:
    event = access_event_by_id(make_rounds(EIGHT).pk)
    with django_assert_num_queries(5):
        first = forecast(event)
    with django_assert_num_queries(0):
        assert forecast(event) == first
