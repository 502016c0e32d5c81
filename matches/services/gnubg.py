"""GNU Backgammon as a program beside this one: where it is, and one match handed to it.

It gets a folder of its own as its home, nothing on its input, the lowest priority, a limit of time
and of memory, and is ended with the process that started it. What it says of the match is for
`matches.analysis`. It is a program in C that reads texts of strangers, so what it gets has no names
in it, and how it ends is never trusted.
"""

import atexit
import contextlib
import json
import logging
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from matches.analysis import AnalysisError

#: Debian keeps games where only people look for them.
PLACES: Final = (os.defpath, "/usr/local/bin", "/usr/games", "/usr/local/games")
SCRIPT: Final = Path(__file__).with_name("gnubg_script.py")
BEAT_SECONDS: Final = 10.0
MEMORY: Final = 1 << 30  # bytes; it takes a tenth of that
SLACK: Final = 30  # seconds; who still waits for it ends it before the system does
SAID: Final = 2000  # characters that it may say in our log

logger = logging.getLogger(__name__)
_started: set[int] = set()


class Interrupted(Exception):  # noqa: N818 - nothing went wrong
    """Whoever had the analysis in hand has it no longer."""


def find() -> str | None:
    """Where the program is, looked up anew each time: it may be installed meanwhile."""
    if settings.GNUBG:
        return shutil.which(settings.GNUBG)
    path = os.pathsep.join([os.environ.get("PATH", ""), *PLACES])
    return shutil.which("gnubg", path=path)


def analysed(text: str, *, beat: Callable[[], bool]) -> dict[str, Any]:
    """What GNU Backgammon tells of a match text, as `gnubg_script` writes it.

    `beat` is called every few seconds, and ends it by saying no. Raises AnalysisError
    `gnubg_slow`, `gnubg_failed`; Interrupted.
    """
    program = find()
    if program is None:
        raise AnalysisError("gnubg_failed")
    with tempfile.TemporaryDirectory(prefix="crawford-gnubg-") as name:
        home = Path(name)
        (home / "match.mat").write_text(text, encoding="utf-8")
        _run(program, home, beat)
        try:
            told = json.loads((home / "match.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            said = (home / "said").read_text(encoding="utf-8", errors="replace")
            logger.warning("gnubg ended without an analysis: %s", said[-SAID:])
            raise AnalysisError("gnubg_failed") from error
    return dict(told)


def _run(program: str, home: Path, beat: Callable[[], bool]) -> None:
    command = [program, "-t", "-q", "-r", "-p", str(SCRIPT)]
    env = {
        "HOME": str(home),
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "ANALYSIS_MAT": str(home / "match.mat"),
        "ANALYSIS_JSON": str(home / "match.json"),
        "ANALYSIS_PLIES": str(settings.GNUBG_PLIES),
    }
    with (home / "said").open("wb") as said:
        process = subprocess.Popen(  # noqa: S603 - ours, with no word of anybody in it
            command,
            cwd=home,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    _started.add(process.pid)
    try:
        _lower(process.pid)
        _wait(process, beat)
    finally:
        if process.poll() is None:
            _kill(process.pid)
            process.wait()
        _started.discard(process.pid)


def _lower(pid: int) -> None:
    """Behind everything else; and it ends by itself should nobody be left to end it."""
    seconds = settings.GNUBG_MINUTES * 60 + SLACK
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, 19)
    # Only Linux limits another process; elsewhere it is only ended by who waits for it.
    with contextlib.suppress(AttributeError, OSError):
        resource.prlimit(pid, resource.RLIMIT_CPU, (seconds, seconds))
        resource.prlimit(pid, resource.RLIMIT_AS, (MEMORY, MEMORY))


def _wait(process: subprocess.Popen[bytes], beat: Callable[[], bool]) -> None:
    until = time.monotonic() + settings.GNUBG_MINUTES * 60
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(BEAT_SECONDS)
            return
        if time.monotonic() > until:
            raise AnalysisError("gnubg_slow", minutes=settings.GNUBG_MINUTES)
        if not beat():
            raise Interrupted


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


@atexit.register
def _end_all() -> None:
    for pid in tuple(_started):
        _kill(pid)
