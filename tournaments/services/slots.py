"""Whether an hour can be given to a match: a table is free then, as far as is known, and so are all
who play.

Known are the hours that were given to other matches, and who sits at a table now; each is taken for
as long as nine in ten of such matches last. People count wherever they play, tables in the
tournament alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Q

from matches.models import Match, Side
from tournaments.formats.pace import sets_duration
from tournaments.models import Fixture
from tournaments.selectors.boards import sets_of

MOST = 0.9  # of the matches of a length


@dataclass(frozen=True, slots=True)
class _Taken:
    """A match that is played from `start` to `end`, at a table if one is known."""

    start: datetime
    end: datetime
    in_room: bool  # of the tournament
    table: int | None
    entries: frozenset[int | None]
    people: frozenset[int]


class Diary:
    """What is known at a moment, for one fixture with its event. Up to six queries, all at once."""

    def __init__(self, row: Fixture, at: datetime) -> None:
        self.row = row
        self.at = at
        self.people = _people_at(row)

    def is_free(self, slot_at: datetime, table: int | None) -> bool:
        """At that table, or at any where none is named and the room has some."""
        end = slot_at + _usual(self.row)
        then = [one for one in self._taken if one.start < end and slot_at < one.end]
        mine = {self.row.entry_1_id, self.row.entry_2_id}
        if any(mine & one.entries or self.people & one.people for one in then):
            return False
        in_room = [one for one in then if one.in_room]
        if table is not None:
            return all(one.table != table for one in in_room)
        return not self._tables or len(in_room) < self._tables

    @cached_property
    def _tables(self) -> int:
        return self.row.event.tournament.tables.filter(closing=False).count()

    @cached_property
    def _taken(self) -> list[_Taken]:
        room = self.row.event.tournament_id
        rows = Fixture.places.filter(
            Q(slot_at__isnull=False) | Q(table__isnull=False),
            Q(event__tournament=room) | Q(match__sides__players__in=self.people),
            match__state=Match.State.OPEN,
        )
        others = rows.exclude(pk=self.row.pk).exclude(tie=self.row.pk).distinct()
        found = others.select_related("event", "match", "table")
        return [self._one(row) for row in found.prefetch_related("match__sides__players")]

    def _one(self, row: Fixture) -> _Taken:
        seat = getattr(row, "table", None)
        start = row.slot_at
        if start is None or seat is not None:
            start = (seat and seat.called_at) or self.at
        assert row.match is not None
        sides = row.match.sides.all()
        return _Taken(
            start=start,
            end=start + _usual(row),
            in_room=row.event.tournament_id == self.row.event.tournament_id,
            table=seat.number if seat is not None else row.slot_table,
            entries=frozenset((row.entry_1_id, row.entry_2_id)),
            people=frozenset(player.pk for side in sides for player in side.players.all()),
        )


def _people_at(row: Fixture) -> frozenset[int]:
    """Of the match, or of the boards of the tie."""
    boards: Iterable[int | None] = Fixture.places.filter(tie=row.pk).values_list("match", flat=True)
    matches = [pk for pk in (row.match_id, *boards) if pk is not None]
    players = Side.objects.filter(match__in=matches, players__isnull=False)
    return frozenset(players.values_list("players", flat=True))


def _usual(row: Fixture) -> timedelta:
    return timedelta(minutes=sets_duration(row.length, sets_of(row)).quantile(MOST))
