"""The clocks of an event for everybody to watch: all that are on, or one of them."""

import json
import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from matches.models import Match
from matches.models_clock import Clock
from matches.selectors.clock_seen import steps_seen
from matches.selectors.clocks import ClockView, Face, clock_face, clock_views
from matches.selectors.watching import sights
from tournaments.models import Event, Fixture


@dataclass(frozen=True, slots=True)
class WallClock:
    """A clock, and where it stands."""

    key: str
    table: int | None
    view: ClockView

    @property
    def place(self) -> str:
        """`M1.1 · Table 3`."""
        if self.table is None:
            return self.key
        return f"{self.key} · {_('Table %(n)s') % {'n': self.table}}"

    def data(self) -> dict[str, Any]:
        return {**self.view.data(), "place": self.place, "key": self.key}

    def faces(self, at: datetime) -> list[Face]:
        return [clock_face(self.view, side, at) for side in (1, 2)]


def wall(event: Event, at: datetime, *, key: str = "") -> list[WallClock]:
    """Those of matches that are being played, by table; with a key that one, over or not.

    As spectators see them. Four queries for any number, two more where there is a delay.
    """
    rows = Fixture.places.filter(event=event, match__clock__isnull=False)
    rows = rows.filter(key=key) if key else rows.filter(match__state=Match.State.OPEN)
    listed = rows.select_related("table").order_by("table__number", "stage_id", "round", "number")
    placed = [(row, row.match_id or 0) for row in listed.only("key", "match", "table__number")]
    views = clock_views([pk for _row, pk in placed], seen_at=at)
    found = [WallClock(row.key, _table(row), views[pk]) for row, pk in placed if pk in views]
    return sorted(found, key=lambda one: (one.table is None, one.table or 0))


def _table(row: Fixture) -> int | None:
    table = getattr(row, "table", None)
    return None if table is None else table.number


def wall_json(clocks: Sequence[WallClock]) -> str:
    return json.dumps([one.data() for one in clocks])


def wall_versions(event_ids: Collection[int], at: datetime) -> Mapping[int, str]:
    """What is different after whatever spectators see happen at a clock of the event, or at a
    table. Three queries without a delay; an event that is missing is gone."""
    known = Event.objects.filter(pk__in=event_ids).values_list("pk", flat=True)
    clocks = Clock.objects.filter(match__fixture__event__in=event_ids)
    rows = clocks.filter(match__state=Match.State.OPEN).order_by("match_id")
    told: dict[int, list[str]] = {pk: [] for pk in known}
    names = ("match__fixture__event_id", "match_id", "version", "match__fixture__table__number")
    listed = list(rows.values_list(*names))
    held = sights([match_id for _event, match_id, *_rest in listed], at)
    steps = steps_seen(held)
    for event_id, match_id, version, table in listed:
        seen = steps.get(match_id, 0) if match_id in held else version
        told[event_id].append(f"{match_id}.{seen}.{table}")
    return {pk: f"{len(each)}-{zlib.crc32(' '.join(each).encode()):x}" for pk, each in told.items()}
