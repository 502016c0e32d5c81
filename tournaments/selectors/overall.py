"""Who came where in an event of several brackets: every entrant once."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.disqualified import Span, places_without
from tournaments.formats.graph import FINALS
from tournaments.formats.standings import Standing, standings
from tournaments.models import Entry, Event, Fixture
from tournaments.selectors.boards import state_of_rows
from tournaments.selectors.brackets import bracket_name
from tournaments.selectors.fixtures import (
    fixture_rows,
)
from tournaments.selectors.places import NO_PLACE, place_range


@dataclass(frozen=True, slots=True)
class OverallPlace:
    """`place` is "1", "3–4", or empty while it is open; `first` and `last` are what can come.

    `bracket` is the name of the one he was in last, `letter` what its keys begin with.
    """

    place: str
    first: int
    last: int
    final: bool
    entry_id: int
    name: str
    country: str
    letter: str
    bracket: str
    left: bool
    disqualified: bool


def overall(event: Event, rows: Sequence[Fixture] | None = None) -> Sequence[OverallPlace]:
    """One query for the rows unless they are given. Nothing before the draw is published, and in an
    event of one bracket, of rounds or a ladder, whose own table says it all."""
    if event.published_at is None or not event.in_brackets:
        return ()
    rows = fixture_rows(event) if rows is None else rows
    if len({row.stage_id for row in rows}) < 2:
        return ()
    graph, state = state_of_rows(rows)
    entries: dict[int, Entry] = {
        entry.pk: entry for row in rows for entry in (row.entry_1, row.entry_2) if entry is not None
    }
    found = standings(graph, state)
    spans = {one.entrant: (one.first, one.last) for one in found}
    left = places_without(spans, {one for one in spans if entries[one].disqualified})
    two_lives = FINALS in graph.brackets()
    views = [
        _view(one, left.get(one.entrant), entries[one.entrant], two_lives=two_lives)
        for one in found
    ]
    return sorted(views, key=lambda view: view.disqualified)


def _view(one: Standing, span: Span | None, entry: Entry, *, two_lives: bool) -> OverallPlace:
    """`span` is None for somebody disqualified."""
    first, last = span or (one.first, one.last)
    known = place_range(first, last) if one.final else ""
    return OverallPlace(
        place=known if span else NO_PLACE,
        first=first,
        last=last,
        final=one.final or span is None,
        entry_id=entry.pk,
        name=entry.name,
        country=entry.country,
        letter=one.bracket,
        bracket=bracket_name(one.bracket, two_lives=two_lives),
        left=entry.withdrawn_at is not None,
        disqualified=entry.disqualified,
    )
