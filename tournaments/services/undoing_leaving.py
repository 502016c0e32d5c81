"""Undoing that somebody left: he plays on where he was.

All need the event locked and a transaction; the event may be an older copy than its row.
"""

from collections.abc import Callable, Mapping, Sequence

from players.actors import Act
from tournaments.models import Event, LogEntry
from tournaments.selectors.deeds import LEAVING
from tournaments.services.attendance import attendance_restore, entry_reinstate
from tournaments.services.ladder_undo import ladder_undo
from tournaments.services.refusals import logged_facts


def leaving_undo(event: Event, lines: Sequence[LogEntry], act: Act) -> None:
    """Whatever of a deed was leaving, the last step first."""
    for line in reversed(lines):
        if line.action in LEAVING:
            event.refresh_from_db()
            _WAYS[line.action](event, line, act)


def _left(event: Event, line: LogEntry, act: Act) -> None:
    entry_reinstate(event_id=event.pk, entry_id=logged_facts(line.before)["entry"], act=act)


def _withdrawn(event: Event, line: LogEntry, act: Act) -> None:
    attendance_restore(event, logged_facts(line.before), act)


_WAYS: Mapping[str, Callable[[Event, LogEntry, Act], None]] = {
    "entry.left": _left,
    "entry.withdrawn": _withdrawn,
    "ladder.left": ladder_undo,
    "ladder.called_off": ladder_undo,
}
