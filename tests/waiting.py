"""Waiting for what another process does: by asking again until it is so, never by a fixed pause."""

import threading
import time
from collections.abc import Callable

INTERVAL = 0.05  # seconds between two questions


def until(is_so: Callable[[], object], *, seconds: float, what: str) -> None:
    """Returns as soon as `is_so()` is true; fails with `what` after so many seconds."""
    end = time.monotonic() + seconds
    pause = threading.Event()
    while not is_so():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        pause.wait(INTERVAL)
