"""The forecast of an event that is being played: its end, its pace, what is next, what is slow."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache
from django.db import connection

from matches.models import Match
from matches.services.reporting import match_report
from matches.services.steps import Verdict
from tests.builders import (
    NOON,
    Stage,
    by_director,
    by_player,
    enter,
    make_event,
    make_running_event,
    make_tournament,
    make_user,
)
from tests.pages.desk import Desk
from tests.pages.reading import text
from tournaments.formats import FormatError
from tournaments.models import Event
from tournaments.selectors import forecasts
from tournaments.selectors.access import access_event_by_id
from tournaments.selectors.forecasting import Forecast, forecast_made
from tournaments.selectors.forecasts import forecast
from tournaments.services.drawing import event_draft
from tournaments.services.results import result_enter
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db(transaction=True)


def told(event: Event) -> Forecast:
    found = forecast(access_event_by_id(event.pk))
    assert found is not None
    return found


def minutes(found: Forecast) -> float:
    """From noon to the median."""
    return (found.median - NOON) / timedelta(minutes=1)


def report(stage: Stage, key: str, at: float, side: int = 1) -> None:
    player = stage.players(key)[side - 1]
    scores = (7, 3) if side == 1 else (3, 7)
    match_report(
        match_id=stage.match(key).pk, player_id=player.pk, scores=scores, act=by_player(player, at)
    )


def test_one_match_to_seven_ends_in_less_than_an_hour_and_nine_in_ten_within_83_minutes() -> None:
    found = told(make_running_event("AB"))
    assert minutes(found) == pytest.approx(52, abs=5)
    assert (found.late - NOON) / timedelta(minutes=1) == pytest.approx(81, abs=7)
    assert found.as_of == NOON


def test_what_people_read_is_rounded_to_five_minutes() -> None:
    found = told(make_running_event("ABCDEFGH", consolation_length=5))
    moments = [found.median, found.late, *(e.starts_at for e in found.fixtures.values())]
    assert {moment.minute % 5 for moment in moments if moment} == {0}


def test_few_tables_take_longer_and_those_of_another_event_are_not_free() -> None:
    many = told(make_running_event("ABCDEFGH", tournament=make_tournament("Many", tables=4)))
    few = told(make_running_event("ABCDEFGH", tournament=make_tournament("Few", tables=2)))
    assert (many.boards, few.boards) == (4, 2)
    assert few.median > many.median
    shared = make_tournament("Shared", tables=4)
    make_running_event("WX", tournament=shared, name="First")
    assert told(make_running_event("ABCDEFGH", tournament=shared)).boards == 3


def test_without_tables_everybody_plays_at_once() -> None:
    found = told(make_running_event("ABCDEFGH", tournament=make_tournament(tables=0)))
    assert found.boards is None
    assert sum(e.since is not None for e in found.fixtures.values()) == 4


def test_the_queue_is_called_in_start_order_and_the_rest_starts_later() -> None:
    event = make_running_event("ABCDEFGH", tournament=make_tournament(tables=2))
    fixtures = told(event).fixtures
    assert {key: e.priority for key, e in fixtures.items() if e.priority} == {"M1.3": 1, "M1.4": 2}
    assert fixtures["M1.1"].since == NOON
    starts = [fixtures[key].starts_at for key in ("M1.3", "M2.1", "M3.1")]
    assert None not in starts
    assert starts == sorted(starts)  # type: ignore[type-var]


def test_what_is_next_on_the_desk_is_what_is_called_next() -> None:
    event = make_running_event(
        [f"P{n}" for n in range(16)], tournament=make_tournament(tables=3), consolation_length=5
    )
    stage = Stage(event)
    calls = 0
    for minute in range(50, 1000, 15):
        expected = forecast(access_event_by_id(event.pk))
        waiting = {k: e.priority for k, e in (expected.fixtures if expected else {}).items()}
        first = [key for key, priority in waiting.items() if priority == 1]
        playing = list(event.fixtures.filter(table__isnull=False).values_list("key", flat=True))
        if not first:
            break
        stage.win(playing[-1], act=by_director(minute))
        assert event.fixtures.filter(key=first[0], table__isnull=False).exists()
        calls += 1
    assert calls > 10


def test_an_event_learns_its_pace_from_the_matches_that_were_timed() -> None:
    event = make_running_event([f"P{n}" for n in range(16)])
    before = told(event)
    assert (before.pace, before.learned_from) == (1, 0)
    stage = Stage(event)
    for number in range(1, 5):
        stage.win(f"M1.{number}", act=by_director(108.8))
    after = told(event)
    # Four matches took twice the 54.4 minutes, beside eight that count as on time.
    assert after.learned_from == 4
    assert after.pace == pytest.approx((8 + 4 * 2) / 12)
    assert after.percent == 33


def test_walkovers_and_results_entered_all_at_once_teach_nothing() -> None:
    event = make_running_event("ABCDEFGH")
    stage = Stage(event)
    stage.win("M1.1", act=by_director(2))
    walkover = Verdict(1, outcome="walkover")
    result_enter(event_id=event.pk, key="M1.2", verdict=walkover, act=by_director(60))
    assert told(event).learned_from == 0
    stage.win("M1.3", act=by_director(60))
    assert told(event).learned_from == 1


def test_a_match_is_slow_when_nine_in_ten_of_its_length_are_over() -> None:
    event = make_running_event("ABCD", length=5)
    (expected,) = {told(event).fixtures[key] for key in ("M1.1", "M1.2")}
    assert not expected.slow
    assert expected.slow_from == NOON + timedelta(minutes=60)  # of 62, in steps of five
    Stage(event).win("M1.1", act=by_director(75))
    assert told(event).fixtures["M1.2"].slow


def test_a_match_that_was_moved_is_slow_since_its_first_call() -> None:
    event = make_running_event("ABCD", length=5)
    table_assign(event_id=event.pk, key="M1.1", number=9, act=by_director(70))
    assert told(event).fixtures["M1.1"].slow


def test_a_reported_match_is_over_whoever_has_to_agree() -> None:
    stage = Stage(make_running_event("ABCD"))
    report(stage, "M1.1", 50)
    report(stage, "M1.2", 55)
    report(stage, "M1.2", 56, side=2)
    states = {stage.match(key).state for key in ("M1.1", "M1.2")}
    assert states == {Match.State.REPORTED, Match.State.DISPUTED}
    found = told(stage.event)
    assert minutes(found) == pytest.approx(56 + 52, abs=10)
    assert set(found.fixtures) == {"M2.1"}
    assert found.fixtures["M2.1"].priority is None  # nobody can be called before they agree


def test_only_an_event_that_is_being_played_has_a_forecast() -> None:
    event = make_event()
    enter(event, "AB")
    assert forecast(access_event_by_id(event.pk)) is None
    event_draft(event_id=event.pk, seed="s", act=by_director())
    assert forecast(access_event_by_id(event.pk)) is None
    stage = Stage(make_running_event("CD", tournament=event.tournament, name="Duel"))
    report(stage, "M1.1", 50)
    assert forecast(access_event_by_id(stage.event.pk)) is None  # only a signature is missing
    stage.win("M1.1")
    assert forecast(access_event_by_id(stage.event.pk)) is None


def test_it_is_made_once_for_a_version(django_assert_num_queries: Any) -> None:
    stage = Stage(make_running_event("ABCDEFGH"))
    event = access_event_by_id(stage.event.pk)
    with django_assert_num_queries(3):
        first = forecast(event)
    with django_assert_num_queries(0):
        assert forecast(event) == first
    stage.win("M1.1", act=by_director(45))
    later = told(stage.event)
    assert later.as_of == by_director(45).at


def test_no_result_waits_for_a_forecast(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def watched(event: Event) -> Forecast | None:
        made.append(connection.in_atomic_block)
        return forecast_made(event)

    monkeypatch.setattr(forecasts, "forecast_made", watched)
    stage = Stage(make_running_event("ABCD", tournament=make_tournament(owner=make_user("dana"))))
    desk = Desk(stage.event)
    desk.post("fixture", "M1.1", winner=1, version=stage.match("M1.1").version)
    assert made == []
    desk.get("event_desk")
    assert made == [False]


def test_the_control_room_is_there_without_a_forecast(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_event: Event) -> None:
        raise FormatError("not_playable", "Nobody is playing there now.")

    monkeypatch.setattr(forecasts, "forecast_made", refused)
    event = make_running_event("ABCD", tournament=make_tournament(owner=make_user("dana")))
    page = text(Desk(event).get("event_desk"))
    assert "Playing" in page
    assert "Expected to finish" not in page


def test_every_process_makes_the_same_one() -> None:
    event = make_running_event("ABCDEFGH", consolation_length=5)
    first = told(event)
    cache.clear()
    assert told(event) == first


def test_without_a_cache_it_is_made_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_running_event("AB")
    first = told(event)
    away = RedisCache("redis://127.0.0.1:1", {})  # nothing listens there
    monkeypatch.setattr(forecasts, "cache", away)
    assert told(event) == first
