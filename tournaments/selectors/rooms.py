"""What the room is like: whether matches are called to numbered tables at all."""

from tournaments.models import Tournament


def has_tables(tournament: Tournament) -> bool:
    """Whether matches are called to tables; else players take any free board. One query."""
    return tournament.tables.exists()
