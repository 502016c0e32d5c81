"""How much of a match that is played on the site a spectator gets to see, and when.

A match may have a delay: spectators see it as it stood so many seconds ago, by the moments of its
actions. Nothing wakes when such a moment is reached: the hub asks for versions all the time while
somebody watches, and a version here says how far the spectators are by now. Once the match is over
and the delay has passed there is nothing to hold back. Times are `at`.
"""

from collections.abc import Collection, Mapping
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from django.db.models import Max, Min, Q

from matches.models import Match, Report
from matches.models_record import Record, RecordAction

REPORTED = (Match.State.REPORTED, Match.State.DISPUTED)
LAST = 2**31  # beyond any action


@dataclass(frozen=True, slots=True)
class Sight:
    """A match as it stood at `until`, after its action number `last`; without them, as it is."""

    last: int | None = None
    until: datetime | None = None
    delay: int = 0

    @property
    def is_whole(self) -> bool:
        return self.until is None

    def sees(self, at: datetime | None) -> bool:
        """Whether what happened at that moment, if it did, is seen by now."""
        return at is not None and (self.until is None or at <= self.until)

    def record(self, record: Record) -> Record:
        """The record as it was: who sat there, and whether it was closed. Not to be saved."""
        if self.until is None:
            return record
        seen = copy(record)
        for name in ("joined_1_at", "joined_2_at", "closed_at"):
            setattr(seen, name, _if_seen(self, getattr(record, name)))
        # Its version would tell how far it is.
        there = sum(seen.joined) + (seen.closed_at is not None)
        seen.version = 1 + (self.last or 0) + there
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


def sight(match_id: int, at: datetime) -> Sight:
    """That of a spectator. Two queries, one where there is no delay."""
    return sights([match_id], at).get(match_id, ALL)


def sights(match_ids: Collection[int], at: datetime) -> dict[int, Sight]:
    """Of the matches that a spectator does not see as they are; two queries for any number."""
    found = Record.objects.filter(
        match__in=match_ids, source=Record.Source.LIVE, match__watch_delay__gt=0
    )
    rows = found.values_list("match_id", "match__watch_delay", "closed_at")
    return sights_at({pk: n for pk, n, closed_at in rows if is_held_back(n, closed_at, at)}, at)


def is_held_back(delay: int, closed_at: datetime | None, at: datetime) -> bool:
    """Whether spectators are behind: not in a match that has been over for as long."""
    return delay > 0 and (closed_at is None or closed_at > at - timedelta(seconds=delay))


def sights_at(delays: Mapping[int, int], at: datetime) -> dict[int, Sight]:
    """The same for matches that are held back by so many seconds. One query, if there are any."""
    if not delays:
        return {}
    moments = {pk: at - timedelta(seconds=delay) for pk, delay in delays.items()}
    last = _last_seen(moments)
    return {pk: Sight(last.get(pk, 0), moments[pk], delay) for pk, delay in delays.items()}


def _last_seen(moments: Mapping[int, datetime]) -> dict[int, int]:
    """The last action of each match before the first one that came later than its moment."""
    early, late = (
        reduce(or_, (Q(record__match=pk, **{when: until}) for pk, until in moments.items()))
        for when in ("at__lte", "at__gt")
    )
    rows = RecordAction.objects.filter(
        record__match__in=moments, record__source=Record.Source.LIVE
    ).order_by()
    found = rows.values("record__match").annotate(
        seen=Max("number", filter=early), hidden=Min("number", filter=late)
    )
    told = found.values_list("record__match", "seen", "hidden")
    return {pk: min(seen or 0, hidden - 1 if hidden else LAST) for pk, seen, hidden in told}
