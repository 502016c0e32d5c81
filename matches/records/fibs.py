"""Reads what FIBS shows as `oldmoves`: games move by move, without a winner's column.

    >>> own_view("1-5 12-14"), own_view("24-20 13-11*"), own_view("bar-3 19-off")
    ('24/20 13/11', '24/20 13/11*', 'bar/22 6/off')

X is side 1 in the first game, and keeps his side when the letters change. Points are numbered alike
for both sides, so who climbs is turned round. A resignation is offered and accepted; what it is
worth says the line of the winner, or else the next score. FIBS sometimes writes a score the wrong
way round.
"""

import re
from typing import Final

from matches.records.lines import TextReader, clean_name, lines_of
from matches.records.written import Cell, Kind, WrittenMatch

_SCORE: Final = re.compile(
    r"\s*Score is ([0-9]{1,6})-([0-9]{1,6}) in an? (?:unlimited|([0-9]{1,6})[ -]point) match",
    re.IGNORECASE,
)
_PLAYERS: Final = re.compile(r"\s*(\S{1,100}) is X - (\S{1,100}) is O\s*$")
_DEED: Final = re.compile(r"\s*([XO])(?:: ?| (?=wins ))(.*)")
_ROLL: Final = re.compile(r"\(([1-6]) ([1-6])\)(.*)")
_WINS: Final = re.compile(r"wins ([0-9]{1,6}) points?")
_NUMBER: Final = re.compile(r"[0-9]{1,2}")
_HOP: Final = re.compile(r"([0-9]{1,2}|bar)/([0-9]{1,2}|off)", re.IGNORECASE)
_WORDS: Final = {
    "doubles": Kind.DOUBLE,
    "accepts": Kind.TAKE,
    "rejects": Kind.DROP,
    "beavers": Kind.BEAVER,
}
_ANSWERS: Final = (Kind.TAKE, Kind.DROP)
#: From here on a checker that goes off, or enters, is of the side that climbs.
_FAR_HOME: Final = 19
_ENTRY: Final = 6


def looks_like_fibs(text: str) -> bool:
    return any(_SCORE.match(line[:200]) for line in lines_of(text[:20_000]))


def read_fibs(text: str) -> WrittenMatch:
    """All that the text says; of several matches the first."""
    return _Reader().read(text)


def own_view(text: str) -> str:
    """A play in the numbers of FIBS as its player counts the points."""
    words = text.replace("-", "/")
    if not any(_climbs(*hop) for hop in _HOP.findall(words)):
        return words
    return _NUMBER.sub(lambda found: str(25 - int(found[0])), words)


def _climbs(start: str, end: str) -> bool:
    if not start.isdigit():
        return end.isdigit() and int(end) <= _ENTRY
    return int(start) < int(end) if end.isdigit() else int(start) >= _FAR_HOME


class _Reader(TextReader):
    def __init__(self) -> None:
        super().__init__()
        self._score = 0, (0, 0), 0  # the line, the score and the length of the game to come
        self._sides = {"X": 1, "O": 2}
        self._resigning: Cell | None = None

    def line(self, number: int, line: str) -> None:
        if found := _SCORE.match(line):
            score = int(found[1]), int(found[2])
            self._score = number, score, int(found[3] or 0)
        elif found := _PLAYERS.match(line):
            self._begin(clean_name(found[1]), clean_name(found[2]))
        elif self.game is not None and (found := _DEED.match(line)):
            self._deed(number, self._sides[found[1]], found[2].strip(" ."))

    def _begin(self, first: str, second: str) -> None:
        line, score, length = self._score
        players, names = self.match.players, (first, second)
        if self.match.games and (set(names) != set(players) or length != self.match.length):
            self.find("more_matches", line=line)
            self.done = True
            return
        if not self.match.games:
            self.match.length = length
            self.name(line, names)
        self._resigning = None
        swapped = names != self.match.players
        if swapped:
            self.find("columns_swapped", line=line, game=len(self.match.games) + 1)
        self._sides = {"X": 2, "O": 1} if swapped else {"X": 1, "O": 2}
        self.begin(line, score[::-1] if swapped else score)
        if self.game is not None:
            self.game.may_be_turned = True

    def _deed(self, number: int, side: int, text: str) -> None:
        if found := _ROLL.match(text):
            dice = int(found[1]), int(found[2])
            self.add(Cell(number, side, Kind.ROLL, dice, own_view(found[3].strip())))
        elif found := _WINS.match(text):
            self.add(Cell(number, side, Kind.WIN, text=text, value=int(found[1])))
        elif text.startswith("wants to resign"):
            self._resigning = Cell(number, side, Kind.LOSE, text=text)
        else:
            self._word(Cell(number, side, _WORDS.get(text, Kind.WORD), text=text))

    def _word(self, cell: Cell) -> None:
        """The answer to a resignation is none to a double."""
        if self._resigning is not None and cell.kind in _ANSWERS:
            if cell.kind is Kind.TAKE:
                self.add(self._resigning)
            self._resigning = None
        else:
            self.add(cell)
