"""Standings: the pure places with the names to them, a table for each bracket or for all rounds."""

from tournaments.formats import places, progress
from tournaments.models import Event
from tournaments.selectors.boards import graph_of, outcome_of
from tournaments.selectors.fixtures import bracket_name, fixture_rows
from tournaments.selectors.places import PlaceView, StandingsView, place_range
from tournaments.selectors.round_tables import round_standings
from tournaments.selectors.rounds import load_rounds


def standings(event: Event) -> list[StandingsView]:
    """A fixed number of queries; nothing before the draw is published."""
    if event.published_at is None:
        return []
    if event.in_rounds:
        return [round_standings(load_rounds(event))]
    return _of_brackets(event)


def _of_brackets(event: Event) -> list[StandingsView]:
    rows = fixture_rows(event)
    graph = graph_of(rows)
    outcomes = {row.key: outcome for row in rows if (outcome := outcome_of(row))}
    state = progress(graph, outcomes)
    entries = {e.pk: e for row in rows for e in (row.entry_1, row.entry_2) if e is not None}
    tables = []
    for letter in graph.brackets():
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
