"""Where two accounts of one match disagree: a record, a score sheet, the result that was decided.

    >>> from matches.engine import Rules
    >>> from matches.records.sheet import Scored, score_sheet
    >>> names, rules = ("Ann", "Bo"), Rules(length=7)
    >>> record = score_sheet(names, rules, [Scored(1, 2, 2), Scored(2), Scored(2)])
    >>> sheet = score_sheet(names, rules, [Scored(1, 2, 2), Scored(2), Scored(2, 2)])
    >>> [str(found) for found in compare(record, sheet)]
    ['game 3: The record ends this game at 4-2, the score sheet says 4-3.']

Nobody is right here: what is found is told, and nothing is changed. Sides are the same in both.
"""

from collections.abc import Iterator
from typing import NamedTuple

from matches.engine import GameResult
from matches.records.findings import finding
from matches.records.values import Depth, Finding, GameRecord, MatchRecord, score_after


class Decided(NamedTuple):
    """The result of a match: its length, the side that won (0 for none), the score if known."""

    length: int
    winner: int = 0
    scores: tuple[int, int] | None = None


def compare(record: MatchRecord, other: MatchRecord) -> list[Finding]:
    """Every game that the two tell differently; `other` tells as much as `record`, or less."""
    found: list[Finding] = []
    pairs = zip(record.games, other.games, strict=False)
    for number, (game, said) in enumerate(pairs, start=1):
        found += _of_game(number, game, said, sheet=other.depth is Depth.GAMES)
    finished, told = _finished(record), _finished(other)
    shorter = record if finished < told else other
    if finished != told and _is_over(shorter):
        found.append(finding("games_differ", games=finished, said=told))
    return found


def _is_over(record: MatchRecord) -> bool:
    """Whether its match is over; one that goes on has fewer games and is no contradiction."""
    return record.rules.length is not None and max(record.score) >= record.rules.length


def _finished(record: MatchRecord) -> int:
    return sum(game.result is not None for game in record.games)


def _of_game(number: int, game: GameRecord, said: GameRecord, *, sheet: bool) -> Iterator[Finding]:
    """A game is told where its own points differ, or what they are made of; not what follows."""
    one, other = game.result, said.result
    if one is None or other is None:
        return
    if (one.winner, one.points) != (other.winner, other.points):
        code = "sheet_score_differs" if sheet else "record_score_differs"
        score, told = _score(score_after(game)), _score(score_after(said))
        yield finding(code, game=number, score=score, said=told)
    elif _is_worth(one) and _is_worth(other) and (one.kind, one.cube) != (other.kind, other.cube):
        yield finding(
            "worth_differs",
            game=number,
            kind=one.kind,
            cube=one.cube,
            said_kind=other.kind,
            said_cube=other.cube,
        )


def _is_worth(result: GameResult) -> bool:
    """Whether it is known what the points are made of."""
    return result.kind > 0


def compare_result(record: MatchRecord, decided: Decided) -> list[Finding]:
    """What a record says otherwise than the result of its match.

    A record that does not go to the end says nothing about who won.
    """
    length = record.rules.length
    if length != decided.length:
        return [finding("lengths_differ", length=length or 0, said=decided.length)]
    first, second = record.score
    if not decided.winner or max(first, second) < length:
        return []
    score = record.shown_score
    winner = 1 if first > second else 2
    if decided.scores is not None and score != decided.scores:
        return [finding("result_differs", score=_score(score), said=_score(decided.scores))]
    if winner != decided.winner:
        return [finding("winner_differs", side=winner, said=decided.winner)]
    return []


def _score(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"
