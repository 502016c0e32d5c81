"""GNU Backgammon does not outlive whoever waits for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from matches.analysis import match_text
from tests import gnubg
from tests.records.fixtures import ROOT
from tests.records.playing import random_match
from tests.waiting import until

pytestmark = pytest.mark.gnubg

LIMIT = 60.0  # seconds
CODE = """
import sys, django
django.setup()
from matches.services.gnubg import analysed
analysed(open(sys.argv[1]).read(), beat=lambda: True)
"""


def facts(pid: int) -> list[str]:
    """What the system says of a process, from its state on; nothing of one that is gone."""
    try:
        said = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return said.rpartition(")")[2].split()


def children(pid: int) -> list[int]:
    pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [one for one in pids if facts(one)[1:2] == [str(pid)]]


def is_at_work(pid: int) -> bool:
    """Whether it has done more than start: a second on a processor."""
    return sum(map(int, facts(pid)[11:13])) > os.sysconf("SC_CLK_TCK")


def test_it_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    program = gnubg.find()
    if program is None:
        pytest.fail(gnubg.HELP, pytrace=False)
    file = tmp_path / "match.mat"
    file.write_text(match_text(random_match(5, length=25)), encoding="utf-8")
    env = {"DJANGO_SETTINGS_MODULE": "config.settings", "GNUBG": program, "GNUBG_PLIES": "3"}
    folders = {"DATA_DIR": str(tmp_path), "TMPDIR": str(tmp_path)}
    waiting = subprocess.Popen(
        [sys.executable, "-c", CODE, str(file)], cwd=ROOT, env=os.environ | env | folders
    )
    try:
        until(lambda: children(waiting.pid), seconds=LIMIT, what="gnubg is started")
        (child,) = children(waiting.pid)
        until(lambda: is_at_work(child), seconds=LIMIT, what="gnubg analyses")
    finally:
        waiting.kill()
        waiting.wait()
    until(lambda: facts(child)[:1] in ([], ["Z"]), seconds=LIMIT, what="gnubg is gone")
