"""What was done last to an event and can be undone.

A deed is what somebody did at one moment: one or more lines of the log, of which the first that
can be undone gives it its name. Deeds that were undone, and the undoing itself, are passed over,
so that undoing again goes one step further back. What has no inverse and changes what the deeds
before it rest on, such as an import, is where undoing ends.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Event, LogEntry
from tournaments.selectors.log_sentences import DEEDS

UNDONE = "event.undone"
TAKES_BACK = "takes_back"  # where a line tells which earlier one it has done away with
LOOK_BACK = 2000  # lines of the log; nobody undoes what lies further back

#: What has an inverse (see `services.undoing`): each is called something.
UNDOABLE = frozenset(DEEDS)

#: What is taken back elsewhere, or not at all: nothing before it can be undone.
BLOCKING = frozenset(("event.imported", "following.refreshed"))
BEGINS = UNDOABLE | BLOCKING

#: What takes a deed back by itself: whatever goes with it is part of that.
TAKING_BACK = frozenset((UNDONE, "ruling.withdrawn", "sanction.withdrawn", "appeal.decided"))

#: What goes with a ruling, a sanction or a late entry of the same act before it.
FOLLOWING = frozenset(("sanction.given", "penalty.added", "penalty.removed"))
LEADING = frozenset(
    ("ruling.made", "ruling.amended", "sanction.given", "sanction.applied", "entry.late")
)

#: What one act may do many times over: all of it is one deed.
REPEATED = frozenset(("entry.added", "entry.removed", "round.published"))


@dataclass(frozen=True, slots=True)
class Deed:
    """The lines of the log that one act left, in the order in which they were written."""

    lines: Sequence[LogEntry]

    @property
    def first(self) -> LogEntry:
        return self.lines[0]

    @property
    def id(self) -> int:
        """What names the deed: the log line it begins with."""
        return self.first.pk

    @property
    def action(self) -> str:
        return self.first.action

    @property
    def is_blocking(self) -> bool:
        """Whether it stays as it is, and all before it with it."""
        return self.action in BLOCKING

    def cleared(self) -> list[LogEntry]:
        """The lines of matches that lost their result in it."""
        return [line for line in self.lines if line.action == "match.voided" and line.before]


def last_deed(event: Event) -> Deed | None:
    """The latest deed that can be undone, or one that is in the way of it, or None. One query."""
    lines = _here(event.log.order_by("-pk")[:LOOK_BACK])
    undone = {line.after["entry"] for line in lines if line.action == UNDONE and line.after}
    undone |= {line.after.get(TAKES_BACK) for line in lines if isinstance(line.after, dict)}
    for deed in _deeds(lines):
        actions = {line.action for line in deed.lines}
        if not TAKING_BACK & actions and deed.action in BEGINS and deed.id not in undone:
            return deed
    return None


def _here(lines: Iterable[LogEntry]) -> list[LogEntry]:
    """Back to the import of the event, if it was: before it the log speaks of other rows."""
    found = []
    for line in lines:
        found.append(line)
        if line.action == "event.imported":
            break
    return found


def _deeds(lines: Iterable[LogEntry]) -> Iterable[Deed]:
    """Latest first, from lines that are latest first."""
    gathered: list[LogEntry] = []
    for line in lines:
        if gathered and not _same_moment(line, gathered[-1]):
            yield from _split(gathered)
            gathered = []
        gathered.append(line)
    if gathered:
        yield from _split(gathered)


def _same_moment(line: LogEntry, other: LogEntry) -> bool:
    return (line.at, line.actor_kind, line.actor_id) == (other.at, other.actor_kind, other.actor_id)


def _split(gathered: Sequence[LogEntry]) -> Iterable[Deed]:
    """Deeds of one moment, latest first: each begins with a line that is undone or in the way.

    A list of entries is one deed, as are all rounds that were published at once; and whatever was
    done while undoing belongs to the undoing.
    """
    if any(line.action in TAKING_BACK for line in gathered):
        yield Deed(gathered[::-1])
        return
    lines: list[LogEntry] = []
    for place, line in enumerate(gathered):
        lines.append(line)
        if line.action in BEGINS and not _goes_on(line, gathered[place + 1 :]):
            yield Deed(lines[::-1])
            lines = []


def _goes_on(line: LogEntry, earlier: Sequence[LogEntry]) -> bool:
    """Whether it belongs to what the act had done just before."""
    if line.action in REPEATED:
        return bool(earlier) and earlier[0].action == line.action
    return line.action in FOLLOWING and any(one.action in LEADING for one in earlier)
