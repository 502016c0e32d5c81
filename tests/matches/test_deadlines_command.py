"""`manage.py deadlines` tells what waits for what moment, and rings what is overdue."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from matches.models import Match
from matches.services import deadlines
from matches.services.deadlines import set_deadline
from matches.services.making import MatchSpec, SideSpec, matches_create
from matches.services.reporting import match_report
from matches.services.steps import CONFIRM
from tests.builders import NOON, Stage, by_player, make_running_event, make_tournament
from tournaments.management.commands import deadlines as command

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "database_now", lambda: NOON)


def run(*args: str) -> list[str]:
    out = StringIO()
    call_command("deadlines", *args, stdout=out)
    return out.getvalue().splitlines()


def run_stuck(*args: str) -> list[str]:
    """The same where the command ends with 1."""
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("deadlines", *args, stdout=out)
    assert ended.value.code == 1
    return out.getvalue().splitlines()


@pytest.fixture
def failing() -> Iterator[None]:
    """A kind whose handler always fails."""

    @deadlines.handles("test", lock=int)
    def fail(_subject_id: int, _at: datetime) -> None:
        raise RuntimeError("unlucky")

    yield
    del deadlines._handlers["test"]


def make_reported(minutes: float) -> Match:
    """A match in Kyiv, reported so many minutes after noon UTC, confirmed ten minutes later."""
    tournament = make_tournament(time_zone="Europe/Kyiv")
    stage = Stage(make_running_event(["Ann", "Олег"], tournament=tournament))
    player = next(p for p in stage.players("M1.1") if p.name == "Ann")
    match = stage.match("M1.1")
    scores = (7, 3) if stage.names("M1.1")[0] == "Ann" else (3, 7)
    match_report(
        match_id=match.pk, player_id=player.pk, scores=scores, act=by_player(player, minutes)
    )
    return match


def test_nothing_pending_is_said() -> None:
    assert run() == ["Nothing is pending."]


def test_a_deadline_is_told_in_the_time_of_its_tournament() -> None:
    make_reported(minutes=0)
    (line,) = run()
    assert line.startswith("2026-12-05 14:10:00 EET  match M1.1 ")
    assert "Ann" in line
    assert "Олег" in line
    assert line.endswith((" of Main (Kyiv Open): silence confirms 7–3", "confirms 3–7"))


@pytest.mark.parametrize(("hour", "zone"), [(0, "EEST"), (1, "EET")])
def test_in_the_hour_that_comes_twice_it_is_told_which_one_is_meant(hour: int, zone: str) -> None:
    match = make_reported(minutes=0)
    set_deadline(CONFIRM, match.pk, datetime(2026, 10, 25, hour, 30, tzinfo=NOON.tzinfo))
    (line,) = run_stuck()
    assert line.startswith(f"2026-10-25 03:30:00 {zone} (overdue by 41 days, ")


def test_overdue_ones_are_marked_and_only_fire_rings_them() -> None:
    match = make_reported(minutes=-15)
    assert "13:55:00 EET (overdue by 0:05:00)  " in run_stuck()[0]
    match.refresh_from_db()
    assert match.state == "reported"
    assert run("--fire") == ["Done: 1.", "Nothing is pending."]
    match.refresh_from_db()
    assert match.state == "decided"


def test_those_of_the_future_are_left_alone() -> None:
    make_reported(minutes=-9)
    done, line = run("--fire")
    assert done == "Done: 0."
    assert "overdue" not in line


def test_a_match_without_a_tournament_is_told_by_its_sides() -> None:
    (match,) = matches_create(
        [MatchSpec(5, SideSpec("Ann", []), SideSpec("Bo", []))], rules={}, at=NOON
    )
    set_deadline(CONFIRM, match.pk, NOON)
    set_deadline("flag", 17, datetime(2026, 12, 6, tzinfo=NOON.tzinfo))
    assert run() == [
        "2026-12-05 12:00:00 UTC  match Ann – Bo: silence confirms ",
        "2026-12-06 00:00:00 UTC  flag 17: flag",
    ]


def test_what_is_due_this_very_moment_is_no_reason_to_worry() -> None:
    make_reported(minutes=-10.5)
    (line,) = run()
    assert "(overdue by 0:00:30)" in line


def test_one_that_fails_is_told_with_its_error_and_when_it_is_tried_again(failing: None) -> None:
    set_deadline("test", 1, NOON - timedelta(seconds=20))
    lines = run_stuck("--fire")
    assert lines == [
        "Done: 0.",
        "2026-12-05 11:59:40 UTC (overdue by 0:00:20)  test 1: test",
        "    failed 1 times, again at 12:00:10: RuntimeError: unlucky",
    ]


def test_all_tells_what_is_done_as_well() -> None:
    make_reported(minutes=-10)
    run("--fire")
    (line,) = run("--all")
    assert "14:00:00 EET (done)  match M1.1 " in line


def test_programs_get_a_list() -> None:
    make_reported(minutes=-15)
    (one,) = json.loads("\n".join(run_stuck("--json")))
    assert (one["kind"], one["fixture"], one["late_seconds"]) == (CONFIRM, "M1.1", 300)
    assert one["due_at"] == "2026-12-05T13:55:00+02:00"
    assert (one["done_at"], one["attempts"], one["overdue"]) == (None, 0, True)


def test_one_event_may_be_asked_for() -> None:
    make_reported(minutes=0)
    set_deadline("flag", 17, datetime(2026, 12, 6, tzinfo=NOON.tzinfo))
    assert len(run("--event", "kyiv-open/main")) == 1
    with pytest.raises(CommandError):
        run("--event", "kyiv-open/other")


def test_every_kind_has_words() -> None:
    assert set(deadlines._handlers) == set(deadlines._tellers)
