"""Real processes of the product, on a folder of their own."""

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 120.0  # seconds; the first start compiles and migrates
PRODUCT = ("PATH", "HOME", "LANG", "PYTHONPATH", "VIRTUAL_ENV")


class Process:
    """A Python program of the product whose output can be waited for."""

    def __init__(self, folder: Path, *program: str, **env: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, *program],
            cwd=ROOT,
            env=_environment(folder, env),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line.rstrip())
        self._lines.put(None)

    def wait_for(self, pattern: str) -> re.Match[str]:
        """The first line from here on that matches."""
        while (line := self._lines.get(timeout=LIMIT)) is not None:
            self.said.append(line)
            if found := re.search(pattern, line):
                return found
        raise AssertionError(f"it ended without {pattern!r}:\n{self.output}")

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def end(self) -> int:
        """The exit code, when it has ended by itself; all its output is in `output` then."""
        while (line := self._lines.get(timeout=LIMIT)) is not None:
            self.said.append(line)
        return self._process.wait(LIMIT)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._listener.join(LIMIT)

    @property
    def output(self) -> str:
        return "\n".join(self.said)


def _environment(folder: Path, env: dict[str, str]) -> dict[str, str]:
    inherited = {name: os.environ[name] for name in PRODUCT if name in os.environ}
    return inherited | {"DATA_DIR": str(folder), "PYTHONUNBUFFERED": "1"} | env


def finished(folder: Path, *program: str, **env: str) -> str:
    """Run a Python program of the product to its good end; returns what it said."""
    done = subprocess.run(
        [sys.executable, *program],
        cwd=ROOT,
        env=_environment(folder, env),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def running(folder: Path, *arguments: str, **env: str) -> Iterator[Process]:
    """A `manage.py` command; killed at the end if it still runs."""
    with program_running(folder, "manage.py", *arguments, **env) as process:
        yield process


@contextmanager
def program_running(folder: Path, *program: str, **env: str) -> Iterator[Process]:
    process = Process(folder, *program, **env)
    try:
        yield process
    finally:
        process.kill()


@contextmanager
def serving(folder: Path, *arguments: str, **env: str) -> Iterator[tuple[Process, str]]:
    """`manage.py serve` on a free port, and its address, once it answers."""
    with running(folder, "serve", "--port", "0", *arguments, **env) as process:
        yield process, process.wait_for(r"Crawford is at (http://\S+)/")[1]


def status(url: str, **headers: str) -> int:
    """The HTTP status of a page."""
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=LIMIT) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code
    except urllib.error.URLError as error:
        raise AssertionError(f"{url} does not answer: {error}") from error
