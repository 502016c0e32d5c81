"""Rules and formats are libraries: they work where no framework is installed."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
WITHOUT_FRAMEWORKS = """
import sys
for name in ("django", "rest_framework", "celery"):
    sys.modules[name] = None
import matches.engine.score, tournaments.formats, tournaments.rulesets.stored
"""


def test_pure_packages_need_no_framework() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", WITHOUT_FRAMEWORKS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
