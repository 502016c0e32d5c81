"""Reads the .sgg texts of GamesGrid: the options, and games with an action on each line.

What stands one tabulator behind the number of its line is the first player's, two the second's;
where blanks have come in their place the column tells. Lines can come again, whole or cut off; the
longest counts. What is no line of the game is chat.
"""

import re
from typing import Final

from matches.records.lines import TextReader, clean_name, lines_of
from matches.records.written import Cell, Kind, WrittenMatch

_VERSUS: Final = re.compile(r"\s*(\S.{0,100}?) vs\. (\S.{0,100})$")
_OPTION: Final = re.compile(r"\s*([A-Za-z ]{3,20}):\s*(\S.{0,100})$")
_GAME: Final = re.compile(
    r"\s*Game ([0-9]{1,6})\.([0-9]{1,6})(\*?)-([0-9]{1,6})(\*?)(?:/[0-9]{1,6})?\s*$"
)
_ROW: Final = re.compile(r"\s{0,3}([0-9]{1,4})(\t{1,2})(.*)")
_BLANKS: Final = re.compile(
    r" {0,3}([0-9]{1,4}) +(?=[1-6]{2}:|-$|[A-Za-z]+ to [0-9]|Accept|Pass|[Rr]esign)"
)
_DATE: Final = re.compile(r"\s*[A-Z][a-z]{2,8}day, ([A-Z][a-z]{2,8}) ([0-9]{1,2}), ([0-9]{4})\s*$")
_MONTHS: Final = (
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
)
#: Where two tabulators lead, less half of one.
_SECOND: Final = 12
_ROLL: Final = re.compile(r"([1-6])([1-6]):(.*)")
_WINS: Final = re.compile(r"\s*(\S.{0,100}?) wins ([0-9]{1,6}) points?\b")
_CUBE: Final = re.compile(r"(Double|Redouble|Beaver|Raccoon) to ([0-9]{1,6})", re.IGNORECASE)
_KINDS: Final = {
    "double": Kind.DOUBLE,
    "redouble": Kind.DOUBLE,
    "beaver": Kind.BEAVER,
    "raccoon": Kind.RACCOON,
    "accept": Kind.TAKE,
    "pass": Kind.DROP,
}
_SWITCHES: Final = {
    "Crawford": "Crawford",
    "Jacoby": "Jacoby",
    "Beavers": "Beaver",
    "Raccoons": "Raccoon",
    "Doubling Cube": "Cube",
}
_DANCED: Final = "o-o"
#: Who is shut out does not roll; the engine wants a roll, and none could be played.
_SHUT_OUT: Final = (6, 6)


def looks_like_sgg(text: str) -> bool:
    lines = [line[:300] for line in lines_of(text[:20_000])]
    return any(map(_GAME.match, lines)) and any(map(_VERSUS.match, lines))


def read_sgg(text: str) -> WrittenMatch:
    """All that the text says."""
    return _Reader().read(text)


class _Reader(TextReader):
    def __init__(self) -> None:
        super().__init__()
        self.match.length = 0  # unless it says otherwise
        self._before = "", ""  # the number and side of the last row, and what it says

    def line(self, number: int, line: str) -> None:
        if found := _GAME.match(line):
            starred = bool(found[3] or found[5])
            self.begin(number, (int(found[2]), int(found[4])), crawford=True if starred else None)
            self._before = "", ""
        elif self.game is None:
            self._head(number, line)
        elif found := _ROW.match(line):
            self._row(number, found[1] + found[2], len(found[2]), found[3].strip())
        elif found := _BLANKS.match(line):
            side = 1 if found.end() < _SECOND else 2
            self._row(number, found[1] + "\t" * side, side, line[found.end() :].strip())
        elif (found := _WINS.match(line)) and found[1] in self.match.players:
            side = 1 + self.match.players.index(found[1])
            self.add(Cell(number, side, Kind.WIN, text=line.strip(), value=int(found[2])))

    def _head(self, number: int, line: str) -> None:
        if found := _VERSUS.match(line):
            self.name(number, (clean_name(found[1]), clean_name(found[2])))
        elif (found := _DATE.match(line)) and found[1][:3] in _MONTHS:
            month = 1 + _MONTHS.index(found[1][:3])
            self.match.facts["EventDate"] = f"{found[3]}.{month:02}.{int(found[2]):02}"
        elif found := _OPTION.match(line):
            name, value = found[1].strip(), found[2].strip()
            if name in _SWITCHES:
                self.match.facts[_SWITCHES[name]] = "Off" if value.lower() == "no" else "On"
            elif name == "Variant":
                self.match.facts["Variation"] = value
            elif name == "Match Length" and value.isdecimal():
                self.match.length = int(value[:6])

    def _row(self, number: int, place: str, side: int, text: str) -> None:
        before, said = self._before
        if place == before and (text.startswith(said) or said.startswith(text)):
            if len(text) <= len(said):
                return
            self.take_back()
        self._before = place, text
        self.add(self._cell(number, side, text))

    def _cell(self, number: int, side: int, text: str) -> Cell:
        if text == "-":
            self.find("roll_left_out", line=number, game=len(self.match.games), side=side)
            return Cell(number, side, Kind.ROLL, _SHUT_OUT, "(pass)")
        found = _ROLL.match(text)
        if found and "double" in text.lower():
            return Cell(number, side, Kind.AUTO, (int(found[1]), int(found[2])), text)
        if found:
            play = " ".join(found[3].replace(",", " ").split())
            dice = int(found[1]), int(found[2])
            return Cell(
                number, side, Kind.ROLL, dice, "(pass)" if play.lower() == _DANCED else play
            )
        if found := _CUBE.match(text):
            return Cell(number, side, _KINDS[found[1].lower()], text=text, value=int(found[2]))
        if text.lower().startswith("resign"):
            return Cell(number, side, Kind.LOSE, text=text)
        return Cell(number, side, _KINDS.get(text.lower().strip(" ."), Kind.WORD), text=text)
