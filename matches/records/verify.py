"""Checks a whole match: plays, cube, scores, the Crawford game, results, and the dice.

    >>> from matches.engine import Double, Rules
    >>> wrong = GameRecord((0, 0), events=(Double(1),))
    >>> [found.code for found in verify(MatchRecord(("Ann", "Bo"), Rules(length=3), (wrong,)))]
    ['impossible_action', 'not_finished']

Everything is done once more by the engine, from the first throw; nothing that the record says about
its own course is believed. What a reader found is not repeated: that was about the file.
"""

from collections.abc import Iterator
from typing import Final

from matches.engine import EngineError, GameState, Misplay, Roll, Rules
from matches.engine.audit import audit
from matches.engine.errors import together
from matches.records.chain import check_chain
from matches.records.findings import finding
from matches.records.values import (
    Finding,
    GameRecord,
    MatchRecord,
    Setup,
    follow,
    score_after,
)

CHECKS: Final = 1  # counted up whenever more, or something else, is found in the same record


def verify(record: MatchRecord) -> list[Finding]:
    """Everything that cannot be, or is doubtful, in the order of the games; then the whole match.

    Raises nothing: a record that cannot be followed is told so, and its other games are checked.
    """
    found: list[Finding] = []
    for number, game in enumerate(record.games, start=1):
        found += check_chain(record.rules, record.games, only=number)
        if game.events:
            found += _check_game(record.rules, game, number)
    found += _check_end(record)
    found += _check_dice(record)
    return found


def _check_game(rules: Rules, game: GameRecord, number: int) -> Iterator[Finding]:
    state = game.start(rules)
    for place, event in enumerate(game.events):
        before = state
        try:
            state = follow(before, event)
        except EngineError as error:
            move = sum(before.turn.counts)
            yield finding("impossible_action", game=number, move=move, why=error.remark)
            return
        if isinstance(event, Misplay):
            move, dice = sum(before.turn.counts), str(before.turn.dice)
            yield finding("illegal_position", game=number, move=move, dice=dice)
        elif isinstance(event, Setup) and place:
            yield finding("position_set", game=number, move=sum(state.turn.counts))
    yield from _check_result(game, state, number)


def _check_result(game: GameRecord, state: GameState, number: int) -> Iterator[Finding]:
    said, actual = game.result, state.result
    if said == actual:
        return
    if actual is None:
        yield finding("end_missing", game=number)
    elif said is None:
        yield finding("result_missing", game=number, winner=actual.winner, points=actual.points)
    elif (said.winner, said.points) != (actual.winner, actual.points):
        yield finding(
            "result_wrong",
            game=number,
            winner=said.winner,
            points=said.points,
            actual_winner=actual.winner,
            actual=actual.points,
        )


def _check_end(record: MatchRecord) -> Iterator[Finding]:
    length = record.rules.length
    if length is not None and max(record.score) < length:
        yield finding("not_finished")
    if record.games and record.final_score is not None:
        shown = score_after(record.games[-1])
        if shown != record.final_score:
            yield finding(
                "final_score_wrong",
                score="{}-{}".format(*record.final_score),
                expected="{}-{}".format(*shown),
            )


def _check_dice(record: MatchRecord) -> Iterator[Finding]:
    """The audit of all rolls but the opening throws, which are never doubles in a record."""
    thrown = [
        (event.dice, event.side)
        for game in record.games
        for event in game.events
        if isinstance(event, Roll)
    ]
    found = audit([dice for dice, _ in thrown], [side for _, side in thrown])
    if found.verdict.code in ("unusual", "improbable"):
        yield finding(f"dice_{found.verdict.code}", why=together(found.remarks))
