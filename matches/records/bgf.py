"""Reads the .bgf files of BGBlitz: a line of JSON, then the match as JSON or Smile, mostly packed.

Green is side 1. A move has the dice as `red` and `green`, and the places of up to four checkers
before and after; where `green` is 7 it is none, and `red` says what it is. The way of a checker
that moves with both dice is not in the file, so that a hit on it can only be guessed.
"""

import json
import zlib
from collections.abc import Mapping
from typing import Any, Final

from matches.engine.errors import quoted, shortened
from matches.records.findings import finding, name_findings
from matches.records.smile import read_smile
from matches.records.written import MAX_NAME, Cell, Kind, WrittenGame, WrittenMatch

_MOST_BYTES: Final = 8_000_000
_GZIP: Final = 31  # what zlib calls a gzip header
_FACTS: Final = {
    "event": "Event",
    "round": "Round",
    "site": "Site",
    "location": "Location",
    "date": "EventDate",
    "extMatchID": "Match ID",
    "comment": "Comment",
}
_DOUBLE, _TAKE, _DROP, _END, _DANCE, _RESIGN = 1, 2, 3, 4, 5, 9
_WORDS: Final = {
    _DOUBLE: Kind.DOUBLE,
    _TAKE: Kind.TAKE,
    _DROP: Kind.DROP,
    _END: Kind.WIN,
    _RESIGN: Kind.LOSE,
}
_NO_DIE: Final = 7
_UNUSED: Final = -1
_STANDARD: Final = "0"  # the mode of the game
#: Of the standard set-up; other boards are not read.
_START: Final = {0: 2, 5: -5, 7: -3, 11: 5, 12: -5, 16: 3, 18: 5, 23: -2}


def looks_like_bgf(source: bytes) -> bool:
    return source[:1] == b"{" and b'"BGF"' in source[:100]


def read_bgf(source: bytes) -> WrittenMatch | None:
    """All that the file says; None when it is damaged. A move counts as a line."""
    try:
        data = _unpacked(source)
        match = WrittenMatch()
        _head(match, data)
        games = _list(data, "games")
    except (*_DAMAGED, RecursionError, zlib.error):
        return None
    line = 0
    for game in games:
        try:
            line = _game(match, _mapping(game), line)
        except _DAMAGED:
            line += 1
            match.findings.append(finding("file_broken", line=line, what=quoted(str(game), 40)))
    return match if match.games or not games else None


def _unpacked(source: bytes) -> Mapping[str, Any]:
    first, _, body = source.partition(b"\n")
    head = _mapping(json.loads(first))
    if head.get("compress"):
        unpacker = zlib.decompressobj(_GZIP)
        body = unpacker.decompress(body, _MOST_BYTES)
        if not unpacker.eof:
            raise ValueError("cut off, or too large")
    return _mapping(read_smile(body) if head.get("useSmile") else json.loads(body))


def _head(match: WrittenMatch, data: Mapping[str, Any]) -> None:
    names = [_text(data.get(key)) for key in ("nameGreen", "nameRed")]
    match.players = names[0], names[1]
    match.findings += name_findings(match.players)
    match.length = _whole(data, "matchlen")
    for key, name in _FACTS.items():
        if value := _text(data.get(key)):
            match.facts[name] = value
    match.facts["Crawford"] = "On" if data.get("useCrawford", True) else "Off"
    if not data.get("useCube", True):
        match.facts["Cube"] = "Off"
    if match.length == 0:
        for key, name in (("useJacoby", "Jacoby"), ("useBeaver", "Beaver")):
            match.facts[name] = "On" if data.get(key) else "Off"
    if (limit := _text(data.get("cubeLimit"))) not in ("0", "1"):
        match.facts["CubeLimit"] = limit
    if (mode := _text(data.get("gameMode"))) not in ("", _STANDARD):
        match.facts["Variation"] = f"gameMode {mode}" if mode.isdecimal() else mode


def _game(match: WrittenMatch, data: Mapping[str, Any], line: int) -> int:
    score = _whole(data, "scoreGreen"), _whole(data, "scoreRed")
    game = WrittenGame(line + 1, score, crawford=data.get("isCrawford") is True)
    match.games.append(game)
    board = [int(count) for count in _mapping(data.get("initial") or {}).get("points", [])[:24]]
    points = _whole(data, "wonPoints") if "wonPoints" in data else 0
    if board and {place: count for place, count in enumerate(board) if count} != _START:
        match.findings.append(finding("unknown_word", line=line + 1, text="a set-up of its own"))
    for move in _list(data, "moves"):
        line += 1
        try:
            cell = _cell(_mapping(move), line)
        except _DAMAGED:
            text = quoted(str(move), 80)
            match.findings.append(finding("unknown_word", line=line, text=text))
            continue
        if cell.kind in (Kind.WIN, Kind.LOSE):
            cell = cell._replace(value=points)
        if cell.kind is not Kind.WIN or cell.value:
            game.cells.append(cell)
    return line


#: What reading data raises that are not as they should be.
_DAMAGED: Final = (ValueError, TypeError, KeyError, IndexError)


def _cell(move: Mapping[str, Any], line: int) -> Cell:
    side = 1 if move["player"] == -1 else 2
    red, green = _whole(move, "red"), _whole(move, "green")
    places = list(zip(_list(move, "from"), _list(move, "to"), strict=True))
    if green != _NO_DIE:
        words = [f"{int(a)}/{int(b)}" for a, b in places if a != _UNUSED]
        return Cell(line, side, Kind.ROLL, (red, green), " ".join(words))
    if red == _DANCE:
        first, second = (int(die) for die in places[0])
        return Cell(line, side, Kind.ROLL, (first, second))
    return Cell(line, side, _WORDS.get(red, Kind.WORD), text=str(red))


def _mapping(data: object) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise TypeError("an object is expected")
    return data


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    found = data[name]
    if not isinstance(found, list):
        raise TypeError(f"{name} is a list")
    return found


def _whole(data: Mapping[str, Any], name: str) -> int:
    found = data[name]
    if type(found) is not int or not 0 <= found <= 99_999:
        raise TypeError(f"{name} is a whole number")
    return found


def _text(value: object) -> str:
    text = "" if value is None else str(value)[:1_000]
    return shortened(" ".join(text.split()), MAX_NAME)
