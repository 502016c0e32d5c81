"""Where a measurement takes place: a scratch database that keeps its promises, real servers.

Everything is durable as in production (fsync, synchronous FULL) and lies on a disk, not in memory.
"""

import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import URLError

from tests import services

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 30
DATABASES = ("sqlite", "postgres")
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Place(NamedTuple):
    """The environment for the product's processes, and the database server's process if any."""

    env: dict[str, str]
    database_pid: int | None


@contextmanager
def place(database: str, *settings: str) -> Iterator[Place]:
    """A migrated empty database of that kind; `settings` are further ones for PostgreSQL."""
    folder = Path(tempfile.mkdtemp(prefix="crawford-bench-"))
    server = (
        services.start_postgres(durable=True, settings=settings) if database == "postgres" else None
    )
    url = (
        f"postgres://postgres@/postgres?host={server.address}"
        if server
        else f"sqlite:///{folder}/crawford.sqlite3"
    )
    env = {
        **os.environ,
        "DATA_DIR": str(folder),
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "bench.settings",
        "LOG_LEVEL": "WARNING",
    }
    try:
        program(env, "manage.py", "migrate", "--verbosity", "0")
        yield Place(env, server.process.pid if server else None)
    finally:
        if server:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def program(env: dict[str, str], *arguments: str) -> str:
    """Run a Python program to its end; returns what it printed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def answer(env: dict[str, str], module: str, *arguments: object) -> Any:
    """Run a module of this package that prints one JSON value."""
    return json.loads(program(env, "-m", f"bench.{module}", *map(str, arguments)))


class Web(NamedTuple):
    port: int
    pid: int


@contextmanager
def web(env: dict[str, str], workers: int = 1) -> Iterator[Web]:
    """The product's ASGI application in uvicorn processes of its own."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    options = ["--port", str(port), "--workers", str(workers), "--no-access-log"]
    options += ["--log-level", "warning", "--timeout-graceful-shutdown", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "config.asgi:application", *options],
        cwd=ROOT,
        env=env,
        start_new_session=True,
    )
    try:
        _wait_for(port)
        yield Web(port, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(port: int) -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/bench/bytes/1", timeout=5).close()
        except URLError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            return


def raise_file_limit() -> None:
    """Let this process and those it starts have as many connections as the machine allows."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


# --- What processes use --------------------------------------------------------------------------
def cpu_seconds(pid: int | None) -> float:
    """The CPU time used so far by a server and its workers, those that ended included."""
    return sum(sum(map(int, fields[11:15])) / _TICKS for fields in _family(pid)) if pid else 0.0


def memory_bytes(pid: int) -> int:
    """What a server and its workers have in memory, shared pages counted once for each."""
    return sum(int(fields[21]) * _PAGE for fields in _family(pid))


def _family(pid: int) -> Iterator[list[str]]:
    """The fields of /proc/<pid>/stat after the name, for a session's leader and all of its own.

    PostgreSQL gives each of its processes a session, so children count, too.
    """
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if pid in {int(fields[1]), int(fields[3])}:
            yield fields
