"""Clocks go out into the archive of their event and come back with all that was done to them."""

import copy
import json
from typing import Any

import pytest

from config.errors import DomainError, InvalidError
from matches.engine.clock_game import GameSaid
from matches.engine.clock_settings import MINUTE
from matches.models import Deadline
from matches.models_clock import Clock
from matches.services.clock_games import clock_say
from matches.services.clock_running import Sent, clock_do
from matches.services.clocks import clock_correct, clock_seen
from matches.services.deadlines import fire_due
from tests.matches.clocking import KEY, Table, at_table, by_staff, second
from tests.tournaments.archives import comparable, exported, imported
from tests.tournaments.test_archive_refusals import JUNK, paths, put

pytestmark = pytest.mark.django_db(transaction=True)


def make_timed() -> Table:
    """Presses, some late, one refused; a stop; a correction; it runs."""
    table = Table()
    table.press(2, 0, ident="a")
    table.press(1, 20, sent=60, ident="b")
    table.press(1, 61, ident="c")
    table.stop("contest", 70)
    act = by_staff(80, "Жереб")
    clock_correct(match_id=table.match_id, left={1: 9 * MINUTE}, act=act)
    table.resume(90)
    clock_seen(match_id=table.match_id, sides=(1,), at=second(95))
    return table


def clock_in(archive: dict[str, Any]) -> dict[str, Any]:
    found = next(one for one in archive["fixtures"] if one["key"] == KEY)
    clock: dict[str, Any] = found["match"]["clock"]
    return clock


def test_what_comes_back_is_what_went_out() -> None:
    archive = exported(make_timed().stage.event)
    assert len(clock_in(archive)["steps"]) == 9
    assert comparable(exported(imported(archive))) == comparable(archive)


def test_a_score_and_a_question_about_a_game_come_back() -> None:
    table = Table(rules={"flag": "lose_game", "reserve_covers": "game"})
    table.do("score", 1, scores=(3, 1))
    table.press(2, 5)
    fire_due(second(3600))
    said = GameSaid("gammon", 2, (3, 1))
    clock_say(match_id=table.match_id, sides=(2,), said=said, act=at_table(3601))
    archive = exported(table.stage.event)
    again = imported(archive)
    assert comparable(exported(again)) == comparable(archive)
    clock = Clock.objects.get(match__fixture__event=again)
    assert (clock.score, clock.asks, clock.claim_2) == ((3, 1), "game", "gammon:2:3:1")
    assert (clock.each_game, clock.waits) == (True, True)


def test_a_clock_from_before_there_were_scores_has_none() -> None:
    archive = exported(make_timed().stage.event)
    for name in ("asks", "claims", "score", "sets_over", "each_game", "asked_by"):
        del clock_in(archive)[name]
    clock = Clock.objects.get(match__fixture__event=imported(archive))
    assert (clock.score, clock.asks, clock.each_game) == (None, "", False)


def test_a_clock_that_runs_has_its_alarm_where_it_comes_in() -> None:
    table = make_timed()
    copy = imported(exported(table.stage.event))
    clock = Clock.objects.get(match__fixture__event=copy)
    deadline = Deadline.objects.get(kind="clock_flag", subject_id=clock.match_id)
    assert deadline.due_at == clock.expires_at == table.clock.expires_at


def test_an_archive_from_before_there_were_clocks_has_none() -> None:
    archive = exported(make_timed().stage.event)
    for fixture in archive["fixtures"]:
        if fixture["match"]:
            del fixture["match"]["clock"]
    assert not Clock.objects.filter(match__fixture__event=imported(archive)).exists()


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("stopped_for", "dice"),
        ("waits", 1),
        ("state", {}),
        ("version", 0),
        ("asks", "game"),
        ("claims", [""]),
        ("claims", ["mars:1:0:0", ""]),
        ("score", [100, 0]),
        ("steps", ["[]"]),
        ("steps", ["no list"]),
        ("steps", [json.dumps(["press", 3, "2026-12-05T12:00:00+00:00"] + [None] * 6)]),
    ],
)
def test_a_clock_that_cannot_be_is_refused_with_its_place(where: str, value: Any) -> None:
    archive = exported(make_timed().stage.event)
    clock_in(archive)[where] = value
    with pytest.raises(InvalidError) as caught:
        imported(archive)
    assert caught.value.code == "archive_unreadable"
    assert f"clock.{where}" in caught.value.detail["path"]


def test_a_break_of_a_clock_that_is_stopped_for_something_else_is_refused() -> None:
    table = make_timed()
    table.stop("dice", 100)
    archive = exported(table.stage.event)
    clock_in(archive)["break_until"] = "2026-12-05T12:00:00+00:00"
    with pytest.raises(InvalidError) as caught:
        imported(archive)
    assert "clock.break_until" in caught.value.detail["path"]


def test_a_break_in_which_the_clock_runs_on_comes_back_and_rings() -> None:
    table = Table(rules={"clock_runs_in_break": True})
    table.press(2, 0)
    table.do("ask_break", 10)
    sent = Sent("stop", reason="break")
    act = by_staff(20)
    clock_do(match_id=table.match_id, sent=sent, sides=(1, 2), act=act, by_staff=True)
    archive = exported(table.stage.event)
    again = imported(archive, by_staff(30))
    assert comparable(exported(again)) == comparable(archive)
    clock = Clock.objects.get(match__fixture__event=again)
    assert (clock.running, clock.break_until) == (1, second(320))
    deadline = Deadline.objects.get(kind="break_over", subject_id=clock.match_id)
    assert deadline.due_at == second(320)


def test_no_single_damage_of_a_clock_breaks_the_import() -> None:
    archive = exported(make_timed().stage.event)
    refusals = 0
    for n, path in enumerate(paths(clock_in(archive))):
        damaged = copy.deepcopy(archive)
        put(clock_in(damaged), path, JUNK[n % len(JUNK)])
        before = Clock.objects.count()
        try:
            imported(damaged, into=f"t{n}")
        except DomainError:
            refusals += 1
            assert Clock.objects.count() == before, path
    assert refusals > 10
