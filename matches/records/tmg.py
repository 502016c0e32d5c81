"""Reads the .tmg texts of TrueMoneyGames: a head, and lines of numbers that say what each is.

`+3 4 13/7 8/7`: the third line of the game is a play (4) of the first player (+). Who has run out
of time loses, unless a line says that he won.
"""

import re
from typing import Final

from matches.records.lines import TextReader, clean_name, lines_of
from matches.records.written import Cell, Kind, WrittenMatch

_FACT: Final = re.compile(r"\s*([A-Za-z0-9]{4,12}):\s*(.{0,200})$")
_PLAYER: Final = re.compile(r"[0-9]{1,12} (.{1,100}?)(?: [0-9.]{1,12})?$")
_GAME: Final = re.compile(r"\s*Game ([0-9]{1,6}): ([0-9]{1,6})-([0-9]{1,6})\s*$")
_ROW: Final = re.compile(r"\s*([+-])[0-9]{1,4} ([0-9]{1,2})\b(.*)")
_ROLL: Final = re.compile(r"\s*([1-6])([1-6]):")
_POINTS: Final = re.compile(r"wins ([0-9]{1,6}) point")
_ROLLED, _TIED, _PLAYED = "1", "2", "4"
_WINS: Final = ("14", "15", "16")
_KINDS: Final = {
    "5": Kind.DOUBLE,
    "7": Kind.TAKE,
    "8": Kind.BEAVER,
    "10": Kind.DROP,
    "17": Kind.LOSE,
    "22": Kind.LOSE,
}
_DANCED: Final = "0/0"
_SWITCHES: Final = {"Crawford": "Crawford", "Jacoby": "Jacoby", "Beavers": "Beaver",
                    "Raccoons": "Raccoon", "Cube": "Cube"}  # fmt: skip
_VARIANTS: Final = {"1": "Backgammon", "2": "NackGammon"}


def looks_like_tmg(text: str) -> bool:
    lines = [line[:300] for line in lines_of(text[:20_000])]
    heads = {found[1] for found in map(_FACT.match, lines) if found}
    return {"MatchID", "Player1", "Player2"} <= heads and any(map(_GAME.match, lines))


def read_tmg(text: str) -> WrittenMatch:
    """All that the text says."""
    return _Reader().read(text)


class _Reader(TextReader):
    def __init__(self) -> None:
        super().__init__()
        self.match.length = 0  # unless it says otherwise
        self._names = ["", ""]
        self._roll: Cell | None = None  # a roll whose play has not come yet

    def line(self, number: int, line: str) -> None:
        if found := _GAME.match(line):
            if not self.match.games:
                self.name(number, (self._names[0], self._names[1]))
            self._leave()
            self.begin(number, (int(found[2]), int(found[3])))
        elif self.game is None:
            if found := _FACT.match(line):
                self._head(found[1], found[2].strip())
        elif found := _ROW.match(line):
            self._row(number, 1 if found[1] == "+" else 2, found[2], found[3].strip())

    def end(self) -> None:
        self._leave()

    def _leave(self) -> None:
        """What was rolled, and not played."""
        if self._roll is not None:
            self.add(self._roll)
        self._roll = None

    def _head(self, name: str, value: str) -> None:
        if name in ("Player1", "Player2"):
            found = _PLAYER.match(value)
            self._names[int(name[-1]) - 1] = clean_name(found[1] if found else value)
        elif name == "Length" and value.isdecimal():
            self.match.length = int(value[:6])
        elif name in _SWITCHES:
            self.match.facts[_SWITCHES[name]] = "Off" if value == "0" else "On"
        elif name == "MaxCube" and value != "0":
            self.match.facts["CubeLimit"] = value
        elif name == "Variant":
            self.match.facts["Variation"] = _VARIANTS.get(value, value)
        elif name == "Startdate":
            self.match.facts["EventDate"] = value
        elif name == "MatchID":
            self.match.facts["Match ID"] = value

    def _row(self, number: int, side: int, kind: str, text: str) -> None:
        if kind == _PLAYED and self._roll is not None:
            play = "(pass)" if text.startswith(_DANCED) else text
            self._roll = self._roll._replace(line=number, text=play)
            self._leave()
            return
        self._leave()
        if kind == _ROLLED and (found := _ROLL.match(text)):
            self._roll = Cell(number, side, Kind.ROLL, (int(found[1]), int(found[2])))
        elif kind == _TIED and self.game is not None:
            # which dice were equal is not said: the cube stands as if it was set
            ties = sum(cell.kind is Kind.SET for cell in self.game.cells)
            self.add(Cell(number, 0, Kind.SET, text=text, value=2 << ties))
        elif kind in _WINS:
            points = _POINTS.search(text)
            self.add(Cell(number, side, Kind.WIN, text=text, value=int(points[1]) if points else 0))
        else:
            self.add(Cell(number, side, _KINDS.get(kind, Kind.WORD), text=text or kind))
