"""What the room is like: whether matches are called to numbered tables at all, and some are."""

from tournaments.models import Event, Table, Tournament


def has_tables(tournament: Tournament) -> bool:
    """Whether matches are called to tables; else players take any free board. One query."""
    return tournament.tables.exists()


def calls_to_tables(event: Event) -> bool:
    """Whether its matches are called to tables: not where players agree on a day themselves."""
    return not event.is_by_dates and has_tables(event.tournament)


def is_seated(event: Event) -> bool:
    """Whether a match of it is at a table. One query."""
    return Table.objects.filter(fixture__event=event).exists()
