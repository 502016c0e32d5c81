"""What GNU Backgammon tells of a match, as an `Analysis`.

It is held to the record turn by turn: who acts, what was thrown, where the checkers stand. Where
it follows the match otherwise nothing of it is believed. Player X of the program is the one on the
left of the match text, which is side 1.

What it says of plays and of luck is EMG, of the cube the chance to win the match. For the doubler a
drop is worth 1 EMG; so a double is worth the lesser of 1 and what it is worth when it is taken.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from matches.analysis.equities import MatchTable
from matches.analysis.following import Turn, turns
from matches.analysis.reasons import AnalysisError
from matches.analysis.values import (
    DOUBLE,
    DROP,
    NO_DOUBLE,
    TAKE,
    Analysis,
    Choice,
    Figures,
    Judged,
)
from matches.engine import BACKGAMMON, EngineError, format_play, legal_plays
from matches.engine.positionid import format_position_id
from matches.records import MatchRecord
from matches.records.written import Kind

PLAYERS: Final = ("X", "O")
_ACTIONS: Final = {
    "move": Kind.ROLL,
    "double": Kind.DOUBLE,
    "take": Kind.TAKE,
    "drop": Kind.DROP,
}
_DROPPED: Final = 1.0  # what a drop is worth for the doubler
_SMALLEST: Final = 0.0005  # a loss that is none
Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Cube:
    """What a double is worth for the side that may double, in EMG: not made, and taken."""

    kept: float
    taken: float

    @property
    def doubled(self) -> float:
        return min(_DROPPED, self.taken)


def read(told: Data, record: MatchRecord, plies: int) -> Analysis:
    """The analysis of a record, of what `gnubg_script` wrote.

    Raises AnalysisError `followed_otherwise` with the place, `analysis_unreadable`.
    """
    try:
        return _read(told, record, plies)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        if isinstance(error, AnalysisError):
            raise
        raise AnalysisError("analysis_unreadable") from error


def _read(told: Data, record: MatchRecord, plies: int) -> Analysis:
    assert record.rules.length is not None
    table = MatchTable.of(record.rules.length, told["met"])
    judged: list[Judged] = []
    for expected, game in zip_longest(turns(record), told["games"]):
        if expected is None or game is None:
            raise AnalysisError("analysis_unreadable")
        judged += _game(list(_followed(expected, game)), table, record)
    figures = _figures(told["stats"]["X"]), _figures(told["stats"]["O"])
    return Analysis(plies, figures, tuple(judged))


# --- Following -----------------------------------------------------------------------------------
def _followed(expected: Sequence[Turn], told: Data) -> Iterator[tuple[Turn, Data]]:
    said = [one for one in told["game"] if one["action"] in _ACTIONS]
    for turn, one in zip_longest(expected, said):
        if turn is None:
            game, move = (expected[-1].game, expected[-1].move) if expected else (1, 1)
            raise AnalysisError("followed_otherwise", game=game, move=move)
        if one is None or not _agree(turn, one):
            raise AnalysisError("followed_otherwise", game=turn.game, move=turn.move)
        yield turn, one


def _agree(turn: Turn, said: Data) -> bool:
    told = turn.told
    if (told.kind, told.side) != (_ACTIONS[said["action"]], _side(said)):
        return False
    if told.kind is not Kind.ROLL:
        return True
    stands = format_position_id(told.state.seen_by(told.side))
    thrown = told.dice is not None and sorted(said["dice"]) == [told.dice.low, told.dice.high]
    return thrown and stands == said["board"]


def _side(said: Data) -> int:
    return PLAYERS.index(said["player"]) + 1


# --- Judging -------------------------------------------------------------------------------------
def _game(
    followed: Iterable[tuple[Turn, Data]], table: MatchTable, record: MatchRecord
) -> Iterator[Judged]:
    """An answer is judged by what was said of the double."""
    cube: _Cube | None = None
    for turn, said in followed:
        analysis = said.get("analysis") or {}
        if turn.told.kind in {Kind.ROLL, Kind.DOUBLE}:
            cube = _cube(turn, analysis, table, record)
        match turn.told.kind:
            case Kind.ROLL:
                yield from _missed_double(turn, cube)
                yield _played(turn, analysis)
            case Kind.DOUBLE:
                yield _doubled(turn, cube)
            case _:
                yield _answered(turn, cube)


def _cube(turn: Turn, analysis: Data, table: MatchTable, record: MatchRecord) -> _Cube | None:
    if "nd-cubeful-eq" not in analysis:
        return None
    kept, taken = (
        table.normalised(
            analysis[name],
            score=record.games[turn.game - 1].score,
            side=turn.told.side,
            cube=turn.told.state.cube.value,
        )
        for name in ("nd-cubeful-eq", "dt-cubeful-eq")
    )
    return _Cube(kept, taken)


def _played(turn: Turn, analysis: Data) -> Judged:
    told = turn.told
    assert told.dice is not None
    chosen = _text(turn, [(move.start, move.end) for move in told.moves or ()])
    best, loss = chosen, 0.0
    if analysis.get("best") and analysis.get("played"):
        loss = max(0.0, analysis["best"]["score"] - analysis["played"]["score"])
        if loss >= _SMALLEST:
            best = _text(turn, _hops(analysis["best"]["move"]))
    return Judged(
        at=turn.before + 1,
        game=turn.game,
        move=turn.move,
        side=told.side,
        choice=Choice.PLAY,
        chosen=chosen,
        best=best,
        loss=loss,
        dice=f"{told.dice.high}{told.dice.low}",
        luck=analysis.get("luck-value", 0.0),
    )


def _text(turn: Turn, hops: Sequence[tuple[int, int]]) -> str:
    """As players write it; hop by hop where it is no legal play."""
    told = turn.told
    text = " ".join(f"{start}/{end}" for start, end in hops)
    assert told.dice is not None
    try:
        plays = legal_plays(told.state.seen_by(told.side), told.dice, BACKGAMMON)
        return format_play(plays.check(text)) if hops else ""
    except EngineError:
        return text


def _hops(moves: Any) -> list[tuple[int, int]]:
    return [(start, end) for start, end in moves]


def _said(turn: Turn, choice: Choice, chosen: str, other: str, loss: float) -> Judged:
    """What was chosen about the cube, which lost so much against the other choice."""
    best = other if loss >= _SMALLEST else chosen
    place = turn.before, turn.game, turn.move, turn.told.side
    return Judged(*place, choice, chosen, best, max(0.0, loss))


def _missed_double(turn: Turn, cube: _Cube | None) -> Iterator[Judged]:
    """Only where it was one: at most throws nobody thinks of the cube."""
    if cube is not None and cube.doubled - cube.kept >= _SMALLEST:
        yield _said(turn, Choice.DOUBLE, NO_DOUBLE, DOUBLE, cube.doubled - cube.kept)


def _doubled(turn: Turn, cube: _Cube | None) -> Judged:
    loss = 0.0 if cube is None else cube.kept - cube.doubled
    return _said(turn, Choice.DOUBLE, DOUBLE, NO_DOUBLE, loss)


def _answered(turn: Turn, cube: _Cube | None) -> Judged:
    """What the doubler wins more by a take than by a drop, the other loses by it."""
    lost = 0.0 if cube is None else cube.taken - _DROPPED
    if turn.told.kind is Kind.TAKE:
        return _said(turn, Choice.ANSWER, TAKE, DROP, lost)
    return _said(turn, Choice.ANSWER, DROP, TAKE, -lost)


# --- Figures -------------------------------------------------------------------------------------
_CUBE_ERRORS: Final = (
    "err-missed-double-below-cp-skill",
    "err-missed-double-above-cp-skill",
    "err-wrong-double-below-dp-skill",
    "err-wrong-double-above-tg-skill",
    "err-wrong-take-skill",
    "err-wrong-drop-skill",
)


def _figures(own: Data) -> Figures:
    moves, cube = own["moves"], own["cube"]
    return Figures(
        plays=moves["total-moves"],
        unforced=moves["unforced-moves"],
        cube=cube["close-cube"],
        play_error=moves["error-skill"],
        cube_error=sum(cube[name] for name in _CUBE_ERRORS),
        luck=own["dice"]["luck"],
    )
