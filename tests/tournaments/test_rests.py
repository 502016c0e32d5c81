"""Who has just played rests before the next match, where the rules say so."""

from datetime import timedelta
from typing import Any

import pytest

from matches.models import Deadline
from matches.services.deadlines import fire_due
from matches.services.steps import Verdict
from tests.builders import NOON, Stage, by_director, make_event, make_running_event, make_tournament
from tests.tournaments.archives import exported, imported
from tournaments.formats import DrawConfig
from tournaments.formats.elimination import Lengths
from tournaments.models import Event, LogEntry, Pass, Table
from tournaments.selectors.access import access_event_by_id
from tournaments.selectors.cards import card
from tournaments.selectors.desk import desk, with_rests
from tournaments.selectors.forecasts import forecast
from tournaments.selectors.outlooks import WhatIf, event_outlook
from tournaments.selectors.rests import REST_OVER, rests_of
from tournaments.services.results import result_enter
from tournaments.services.rules import rules_change
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db(transaction=True)


def semi_final(rule_set: str = "online") -> Stage:
    """A to D at two tables; the first semi-final was decided at 12:20, the second at 12:25."""
    stage = Stage(make_running_event("ABCD", rule_set=rule_set))
    stage.win("M1.1", act=by_director(20))
    stage.win("M1.2", act=by_director(25))
    return stage


def table_of(event: Event, key: str) -> int | None:
    found = Table.objects.filter(fixture__event=event, fixture__key=key)
    return found.values_list("number", flat=True).first()


def until(event: Event, minutes: float) -> dict[str, float]:
    """By key: until which minute after noon somebody rests, as of that minute."""
    found = rests_of(event, NOON + timedelta(minutes=minutes))
    return {rest.key: (rest.until - NOON) / timedelta(minutes=1) for rest in found}


def test_nobody_is_called_before_both_have_rested_and_then_they_are() -> None:
    stage = semi_final()
    assert table_of(stage.event, "M2.1") is None
    fire_due(NOON + timedelta(minutes=34, seconds=59))
    assert table_of(stage.event, "M2.1") is None
    fire_due(NOON + timedelta(minutes=35))
    assert table_of(stage.event, "M2.1") is not None
    called = LogEntry.objects.filter(action="match.called", fixture_key="M2.1").get()
    assert called.at == NOON + timedelta(minutes=35)


def test_without_the_rule_they_are_called_at_once() -> None:
    stage = semi_final("club")
    assert table_of(stage.event, "M2.1") is not None
    assert not Deadline.objects.filter(kind=REST_OVER).exists()


def test_the_director_sends_whom_he_likes_all_the_same() -> None:
    stage = semi_final()
    table_assign(event_id=stage.event.pk, key="M2.1", number=5, act=by_director(26))
    assert table_of(stage.event, "M2.1") == 5


def test_others_are_called_meanwhile() -> None:
    stage = Stage(
        make_running_event("ABCDEFGH", tournament=make_tournament(tables=1), rule_set="online")
    )
    for minute, key in enumerate(["M1.1", "M1.2", "M1.3"]):
        stage.win(key, act=by_director(minute))
    assert table_of(stage.event, "M1.4") == 1
    stage.win("M1.4", act=by_director(6))
    assert table_of(stage.event, "M2.1") is None
    fire_due(NOON + timedelta(minutes=11))
    assert table_of(stage.event, "M2.1") == 1


def test_a_walkover_tires_nobody() -> None:
    stage = Stage(make_running_event("ABCD", rule_set="online"))
    for key in ("M1.1", "M1.2"):
        verdict = Verdict(1, "walkover")
        result_enter(event_id=stage.event.pk, key=key, verdict=verdict, act=by_director(20))
    assert table_of(stage.event, "M2.1") is not None


def test_a_match_in_another_event_of_the_tournament_counts() -> None:
    tournament = make_tournament(tables=1)
    side = Stage(make_running_event("AB", tournament=tournament, name="Side"))
    main = make_running_event("AC", tournament=tournament, rule_set="online")
    side.win("M1.1", act=by_director(20))
    assert until(main, 21) == {"M1.1": 30}
    assert table_of(main, "M1.1") is None
    fire_due(NOON + timedelta(minutes=30))
    assert table_of(main, "M1.1") == 1


def starts_at(event: Event, key: str) -> float:
    """By the forecast, in minutes from noon."""
    found = forecast(access_event_by_id(event.pk))
    assert found is not None
    at = found.fixtures[key].starts_at
    assert at is not None
    return (at - NOON) / timedelta(minutes=1)


def test_the_forecast_starts_no_match_before_they_have_rested() -> None:
    stage = Stage(make_running_event("ABCD", rule_set="online"))
    stage.win("M1.1", act=by_director(20))
    stage.win("M1.2", act=by_director(27))
    assert starts_at(stage.event, "M2.1") == 40  # at 12:37 they are called


def test_the_forecast_knows_of_a_match_in_another_event() -> None:
    tournament = make_tournament(tables=1)
    side = Stage(make_running_event("AB", tournament=tournament, name="Side"))
    side.win("M1.1", act=by_director(20))
    main = make_running_event("AC", tournament=tournament, rule_set="online")
    assert starts_at(main, "M1.1") == 30


def test_a_walkover_tires_nobody_in_the_forecast_either() -> None:
    stage = Stage(make_running_event("ABCD", tournament=make_tournament(tables=1)))
    rules_change(
        event_id=stage.event.pk,
        preset="club",
        own={"between_matches": 60},
        act=by_director(),
    )
    stage.win("M1.1", act=by_director(20))
    verdict = Verdict(1, "walkover")
    result_enter(event_id=stage.event.pk, key="M1.2", verdict=verdict, act=by_director(75))
    assert starts_at(stage.event, "M2.1") == 80


def test_a_rest_in_one_stage_is_in_the_outlook_of_the_event() -> None:
    def last(**parts: Any) -> timedelta:
        event = make_event()
        Event.objects.filter(pk=event.pk).update(stage_rules=parts)
        config = DrawConfig(Lengths(7))
        return event_outlook(access_event_by_id(event.pk), config, WhatIf(4, 2)).asked.median

    more = last(M={"between_matches": 65}) - last()
    assert more / timedelta(minutes=1) == pytest.approx(60, abs=15)  # the chance is another one


def test_the_queue_and_the_cards_say_until_when_they_rest() -> None:
    stage = semi_final()
    assert until(stage.event, 26) == {"M2.1": 35}
    (line,) = with_rests(desk(stage.event)).queued
    assert line.rests_until == NOON + timedelta(minutes=35)
    name = stage.names("M2.1")[0]
    (match,) = card(Pass.objects.get(player__name=name))[0].current
    assert match.rests_until == NOON + timedelta(minutes=35)
    fire_due(NOON + timedelta(minutes=35))
    assert until(stage.event, 35) == {}
    (match,) = card(Pass.objects.get(player__name=name))[0].current
    assert match.rests_until is None


def test_the_control_room_asks_nothing_more_where_no_rule_gives_a_rest(
    django_assert_num_queries: Any,
) -> None:
    stage = semi_final("club")
    with django_assert_num_queries(0):
        assert rests_of(stage.event, NOON) == []


def test_an_imported_event_calls_those_who_have_rested() -> None:
    copy = imported(exported(semi_final().event), by_director(26))
    match = Stage(copy).match("M2.1")
    due = Deadline.objects.get(kind=REST_OVER, subject_id=match.pk).due_at
    assert due == NOON + timedelta(minutes=35)
