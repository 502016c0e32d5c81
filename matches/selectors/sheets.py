"""The score sheet of a match, as who keeps it asks for it."""

from typing import NamedTuple

from matches.models import Match
from matches.models_record import Record
from matches.records import from_json

Game = tuple[int, int, int]  # winner, kind and cube


class Sheet(NamedTuple):
    """`score` as it is written down: points beyond the length are worth nothing. Version 0: there
    is no sheet."""

    games: tuple[Game, ...] = ()
    score: tuple[int, int] = (0, 0)
    is_over: bool = False
    version: int = 0


def sheet_of(match: Match) -> Sheet:
    """One query."""
    record = Record.objects.filter(match=match, source=Record.Source.SCORED).first()
    if record is None:
        return Sheet()
    told = from_json(record.content)
    results = [game.result for game in told.games if game.result is not None]
    first, second = told.score
    return Sheet(
        tuple((each.winner, each.kind, each.cube) for each in results),
        (min(first, match.length), min(second, match.length)),
        max(told.score) >= match.length,
        record.version,
    )
