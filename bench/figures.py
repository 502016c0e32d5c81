"""Turning samples into lines: percentiles, rates, ratios."""

from collections.abc import Sequence
from typing import NamedTuple


class Figures(NamedTuple):
    """What happened: how often, how fast, and how much CPU of the process under test it took.

    Times are in milliseconds, the CPU per deed.
    """

    deeds: int
    per_second: float
    p50: float
    p99: float
    cpu: float


def figures(samples: Sequence[float], seconds: float, cpu_seconds: float) -> Figures:
    """From the seconds that each deed took, and the wall and CPU seconds of all together."""
    ordered = sorted(samples)
    return Figures(
        deeds=len(ordered),
        per_second=len(ordered) / seconds,
        p50=1000 * _percentile(ordered, 50),
        p99=1000 * _percentile(ordered, 99),
        cpu=1000 * cpu_seconds / len(ordered),
    )


def _percentile(ordered: Sequence[float], percent: int) -> float:
    return ordered[min(len(ordered) * percent // 100, len(ordered) - 1)]


def line(what: str, found: Figures, unit: str) -> str:
    return (
        f"{what:<44} {found.per_second:8.0f} {unit}/s   p50 {found.p50:7.2f} ms   "
        f"p99 {found.p99:7.2f} ms   CPU {found.cpu:6.2f} ms each   (n={found.deeds})"
    )


def ratio(what: str, ours: float, other: float) -> str:
    return f"{what:<44} {ours / other:8.2f}"
