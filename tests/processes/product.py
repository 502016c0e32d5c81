"""The product's processes as they run for real, started and killed by the tests."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import urlopen

from tests.waiting import until

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 40
STOP_SECONDS = 20
# What the test process was given must not reach the product.
_OWN = {"DATABASE_URL", "DATA_DIR", "DJANGO_SETTINGS_MODULE", "REDIS_URL", "BROKER_URL"}


class Process:
    """One process with its output in a file."""

    def __init__(self, name: str, command: list[str], env: dict[str, str], folder: Path) -> None:
        self.log = folder / f"{name}.log"
        base = {key: value for key, value in os.environ.items() if key not in _OWN}
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env={**base, **env, "PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def said(self, pattern: str) -> re.Match[str] | None:
        return re.search(pattern, self.log.read_text(encoding="utf-8", errors="replace"))

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Wait until the output matches; fails when the process ends before it does."""

        def matches_or_ended() -> bool:
            return self.said(pattern) is not None or self._process.poll() is not None

        until(matches_or_ended, seconds=START_SECONDS, what=f"{pattern} in {self.log}")
        found = self.said(pattern)
        assert found is not None, self.log.read_text(encoding="utf-8", errors="replace")
        return found

    def kill(self) -> None:
        """kill -9, the whole group: no chance to tidy up."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(STOP_SECONDS)

    def stop(self) -> int:
        """SIGTERM; returns the exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(STOP_SECONDS)

    @property
    def running(self) -> bool:
        return self._process.poll() is None


def manage(env: dict[str, str], *arguments: str) -> str:
    """Run a command of the product to its end; returns what it printed."""
    return python(env, "manage.py", *arguments)


def python(env: dict[str, str], *arguments: str) -> str:
    base = {key: value for key, value in os.environ.items() if key not in _OWN}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**base, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def killed_at_the_end() -> Iterator[Callable[[Process], Process]]:
    """Registers processes; whatever still runs at the end is killed."""
    with ExitStack() as stack:

        def register(process: Process) -> Process:
            stack.callback(lambda: process.kill() if process.running else None)
            return process

        yield register


def fetch(url: str) -> str:
    with urlopen(url, timeout=10) as answer:
        return str(answer.read().decode())
