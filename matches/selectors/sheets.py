"""The score sheet of a match, as who keeps it asks for it."""

from typing import NamedTuple

from matches.models import Match
from matches.models_record import Record
from matches.records import from_json
from matches.records.chain import is_crawford
from matches.selectors.clock_reserve import set_length
from matches.selectors.live_sets import most_sets

Game = tuple[int, int, int]  # winner, kind and cube


class Sheet(NamedTuple):
    """`score` as it is written down: points beyond the length are worth nothing. `crawford`:
    whether the next game is the Crawford game. Version 0: there is no sheet."""

    games: tuple[Game, ...] = ()
    score: tuple[int, int] = (0, 0)
    is_over: bool = False
    crawford: bool = False
    version: int = 0


def sheet_of(match: Match, set_number: int = 1) -> Sheet:
    """That of a set, where there are sets. One query."""
    sheets = Record.objects.filter(match=match, source=Record.Source.SCORED)
    record = sheets.filter(set_number=set_number).first()
    return Sheet() if record is None else _read(match, record)


def sheet_result(match: Match) -> tuple[int, int] | None:
    """The result that the sheets of a match come to, in sets where it has such. One query."""
    sheets = Record.objects.filter(match=match, source=Record.Source.SCORED)
    read = [_read(match, record) for record in sheets.order_by("set_number")]
    over = [sheet.score for sheet in read if sheet.is_over]
    if match.sets_to_win == 1:
        return over[0] if over else None
    winners = [1 if first > second else 2 for first, second in over]
    won = winners.count(1), winners.count(2)
    return won if max(won) == match.sets_to_win else None


def next_sheet(match: Match) -> int:
    """The set whose sheet is to be kept: the first that is not over by its sheet. One query."""
    sheets = Record.objects.filter(match=match, source=Record.Source.SCORED)
    over = {one.set_number for one in sheets if _read(match, one).is_over}
    return next((n for n in range(1, most_sets(match)) if n not in over), most_sets(match))


def _read(match: Match, record: Record) -> Sheet:
    length = set_length(match, record.set_number - 1)
    told = from_json(record.content)
    results = [game.result for game in told.games if game.result is not None]
    first, second = told.score
    return Sheet(
        tuple((each.winner, each.kind, each.cube) for each in results),
        (min(first, length), min(second, length)),
        max(told.score) >= length,
        bool(is_crawford(told.rules, told.score, [game.score for game in told.games])),
        record.version,
    )
