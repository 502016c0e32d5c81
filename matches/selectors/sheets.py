"""The score sheet of a match, as who keeps it asks for it."""

from typing import NamedTuple

from matches.models import Match
from matches.models_record import Record
from matches.records import from_json
from matches.records.chain import is_crawford

Game = tuple[int, int, int]  # winner, kind and cube


class Sheet(NamedTuple):
    """`score` as it is written down: points beyond the length are worth nothing. `crawford`:
    whether the next game is the Crawford game. Version 0: there is no sheet."""

    games: tuple[Game, ...] = ()
    score: tuple[int, int] = (0, 0)
    is_over: bool = False
    crawford: bool = False
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
        bool(is_crawford(told.rules, told.score, [game.score for game in told.games])),
        record.version,
    )
