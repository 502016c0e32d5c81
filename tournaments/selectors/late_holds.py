"""What has to be known of matches that are awaited, beside their rows.

While the director is called to a match its minutes of coming late do not count.
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from matches.engine.lateness import Hold
from matches.models import Match
from matches.models_late import Penalty
from tournaments.models import Fixture
from tournaments.models_rulings import Call


class Lateness(NamedTuple):
    """When the minutes of a match did not count, and how many points each side has for coming late
    to this call."""

    holds: tuple[Hold, ...] = ()
    points: tuple[int, int] = (0, 0)


NOT_LATE = Lateness()


def late_holds(match_ids: Collection[int]) -> dict[int, tuple[Hold, ...]]:
    """From when to when the director was called, by match; no end while he is. One query."""
    found: dict[int, tuple[Hold, ...]] = {}
    calls = Call.objects.filter(match__in=match_ids).order_by("called_at", "pk")
    for match_id, begun, ended in calls.values_list("match_id", "called_at", "closed_at"):
        found[match_id] = (*found.get(match_id, ()), (begun, ended))
    return found


def lateness_of(rows: Iterable[Fixture]) -> dict[int, Lateness]:
    """By match, of those that are awaited, boards at hand among them. Two queries at most, and none
    where nobody is awaited."""
    places = [one for row in rows for one in (row, *getattr(row, "shown_boards", ()))]
    matches = [row.match for row in places if row.match is not None]
    awaited = [one for one in matches if one.state == Match.State.OPEN and one.is_awaited]
    if not awaited:
        return {}
    holds = late_holds([match.pk for match in awaited])
    points = _points([match.pk for match in awaited if any(match.start)])
    found = {}
    for match in awaited:
        called, given = match.called_at, points.get(match.pk, ())
        sides = [side for side, at in given if called is not None and at > called]
        counted = sides.count(1), sides.count(2)
        found[match.pk] = Lateness(holds.get(match.pk, ()), counted)
    return found


def _points(match_ids: Collection[int]) -> dict[int, list[tuple[int, datetime]]]:
    """The sides and moments of those that hold."""
    if not match_ids:
        return {}
    found: dict[int, list[tuple[int, datetime]]] = {}
    late = Penalty.objects.filter(match__in=match_ids, late_at__isnull=False, removed_at=None)
    for match_id, side, at in late.values_list("match_id", "side", "late_at"):
        if at is not None:
            found.setdefault(match_id, []).append((side, at))
    return found
