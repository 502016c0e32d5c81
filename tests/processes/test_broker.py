"""A broker that dies and comes back, with all that it had forgotten."""

from pathlib import Path

import psycopg
import pytest
import redis
from celery import Celery

from tests.processes.parts import BROKER, THREADS, Parts
from tests.waiting import until

pytestmark = pytest.mark.processes

LIMIT = 60.0
RINGS = 12
SWEPT = "*last_sweep"


def test_a_worker_with_rings_that_are_out_hears_again(
    production: dict[str, str], tmp_path: Path
) -> None:
    with Parts(tmp_path, production) as parts, redis.Redis.from_url(parts.broker_url) as broker:
        parts.start(BROKER, "worker 1")
        until(lambda: parts.hearing() == 1, seconds=LIMIT, what="a worker that hears")
        _send_rings(parts, countdown=600)
        until(lambda: broker.hlen("unacked") == RINGS, seconds=LIMIT, what="rings that are out")
        parts.kill(BROKER)
        parts.start(BROKER)
        until(lambda: parts.hearing() == 1, seconds=LIMIT, what="a worker that hears again")


def test_a_worker_whose_rings_waited_for_a_thread_meanwhile_goes_on(
    production: dict[str, str], tmp_path: Path
) -> None:
    with Parts(tmp_path, production) as parts, redis.Redis.from_url(parts.broker_url) as broker:
        parts.start(BROKER, "worker 1")
        until(lambda: broker.keys(SWEPT), seconds=LIMIT, what="a worker that has nothing to do")
        with psycopg.connect(production["DATABASE_URL"]) as database:
            database.execute("LOCK TABLE matches_deadline")
            _send_rings(parts, countdown=1)
            until(lambda: _waits_for_a_thread(broker), seconds=LIMIT, what="busy threads")
            parts.kill(BROKER)
            parts.start(BROKER)
            until(lambda: parts.hearing() == 1, seconds=LIMIT, what="a worker that hears again")
        # The sweep of a worker that hears again comes after all that waited for a thread.
        until(lambda: broker.keys(SWEPT), seconds=LIMIT, what="the first sweep")
        _send_rings(parts, countdown=600)
        until(lambda: broker.hlen("unacked") == RINGS, seconds=LIMIT, what="new rings taken")


def _waits_for_a_thread(broker: redis.Redis) -> bool:
    """Whether each thread has a ring, and the worker holds another one."""
    held, left = broker.hlen("unacked"), broker.llen("celery")
    return bool(held) and held + left == RINGS - THREADS


def _send_rings(parts: Parts, countdown: float) -> None:
    with Celery(broker=parts.broker_url, set_as_current=False) as celery:
        for deadline_id in range(RINGS):
            celery.send_task("matches.tasks.ring", [deadline_id], countdown=countdown)
