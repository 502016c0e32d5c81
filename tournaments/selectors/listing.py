"""The lists and single things that the API answers with, where no page needs them in this form."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from matches.models import Match
from tournaments.models import Event, Fixture, LogEntry, Tournament
from tournaments.selectors.access import access_tournament, no_such_fixture
from tournaments.selectors.fixtures import (
    BOARD_SHOWN_WITH,
    FixtureView,
    ReportView,
    fixture_rows,
    fixture_view,
    live_reports,
    with_boards,
)
from tournaments.selectors.log import MONEY


@dataclass(frozen=True, slots=True)
class CountedTournament:
    """A tournament with how many tables it has."""

    row: Tournament
    tables: int


@dataclass(frozen=True, slots=True)
class SourcedFixture:
    """A fixture with where its slots are filled from, in the words of `boards.encode_source`."""

    view: FixtureView
    sources: tuple[str, str]
    event_version: int


def all_tournaments() -> list[CountedTournament]:
    """All tournaments, newest first."""
    rows = Tournament.objects.annotate(count=Count("tables", filter=Q(tables__closing=False)))
    return [CountedTournament(row, row.count) for row in rows]


def counted_tournament(slug: str) -> CountedTournament:
    tournament = access_tournament(slug)
    return CountedTournament(tournament, tournament.tables.filter(closing=False).count())


def events_of(tournament: Tournament) -> list[Event]:
    return list(tournament.events.select_related("tournament"))


def sourced_fixtures(event: Event, *, draft: bool) -> list[SourcedFixture]:
    """All fixtures of an event; none before the draw is published, save with `draft`."""
    if event.published_at is None and not draft:
        return []
    return [_sourced(row, event.version) for row in fixture_rows(event)]


def sourced_fixture(event_id: int, key: str, *, draft: bool) -> SourcedFixture:
    """A fixture and the version of its event as they are at one moment: one query."""
    rows = Fixture.places.select_related("event", *BOARD_SHOWN_WITH)
    if not draft:
        rows = rows.filter(event__published_at__isnull=False)
    try:
        row = rows.get(event=event_id, key=key)
    except Fixture.DoesNotExist:
        raise no_such_fixture(key) from None
    with_boards([row])
    return _sourced(row, row.event.version)


def _sourced(row: Fixture, event_version: int) -> SourcedFixture:
    return SourcedFixture(fixture_view(row), (row.source_1, row.source_2), event_version)


def reports_of(event: Event) -> dict[str, Sequence[ReportView]]:
    """The reports that still count, by the key of the fixture."""
    unsettled = Fixture.places.filter(
        event=event, match__state__in=[Match.State.REPORTED, Match.State.DISPUTED]
    )
    keys = dict(unsettled.values_list("match__pk", "key"))
    found = live_reports(keys)
    return {keys[match_id]: reports for match_id, reports in found.items()}


def log_entries(
    tournament: Tournament,
    *,
    event: Event | None,
    before: int | None,
    limit: int,
    with_money: bool = True,
) -> list[LogEntry]:
    """Log entries, latest first, older than the entry `before`."""
    entries = LogEntry.objects.filter(tournament=tournament)
    if not with_money:
        entries = entries.exclude(action__startswith=MONEY)
    if event is not None:
        entries = entries.filter(event=event)
    if before is not None:
        entries = entries.filter(pk__lt=before)
    return list(entries[:limit])
