"""Reads the binary .xg files of eXtreme Gammon.

A header, a picture, and compressed members one after the other; of these `temp.xg` is the match:
records of 2,560 bytes, of which a kind, who acts, the dice and the board after each play are read.
The board is the truth, as it is where a play was illegal. Analysis is passed over.

Player 1 is side 1. The layout is that which extremegammon.com publishes.
"""

import datetime
import struct
import zlib
from collections.abc import Iterator
from typing import Final

from matches.engine import BACKGAMMON, BAR, VARIANTS, Position
from matches.engine.errors import shortened
from matches.engine.position import CHECKERS
from matches.records.findings import finding, name_findings
from matches.records.written import MAX_NAME, Cell, Kind, WrittenGame, WrittenMatch, board_set

MAGIC: Final = b"RGMH"
_RECORD: Final = 2560
_MOST_BYTES: Final = 64_000_000
_MOST_MEMBERS: Final = 8
_MONEY: Final = 99_999
_MATCH, _GAME, _CUBE, _MOVE, _END = 0, 1, 2, 3, 4
_VARIATIONS: Final = {0: "Backgammon", 1: "NackGammon", 2: "HyperGammon", 3: "LongGammon"}
_ANSI_NAMES: Final = (9, 50)
_NAMES: Final = (880, 1138)
_FACTS: Final = {"Event": 622, "Site": 1396, "Round": 1654}
_WIDE: Final = 258  # 129 characters of UTF-16
_FIRST_DAY: Final = datetime.date(1899, 12, 30)
_LAST_DAY: Final = 80_000


def looks_like_xg(source: bytes) -> bool:
    return source.startswith(MAGIC)


def read_xg(source: bytes) -> WrittenMatch | None:
    """All that the records say; None when the file is damaged. A record counts as a line."""
    data = _records(source)
    if data is None:
        return None
    match = WrittenMatch()
    for line, at in enumerate(range(0, len(data), _RECORD), start=1):
        record = data[at : at + _RECORD]
        kind = record[8]
        if kind == _MATCH:
            _head(match, record)
        elif kind == _GAME:
            match.games.append(_game(record, line, match.facts.get("Variation", "")))
        elif match.games and kind in _CELLS:
            match.games[-1].cells += _CELLS[kind](record, line, match)
    return match


def _records(source: bytes) -> bytes | None:
    """The member that has the match: the first that is made of whole records and begins as one."""
    try:
        header, picture = struct.unpack_from("<8xi8xi", source, 0)
    except struct.error:
        return None
    at = header + picture
    for _ in range(_MOST_MEMBERS):
        unpacker = zlib.decompressobj()
        try:
            data = unpacker.decompress(source[at:], _MOST_BYTES) if at >= 0 else b""
        except zlib.error:
            return None
        if not unpacker.eof or not data:
            return None
        if len(data) % _RECORD == 0 and data[8] == _MATCH and len(data) > 2 * _RECORD:
            return data
        at = len(source) - len(unpacker.unused_data)
    return None


def _head(match: WrittenMatch, record: bytes) -> None:
    length, variation = struct.unpack_from("<ii", record, 92)
    match.length = 0 if length == _MONEY else max(length, 0)
    wide = [_wide(record, at) for at in _NAMES]
    narrow = [_narrow(record, at) for at in _ANSI_NAMES]
    names = [shortened(a or b, MAX_NAME) for a, b in zip(wide, narrow, strict=True)]
    match.players = names[0], names[1]
    match.findings += name_findings(match.players)
    for name, at in _FACTS.items():
        if value := _wide(record, at):
            match.facts[name] = value
    if date := _date(struct.unpack_from("<d", record, 128)[0]):
        match.facts["EventDate"] = date
    match.facts["Variation"] = _VARIATIONS.get(variation, f"Variation {variation}")
    for name, used in zip(("Crawford", "Jacoby", "Beaver"), record[100:103], strict=True):
        if name == "Crawford" or match.length == 0:
            match.facts[name] = "On" if used else "Off"


def _wide(record: bytes, at: int) -> str:
    text = record[at : at + _WIDE].decode("utf-16-le", errors="replace").split("\0", 1)[0]
    return " ".join(text.split()) if text.isprintable() else ""


def _narrow(record: bytes, at: int) -> str:
    text = record[at + 1 : at + 1 + min(record[at], 40)].decode("cp1252", errors="replace")
    return " ".join(text.split())


def _date(days: float) -> str:
    if not 1 <= days <= _LAST_DAY:  # which is false for what is no number, too
        return ""
    return (_FIRST_DAY + datetime.timedelta(days=int(days))).strftime("%Y.%m.%d")


def _game(record: bytes, line: int, variation: str) -> WrittenGame:
    first, second, crawford = struct.unpack_from("<iiB", record, 12)
    game = WrittenGame(line, (max(first, 0), max(second, 0)), crawford=bool(crawford))
    board = _board(record, 21)
    start = VARIANTS.get(variation.lower(), BACKGAMMON).starting_position
    if board is not None and board.off(1) < CHECKERS and board != start:
        game.cells.append(Cell(line, 0, Kind.SET, after=board, value=1))
    return game


def _board(record: bytes, at: int) -> Position | None:
    """26 counts as one player sees them: 0 the opponent's bar, 25 the own one."""
    counts = struct.unpack_from("26b", record, at)
    own = {place: count for place, count in enumerate(counts) if count > 0 and place}
    other = {BAR - place: -count for place, count in enumerate(counts) if count < 0}
    return board_set(own, other)


def _cube(record: bytes, line: int, _match: WrittenMatch) -> Iterator[Cell]:
    who, doubled, taken, beavered = struct.unpack_from("<iiii", record, 12)
    side = 1 if who > 0 else 2
    if doubled != 1:
        return
    yield Cell(line, side, Kind.DOUBLE)
    if taken in _ANSWERS:
        yield Cell(line, 3 - side, _ANSWERS[taken])
    if taken == _BEAVER and beavered in _ANSWERS:
        yield Cell(line, side, Kind.RACCOON if beavered == _BEAVER else _ANSWERS[beavered])


_BEAVER: Final = 2
_ANSWERS: Final = {0: Kind.DROP, 1: Kind.TAKE, _BEAVER: Kind.BEAVER}


def _move(record: bytes, line: int, match: WrittenMatch) -> Iterator[Cell]:
    """A play: the board after it is seen by who moved; no moves are a dance, or no play at all."""
    who, first, *_, high, low = struct.unpack_from("<i8iii", record, 64)
    side = 1 if who > 0 else 2
    dice = (high, low) if 1 <= high <= 6 and 1 <= low <= 6 else (0, 0)
    if first == -1 or dice == (0, 0):
        yield Cell(line, side, Kind.ROLL, dice)
        return
    if not any(record[35:61]):  # no board at all: who rolled gave up
        yield Cell(line, side, Kind.ROLL, dice, "????")
        return
    seen = _board(record, 35)
    if seen is None:
        match.findings.append(finding("play_unreadable", line=line, text="the board"))
        yield Cell(line, side, Kind.ROLL, dice)
        return
    yield Cell(line, side, Kind.ROLL, dice, after=seen if side == 1 else seen.mirrored())


def _end(record: bytes, line: int, _match: WrittenMatch) -> Iterator[Cell]:
    winner, points = struct.unpack_from("<ii", record, 24)
    if points > 0 and winner in (-1, 1):
        yield Cell(line, 1 if winner > 0 else 2, Kind.WIN, value=min(points, 99_999))


_CELLS: Final = {_CUBE: _cube, _MOVE: _move, _END: _end}
