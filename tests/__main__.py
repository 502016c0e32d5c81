"""The one test command: `python -m tests`. Everything that must hold, cheapest first.

    python -m tests --quick             without browser, PostgreSQL and GNU Backgammon
    python -m tests -- -k clock -x      what follows -- goes to pytest

Browser tests and tests of real processes run once, on SQLite: the former see the same pages on
either database, the latter choose their databases themselves. Of the others those that depend on
the database run on PostgreSQL, too. pytest comes last, so that its closing line closes the log.
"""

import argparse
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE, STDOUT
from typing import NamedTuple

from tests import chromium, gnubg

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
PYTHON = sys.executable
# What depends on the database: its locks, its clock, its notices, whole evenings and archives. All
# else passes on either, too (`TEST_DB=postgres pytest tests`): a quarter of an hour is too short.
TOURNAMENTS = ("races*", "crashes", "evenings", "reach", "running", "archive_round_trip")
ON_POSTGRES = ["tests/live", "tests/matches"]
ON_POSTGRES += [
    str(path.relative_to(ROOT))
    for name in TOURNAMENTS
    for path in sorted(ROOT.glob(f"tests/tournaments/test_{name}.py"))
]
APART = ("tests/processes", "tests/browser")
BEHIND = ["nice", "-n", "15"]
# Nothing is contacted: `check --deploy` only reads what production would be set to.
PRODUCTION = {
    "DATABASE_URL": "postgres://crawford@localhost/crawford",
    "REDIS_URL": "redis://localhost:6379/0",
    "PUBLIC_URL": "https://crawford.example.org",
    "SECRET_KEY": secrets.token_urlsafe(50),
}


class Step(NamedTuple):
    name: str
    command: list[str]
    env: dict[str, str] = {}
    brief: bool = False  # says nothing when all is well


def gate() -> list[list[Step]]:
    """What can be said without running the product; the steps of an inner list run side by side."""
    manage = [PYTHON, "manage.py"]
    collect = [PYTHON, "-m", "pytest", "-q", "--collect-only", "-p", "no:xdist"]
    return [
        [Step("format", [tool("ruff"), "format", "--check", "."])],
        [Step("lint", [tool("ruff"), "check", "."])],
        [Step("walls between the layers", [tool("lint-imports")])],
        [
            Step("types", [tool("mypy"), "."]),
            # And so the tests are compiled once, not by every process that runs some of them.
            Step("tests that can be collected", collect, brief=True),
        ],
        [
            Step("migrations", [*manage, "makemigrations", "--check", "--dry-run"]),
            Step(
                "deployment", [*manage, "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION
            ),
        ],
    ]


def passes(extra: list[str], *, quick: bool) -> list[list[Step]]:
    """What runs the product; the steps of an inner list run at the same time."""
    pytest = [PYTHON, "-m", "pytest"]
    # Migrations are for PostgreSQL's pass and for the real processes, and compared with the models.
    on_sqlite = [*pytest, "-n", "auto", "--no-migrations", *(f"--ignore={path}" for path in APART)]
    if quick:
        few = [*on_sqlite, "-m", "not gnubg", *extra]
        return [[Step("tests on SQLite, no browser", few)]]
    # A browser leaves a loop running in its process, so these are apart from servers and workers.
    # Both spend much of their time waiting: two at a time, those of a file in their order, and
    # meanwhile the others take what these leave of the processors.
    waiting = [*pytest, "-n", "2", "--dist", "loadfile"]
    processes, browsers = ([*waiting, path, *extra] for path in APART)
    on_postgres = [*pytest, "-n", "auto", *ON_POSTGRES, *extra]
    together = [
        Step("tests of real processes", processes),
        Step("tests in browsers", [*browsers, "--no-migrations"]),
        Step("tests on SQLite", [*BEHIND, *on_sqlite, *extra]),
        Step("tests on PostgreSQL", [*BEHIND, *on_postgres], {"TEST_DB": "postgres"}),
    ]
    return [together]


def tool(name: str) -> str:
    """A command of this Python's environment, else of the PATH."""
    return str(BIN / name) if (BIN / name).exists() else name


def run(steps: list[Step], env: dict[str, str]) -> int:
    """Run them at the same time; the later ones say what they have to say when it is their turn."""
    first, *others = steps
    with ThreadPoolExecutor() as pool:
        later = [(step, pool.submit(perform, step, env, heard=PIPE)) for step in others]
        announce(first)
        code = perform(first, env).returncode
        for step, performed in later:
            done = performed.result()
            announce(step)
            if done.returncode or not step.brief:
                sys.stdout.buffer.write(done.stdout)
                sys.stdout.flush()
            code = code or done.returncode
    return code


def perform(
    step: Step, env: dict[str, str], heard: int | None = None
) -> subprocess.CompletedProcess[bytes]:
    environment = env | step.env
    return subprocess.run(
        step.command, cwd=ROOT, env=environment, check=False, stdout=heard, stderr=heard and STDOUT
    )


def announce(step: Step) -> None:
    print(f"\n=== {step.name}: {' '.join(step.command[:6])}", flush=True)


def provide(find: Callable[[], str | None], package: str) -> bool:
    """Whether there is such a program; as root on Debian it is installed when there is none."""
    if find() is None and os.geteuid() == 0 and (apt := shutil.which("apt-get")):
        install = [apt, "install", "-y", "--no-install-recommends", package]
        env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for command in ([apt, "update"], install):
            subprocess.run(command, env=env, check=False)
    return find() is not None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests", description="Run every check.")
    parser.add_argument("--quick", action="store_true", help="no PostgreSQL, browser, gnubg")
    parser.add_argument("pytest", nargs="*", help="arguments for pytest, after --")
    options = parser.parse_args()
    for program in () if options.quick else (chromium, gnubg):
        if not provide(program.find, program.PACKAGE):
            print(program.HELP, file=sys.stderr)
            return 2
    steps = gate() + passes(options.pytest, quick=options.quick)
    with tempfile.TemporaryDirectory(prefix="crawford-check-") as folder:
        # Importing the settings makes the data folder: never the one with real events.
        env = os.environ | {"DATA_DIR": folder, "PYTHONUNBUFFERED": "1"}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for together in steps:
            begun = time.monotonic()
            if code := run(together, env):
                return code
            if together is not steps[-1]:
                names = " and ".join(step.name for step in together)
                print(f"--- {names}: {time.monotonic() - begun:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
