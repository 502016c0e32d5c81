"""Reads the match texts of many programs: the .mat family, in all its dialects.

A file has lines `; [Key "Value"]`, the length, and games: a line with the number, a line with the
names and the score before the game, rows of two columns. Which cell belongs to whom is seen by
where it stands; the words in cells are those of `mat_cells`. What may be played is for `follower`.

Every line is looked at once, and no pattern can go back over more of it than it has read.
"""

import re
from typing import Final

from matches.engine.errors import quoted
from matches.records.lines import TextReader, clean_name, lines_of
from matches.records.mat_cells import read_cells, row_text
from matches.records.mat_setup import read_setup
from matches.records.written import Kind, WrittenMatch

_FACTS: Final = 100
_LENGTH: Final = re.compile(r"\s*([0-9]{1,6})[\s-]+points?\s+match", re.IGNORECASE)
_GAME: Final = re.compile(r"\s*Game\s+([0-9]{1,6})\s*$", re.IGNORECASE)
#: How facts may be named.
FACT_KEY: Final = re.compile(r"[A-Za-z0-9 |]{1,40}")
_FACT: Final = re.compile(r"[;#]\s*\[([A-Za-z0-9 |]{1,40})\s\"(.*)\"\]$")
_SCORE: Final = re.compile(r"\s*([0-9]{1,6})(?=\s|$)")
_UNNUMBERED: Final = re.compile(
    r"\s*(?:Wins|Losses|Loses|Resigns|Resigned|Concede|Forfeit|Lost|Timed out|Drops|Takes)",
    re.IGNORECASE,
)


def looks_like_mat(text: str) -> bool:
    """Whether a line near the beginning gives the length, begins a game or has a roll."""
    head = [line[:200] for line in lines_of(text[:20_000])]
    return any(_LENGTH.match(line) or _GAME.match(line) or _is_row(line) for line in head)


def _is_row(line: str) -> bool:
    return row_text(line) is not None and any(c.kind is Kind.ROLL for c in read_cells(0, line))


def read_mat(text: str) -> WrittenMatch:
    """All that the text says; its findings are those of the lines, not of the play."""
    return _Reader().read(text)


def dialect_of(match: WrittenMatch, text: str) -> str:
    """The program that wrote the text, as far as it can be told: a name, else `mat`."""
    site = match.facts.get("Site", "").lower()
    for word, name in _SITES:
        if word in site:
            return name
    if "Cubelimit" in text[:5000]:
        return "opengammon"
    if "bar/" in text or "/off" in text:
        return "studio"
    return "xg" if "Bar/" in text or "(2)" in text or "Cannot Move" in text else "mat"


_SITES: Final = (
    ("backgammongalaxy", "galaxy"),
    ("backgammon galaxy", "galaxy"),
    ("studio", "studio"),
    ("heroes", "studio"),
    ("opengammon", "opengammon"),
    ("hedgehog", "hedgehog"),
    ("dailygammon", "dailygammon"),
    ("gridgammon", "gridgammon"),
)


class _Reader(TextReader):
    def __init__(self) -> None:
        super().__init__()
        self._wants_names = False
        self._called = ("", "")  # side 1 and side 2, as the last game calls them
        self._swapped = False
        self._unread = 0, ""  # a line that may be names, or nothing that is known
        self._has_scores = True  # not where each game is one alone

    def line(self, number: int, line: str) -> None:
        if "\t" in line:
            line = line.expandtabs(8)
        names = read_names(line) if self._wants_names else None
        if names is not None:
            self._names(number, *names)
        elif row_text(line) is not None or _UNNUMBERED.match(line):
            self._row(number, line)
        elif line.lstrip()[:1] in (";", "#"):
            self._remark(number, line.strip())
        elif line.strip():
            self._heading(number, line)

    def _row(self, number: int, line: str) -> None:
        if self._wants_names:  # they cannot be read, or are not there
            self.find("names_missing", line=number, game=len(self.match.games) + 1)
            self._begin(number, self.game.score if self.game else (0, 0))
        if self.game is None:
            self._single_game(number)
        assert self.game is not None
        read = read_cells(number, line)
        if self._swapped:
            read = [cell.swapped() for cell in read]
        self.game.cells += read

    def _remark(self, number: int, line: str) -> None:
        if self.game is not None and line.startswith("; Set Pos="):
            cell = read_setup(number, line)
            if cell is None:
                self.find("unknown_word", line=number, text=quoted(line))
            else:
                self.game.cells.append(cell.swapped() if self._swapped else cell)
            return
        found = _FACT.match(line)
        if found and self.game is None and len(self.match.facts) < _FACTS:
            self.match.facts[found[1].strip()] = found[2].strip()

    def _heading(self, number: int, line: str) -> None:
        if not self._has_scores and (names := _bare_names(line)):
            self._names_alone(number, names)
        elif found := _LENGTH.match(line):
            if self.match.length is not None:
                self.find("more_matches", line=number)
                self.done = True
                return
            self.match.length = int(found[1])
        elif found := _GAME.match(line):
            self._wants_names = True
            count = len(self.match.games) + 1
            if int(found[1]) != count:
                self.find("game_number", line=number, written=found[1], game=count)
        else:
            self.end()
            self._unread = number, line

    def end(self) -> None:
        """Tell of a line that has turned out to be nothing."""
        number, line = self._unread
        if number:
            self.find("unknown_word", line=number, text=quoted(line.strip()))
        self._unread = 0, ""

    def _begin(self, number: int, score: tuple[int, int]) -> None:
        self._wants_names = False
        self.begin(number, score)

    def _single_game(self, number: int) -> None:
        """A game alone, as Jellyfish writes it: the names stand before it, and no score."""
        before, line = self._unread
        if names := _bare_names(line):
            self._unread = 0, ""
            self._called = names
            self._has_scores = False
            self.name(before, self._called)
        else:
            self.find("names_missing", line=number, game=1)
        self._begin(number, (0, 0))

    def _names_alone(self, number: int, names: tuple[str, str]) -> None:
        """GammonEmpire has several such games in a file; what other lines there are is not known.

        Their scores follow from the games.
        """
        self._swapped = names != self._called and names == self._called[::-1]
        if not self._swapped and names != self._called:
            self.find("unknown_word", line=number, text=quoted(" ".join(names)))
            return
        if self._swapped:
            self.find("columns_swapped", line=number, game=len(self.match.games) + 1)
        self.begin(number, None)

    def _names(self, number: int, left: tuple[str, int], right: tuple[str, int]) -> None:
        """Begin a game; where the players have changed columns they keep their sides."""
        names = left[0], right[0]
        if not self.match.games:
            self._called = names
            self.name(number, names)
        game = len(self.match.games) + 1
        self._swapped = _changed_columns(names, self._called)
        if self._swapped:
            self.find("columns_swapped", line=number, game=game)
            left, right = right, left
        self._begin(number, (left[1], right[1]))
        for side, name in enumerate((left[0], right[0]), start=1):
            if name != self._called[side - 1]:
                self.find("name_changed", line=number, side=side, name=quoted(name), game=game)
        self._called = left[0], right[0]


def _bare_names(line: str) -> tuple[str, str] | None:
    """Two names with two blanks between them, or else with one."""
    names = [clean_name(name) for name in line.split("  ") if name.strip()]
    if len(names) != 2:
        names = line.split()
    return (names[0], names[1]) if len(names) == 2 else None


def _changed_columns(names: tuple[str, str], called: tuple[str, str]) -> bool:
    """Whether somebody has the other column now; one of them may be called anew as well."""
    stay = [name for name, before in zip(names, called, strict=True) if name == before]
    crossed = [name for name, before in zip(names, called[::-1], strict=True) if name == before]
    return not stay and any(crossed)


def read_names(line: str) -> tuple[tuple[str, int], tuple[str, int]] | None:
    """`Ann : 3      Bo : 0`: both names with the score before the game; None when it is not that.

    Names may be empty, and may have a colon: the first score is the first number after a colon that
    is followed by blanks, and by two of them if there is such.
    """
    line = line.rstrip()
    at = line.rfind(":")
    last = _SCORE.match(line, at + 1) if at >= 0 else None
    if last is None or last.end() != len(line):
        return None
    places = []
    start = line.find(":")
    while 0 <= start < at:
        found = _SCORE.match(line, start + 1)
        if found is not None and found.end() <= at:
            places.append((start, found))
        start = line.find(":", start + 1)
    if not places:
        return None
    wide = [place for place in places if line.startswith("  ", place[1].end())]
    first, found = (wide or places)[0]
    names = line[:first], line[found.end() : at]
    return (clean_name(names[0]), int(found[1])), (clean_name(names[1]), int(last[1]))
