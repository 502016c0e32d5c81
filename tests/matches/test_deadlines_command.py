"""`manage.py deadlines` tells what waits for what moment, and rings what is overdue."""

from datetime import datetime
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from matches.models import Match
from matches.services.deadlines import set_deadline
from matches.services.making import MatchSpec, SideSpec, matches_create
from matches.services.reporting import match_report
from matches.services.steps import CONFIRM
from tests.builders import NOON, Stage, by_player, make_running_event, make_tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)


def run(*args: str) -> list[str]:
    out = StringIO()
    call_command("deadlines", *args, stdout=out)
    return out.getvalue().splitlines()


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
    assert line.startswith("2026-12-05 14:10:00 EET  silence confirms the report  ")
    assert "Kyiv Open, Main, M1.1: " in line
    assert "Ann" in line
    assert "Олег" in line


@pytest.mark.parametrize(("hour", "zone"), [(0, "EEST"), (1, "EET")])
def test_in_the_hour_that_comes_twice_it_is_told_which_one_is_meant(hour: int, zone: str) -> None:
    match = make_reported(minutes=0)
    set_deadline(CONFIRM, match.pk, datetime(2026, 10, 25, hour, 30, tzinfo=NOON.tzinfo))
    (line,) = run()
    assert line.startswith(f"2026-10-25 03:30:00 {zone} (overdue)  ")


def test_overdue_ones_are_marked_and_only_fire_rings_them() -> None:
    match = make_reported(minutes=-10)
    assert "14:00:00 EET (overdue)  " in run()[0]
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
        "2026-12-05 12:00:00 UTC (overdue)  silence confirms the report  Ann – Bo",
        "2026-12-06 00:00:00 UTC  flag  flag 17",
    ]
