"""A record as GNU Backgammon gets it, and the turns that it should then tell of, in their order.

The text has neither names nor facts in it: the program needs none, and keeps them in small places.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from matches.analysis.reasons import AnalysisError
from matches.engine import BACKGAMMON, EngineError, Rules
from matches.records import Depth, MatchRecord, Setup, write_mat
from matches.records.telling import Told, tell
from matches.records.written import Kind

LONGEST: Final = 64  # points of a match, as GNU Backgammon knows them
NAMES: Final = ("one", "two")


@dataclass(frozen=True, slots=True)
class Turn:
    """Something to be judged, with its game and its turn, from 1.

    `before` is how many actions of the record come before it.
    """

    told: Told
    game: int
    move: int
    before: int


def check_analysable(record: MatchRecord) -> None:
    """Raise AnalysisError with the reason why a record is not analysed."""
    if record.depth is not Depth.THROWS:
        raise AnalysisError("no_throws")
    if not _is_known(record.rules):
        raise AnalysisError("rules_not_analysed", limit=LONGEST)
    if any(isinstance(event, Setup) for game in record.games for event in game.events):
        raise AnalysisError("board_was_set")
    match_text(record)


def match_text(record: MatchRecord) -> str:
    """The match text that is handed over. Raises AnalysisError `record_broken`."""
    try:
        return write_mat(replace(record, players=NAMES, facts=()))
    except EngineError as error:
        raise AnalysisError("record_broken", why=str(error)) from error


def _is_known(rules: Rules) -> bool:
    """A limit of the cube is none where the match is won before it is reached."""
    if rules.length is None or rules.length > LONGEST:
        return False
    cube = rules.cube is not False and rules.highest_cube >= rules.length
    return rules.variant == BACKGAMMON and cube and rules.crawford


def turns(record: MatchRecord) -> Iterator[list[Turn]]:
    """The turns of each game: throws that were played, doubles and answers. Raises EngineError as
    `tell`."""
    before = 0
    for number, game in enumerate(record.games, start=1):
        yield [
            Turn(told, number, max(1, sum(told.state.turn.counts)), before + told.place)
            for told in tell(record.rules, game)
            if told.kind is not Kind.ROLL or told.moves is not None
        ]
        before += len(game.events)
