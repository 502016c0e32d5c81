"""What the readers of texts do alike: they go from line to line, and begin games with cells.

The grammar of each is its own module's; what the words mean on a board is for `follower`.
"""

from typing import Any, Final

from matches.engine.errors import shortened
from matches.records.findings import finding, name_findings
from matches.records.written import (
    MAX_NAME,
    MOST_CELLS,
    MOST_FINDINGS,
    MOST_GAMES,
    Cell,
    WrittenGame,
    WrittenMatch,
)

MAX_LINE: Final = 2_000


def lines_of(text: str) -> list[str]:
    """The lines as editors count them; other characters that could end one stand in names."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def clean_name(text: str) -> str:
    """Without blanks around, and without the rating that GridGammon adds (`nori,1760`)."""
    name, comma, rating = text.strip().rpartition(",")
    if not comma or not rating.strip().isdigit():
        name = text.strip()
    return shortened("".join(char for char in name.strip() if char.isprintable()), MAX_NAME)


class TextReader:
    """Reads a text line by line; a reader of a format says what its `line` is.

    `game` is the one that is being read, None before the first; `done` ends the reading. Of a line
    with more than `longest` characters the rest is left out.
    """

    longest = MAX_LINE

    def __init__(self) -> None:
        self.match = WrittenMatch()
        self.game: WrittenGame | None = None
        self.done = False

    def read(self, text: str) -> WrittenMatch:
        for number, line in enumerate(lines_of(text), start=1):
            if self.done:
                break
            if len(line) > self.longest:
                self.find("line_too_long", line=number, limit=self.longest)
            self.line(number, line[: self.longest])
        self.end()
        return self.match

    def line(self, number: int, line: str) -> None:
        """Take one line, counted from 1."""
        raise NotImplementedError

    def end(self) -> None:
        """Take the end of the text."""

    def name(self, number: int, players: tuple[str, str]) -> None:
        """Who plays, by a line of the text; the names are clean."""
        self.match.players = players
        self.match.findings += name_findings(players, number)

    def begin(
        self, number: int, score: tuple[int, int] | None, *, crawford: bool | None = None
    ) -> None:
        """A game begins at a line, with the score before it, if it is said. Enough are enough."""
        has_score = score is not None
        self.game = WrittenGame(number, score or (0, 0), crawford=crawford, has_score=has_score)
        self.match.games.append(self.game)
        self.done = len(self.match.games) > MOST_GAMES

    def add(self, cell: Cell) -> None:
        """One thing more in the game that is being read."""
        if self.game is not None and len(self.game.cells) <= MOST_CELLS:
            self.game.cells.append(cell)

    def take_back(self) -> None:
        """The last thing is said anew."""
        if self.game is not None:
            self.game.cells.pop()

    def find(self, code: str, **detail: Any) -> None:
        if len(self.match.findings) <= MOST_FINDINGS:
            self.match.findings.append(finding(code, **detail))
