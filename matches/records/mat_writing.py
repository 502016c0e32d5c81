"""Writes a match as a .mat text, in the way of GNU Backgammon.

Plays are written number by number, hits with a star, a turn without a move as nothing. What the
text cannot say is lost: whether a game was resigned, timed out or awarded, and equal opening dice.
A game without a winner has no result in it.

What is written is read back, and written again it is the same text.
"""

from collections.abc import Iterator
from typing import Final

from matches.engine import BACKGAMMON, GameResult, Rules
from matches.records.lines import clean_name
from matches.records.mat import FACT_KEY
from matches.records.mat_setup import format_setup
from matches.records.telling import Told, check_tellable, tell
from matches.records.values import GameRecord, MatchRecord
from matches.records.written import Kind

_LEFT: Final = 27
_NAMES: Final = 31
_SHORTEST: Final = 18
_RESULT: Final = {1: " " * 5, 2: " " * 33}
_UNPLAYED: Final = "????"
_DANCED: Final = "Cannot Move"


def write_mat(record: MatchRecord) -> str:
    """The text of a match.

    Raises EngineError when its events cannot follow each other, and as `check_tellable`.
    """
    check_tellable(record.rules)
    lines = [f'; [{key} "{value}"]' for key, value in _facts(record)]
    lines += [f" {record.rules.length or 0} point match", ""]
    for number, game in enumerate(record.games, start=1):
        lines += [f" Game {number}", _names(record, game), *_rows(record.rules, game), ""]
    return "\n".join(lines) + "\n"


def rule_facts(rules: Rules) -> Iterator[tuple[str, str]]:
    """The rules that are not those which a reader assumes, as facts in the head."""
    if rules.variant != BACKGAMMON:
        yield "Variation", rules.variant.name
    if not rules.crawford:
        yield "Crawford", "Off"
    for fact, used in (
        ("Jacoby", rules.jacoby),
        ("Beaver", rules.beavers),
        ("Raccoon", rules.raccoons),
    ):
        if used:
            yield fact, "On"
    if rules.cube is False:
        yield "Cube", "Off"
    if rules.cube_max is not None:
        yield "CubeLimit", str(rules.cube_max)


def _facts(record: MatchRecord) -> Iterator[tuple[str, str]]:
    for key, value in record.facts:
        clean = " ".join(value.replace('"', "'").split())
        if FACT_KEY.fullmatch(key) and clean and key != "Result":
            yield key, clean
    if record.final_score is not None and not record.games:
        yield "Result", "{}-{}".format(*record.final_score)
    yield from rule_facts(record.rules)


def _names(record: MatchRecord, game: GameRecord) -> str:
    first, second = (clean_name(name.replace(":", ";")) for name in record.players)
    left = f" {first} : {game.score[0]}"
    return f"{left.ljust(_NAMES)} {second} : {game.score[1]}"


def _result(result: GameResult) -> str:
    points = "point" if result.points == 1 else "points"
    return f" Wins {result.points} {points}"


def _rows(rules: Rules, game: GameRecord) -> Iterator[str]:
    number, left = 0, None
    for told in tell(rules, game):
        text = _text(told)
        if left is not None and (told.kind is Kind.SET or told.side == 1):
            yield _row(number, left)
            left = None
        if told.kind is Kind.SET:
            yield text
        elif told.side == 1:
            number, left = number + 1, text
        else:
            number += left is None
            yield _row(number, left or "", text)
            left = None
    yield from _end(number, left, game.result)


def _end(number: int, left: str | None, result: GameResult | None) -> Iterator[str]:
    """What stands alone on the left, and the result. The right player wins in the row that is not
    full: GNU Backgammon reads another game where it is in a row of its own."""
    won = "" if result is None or not result.winner else _result(result)
    if left is not None:
        beside = result is not None and result.winner == 2
        yield _row(number, left, won if beside else "")
        won = "" if beside else won
    if won and result is not None:
        yield f"{_RESULT[result.winner]}{won}"


def _row(number: int, left: str, right: str = "") -> str:
    """In one that ends too soon GNU Backgammon reads the right of the row before once more."""
    return f"{number:3}) {left.ljust(_LEFT)} {right}".rstrip().ljust(_SHORTEST)


def _text(told: Told) -> str:
    cube = told.state.cube.value
    if told.kind is Kind.ROLL:
        return f"{told.dice}: {_play(told)}".rstrip()
    if told.kind is Kind.SET:
        return format_setup(told.state.position, cube, told.state.cube.owner)
    return _WORDS[told.kind].format(2 * cube, 4 * cube, 8 * cube)


_WORDS: Final = {
    Kind.DOUBLE: " Doubles => {0}",
    Kind.BEAVER: " Beavers => {1}",
    Kind.RACCOON: " Raccoons => {2}",
    Kind.TAKE: " Takes",
    Kind.DROP: " Drops",
}


def _play(told: Told) -> str:
    if told.moves is None:
        return _UNPLAYED
    if told.forbidden:
        return _DANCED
    words = []
    hits = {move.end for move in told.moves if move.hit}
    for start, end, *_ in sorted(told.moves, key=lambda move: (-move.start, -move.end)):
        words.append(f"{start}/{end}{'*' if end in hits else ''}")
        hits.discard(end)
    return " ".join(words)
