"""What other tournament programs got wrong, through the services: the event as people see it."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from config.errors import ConflictError
from matches.models import Deadline, Match
from matches.services.deadlines import fire_due
from matches.services.reporting import match_confirm, match_report
from matches.services.steps import Verdict
from players.actors import Act, Actor
from tests.builders import (
    Stage,
    by_director,
    by_player,
    enter,
    make_event,
    make_rounds,
    make_running_event,
    make_tournament,
)
from tournaments.models import Event
from tournaments.selectors.boards import load_board
from tournaments.services.attendance import entry_withdraw
from tournaments.services.drawing import event_discard_draft, event_draft, event_publish
from tournaments.services.entries import entry_remove
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db


def state(event: Event) -> str:
    event.refresh_from_db()
    return event.state


def numbered(count: int) -> list[str]:
    return [f"P{number}" for number in range(1, count + 1)]


def withdraw(event: Event, name: str, minutes: float = 5) -> None:
    pk = event.entries.get(name=name).pk
    entry_withdraw(event_id=event.pk, entry_id=pk, act=by_director(minutes))


@pytest.mark.parametrize("size", [3, 5, 31, 33])
def test_one_more_and_one_less_than_a_power_of_two(size: int) -> None:
    event = make_running_event(
        numbered(size), consolation_length=5, bracket_rules={"shape": "progressive"}
    )
    Stage(event).play_out()
    assert state(event) == "finished"
    assert load_board(event).state().champion("M") is not None


def test_who_had_a_bye_and_loses_the_first_match_he_plays_has_the_consolation() -> None:
    event = make_running_event(
        "ABCDEF", consolation_length=5, bracket_rules={"shape": "first_match"}
    )
    stage = Stage(event)
    (key,) = (row.key for row in event.fixtures.filter(round=1, number=1, stage__bracket="M"))
    holder = next(name for name in stage.names(key) if name)
    assert stage.fixture(key).status == "bye"
    for first in stage.open_keys():
        stage.win(first)
    side = 1 + (stage.names("M2.1")[0] == holder)
    stage.win("M2.1", side)
    consolation = {name for key in ("C1.1", "C1.2") for name in stage.names(key)}
    assert holder in consolation
    assert stage.names("M2.1")[side - 1] not in consolation  # he has won a match before


def test_a_semi_final_is_corrected_after_the_final_has_been_played() -> None:
    event = make_running_event("ABCD")
    stage = Stage(event)
    stage.play_out()
    finalist, out = stage.names("M1.1")
    assert state(event) == "finished"
    wrong = by_director(30, "The scores were swapped")
    with pytest.raises(ConflictError) as refused:
        stage.win("M1.1", 2, act=wrong)
    assert (refused.value.code, refused.value.detail["fixtures"]) == ("would_clear", ["M2.1"])
    assert finalist in stage.names("M2.1")
    stage.win("M1.1", 2, act=wrong, clear=True)
    assert state(event) == "running"
    assert out in stage.names("M2.1")
    assert stage.match("M2.1").state == Match.State.OPEN
    stage.play_out()
    assert state(event) == "finished"


def test_somebody_withdraws_before_during_and_after_the_draw() -> None:
    event = make_event()
    enter(event, "ABCDEF")
    gone, second, third = (event.entries.get(name=name) for name in "ABC")
    entry_remove(event_id=event.pk, entry_id=gone.pk, act=by_director())
    event_draft(event_id=event.pk, seed="s", act=by_director())
    with pytest.raises(ConflictError, match="Discard the draft"):
        entry_remove(event_id=event.pk, entry_id=second.pk, act=by_director())
    with pytest.raises(ConflictError) as refused:
        withdraw(event, "B")
    assert refused.value.code == "not_published"
    event_discard_draft(event_id=event.pk, act=by_director())
    entry_remove(event_id=event.pk, entry_id=second.pk, act=by_director())
    event = publish(event)
    withdraw(event, third.name)
    given = event.fixtures.filter(match__outcome="walkover")
    assert ["C" in Stage(event).names(row.key) for row in given] == [True]
    Stage(event).play_out()
    assert state(event) == "finished"
    assert set(event.entries.values_list("name", flat=True)) == set("CDEF")


def publish(event: Event) -> Event:
    event_draft(event_id=event.pk, seed="s", act=by_director())
    return event_publish(event_id=event.pk, act=by_director())


@pytest.mark.parametrize("shape", ["first_round", "double"])
def test_nobody_appears(shape: str) -> None:
    rules: dict[str, Any] = {"bracket_rules": {"shape": shape}}
    if shape != "double":
        rules["consolation_length"] = 5
    event = make_running_event("ABCDE", **rules)
    for minute, name in enumerate("ABCDE"):
        withdraw(event, name, minutes=minute)
    assert state(event) == "finished"
    assert not event.fixtures.filter(status__in=["ready", "waiting"]).exists()
    champion = load_board(event).state().champion("M")
    assert champion == event.entries.get(name="E").pk  # whoever left last had walkovers till then


def test_a_swiss_of_one_round_with_two_hundred() -> None:
    event = make_rounds(numbered(200), rounds=1, tournament=make_tournament(tables=0))
    keys = Stage(event).open_keys()
    assert len(keys) == 100
    for key in keys[:-1]:
        result_enter(event_id=event.pk, key=key, verdict=Verdict(1), act=by_director(1))
    assert state(event) == "running"
    Stage(event).win(keys[-1])
    assert state(event) == "finished"


def test_an_opponent_confirms_after_the_director_has_ruled() -> None:
    stage = Stage(make_running_event("ABCD"))
    match = stage.match("M1.1")
    one, other = stage.players("M1.1")
    match_report(match_id=match.pk, player_id=one.pk, scores=(7, 3), act=by_player(one, 1))
    report = match.reports.get()
    stage.win("M1.1", 2, 6, act=by_director(2))
    with pytest.raises(ConflictError) as refused:
        match_confirm(
            match_id=match.pk, player_id=other.pk, report_id=report.pk, act=by_player(other, 3)
        )
    assert refused.value.code == "already_decided"
    match.refresh_from_db()
    assert (match.winner, match.score_1, match.score_2) == (2, 6, 7)
    fire_due(by_director(60).at)  # nor does silence confirm what was overruled
    match.refresh_from_db()
    assert (match.winner, match.score_1, match.score_2) == (2, 6, 7)


def test_a_round_of_two_weeks_lasts_two_weeks_though_the_clocks_change() -> None:
    """In Kyiv the night of 25 October 2026 has an hour more; a report waits no longer for it."""
    fortnight = timedelta(days=14)
    tournament = make_tournament(
        time_zone="Europe/Kyiv", starts_on=date(2026, 10, 18), ends_on=date(2026, 11, 1)
    )
    event = make_running_event(
        "ABCD", tournament=tournament, confirm_minutes=fortnight // timedelta(minutes=1)
    )
    stage = Stage(event)
    match, (player, _) = stage.match("M1.1"), stage.players("M1.1")
    begun = datetime(2026, 10, 18, 18, 30, tzinfo=UTC)  # 21:30 of summer time
    act = Act(Actor("player", player.pk, player.name), begun)
    match_report(match_id=match.pk, player_id=player.pk, scores=(7, 3), act=act)
    assert (
        Deadline.objects.get(kind="confirm_report").due_at == begun + fortnight
    )  # 20:30 of winter time
    fire_due(begun + fortnight - timedelta(seconds=1))
    assert stage.match("M1.1").state == Match.State.REPORTED
    fire_due(begun + fortnight)
    assert stage.match("M1.1").state == Match.State.DECIDED
