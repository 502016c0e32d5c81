"""When the matches of an event were played, as its log tells it.

A table knows only who sits there now, and a match only when it was decided. The log has both ends:
the call to a table, and the first report or result after it. It also travels with an archive.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from tournaments.models import Event


class Line(NamedTuple):
    """What counts here of an entry in the log."""

    action: str
    match_id: int | None
    at: datetime
    before: Any
    after: Any


@dataclass(slots=True)
class Span:
    """From the call of a match to the first word of its result; None where nobody told."""

    started: datetime | None = None
    ended: datetime | None = None


@dataclass(frozen=True, slots=True)
class Timing:
    """`latest` is when anything happened last, None if nothing ever did; `spans` are by match."""

    latest: datetime | None
    spans: dict[int, Span]


ENDS = frozenset({"result.reported", "result.disputed", "result.entered", "result.settled"})


def timing(event: Event) -> Timing:
    """One query."""
    found = event.log.order_by("pk").values_list("action", "match_id", "at", "before", "after")
    lines = [Line(*line) for line in found]
    return Timing(max((line.at for line in lines), default=None), spans_of(lines))


def spans_of(lines: Iterable[Line]) -> dict[int, Span]:
    """By match, oldest line first. A result that was taken back leaves nothing behind."""
    spans: dict[int, Span] = {}
    for line in lines:
        if line.match_id is None:
            continue
        span = spans.setdefault(line.match_id, Span())
        if line.action == "match.called":
            span.started, span.ended = line.at, None
        elif line.action == "match.moved":
            _move(span, line)
        elif line.action in ENDS and span.ended is None:
            span.ended = line.at
        elif line.action == "result.reopened":
            span.started = span.ended = None
    return spans


def _move(span: Span, line: Line) -> None:
    """Playing begins when a table is given, and not again when it is another one."""
    if _table(line.after) is None:
        span.started = None
    elif _table(line.before) is None:
        span.started = line.at


def _table(said: Any) -> Any:
    # A log that came with an archive may hold anything.
    return said.get("table") if isinstance(said, dict) else None
