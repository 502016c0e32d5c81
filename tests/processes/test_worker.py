import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from celery import Celery
from celery.signals import task_postrun
from celery.worker import state
from pytest_django.fixtures import Settings

from matches.services.deadlines import last_sweep
from matches.tasks import rearm, sweep
from tests.waiting import until
from tournaments.management.embedded import Embedded, celery_threads

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
LIMIT = 20.0


@contextmanager
def finished(name: str) -> Iterator[threading.Event]:
    """An event that is set when a task of that name has run."""
    done = threading.Event()

    def note(task: Any, **_: Any) -> None:
        if task.name == name:
            done.set()

    task_postrun.connect(note)
    try:
        yield done
    finally:
        task_postrun.disconnect(note)


def test_a_worker_on_redis_sweeps_when_it_begins_to_hear_and_when_it_is_told(
    celery_on_redis: Celery,
) -> None:
    until(lambda: last_sweep() is not None, seconds=LIMIT, what="the first sweep")
    first = last_sweep()
    with finished(sweep.name) as done:
        sweep.delay()
        assert done.wait(LIMIT)
    assert last_sweep() != first


def test_the_embedded_worker_hears_its_own_process(settings: Settings) -> None:
    rings = [settings.RINGS]
    with finished(rearm.name) as done, celery_threads(on_failure=lambda: None) as celery:
        rings.append(settings.RINGS)
        assert done.wait(LIMIT)
    assert [*rings, settings.RINGS] == [False, True, False]
    assert celery.failed is False


def test_a_worker_that_ends_by_itself_is_noticed() -> None:
    noticed = threading.Event()
    embedded = Embedded(on_failure=noticed.set)
    embedded.start()
    vars(state)["should_stop"] = 1  # as a fatal error in the worker does
    assert noticed.wait(LIMIT)
    embedded.stop()
    assert embedded.failed is True
