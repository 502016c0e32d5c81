"""Reads the .match files of JavaFIBS: a line for each thing that happened, `what:who:more`.

`0:You:6 1` is a roll of whoever saved the file, who is side 1, `1:You:17-23 19-20` its play; which
way somebody goes can change with each game. The real name of `You` stands in the lines of the score
alone. JavaFIBS often leaves out that a resignation was refused, so that one counts only where the
line of the winner follows. What numbers beyond those below mean is not known.
"""

import re
from typing import Final

from matches.engine.errors import quoted
from matches.records.fibs import own_view
from matches.records.lines import TextReader, clean_name, lines_of
from matches.records.written import Cell, Kind, WrittenMatch

_PROLOGUE: Final = "javafibs internal match representation"
_LINE: Final = re.compile(r"\s*([0-9]{1,2}):([^:]{1,100}):(.*)")
_ROLL: Final = re.compile(r"([1-6]) +([1-6])\s*$")
_SCORE: Final = re.compile(r"(\S{1,100})-([0-9]{1,6})$")
#: What JavaFIBS sometimes adds to a play: the same once more, as FIBS shows it.
_ADDED: Final = re.compile(r"\s\S{1,100}-moves\b.*")
_MATCH, _GAME, _PLAYERS, _WON, _STANDS = "8", "13", "6", "7", "14"
_ROLLED, _OPENED, _PLAYED, _DANCED = "0", "11", "1", "15"
_KINDS: Final = {"2": Kind.DOUBLE, "4": Kind.TAKE, "5": Kind.DROP}
#: A resignation, its refusal, and who won the match: said by other lines too.
_PASSED_OVER: Final = ("3", "12", "9")
_YOU: Final = "You"
_UNLIMITED: Final = 9_999


def looks_like_javafibs(text: str) -> bool:
    head = text[:20_000]
    if _PROLOGUE in head[:1_000].lower():
        return True
    if f"{_GAME}:" not in head:
        return False
    kinds = {found[1] for found in map(_LINE.match, lines_of(head)) if found}
    return {_MATCH, _GAME, _PLAYERS} <= kinds


def read_javafibs(text: str) -> WrittenMatch:
    """All that the text says; of several matches the first."""
    return _Reader().read(text)


class _Reader(TextReader):
    def __init__(self) -> None:
        super().__init__()
        self._names = ["", ""]  # as the lines call the sides
        self._real_name = ""  # of whom they call You
        self._named_at = 0
        self._head = ""  # the line with the length
        self._score: tuple[int, int] | None = (0, 0)  # before the next game
        self._roll: Cell | None = None  # whose play has not come yet

    def line(self, number: int, line: str) -> None:
        if found := _LINE.match(line):
            self._said(number, found[1], found[2].strip(), found[3].strip())
        elif line.strip().lower().startswith(_PROLOGUE):
            if self.match.games:
                self._another(number)
        elif line.strip():
            self.find("unknown_word", line=number, text=quoted(line.strip()))

    def end(self) -> None:
        self._leave()
        first, second = self._names
        if first == _YOU:
            first = self._real_name or _YOU
        if self.match.games:
            self.name(self._named_at, (clean_name(first), clean_name(second)))

    def _another(self, number: int) -> None:
        self.find("more_matches", line=number)
        self.done = True

    def _said(self, number: int, kind: str, who: str, text: str) -> None:
        if kind == _MATCH:
            self._begin_match(number, who + text, text)
        elif kind == _GAME:
            self._leave()
            self.begin(number, self._score)
            self._score = None
        elif kind == _PLAYERS:
            if not any(self._names):
                self._names = [who, text]
                self._named_at = number
        elif kind == _STANDS:
            self._stands(who, text)
        elif kind not in _PASSED_OVER:
            self._deed(number, kind, who, text)

    def _begin_match(self, number: int, head: str, length: str) -> None:
        """A match that was left and goes on may have its head again."""
        if self.match.games and head != self._head:
            self._another(number)
            return
        self._head = head
        points = int(length) if length.isdecimal() and len(length) < 6 else 0
        if points or length in ("0", "unlimited"):
            self.match.length = points if points < _UNLIMITED else 0

    def _stands(self, first: str, second: str) -> None:
        """`Ann-1:Bo-0`, the winner first: the score, and how `You` is called."""
        found = [_SCORE.match(first), _SCORE.match(second)]
        points = {each[1]: int(each[2]) for each in found if each}
        other = self._names[1]
        if len(points) != 2 or other not in points:
            return
        (name,) = points.keys() - {other}
        self._real_name = self._real_name or name
        self._score = points[name], points[other]

    def _deed(self, number: int, kind: str, who: str, text: str) -> None:
        side = self._side(who)
        if not side or self.game is None:
            self.find("unknown_word", line=number, text=quoted(f"{kind}:{who}:{text}"))
        elif kind in (_PLAYED, _DANCED):
            self._play(number, side, "(pass)" if kind == _DANCED else text)
        else:
            self._leave()
            if kind in (_ROLLED, _OPENED) and (found := _ROLL.match(text)):
                self._roll = Cell(number, side, Kind.ROLL, (int(found[1]), int(found[2])))
            else:
                self._word(number, side, kind, text)

    def _side(self, who: str) -> int:
        if who in (self._names[0], self._real_name):
            return 1
        return 2 if who == self._names[1] else 0

    def _play(self, number: int, side: int, text: str) -> None:
        if self._roll is None or self._roll.side != side:
            self._leave()
            self.add(Cell(number, side, Kind.WORD, text=text))
            return
        self._roll = self._roll._replace(
            line=number, text=own_view(_ADDED.sub("", f" {text}").strip())
        )
        self._leave()

    def _leave(self) -> None:
        """What was rolled, played or not."""
        if self._roll is not None:
            self.add(self._roll)
        self._roll = None

    def _word(self, number: int, side: int, kind: str, text: str) -> None:
        if kind in (_ROLLED, _OPENED):
            self.add(Cell(number, side, Kind.ROLL, text=text or "-"))
        elif kind == _WON:
            points = int(text) if text.isdecimal() and len(text) < 6 else 0
            self.add(Cell(number, side, Kind.WIN, text=text, value=points))
        else:
            word = f"{kind}:{text}"
            self.add(Cell(number, side, _KINDS.get(kind, Kind.WORD), text=word))
