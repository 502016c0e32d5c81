"""Standings: the pure places with the names to them, a table for each bracket."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats import places, progress
from tournaments.models import Event, Fixture
from tournaments.selectors.boards import graph_of, outcome_of, withdrawn_of
from tournaments.selectors.fixtures import bracket_name, bracket_order, fixture_rows


@dataclass(frozen=True, slots=True)
class PlaceView:
    """`place` is "1", "3–4", or empty while the entrant is still in."""

    place: str
    first: int
    last: int
    final: bool
    entry_id: int
    name: str
    country: str
    wins: int
    losses: int


@dataclass(frozen=True, slots=True)
class StandingsView:
    letter: str
    name: str
    places: Sequence[PlaceView]


def standings(event: Event, rows: Sequence[Fixture] | None = None) -> list[StandingsView]:
    """One query for the rows unless they are given; nothing before the draw is published."""
    if event.published_at is None:
        return []
    rows = fixture_rows(event) if rows is None else rows
    graph = graph_of(rows)
    outcomes = {row.key: outcome for row in rows if (outcome := outcome_of(row))}
    state = progress(graph, outcomes, withdrawn_of(rows))
    entries = {e.pk: e for row in rows for e in (row.entry_1, row.entry_2) if e is not None}
    tables = []
    for letter in sorted(graph.brackets(), key=bracket_order):
        found = [
            PlaceView(
                place=_range(place.first, place.last) if place.final else "",
                first=place.first,
                last=place.last,
                final=place.final,
                entry_id=place.entrant,
                name=entries[place.entrant].name,
                country=entries[place.entrant].country,
                wins=place.wins,
                losses=place.losses,
            )
            for place in places(graph, state, letter)
        ]
        tables.append(StandingsView(letter, bracket_name(letter), found))
    return tables


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"
