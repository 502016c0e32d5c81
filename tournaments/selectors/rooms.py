"""What the room is like: whether matches are called to numbered tables at all."""

from tournaments.models import Event, Tournament


def has_tables(tournament: Tournament) -> bool:
    """Whether matches are called to tables; else players take any free board. One query."""
    return tournament.tables.exists()


def calls_to_tables(event: Event) -> bool:
    """Whether its matches are called to tables: not where players agree on a day themselves."""
    return not event.is_by_dates and has_tables(event.tournament)
