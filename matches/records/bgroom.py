"""Reads the .gam texts of BackGammonRoom: a line for each roll with its play, or double.

`3.X:(6 1)13/7 8/7`: the third line of the game is X's. A take is not written: play goes on. A blank
line ends a game, and after a double it was a drop. Neither scores nor who won are written, so that
a game that is over neither on the board nor by a drop has no known result, but for the last one of
a match: there a line says who won it. X of the first game is side 1.

No real file was at hand. Beside the name of the first player stands his letter, and under the names
what is played for, which is a game for money where it begins with `Single`; whether there are other
words is not known, nor how a resignation is written: a line that begins with that word is one.
"""

import re
from typing import Final

from matches.engine.errors import quoted
from matches.records.lines import TextReader, clean_name, lines_of
from matches.records.written import Cell, Kind, WrittenMatch

_VERSION: Final = "BGF version"
_GAME: Final = re.compile(
    r"\s*Game ([0-9]{1,6}) - (\S.{0,100}?) \(([X0O])\) vs\. (\S.{0,100}?)(?: \([X0O]\))?\s*$"
)
_ROW: Final = re.compile(r"\s*([0-9]{1,4})\.\s*([X0O]):\s*(.*)")
_ROLL: Final = re.compile(r"\(([0-9])[ ,]+([0-9])\)(.*)")
_POINTS: Final = re.compile(r"([0-9]{1,4})[ -]?points?\b", re.IGNORECASE)
_WON: Final = re.compile(r"\s*(.{0,100}?)\s*wins? the match", re.IGNORECASE)
_WORDS: Final = (
    (Kind.DOUBLE, ("double", "redouble")),
    (Kind.BEAVER, ("beaver",)),
    (Kind.RACCOON, ("raccoon",)),
    (Kind.TAKE, ("take", "accept")),
    (Kind.DROP, ("drop", "pass", "reject", "refuse")),
    (Kind.LOSE, ("resign", "give", "time")),
)
_OFFERS: Final = (Kind.DOUBLE, Kind.BEAVER, Kind.RACCOON)
_ANSWERS: Final = (Kind.TAKE, Kind.DROP, Kind.BEAVER, Kind.RACCOON)


def looks_like_bgroom(text: str) -> bool:
    head = text[:20_000]
    if _VERSION not in head and " vs. " not in head:
        return False
    return any(line.startswith(_VERSION) or _GAME.match(line[:300]) for line in lines_of(head))


def read_bgroom(text: str) -> WrittenMatch:
    """All that the text says; of several matches the first."""
    return _Reader().read(text)


class _Reader(TextReader):
    def __init__(self) -> None:
        super().__init__()
        self._sides = {"X": 1, "0": 2, "O": 2}
        self._offered: Cell | None = None  # a double, beaver or raccoon without its answer
        self._is_open = False  # rows belong to the game
        self._wants_stakes = False

    def line(self, number: int, line: str) -> None:
        if found := _GAME.match(line):
            self._answer(number, Kind.DROP)
            self._begin(number, *found.groups())
        elif found := _WON.match(line):
            self._answer(number, Kind.DROP)
            self._match_won(number, found[1])
        elif not line.strip():
            self._blank(number)
        elif self.game is not None:
            self._in_game(number, line)

    def _blank(self, number: int) -> None:
        if self.game is not None and self.game.cells:
            self._answer(number, Kind.DROP)
            self._is_open = False

    def _begin(self, number: int, written: str, first: str, letter: str, second: str) -> None:
        names = clean_name(first), clean_name(second)
        if letter != "X":
            names = names[::-1]
        players, count = self.match.players, len(self.match.games) + 1
        if self.match.games and set(names) != set(players):
            self.find("more_matches", line=number)
            self.done = True
            return
        if not self.match.games:
            self.name(number, names)
        swapped = names != self.match.players
        if swapped:
            self.find("columns_swapped", line=number, game=count)
        self._sides = dict(zip("X0O", (2, 1, 1) if swapped else (1, 2, 2), strict=True))
        if int(written) != count:
            self.find("game_number", line=number, written=written, game=count)
        self.begin(number, (0, 0) if count == 1 else None)
        self._is_open = self._wants_stakes = True

    def _in_game(self, number: int, line: str) -> None:
        if self._is_open and (found := _ROW.match(line)):
            self._wants_stakes = False
            self._row(self._cell(number, self._sides[found[2]], found[3].strip()))
        elif self._wants_stakes:
            self._wants_stakes = False
            self._stakes(line.strip())
        else:
            self.find("unknown_word", line=number, text=quoted(line.strip()))

    def _stakes(self, line: str) -> None:
        """What is played for; the first line that says it counts."""
        if self.match.length is None:
            if found := _POINTS.search(line):
                self.match.length = int(found[1])
            elif line.lower().startswith("single"):
                self.match.length = 0

    def _cell(self, number: int, side: int, text: str) -> Cell:
        if found := _ROLL.match(text):
            dice = int(found[1]), int(found[2])
            return Cell(number, side, Kind.ROLL, dice, found[3].strip())
        lower = text.lower()
        kind = next((kind for kind, words in _WORDS if lower.startswith(words)), Kind.WORD)
        return Cell(number, side, kind, text=text)

    def _row(self, cell: Cell) -> None:
        if self._offered is not None and cell.kind in _ANSWERS:
            self._offered = None
        else:
            self._answer(cell.line, Kind.TAKE)
        self.add(cell)
        if cell.kind in _OFFERS:
            self._offered = cell

    def _answer(self, number: int, kind: Kind) -> None:
        """What the line says without a word of it."""
        if self._offered is not None:
            self.add(Cell(number, 3 - self._offered.side, kind))
        self._offered = None

    def _match_won(self, number: int, name: str) -> None:
        if name in self.match.players:
            side = 1 + self.match.players.index(name)
            self.add(Cell(number, side, Kind.WIN, text=name))
        self._is_open = False
