"""Writes a match as .sgf, in the way of GNU Backgammon: one tree a game.

What SGF cannot say is lost, as in `mat_writing`; rules that GNU Backgammon has no word for stand in
properties of our own, which it passes over.
"""

from collections.abc import Iterator
from typing import Final

from matches.engine import BAR, Position
from matches.records.mat_writing import rule_facts
from matches.records.sgf import FACTS, OWN_FACTS
from matches.records.sgf_tree import escaped
from matches.records.telling import Told, check_tellable, tell
from matches.records.values import GameRecord, MatchRecord
from matches.records.written import Kind

_COLOURS: Final = {1: "W", 2: "B"}
_OWNERS: Final = {0: "c", 1: "w", 2: "b"}
_WORDS: Final = {
    Kind.DOUBLE: "double",
    Kind.BEAVER: "double",
    Kind.RACCOON: "double",
    Kind.TAKE: "take",
    Kind.DROP: "drop",
}


def write_sgf(record: MatchRecord) -> str:
    """The text of a match.

    Raises EngineError when its events cannot follow each other, and as `check_tellable`.
    """
    check_tellable(record.rules)
    trees = [_tree(record, number) for number in range(len(record.games))]
    return "\n".join(trees) + "\n"


def _tree(record: MatchRecord, number: int) -> str:
    game = record.games[number]
    nodes = [_root(record, number)]
    nodes += [_node(told) for told in tell(record.rules, game)]
    return "(" + "\n".join(nodes) + ")"


def _root(record: MatchRecord, number: int) -> str:
    game = record.games[number]
    first, second = (escaped(" ".join(name.split())) for name in record.players)
    length = record.rules.length or 0
    info = {"length": length, "game": number, "ws": game.score[0], "bs": game.score[1]}
    parts = [";FF[4]GM[6]CA[UTF-8]AP[Crawford]MI"]
    parts += [f"[{key}:{value}]" for key, value in info.items()]
    parts.append(f"PW[{first}]PB[{second}]")
    if number == 0:
        parts += _facts(record)
    if words := ":".join(_rules(record, game)):
        parts.append(f"RU[{words}]")
    if game.result is not None and game.result.winner:
        resigned = "R" if game.result.how in ("resigned", "timed_out") else ""
        parts.append(f"RE[{_COLOURS[game.result.winner]}+{game.result.points}{resigned}]")
    return "".join(parts)


def _facts(record: MatchRecord) -> Iterator[str]:
    for key, name in FACTS.items():
        if value := " ".join(record.fact(name).split()):
            yield f"{key}[{escaped(value)}]"
    rules = dict(rule_facts(record.rules))
    for key, name in OWN_FACTS.items():
        if name in rules:
            yield f"{key}[{rules[name]}]"


def _rules(record: MatchRecord, game: GameRecord) -> Iterator[str]:
    rules = record.rules
    if rules.cube is False:
        yield "NoCube"
    if rules.crawford and rules.is_match:
        yield "Crawford"
    if game.crawford:
        yield "CrawfordGame"
    if rules.jacoby:
        yield "Jacoby"
    if rules.variant.name == "nackgammon":
        yield "Nackgammon"


def _node(told: Told) -> str:
    colour = _COLOURS[told.side]
    if told.kind is Kind.SET:
        return _board(told)
    if told.kind is not Kind.ROLL:
        return f";{colour}[{_WORDS[told.kind]}]"
    if told.moves is None:
        return f";PL[{colour}]DI[{told.dice}]"
    moves = sorted(told.moves, key=lambda move: (-move.start, -move.end))
    letters = "".join(
        _letter(move.start, told.side) + _letter(move.end, told.side) for move in moves
    )
    return f";{colour}[{told.dice}{letters}]"


def _letter(place: int, side: int) -> str:
    if place in (0, BAR):
        return "y" if place else "z"
    return chr(ord("a") + (place if side == 1 else BAR - place) - 1)


def _board(told: Told) -> str:
    position, cube = told.state.position, told.state.cube
    boards = "".join(_checkers(position, side) for side in (1, 2))
    colour, owner = _COLOURS[told.side], _OWNERS[cube.owner]
    return f";PL[{colour}]AE[a:y]{boards}CV[{cube.value}]CP[{owner}]"


def _checkers(position: Position, side: int) -> str:
    letters = [
        f"[{_letter(place, side)}]"
        for place, count in position.places(side).items()
        if place
        for _ in range(count)
    ]
    return f"A{_COLOURS[side]}{''.join(letters)}" if letters else ""
