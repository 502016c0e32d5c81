"""Where this machine's GNU Backgammon is; some tests hand it matches of ours."""

import os
import shutil

PLACES = ("/usr/games", "/usr/local/games", "/usr/local/bin")
PACKAGE = "gnubg"
HELP = (
    "Some tests need GNU Backgammon. On Debian or Ubuntu, as root:\n"
    f"    apt-get update && apt-get install -y --no-install-recommends {PACKAGE}\n"
    "Without it: python -m tests --quick, or pytest -m 'not gnubg'"
)


def find() -> str | None:
    """The executable, on the PATH or where Debian keeps games."""
    return shutil.which(PACKAGE, path=os.pathsep.join([os.environ.get("PATH", ""), *PLACES]))
