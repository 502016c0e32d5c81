"""kill -9 loses nothing: what was due is done exactly once after the next start."""

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from tests.processes.conftest import EMBEDDED
from tests.processes.running import Process, finished, program_running, serving
from tests.waiting import until

pytestmark = pytest.mark.processes

MATCHES = 8
# Long enough for the processes to be up and to have armed the rings, before they are killed.
DUE_IN = 15.0
CONFIRMED = "SELECT count(*) FROM tournaments_logentry WHERE action = 'result.confirmed_by_silence'"
ADVANCED = (
    "SELECT count(*) FROM tournaments_fixture "
    "WHERE round = 2 AND entry_1_id IS NOT NULL AND entry_2_id IS NOT NULL"
)
SWEPT_SECONDS = 60

Ask = Callable[[str], int]


def wait_until_all_confirmed(ask: Ask) -> None:
    until(
        lambda: ask(CONFIRMED) >= MATCHES and ask(ADVANCED) == MATCHES // 2,
        seconds=SWEPT_SECONDS,
        what="every report confirmed and every winner advanced",
    )
    assert ask(CONFIRMED) == MATCHES


def test_the_embedded_product_is_killed_and_started_again(folder: Path) -> None:
    finished(folder, "-m", "tests.processes.seed", str(MATCHES), str(DUE_IN))

    def ask(query: str) -> int:
        with sqlite3.connect(folder / EMBEDDED) as database:
            found = int(database.execute(query).fetchone()[0])
        database.close()
        return found

    with serving(folder) as (first, _url):
        first.kill()
    assert ask(CONFIRMED) == 0
    with serving(folder):
        wait_until_all_confirmed(ask)


def test_in_production_the_worker_and_beat_are_killed_and_started_again(
    production: dict[str, str], tmp_path: Path
) -> None:

    def ask(query: str) -> int:
        with psycopg.connect(production["DATABASE_URL"]) as database:
            row = database.execute(query.encode()).fetchone()
        assert row is not None
        return int(row[0])

    with ExitStack() as processes:

        def celery(*arguments: str) -> Process:
            program = program_running(
                tmp_path, "-m", "celery", "-A", "config", *arguments, **production
            )
            return processes.enter_context(program)

        def worker() -> Process:
            process = celery("worker", "-P", "threads", "-c", "2", "-l", "INFO")
            process.wait_for(r"ready\.")
            return process

        def beat() -> Process:
            process = celery("beat", "--pidfile=", "-s", str(tmp_path / "beat"), "-l", "INFO")
            process.wait_for("is starting")
            return process

        killed = [worker(), beat()]
        finished(tmp_path, "-m", "tests.processes.seed", str(MATCHES), "8", **production)
        for process in killed:
            process.kill()
        assert ask(CONFIRMED) < MATCHES
        worker()
        beat()
        wait_until_all_confirmed(ask)
