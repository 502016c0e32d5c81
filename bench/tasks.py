"""A task to measure, and its line: CPU, memory, the target, and the least the machine needs."""

import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tournaments.formats.graph import EntrantId

TURNS = 9


class Task(NamedTuple):
    """Something to measure; `least` does the core of it as barely as Python can.

    `target` in milliseconds of CPU is what the product promises itself; None where it does not.
    `quality` says how good the answer is, where it could be better or worse.
    """

    what: str
    work: Callable[[], object]
    least: Callable[[], object]
    target: float | None = None
    turns: int = TURNS
    quality: Callable[[], str] = str


def field(size: int) -> list[EntrantId]:
    return [EntrantId(number) for number in range(1, size + 1)]


def cpu(step: Callable[[], object]) -> float:
    """CPU milliseconds of one turn."""
    begun = time.process_time()
    step()
    return 1000 * (time.process_time() - begun)


def peak(step: Callable[[], object]) -> float:
    """The most memory that it held at once, in MB, beyond what was there before."""
    tracemalloc.start()
    step()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / 2**20


def lines(task: Task) -> Iterator[str]:
    turns = [(cpu(task.work), cpu(task.least)) for _ in range(task.turns)]
    work, least = (min(each) for each in zip(*turns, strict=True))
    target = "-" if task.target is None else f"{task.target:.0f}"
    part = "-" if task.target is None else f"{work / task.target:.2f}"
    yield (
        f"{task.what:<52} {work:9.2f} ms CPU {peak(task.work):6.1f} MB"
        f"   target {target:>5}: {part:>5}   least {least:8.3f}: {work / least:7.2f}"
    )
    if said := task.quality():
        yield f"  {said}"
