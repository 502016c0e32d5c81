"""Where this machine's chromium is; the browser tests drive it."""

import os
import shutil
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
PACKAGE = "chromium"
HELP = (
    "The browser tests need chromium. On Debian or Ubuntu, as root:\n"
    f"    apt-get update && apt-get install -y --no-install-recommends {PACKAGE}\n"
    "Elsewhere install Chromium or Chrome and set CHROMIUM to its path.\n"
    "Without a browser: python -m tests --quick"
)

# A container has neither chromium's sandbox nor its shared memory; and nothing calls home.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}


def find() -> str | None:
    """The executable: $CHROMIUM, or the first known name on the PATH."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
