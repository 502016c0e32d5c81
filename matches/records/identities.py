"""The positions of a match as other programs name them: Position ID, Match ID and XGID.

    >>> from matches.engine import OpeningThrow, Rules
    >>> from matches.records.values import GameRecord
    >>> game = GameRecord((0, 0), events=(OpeningThrow(3, 1),))
    >>> print(next(moments(MatchRecord(("Ann", "Bo"), Rules(length=7), (game,)))))
    1 1 4HPwATDgc/ABMA:cInlAAAAAAAE XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10

The letters and bits are the engine's (`identify`); side 1 is at the bottom.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from matches.engine import EngineError, MatchState
from matches.engine.identify import match_id, position_id, xgid
from matches.records.values import MatchRecord


class Moment(NamedTuple):
    """A position of a match; `game` and `move` are counted from 1.

    An identity that cannot be written (another game, a raccoon, a score after the end) is empty.
    """

    game: int
    move: int
    position_id: str
    match_id: str
    xgid: str

    def __str__(self) -> str:
        return f"{self.game} {self.move} {self.position_id}:{self.match_id} {self.xgid}"


def moments(record: MatchRecord) -> Iterator[Moment]:
    """What is to be decided after each event, in order; games that are over have nothing.

    Raises EngineError when the events of a game cannot follow each other.
    """
    for number, game in enumerate(record.games, start=1):
        for _, state in game.states(record.rules):
            if state.is_over:
                continue
            match = MatchState(record.rules, state, game.score)
            texts = (_written(write, match) for write in (position_id, match_id, xgid))
            yield Moment(number, sum(state.turn.counts), *texts)


def _written(write: Callable[[MatchState], str], match: MatchState) -> str:
    try:
        return write(match)
    except EngineError:
        return ""
