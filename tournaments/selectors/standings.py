"""Standings: the pure places with the names to them, a table for each bracket or for all rounds."""

from collections.abc import Sequence

from tournaments.formats import places, progress
from tournaments.models import Event, Fixture
from tournaments.selectors.boards import graph_of, outcome_of, withdrawn_of
from tournaments.selectors.fixtures import bracket_name, bracket_order, fixture_rows
from tournaments.selectors.places import PlaceView, StandingsView, place_range
from tournaments.selectors.round_tables import round_standings
from tournaments.selectors.rounds import load_rounds


def standings(event: Event, rows: Sequence[Fixture] | None = None) -> list[StandingsView]:
    """A fixed number of queries; nothing before the draw is published.

    `rows` saves the query for the fixtures of brackets.
    """
    if event.published_at is None:
        return []
    if event.in_rounds:
        return [round_standings(load_rounds(event))]
    return _of_brackets(fixture_rows(event) if rows is None else rows)


def _of_brackets(rows: Sequence[Fixture]) -> list[StandingsView]:
    graph = graph_of(rows)
    outcomes = {row.key: outcome for row in rows if (outcome := outcome_of(row))}
    state = progress(graph, outcomes, withdrawn_of(rows))
    entries = {e.pk: e for row in rows for e in (row.entry_1, row.entry_2) if e is not None}
    tables = []
    for letter in sorted(graph.brackets(), key=bracket_order):
        found = [
            PlaceView(
                place=place_range(place.first, place.last) if place.final else "",
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
