"""What was done last to an event and can be undone.

A deed is what somebody did at one moment: one or more lines of the log, of which the first that
can be undone gives it its name. What one act did beside it, such as the result that a ruling
carries, is part of it. Deeds that were undone, and the undoing itself, are passed over, so that
undoing again goes one step further back. What has no inverse and changes what the deeds before it
rest on, such as an import, is where undoing ends.

What the site did by itself since then, such as a loss by coming late, is not in the way of that; it
may be undone beside it, the latest first (`latest_deeds`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from matches.models import Match
from matches.models_late import Penalty
from matches.services.penalties import DECIDED, LATE_POINT
from matches.services.steps import UNSETTLED, Told
from tournaments.models import Event, LogEntry
from tournaments.selectors.log_sentences import BY_SITE, DEEDS

UNDONE = "event.undone"
TAKES_BACK = "takes_back"  # where a line tells which earlier one it has done away with
OVERTURNS = "appeal.decided"
LOOK_BACK = 2000  # lines of the log; nobody undoes what lies further back
INSTANT = timedelta(microseconds=100)  # of some who leave at once each leaves one later

#: What has an inverse (see `services.undoing`): each is called something.
UNDOABLE = frozenset(DEEDS)

#: What is taken back elsewhere, or not at all: nothing before it can be undone.
BLOCKING = frozenset(("event.imported", "following.refreshed"))
BEGINS = UNDOABLE | BLOCKING | frozenset(BY_SITE)

#: What takes a deed back by itself: whatever goes with it is part of that.
TAKING_BACK = frozenset(
    (UNDONE, "ruling.withdrawn", "sanction.withdrawn", "sanction.withdrawn_everywhere", OVERTURNS)
)

#: What changes the result of a match; points alone may decide one.
RESULTS = frozenset(("result.entered", "result.corrected", "result.settled", "result.reopened"))
RESULTS_BY_SITE = frozenset(BY_SITE) - {LATE_POINT}
OF_RESULTS = RESULTS | RESULTS_BY_SITE | {DECIDED}

#: What goes with a ruling, a sanction or a late entry of the same act before it.
RULED = ("ruling.made", "ruling.amended")
EVERYWHERE = "sanction.given_everywhere"  # in the other events: the event and number of it
GIVEN = ("sanction.given", "sanction.applied", EVERYWHERE)
LEADING = frozenset((*RULED, *GIVEN, "entry.late"))
BEARING = RESULTS | LEADING | frozenset(BY_SITE) | {"penalty.added"}  # what may change one
FOLLOWING = frozenset(("sanction.given", "penalty.added", "penalty.removed", "entry.disqualified"))

#: How somebody leaves, on a ladder with his challenges called off, and by what he may have to.
LEAVING = frozenset(("entry.left", "entry.withdrawn", "ladder.left", "ladder.called_off"))
EXPELLING = frozenset(("entry.disqualified", *GIVEN))

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

    @property
    def result(self) -> LogEntry | None:
        """The line that was the first to change the result of the match that the deed is about."""
        if self.first.match_id is None or self.action not in BEARING:
            return None
        found = (line for line in self.lines if line.action in OF_RESULTS)
        return next((line for line in found if line.match_id == self.first.match_id), None)

    def parts(self) -> list[LogEntry]:
        """What went with a ruling, a sanction or a disqualification, and is undone with it."""
        told = self.action in LEADING or self.action == "entry.disqualified"
        return [*self.lines[1:]] if told else []

    def cleared(self) -> list[LogEntry]:
        """The lines of matches that lost their result in it."""
        return [line for line in self.lines if line.action == "match.voided" and line.before]


def deed_of(line: LogEntry) -> Deed:
    """The deed that begins with this line. One query."""
    found = LogEntry.objects.filter(
        event=line.event_id,
        pk__gte=line.pk,
        at__range=(line.at - INSTANT, line.at + INSTANT),
        actor_kind=line.actor_kind,
        actor_id=line.actor_id,
    )
    lines = list(found.order_by("-pk"))
    return next(deed for deed in _split(lines) if deed.id == line.pk)


def told_before(line: LogEntry) -> Told | None:
    """What had been said of the match, if it was reported or disputed until this line."""
    was = line.after.get("was") if isinstance(line.after, dict) else None
    return Told(was, line.at) if was in UNSETTLED else None


@dataclass(frozen=True, slots=True)
class Latest:
    """The latest deed that can be undone or is in the way of it (`last`), and the latest that the
    site did by itself since then, if it still is so."""

    last: Deed | None
    by_site: Deed | None


def last_deed(event: Event) -> Deed | None:
    """The latest deed that can be undone, or one that is in the way of it, or None. One query."""
    return _latest(event)[0]


def latest_deeds(event: Event) -> Latest:
    """One query, and at most two more where the site did something since the last deed."""
    last, by_site = _latest(event)
    so = _still_so(by_site)
    return Latest(last, next((deed for deed in by_site if deed.id in so), None))


def _latest(event: Event) -> tuple[Deed | None, list[Deed]]:
    """The last deed of people, and what the site did by itself since, the latest first."""
    lines = _here(event.log.order_by("-pk")[:LOOK_BACK])
    undone = _undone(lines)
    by_site: list[Deed] = []
    for deed in _deeds(lines):
        taking_back = any(line.action in TAKING_BACK for line in deed.lines)
        if taking_back or deed.id in undone:
            continue
        if deed.action in UNDOABLE | BLOCKING:
            return deed, by_site
        if deed.action in BY_SITE:
            by_site.append(deed)
    return None, by_site


def _still_so(deeds: Sequence[Deed]) -> set[int]:
    """The ids of those that are so by now: points may have gone with a result that was taken back,
    and so may the result itself. Two queries, and none for no deeds."""
    if not deeds:
        return set()
    matches = {deed.first.match_id or 0 for deed in deeds}
    penalties = Penalty.objects.filter(match__in=matches, removed_at=None)
    points = set(penalties.values_list("match", "number"))
    decided = Match.objects.filter(pk__in=matches, state=Match.State.DECIDED)
    results = set(decided.values_list("pk", flat=True))
    return {
        deed.id
        for deed in deeds
        if (
            (deed.first.match_id, (deed.first.after or {}).get("penalty")) in points
            if deed.action == LATE_POINT
            else deed.first.match_id in results
        )
    }


def _undone(lines: Sequence[LogEntry]) -> set[Any]:
    """The ids of deeds that do not hold: undone, or done away with by a later one that holds."""
    undone = {line.after["entry"] for line in lines if line.action == UNDONE and line.after}
    holding = (line for line in lines if line.pk not in undone)
    gone = {line.after.get(TAKES_BACK) for line in holding if isinstance(line.after, dict)}
    return undone | gone


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
    by_one = (line.actor_kind, line.actor_id) == (other.actor_kind, other.actor_id)
    return by_one and abs(line.at - other.at) < INSTANT


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
    if line.action in RESULTS:
        leading = (one for one in earlier if one.action in LEADING)
        return any(one.match_id == line.match_id for one in leading)
    if line.action in LEAVING:
        return any(one.action in EXPELLING for one in earlier)
    return line.action in FOLLOWING and any(one.action in LEADING for one in earlier)
