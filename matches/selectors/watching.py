"""How much of a match that is played on the site a spectator gets to see, and when.

A match may have a delay: spectators see it as it stood so many seconds ago, by the moments of its
actions. Its sets are played one after the other, so that they see all of some, a part of the next
one, and nothing of those after it. Nothing wakes when such a moment is reached: the hub asks for
versions all the time while somebody watches, and a version here says how far the spectators are by
now. Once the match is over and the delay has passed there is nothing to hold back. Times are `at`.
"""

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from itertools import groupby, pairwise
from operator import or_
from typing import NamedTuple

from django.db.models import Max, Min, Q

from matches.models import Match, Report
from matches.models_record import Record, RecordAction

REPORTED = (Match.State.REPORTED, Match.State.DISPUTED)


@dataclass(frozen=True, slots=True)
class Sight:
    """A match as it stood at `until`, in its set `set_number` after its action number `last` (None:
    to the end of that set); without `until`, as it is. `before` is the version of the board of the
    set before."""

    last: int | None = None
    until: datetime | None = None
    delay: int = 0
    set_number: int = 1
    before: int = 0

    @property
    def is_whole(self) -> bool:
        return self.until is None

    @property
    def sets_over(self) -> int:
        """How many sets are seen to their end, where not all is seen."""
        return self.set_number - 1 + (self.last is None)

    def sees(self, at: datetime | None) -> bool:
        """Whether what happened at that moment, if it did, is seen by now."""
        return at is not None and (self.until is None or at <= self.until)

    def knows_set(self, number: int) -> bool:
        """Whether it is seen that the board of this set was set up; that of the first always is."""
        return self.until is None or 1 <= number <= self.set_number

    def knows(self, record: Record) -> bool:
        """Whether it is seen that there is this record; beside what is not seen to its end files
        and sheets are not: they might tell the rest."""
        return self.until is None or (record.is_live and self.knows_set(record.set_number))

    def last_of(self, record: Record) -> int | None:
        """The last action that is seen of a live record that is known; None: all there are."""
        return None if self.until is None or record.set_number < self.set_number else self.last

    def sees_end(self, record: Record) -> bool:
        return self.last_of(record) is None

    def record(self, record: Record) -> Record:
        """The record as it was: who sat there, whether it was closed, how it ended. Not to be
        saved."""
        last = self.last_of(record)
        if last is None:
            return record
        seen = copy(record)
        for name in ("joined_1_at", "joined_2_at", "closed_at"):
            setattr(seen, name, _if_seen(self, getattr(record, name)))
        if seen.closed_at is None:
            seen.winner = seen.score_1 = seen.score_2 = None
        # Its version would tell how far it is, and the other how often partners consulted.
        there = sum(seen.joined) + (seen.closed_at is not None)
        seen.version = self.before + seen.replaced + 1 + last + there
        seen.suggested = 0
        return seen

    def match(self, match: Match) -> Match:
        """The match as it was, with or without its result. Not to be saved. One query where a
        report waits."""
        if self.until is None or match.state == Match.State.OPEN or self._sees_result(match):
            return match
        seen = copy(match)
        seen.state, seen.winner, seen.outcome = Match.State.OPEN, None, ""
        seen.score_1 = seen.score_2 = seen.decided_at = None
        return seen

    def _sees_result(self, match: Match) -> bool:
        if match.state in REPORTED:
            reports = match.reports.filter(state__in=Report.LIVE)
            return self.sees(reports.aggregate(at=Max("created_at"))["at"])
        return self.sees(match.decided_at)


ALL = Sight()


def _if_seen(sight: Sight, at: datetime | None) -> datetime | None:
    return at if sight.sees(at) else None


class LiveSet(NamedTuple):
    """What is asked of a live record to say who sees what; `delay` is that of its match."""

    match_id: int
    record_id: int
    number: int
    version: int
    created_at: datetime
    closed_at: datetime | None
    delay: int


# The columns of one, in its order.
OF_SET = (
    "match_id",
    "pk",
    "set_number",
    "version",
    "created_at",
    "closed_at",
    "match__watch_delay",
)


def sight(match_id: int, at: datetime) -> Sight:
    """That of a spectator. Two queries, one where there is no delay."""
    return sights([match_id], at).get(match_id, ALL)


def sights(match_ids: Collection[int], at: datetime) -> dict[int, Sight]:
    """Of the matches that a spectator does not see as they are; two queries for any number."""
    found = Record.objects.filter(
        match__in=match_ids, source=Record.Source.LIVE, match__watch_delay__gt=0
    )
    return sights_of((LiveSet(*row) for row in found.values_list(*OF_SET)), at)


def sights_of(rows: Iterable[LiveSet], at: datetime) -> dict[int, Sight]:
    """The same of the sets of matches, in any order. One query, if there are any."""
    ordered = sorted(rows, key=lambda row: (row.match_id, row.number))
    groups = (list(sets) for _match, sets in groupby(ordered, key=lambda row: row.match_id))
    held = [sets for sets in groups if _is_held_back(sets[-1], at)]
    if not held:
        return {}
    parts = _parts_seen([row for sets in held for row in sets], at)
    return {sets[0].match_id: _front(sets, parts, _moment(sets[0], at)) for sets in held}


def _moment(row: LiveSet, at: datetime) -> datetime:
    """Until when it is seen."""
    return at - timedelta(seconds=row.delay)


def _is_held_back(newest: LiveSet, at: datetime) -> bool:
    """Whether spectators are behind: not in a match whose last board was closed as long ago."""
    closed_at = newest.closed_at
    return newest.delay > 0 and (closed_at is None or closed_at > _moment(newest, at))


class _Part(NamedTuple):
    """Of a record: the last action before the first one that came later, if one did."""

    last: int = 0
    hides: bool = False


def _front(sets: Sequence[LiveSet], parts: dict[int, _Part], until: datetime) -> Sight:
    """The newest set that is seen: all before it are seen to their end."""
    front, before = sets[0], 0
    for row, after in pairwise(sets):
        if not _is_over(row, parts, until) or after.created_at > until:
            break
        front, before = after, row.version
    last = parts.get(front.record_id, _Part()).last
    return Sight(
        None if _is_over(front, parts, until) else last, until, front.delay, front.number, before
    )


def _is_over(row: LiveSet, parts: dict[int, _Part], until: datetime) -> bool:
    is_closed = row.closed_at is not None and row.closed_at <= until
    return is_closed and not parts.get(row.record_id, _Part()).hides


def _parts_seen(rows: Sequence[LiveSet], at: datetime) -> dict[int, _Part]:
    """By record; nothing of one without actions. One query."""
    early, late = (
        reduce(or_, (Q(record=row.record_id, **{when: _moment(row, at)}) for row in rows))
        for when in ("at__lte", "at__gt")
    )
    actions = RecordAction.objects.filter(record__in=[row.record_id for row in rows]).order_by()
    found = actions.values("record").annotate(
        seen=Max("number", filter=early), hidden=Min("number", filter=late)
    )
    told = found.values_list("record", "seen", "hidden")
    return {
        pk: _Part(min(seen or 0, hidden - 1) if hidden else seen or 0, bool(hidden))
        for pk, seen, hidden in told
    }
