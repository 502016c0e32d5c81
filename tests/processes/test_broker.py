"""A broker that dies and comes back, with all that it had forgotten."""

from pathlib import Path

import pytest
import redis
from celery import Celery

from tests.processes.parts import BROKER, Parts
from tests.waiting import until

pytestmark = pytest.mark.processes

LIMIT = 60.0
RINGS = 5


def test_a_worker_with_rings_that_are_out_hears_again(
    production: dict[str, str], tmp_path: Path
) -> None:
    with Parts(tmp_path, production) as parts, redis.Redis.from_url(parts.broker_url) as broker:
        parts.start(BROKER, "worker 1")
        until(lambda: parts.hearing() == 1, seconds=LIMIT, what="a worker that hears")
        with Celery(broker=parts.broker_url, set_as_current=False) as celery:
            for deadline_id in range(RINGS):
                celery.send_task("matches.tasks.ring", [deadline_id], countdown=600)
        until(lambda: broker.hlen("unacked") == RINGS, seconds=LIMIT, what="rings that are out")
        parts.kill(BROKER)
        parts.start(BROKER)
        until(lambda: parts.hearing() == 1, seconds=LIMIT, what="a worker that hears again")
