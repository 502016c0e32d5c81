"""A deadline whose handler fails is tried again, later and later, and holds up no other."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import transaction

from matches.models import Deadline
from matches.services import deadlines
from tests.builders import NOON

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)


@pytest.fixture
def rung() -> Iterator[list[int]]:
    """The subjects that were rung for, in order; 13 always fails."""
    calls: list[int] = []

    @deadlines.handles("test", lock=int)
    def note(subject_id: int, _at: object) -> None:
        calls.append(subject_id)
        if subject_id == 13:
            raise RuntimeError("unlucky")

    yield calls
    del deadlines._handlers["test"]


@pytest.fixture
def unlucky(rung: list[int]) -> Deadline:
    deadlines.set_deadline("test", 13, NOON)
    return Deadline.objects.get()


def tries(rung: list[int], seconds: int) -> list[int]:
    """After how many seconds the deadline was tried, with a sweep every ten."""
    found = []
    for second in range(0, seconds, 10):
        before = len(rung)
        deadlines.fire_due(NOON + second * SECOND)
        if len(rung) > before:
            found.append(second)
    return found


def test_the_distance_doubles_with_each_failure(rung: list[int], unlucky: Deadline) -> None:
    assert tries(rung, 700) == [0, 10, 30, 70, 150, 310, 630]


def test_the_distance_is_an_hour_at_most(unlucky: Deadline) -> None:
    before = again = unlucky.due_at
    for _try in range(30):
        before = again
        deadlines.fire_due(before)
        unlucky.refresh_from_db()
        assert unlucky.retry_at is not None
        again = unlucky.retry_at
    assert again - before == timedelta(hours=1)


def test_what_failed_is_noted(unlucky: Deadline) -> None:
    deadlines.fire_due(NOON)
    deadlines.fire_due(NOON + 10 * SECOND)
    unlucky.refresh_from_db()
    assert (unlucky.attempts, unlucky.last_error) == (2, "RuntimeError: unlucky")
    assert unlucky.done_at is None


def test_those_that_failed_come_after_those_that_were_never_tried(rung: list[int]) -> None:
    deadlines.set_deadline("test", 13, NOON)
    deadlines.fire_due(NOON)
    deadlines.set_deadline("test", 1, NOON + 5 * SECOND)
    rung.clear()
    deadlines.fire_due(NOON + 10 * SECOND)
    assert rung == [1, 13]


def test_a_deadline_that_is_set_anew_begins_anew(rung: list[int], unlucky: Deadline) -> None:
    deadlines.fire_due(NOON)
    with transaction.atomic():
        deadlines.set_deadlines({("test", 13): NOON + SECOND})
    unlucky.refresh_from_db()
    assert (unlucky.attempts, unlucky.last_error, unlucky.retry_at) == (0, "", None)
    assert deadlines.fire_due(NOON + SECOND) == 0
    assert rung == [13, 13]


def test_a_kind_that_nobody_handles_fails_and_is_kept(unlucky: Deadline) -> None:
    deadlines.set_deadline("of_another_version", 1, NOON)
    deadlines.fire_due(NOON)
    assert Deadline.objects.get(kind="of_another_version").attempts == 1


def test_many_are_set_and_moved_at_once(rung: list[int]) -> None:
    deadlines.set_deadline("test", 2, NOON)
    deadlines.fire_due(NOON)
    deadlines.set_deadlines({("test", n): NOON + n * SECOND for n in (1, 2, 3)})
    assert deadlines.fire_due(NOON + 2 * SECOND) == 2
    assert rung == [2, 1, 2]
    deadlines.clear_deadlines(["test"], [1, 2, 3])
    assert set(Deadline.objects.values_list("subject_id", flat=True)) == {1, 2}
