"""kill -9 loses nothing: what was due is done exactly once after the next start."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from tests import services
from tests.processes.product import Process, fetch, killed_at_the_end, manage, python
from tests.waiting import until

pytestmark = pytest.mark.processes

MATCHES = 8
# Long enough for the processes to be up and to have armed the rings, before they are killed.
DUE_IN = 12.0
CONFIRMED = "SELECT count(*) FROM tournaments_logentry WHERE action = 'result.confirmed_by_silence'"
ADVANCED = (
    "SELECT count(*) FROM tournaments_fixture "
    "WHERE round = 2 AND entry_1_id IS NOT NULL AND entry_2_id IS NOT NULL"
)
SWEPT_SECONDS = 60

Register = Callable[[Process], Process]
Ask = Callable[[str], int]


@pytest.fixture
def started() -> Iterator[Register]:
    with killed_at_the_end() as register:
        yield register


def wait_until_all_confirmed(ask: Ask) -> None:
    until(
        lambda: ask(CONFIRMED) >= MATCHES and ask(ADVANCED) == MATCHES // 2,
        seconds=SWEPT_SECONDS,
        what="every report confirmed and every winner advanced",
    )
    assert ask(CONFIRMED) == MATCHES


def test_the_embedded_product_is_killed_and_started_again(
    started: Register, tmp_path: Path
) -> None:
    env = {"DATA_DIR": str(tmp_path)}
    manage(env, "migrate", "-v0")
    python(env, "-m", "tests.processes.seed", str(MATCHES), str(DUE_IN))

    def ask(query: str) -> int:
        with sqlite3.connect(tmp_path / "crawford.sqlite3") as database:
            return int(database.execute(query).fetchone()[0])

    def serve() -> Process:
        return Process("serve", ["manage.py", "serve", "--port", "0"], env, tmp_path)

    first = started(serve())
    first.wait_for(r"Crawford is at")
    first.kill()
    assert ask(CONFIRMED) == 0
    first.log.unlink()
    second = started(serve())
    url = second.wait_for(r"Crawford is at (http://\S+)").group(1)
    wait_until_all_confirmed(ask)
    assert "ok" in fetch(f"{url}healthz")
    assert second.stop() == 0


@pytest.fixture
def production() -> Iterator[dict[str, str]]:
    """The environment of a production on a database and a broker of its own."""
    host, name = services.postgres_host(), f"crawford_processes_{os.getpid()}"
    with psycopg.connect(host=host, user="postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        yield {
            "DATABASE_URL": f"postgres://postgres@/{name}?host={host}",
            "REDIS_URL": services.redis_url().rpartition("/")[0] + "/7",
            "PUBLIC_URL": "http://localhost",
            "SECRET_KEY": "not-a-secret-but-forty-characters-long-0123456789",
        }
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_in_production_the_worker_and_beat_are_killed_and_started_again(
    started: Register, production: dict[str, str], tmp_path: Path
) -> None:
    env = {**production, "DATA_DIR": str(tmp_path)}
    manage(env, "migrate", "-v0")

    def ask(query: str) -> int:
        with psycopg.connect(production["DATABASE_URL"]) as database:
            row = database.execute(query.encode()).fetchone()
            assert row is not None
            return int(row[0])

    def celery(*arguments: str) -> Process:
        command = ["-m", "celery", "-A", "config", *arguments]
        return started(Process(arguments[0], command, env, tmp_path))

    def worker() -> Process:
        return celery("worker", "-P", "threads", "-c", "2", "-l", "INFO")

    def beat() -> Process:
        return celery("beat", "--pidfile=", "-s", str(tmp_path / "beat"), "-l", "INFO")

    first_worker, first_beat = worker(), beat()
    first_worker.wait_for(r"ready\.")
    first_beat.wait_for(r"Sending due task sweep|beat: Starting")
    python(env, "-m", "tests.processes.seed", str(MATCHES), "3")
    first_worker.kill()
    first_beat.kill()
    assert ask(CONFIRMED) < MATCHES
    worker()
    beat()
    wait_until_all_confirmed(ask)
