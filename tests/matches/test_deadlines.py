"""Deadlines ring once, late or twice notwithstanding."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from matches.models import Deadline, Match
from matches.services import deadlines
from matches.services.reporting import match_report
from matches.tasks import ring
from tests.brokers import without_broker
from tests.builders import NOON, Stage, by_player, make_running_event

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = timedelta(minutes=1)


@pytest.fixture
def rung() -> Iterator[list[tuple[int, datetime]]]:
    """What a handler registered for this test was called with; subject 13 always fails."""
    calls: list[tuple[int, datetime]] = []

    @deadlines.handles("test", lock=int)
    def note(subject_id: int, at: datetime) -> None:
        if subject_id == 13:
            raise RuntimeError("unlucky")
        calls.append((subject_id, at))

    yield calls
    del deadlines._handlers["test"]


def set_deadline(subject_id: int, due_at: datetime) -> int:
    with transaction.atomic():
        deadlines.set_deadline("test", subject_id, due_at)
    return Deadline.objects.get(kind="test", subject_id=subject_id).pk


def test_nothing_rings_early(rung: list[tuple[int, datetime]]) -> None:
    pk = set_deadline(1, NOON)
    assert not deadlines.ring(pk, NOON - MINUTE)
    assert rung == []


def test_a_late_ring_does_what_was_due_once(rung: list[tuple[int, datetime]]) -> None:
    pk = set_deadline(1, NOON)
    late = NOON + 60 * MINUTE
    assert deadlines.ring(pk, late)
    assert not deadlines.ring(pk, late)
    assert deadlines.fire_due(late) == 0
    assert rung == [(1, late)]


def test_a_moved_deadline_rings_at_the_new_moment_only(rung: list[tuple[int, datetime]]) -> None:
    pk = set_deadline(1, NOON)
    assert set_deadline(1, NOON + MINUTE) == pk
    assert deadlines.fire_due(NOON) == 0
    assert deadlines.fire_due(NOON + MINUTE) == 1


def test_a_cleared_deadline_never_rings(rung: list[tuple[int, datetime]]) -> None:
    set_deadline(1, NOON)
    deadlines.clear_deadline("test", 1)
    assert deadlines.fire_due(NOON + MINUTE) == 0


def test_one_failure_stops_no_other_and_stays_due(
    rung: list[tuple[int, datetime]], caplog: pytest.LogCaptureFixture
) -> None:
    set_deadline(13, NOON)
    set_deadline(2, NOON + MINUTE)
    assert deadlines.fire_due(NOON + MINUTE) == 1
    assert [subject for subject, _ in rung] == [2]
    assert Deadline.objects.get(subject_id=13).done_at is None
    assert "stays due" in caplog.text


@pytest.mark.parametrize("kind", sorted(deadlines._handlers))
def test_what_rings_for_something_that_is_gone_is_over_with_that(kind: str) -> None:
    with transaction.atomic():
        deadlines.set_deadline(kind, 10**9, NOON)
    assert deadlines.fire_due(NOON) == 1
    assert Deadline.objects.get().done_at == NOON


def test_only_near_deadlines_are_armed_and_each_once(rung: list[tuple[int, datetime]]) -> None:
    soon = NOON + timedelta(seconds=25)
    near, _far = set_deadline(1, soon), set_deadline(2, NOON + 10 * MINUTE)
    assert deadlines.arm_due(NOON) == [(near, soon)]
    assert deadlines.arm_due(NOON) == []
    assert deadlines.arm_due(NOON, again=True) == [(near, soon)]


def test_a_moved_deadline_is_armed_again(rung: list[tuple[int, datetime]]) -> None:
    pk = set_deadline(1, NOON + timedelta(seconds=10))
    deadlines.arm_due(NOON)
    set_deadline(1, NOON + timedelta(seconds=20))
    assert deadlines.arm_due(NOON) == [(pk, NOON + timedelta(seconds=20))]


def test_a_sweep_arms_the_soonest_and_no_more_than_rings_can_be_heard(
    rung: list[tuple[int, datetime]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "MOST_ARMED", 2)
    later, soon, sooner = (
        set_deadline(n, NOON + timedelta(seconds=20 - 5 * n)) for n in range(1, 4)
    )
    assert [pk for pk, _ in deadlines.arm_due(NOON)] == [sooner, soon]
    assert [pk for pk, _ in deadlines.arm_due(NOON)] == [later]


def test_what_is_overdue_is_rung_in_few_parts_each_with_its_oldest_first(
    rung: list[tuple[int, datetime]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "PARTS", 2)
    assert deadlines.overdue(NOON) == []
    third, second, first, _pending = (
        set_deadline(n, NOON + timedelta(seconds=late))
        for n, late in enumerate([-10, -20, -30, 20], 1)
    )
    assert deadlines.overdue(NOON) == [[first, third], [second]]


def test_a_ring_that_is_early_by_a_little_waits_for_the_rest_and_no_other_does(
    rung: list[tuple[int, datetime]],
) -> None:
    pk = set_deadline(1, NOON)
    assert deadlines.rung_early(pk, NOON - timedelta(milliseconds=3)) == timedelta(milliseconds=3)
    assert deadlines.rung_early(pk, NOON - MINUTE) is None
    assert deadlines.ring(pk, NOON)
    assert deadlines.rung_early(pk, NOON - timedelta(milliseconds=3)) is None


def test_silence_confirms_a_report_when_its_time_is_over() -> None:
    stage = Stage(make_running_event(["Anna", "Boris"]))
    player = stage.players("M1.1")[0]
    match_report(
        match_id=stage.match("M1.1").pk, player_id=player.pk, scores=(7, 3), act=by_player(player)
    )
    assert deadlines.fire_due(NOON + 9 * MINUTE) == 0
    assert deadlines.fire_due(NOON + 10 * MINUTE) == 1
    match = stage.match("M1.1")
    assert (match.state, match.winner, match.score_2) == (Match.State.DECIDED, 1, 3)
    stage.event.refresh_from_db()
    assert stage.event.state == "finished"


def test_a_report_is_in_at_once_while_the_broker_is_away(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ring, "apply_async", without_broker(ring))
    settings.RINGS = True
    stage = Stage(make_running_event("AB", confirm_minutes=1))
    player = stage.players("M1.1")[0]
    act = replace(by_player(player), at=timezone.now() - timedelta(seconds=50))
    match_report(match_id=stage.match("M1.1").pk, player_id=player.pk, scores=(7, 3), act=act)
    assert stage.match("M1.1").state == Match.State.REPORTED
    assert Deadline.objects.filter(done_at=None).count() == 1
