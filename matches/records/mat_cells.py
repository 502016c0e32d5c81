"""The rows of a match text: which cells a line has, and whose they are.

    >>> [(cell.side, cell.kind.value, cell.text) for cell in read_cells(1, "  2) 63: 24/18 13/10")]
    [(1, 'roll', '24/18 13/10')]

Cells are found by the words that begin them, not by columns: left cells can be as wide as they
like, and rows from 10 on are shifted by one. Of two cells the first is the left player's; one alone
is judged by where it stands. The column of `Losses` says nothing, so it is left to `Wins`.
"""

import re
from typing import Final

from matches.records.mat_setup import read_snowie
from matches.records.written import Cell, Kind

#: A word that begins before this column is the left player's when it stands alone.
BOUNDARY: Final = 20

_TOKEN: Final = re.compile(
    r"(?<![0-9])(?P<roll>[0-9?]{2}):"
    r"|\b(?P<word>Doubles?|Redoubles?|Takes?|Accepts?|Drops?|Passes|Rejects?|Beavers?"
    r"|Raccoons?|Wins|Losses|Loses|Resigned|Resigns?|Concedes?|Forfeits?|Lost on time|Timed out)\b",
    re.IGNORECASE,
)
_WORDS: Final = (
    *("double", "take", "drop", "win", "loss", "lose", "resign", "concede", "forfeit", "lost on"),
    *("accept", "passes", "reject", "beaver", "raccoon", "timed out"),
)
_NUMBER: Final = re.compile(r"[^0-9]{0,8}([0-9]{1,6})")
_KINDS: Final = {
    "doubles": Kind.DOUBLE,
    "redoubles": Kind.DOUBLE,
    "takes": Kind.TAKE,
    "accepts": Kind.TAKE,
    "drops": Kind.DROP,
    "passes": Kind.DROP,
    "rejects": Kind.DROP,
    "beavers": Kind.BEAVER,
    "raccoons": Kind.RACCOON,
    "wins": Kind.WIN,
}
_DIE: Final = {"?": 0} | {str(number): number for number in range(10)}
#: What may follow a word without being worth telling.
_AFTER: Final = frozenset(
    (
        *("", "point", "points", "point(s)", "game", "match", "the match", "and the match"),
        *("point and the match", "points and the match"),
    )
)


def row_text(line: str) -> int | None:
    """Where the text after `12)` begins; None for a line that is no row."""
    at = line.find(")", 0, 12)
    return at + 1 if at > 0 and line[:at].strip().isdigit() else None


def read_cells(number: int, line: str) -> list[Cell]:
    """The cells of a row, or of a result without a number, from left to right."""
    start = row_text(line) or 0
    lower = line.lower()
    if lower == line.upper() or not any(word in lower for word in _WORDS):
        rolls = _rolls(number, line, start)
        if rolls is not None:
            return rolls
    found = list(_TOKEN.finditer(line, start))
    cells: list[Cell] = []
    before = line[start : found[0].start() if found else len(line)]
    if word := before.strip(" -."):
        column = start + len(before) - len(before.lstrip())
        cells.append(Cell(number, _alone(column), Kind.WORD, text=word))
    for place, each in enumerate(found, start=1):
        end = found[place].start() if place < len(found) else len(line)
        text = line[each.end() : end].strip()
        side = _side(each, cells)
        if each["roll"] is not None:
            cells.append(_roll(number, side, each["roll"], text))
        else:
            cells += _word(number, side, each["word"].lower(), text)
    return _without_losses(cells)


def _rolls(number: int, line: str, start: int) -> list[Cell] | None:
    """The cells of a row of rolls, one or two, which most rows are; None for any other."""
    first = line.find(":", start)
    second = line.find(":", first + 1)
    if first < 0 or line.find(":", second + 1) > second >= 0:
        return None
    dice = line[first - 2 : first]
    if line[start : first - 2].strip() or not set(dice) <= _DIE.keys():
        return None
    side = _alone(first - 2)
    if second < 0:
        return [_roll(number, side, dice, line[first + 1 :].strip())]
    other = line[second - 2 : second]
    if second - 2 <= first or line[second - 3].isdigit() or not set(other) <= _DIE.keys():
        return None
    text = line[first + 1 : second - 2].strip()
    return [
        _roll(number, side, dice, text),
        _roll(number, 2, other, line[second + 1 :].strip()),
    ]


def _alone(column: int) -> int:
    return 1 if column < BOUNDARY else 2


def _side(found: re.Match[str], cells: list[Cell]) -> int:
    if found["roll"] is not None and cells and cells[-1].kind is not Kind.WORD:
        return 2
    return _alone(found.start())


def _roll(number: int, side: int, dice: str, text: str) -> Cell:
    first, second = _DIE[dice[0]], _DIE[dice[1]]
    if text.lower().startswith("illegal play"):
        return Cell(number, side, Kind.ROLL, (first, second), text, after=read_snowie(text, side))
    if text.endswith(")"):
        text = _without_row_number(text)
    return Cell(number, side, Kind.ROLL, (first, second), text)


def _without_row_number(text: str) -> str:
    """`21/18 18/14     24)`: the number of a row that has slipped into a cell."""
    words = text.split()
    if words[-1][:-1].isdigit():
        words.pop()
    return " ".join(words)


def _word(number: int, side: int, word: str, text: str) -> list[Cell]:
    value = _NUMBER.match(text)
    kind = _KINDS.get(word.removesuffix("s") + "s", Kind.LOSE)
    cell = Cell(number, side, kind, text=word)
    if value is not None:
        cell = cell._replace(value=int(value[1]))
        text = text[value.end() :]
    rest = text.strip(" .=>!")
    if rest.lower() in _AFTER:
        return [cell]
    return [cell, Cell(number, side, Kind.WORD, text=rest)]


def _without_losses(cells: list[Cell]) -> list[Cell]:
    """Who wins says it all, and in the right column."""
    if any(cell.kind is Kind.WIN for cell in cells):
        return [cell for cell in cells if cell.kind is not Kind.LOSE]
    return cells
