"""Two workers at once, and a worker beside the desk: what is due happens once."""

import pytest
from django.db import connection, transaction
from django.utils import timezone

from matches import tasks
from matches.models import Deadline
from matches.services.deadlines import fire_due
from tests.builders import Stage, by_director
from tests.tournaments.test_checkin import make_checked
from tests.tournaments.test_play_by import make_league, told, utc
from tests.tournaments.test_races import at_once
from tournaments.services.overdue import overdue_set
from tournaments.services.setting_up import EventSpec, event_change

pytestmark = pytest.mark.django_db(transaction=True)

OVER = utc(2026, 12, 9)


def test_two_sweeps_at_once_say_everything_once() -> None:
    event = make_league()
    overdue_set(event_id=event.pk, rules={"then": "loss"}, act=by_director())
    done = at_once(*[lambda: fire_due(OVER)] * 3)
    assert sum(map(int, map(str, done))) == 6
    assert told(event) == told(event, "R1.2") == [("round.overdue", OVER)]
    assert event.log.filter(action="result.entered").count() == 2


def test_a_result_and_the_end_of_the_day_leave_one_result() -> None:
    event = make_league()
    overdue_set(event_id=event.pk, rules={"then": "loss"}, act=by_director())
    stage = Stage(event)
    version = stage.match("R1.1").version
    at_once(
        lambda: fire_due(OVER),
        lambda: stage.win("R1.1", seen_version=version),
    )
    outcome = stage.match("R1.1").outcome
    assert outcome in {"played", "double_loss"}
    assert event.log.filter(action="result.entered", fixture_key="R1.1").count() == 1


def test_a_deadline_that_is_moved_while_it_rings_is_done_once_or_later() -> None:
    event = make_checked()
    spec = EventSpec("Main", 7, checkin_close_at=by_director(90).at)
    at_once(
        lambda: fire_due(by_director(30).at),
        lambda: event_change(event_id=event.pk, spec=spec, act=by_director(30)),
    )
    assert Deadline.objects.get(kind="checkin_close").due_at == by_director(90).at
    assert Deadline.objects.get(kind="checkin_close").done_at is None
    assert fire_due(by_director(90).at) == 1


def test_a_ring_of_another_time_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker whose clock is ahead, and a message that comes a second time."""
    event = make_checked()
    deadline = Deadline.objects.get(kind="checkin_close")
    moments = iter([by_director(minute).at for minute in (29, 30, 30, 31, 10)])
    monkeypatch.setattr(tasks, "database_now", lambda: next(moments))
    for _ring in range(5):
        tasks.ring(deadline.pk)
    assert event.log.filter(action="checkin.closed").count() == 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no clock of its own")
def test_workers_go_by_the_time_of_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: OVER)  # the clock of this machine
    now = tasks.database_now()
    with transaction.atomic():
        assert now < tasks.database_now() != OVER
