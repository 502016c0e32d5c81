"""Production as docs/running.md has it: web, worker and beat on PostgreSQL and Redis."""

import re
import signal
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from tests.live.sse import opened
from tests.processes.running import Process, finished, program_running, status
from tests.waiting import until

pytestmark = pytest.mark.processes

PAGE = "/t/kyiv-open/main/"  # of the seeded event
SWEPT_SECONDS = 60
WEB = "uvicorn config.asgi:application --host 127.0.0.1 --port 0 --workers 2"
WEB_STOP = "--timeout-graceful-shutdown 3 --no-access-log"
WORKER = "celery -A config worker -P threads -c 4 --without-gossip --without-mingle -l INFO"
BEAT = "celery -A config beat --pidfile= -l INFO -s"


class Site(NamedTuple):
    url: str
    processes: list[Process]


@contextmanager
def production_running(folder: Path, env: dict[str, str]) -> Iterator[Site]:
    """The three processes. uvicorn's own workers end with it, unless it is killed."""
    with ExitStack() as stack:

        def start(program: str, *more: str) -> Process:
            running = program_running(folder, "-m", *program.split(), *more, **env)
            process = stack.enter_context(running)
            stack.callback(process.send, signal.SIGTERM)
            return process

        web, worker = start(f"{WEB} {WEB_STOP}"), start(WORKER)
        beat = start(BEAT, str(folder / "beat"))
        port = web.wait_for(r"running on http://127\.0\.0\.1:(\d+)")[1]
        for _each in range(2):
            web.wait_for("startup complete")
        worker.wait_for(r"ready\.")
        yield Site(f"http://localhost:{port}", [web, worker, beat])


def page(url: str) -> tuple[str, str]:
    """The text of an answer, and how long it may be kept."""
    with urllib.request.urlopen(url) as answer:
        return answer.read().decode(), answer.headers["Cache-Control"]


def let_silence_confirm(database: str) -> None:
    with psycopg.connect(database) as connection:
        done = connection.execute("UPDATE matches_deadline SET due_at = now()")
    assert done.rowcount == 2


def test_it_serves_and_streams_and_ends_quietly(production: dict[str, str], tmp_path: Path) -> None:
    finished(tmp_path, "manage.py", "migrate", "-v0", **production)
    finished(tmp_path, "manage.py", "collectstatic", "--noinput", "-v0", **production)
    finished(tmp_path, "-m", "tests.processes.seed", "2", "3600", **production)
    with production_running(tmp_path, production) as site:
        until(lambda: status(f"{site.url}/healthz") == 200, seconds=SWEPT_SECONDS, what="a sweep")
        text, kept = page(site.url + PAGE)
        assert kept == "no-cache"
        style = re.search(r"/static/crawford\.[0-9a-f]{12}\.css", text)
        assert style is not None
        assert "immutable" in page(site.url + style[0])[1]

        live = re.search(r'data-live="([^"]+)"', text)
        assert live is not None
        address = site.url + live[1].replace("&amp;", "&")
        with opened(address, limit=SWEPT_SECONDS) as stream:
            assert stream.line() == ": hello"
            let_silence_confirm(production["DATABASE_URL"])
            # Beat, the worker, Redis, one of the two web workers: all had a part in this.
            change = stream.event()
            assert change is not None
            assert "7" in change.data["html"]
            assert change.data["html"] not in text
            for process in site.processes:
                process.send(signal.SIGTERM)
            for process in site.processes:
                assert process.end() == 0, process.output
                assert "Traceback" not in process.output
