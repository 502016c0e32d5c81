"""Standings: the pure places with names, a table for each bracket or one for all of the event."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.formats import Place, places
from tournaments.formats.disqualified import Span, places_without
from tournaments.formats.graph import FINALS
from tournaments.models import Entry, Event, Fixture
from tournaments.selectors.boards import state_of_rows
from tournaments.selectors.brackets import bracket_name, bracket_order
from tournaments.selectors.fixtures import (
    fixture_rows,
)
from tournaments.selectors.ladder_pages import ladder_standings
from tournaments.selectors.places import NO_PLACE, PlaceView, StandingsView, place_range
from tournaments.selectors.round_tables import round_standings
from tournaments.selectors.rounds import load_rounds


def standings(event: Event, rows: Sequence[Fixture] | None = None) -> list[StandingsView]:
    """A fixed number of queries; nothing before the draw is published.

    `rows` saves the query for the fixtures of brackets.
    """
    if event.published_at is None:
        return []
    if event.in_rounds:
        return round_standings(load_rounds(event))
    if event.is_ladder:
        return [ladder_standings(event)]
    return _of_brackets(fixture_rows(event) if rows is None else rows)


def _of_brackets(rows: Sequence[Fixture]) -> list[StandingsView]:
    graph, state = state_of_rows(rows)
    entries = {e.pk: e for row in rows for e in (row.entry_1, row.entry_2) if e is not None}
    tables, two_lives = [], FINALS in graph.brackets()
    for letter in sorted(graph.brackets(), key=bracket_order):
        found = places(graph, state, letter)
        spans = {place.entrant: (place.first, place.last) for place in found}
        left = places_without(spans, {one for one in spans if entries[one].disqualified})
        views = [_view(place, left.get(place.entrant), entries[place.entrant]) for place in found]
        views.sort(key=lambda view: view.place == NO_PLACE)
        tables.append(StandingsView(letter, bracket_name(letter, two_lives=two_lives), views))
    return tables


def _view(place: Place, span: Span | None, entry: Entry) -> PlaceView:
    """`span` is None for somebody disqualified."""
    first, last = span or (place.first, place.last)
    known = place_range(first, last) if place.final else ""
    return PlaceView(
        place=known if span else NO_PLACE,
        first=first,
        last=last,
        final=place.final or span is None,
        entry_id=entry.pk,
        name=entry.name,
        country=entry.country,
        wins=place.wins,
        losses=place.losses,
        note="" if span else _("disqualified"),
    )
