"""The versions by which whoever watches a match is told that there is something new to see."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Q

from matches.models_record import Record
from matches.selectors.clock_seen import steps_seen
from matches.selectors.comments import comment_versions
from matches.selectors.watching import ALL, OF_SET, LiveSet, Sight, sights_of


class _Row(NamedTuple):
    """A set that is played on the site, and its match; comments by how many there are, and the
    newest."""

    set: LiveSet
    state: str
    winner: int | None
    clock: int | None
    comments_on: bool
    said: int
    newest: int | None

    @property
    def whole(self) -> str:
        said = f"{int(self.comments_on)}.{self.said}.{self.newest or 0}"
        return f"{self.set.version}-{self.state}{self.winner or ''}-{self.clock or 0}-{said}"


def watch_versions(match_ids: Collection[int], at: datetime) -> dict[int, str]:
    """Of each match that is played on the site, for spectators; it tells nothing that is not seen
    yet. One query for any number, and four more where there is a delay."""
    rows = _rows(match_ids)
    return _versions(rows, _sights(rows, at))


def watched(match_id: int, at: datetime) -> tuple[str, Sight]:
    """That of one match, and what its spectators see; empty where it is not played on the site."""
    rows = _rows([match_id])
    held = _sights(rows, at)
    return _versions(rows, held).get(match_id, ""), held.get(match_id, ALL)


def staff_versions(match_ids: Collection[int]) -> dict[int, str]:
    """The same for staff, who see all of it at once. One query."""
    return _versions(_rows(match_ids), {})


def _rows(match_ids: Collection[int]) -> list[_Row]:
    """The newest set of each match comes last."""
    live = Record.objects.filter(match_id__in=match_ids, source=Record.Source.LIVE)
    there = Q(match__comments__removed_at=None)
    counted = live.annotate(
        said=Count("match__comments", filter=there), newest=Max("match__comments", filter=there)
    )
    of_match = ("state", "winner", "clock__version", "watch_comments")
    names = (*OF_SET, *(f"match__{name}" for name in of_match), "said", "newest")
    rows = counted.order_by("set_number").values_list(*names)
    return [_Row(LiveSet(*row[: len(OF_SET)]), *row[len(OF_SET) :]) for row in rows]


def _sights(rows: Iterable[_Row], at: datetime) -> dict[int, Sight]:
    return sights_of((row.set for row in rows), at)


def _versions(rows: Iterable[_Row], held: dict[int, Sight]) -> dict[int, str]:
    found = {row.set.match_id: row.whole for row in rows if row.set.match_id not in held}
    if not held:
        return found
    said, steps = comment_versions(held), steps_seen(held)
    records = Record.objects.filter(match__in=held, source=Record.Source.LIVE)
    for record in records.select_related("match"):
        pk, sight = record.match_id, held[record.match_id]
        if record.set_number == sight.set_number:
            version, match = sight.record(record).version, sight.match(record.match)
            ended = f"{match.state}{match.winner or ''}"
            found[pk] = f"d{sight.delay}-{version}-{ended}-{steps.get(pk, 0)}-{said[pk]}"
    return found
