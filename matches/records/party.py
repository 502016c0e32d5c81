"""Reads the texts of PartyGammon: lines `KEY=value`, and of each game one that has all of it.

`GAME_1_GAMEPLAY=1 0 0 31 8/5 6/5#2 Double#1 Take`: things that were done, each with the side that
did them; a roll has two numbers between, whose meaning is not known, the dice and the play. The
score is that after the game, and who won follows from it. No real file was at hand; that there are
other words for the cube than those of match texts, or another order of the lines, cannot be said.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from matches.engine.errors import quoted
from matches.records.lines import TextReader, clean_name, lines_of
from matches.records.written import Cell, Kind, WrittenMatch

_LINE: Final = re.compile(r"\s*([A-Za-z0-9_]{1,60})\s*=(.*)")
_KEY: Final = re.compile(r"GAME_([0-9]{1,4})_(PLAYER_1|PLAYER_2|GAMEPLAY|SCORE_?1|SCORE_?2)$")
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}$")
_ROLL: Final = re.compile(r"(?:[0-9]\S{0,20} +\S{1,20} +)?([0-9])[-, ]?([0-9])(?![-0-9/*]):?(.*)")
_WORDS: Final = (
    (Kind.DOUBLE, ("double", "redouble")),
    (Kind.TAKE, ("take", "accept")),
    (Kind.DROP, ("drop", "pass", "reject", "decline", "refuse")),
    (Kind.BEAVER, ("beaver",)),
    (Kind.RACCOON, ("raccoon",)),
    (Kind.LOSE, ("resign", "forfeit", "timeout", "time out", "out of time", "lost on time")),
)
_VALUE: Final = re.compile(r"[^0-9]{1,20}([0-9]{1,6})")


def looks_like_party(text: str) -> bool:
    head = text[:20_000].upper()
    if "GAME_" not in head:
        return False
    keys = [_KEY.match(found[1]) for found in map(_LINE.match, lines_of(head)) if found]
    return len({found[2] for found in keys if found}) > 1


def read_party(text: str) -> WrittenMatch:
    """All that the text says."""
    return _Reader().read(text)


@dataclass(slots=True)
class _Game:
    """What the lines say of a game, with the line that has it."""

    line: int
    names: list[str] = field(default_factory=lambda: ["", ""])
    play: tuple[int, str] = (0, "")
    score: list[int | None] = field(default_factory=lambda: [None, None])  # after it
    scored_at: int = 0


class _Reader(TextReader):
    longest = 20_000  # a whole game

    def __init__(self) -> None:
        super().__init__()
        self._games: dict[int, _Game] = {}

    def line(self, number: int, line: str) -> None:
        found = _LINE.match(line)
        if found is None:
            return
        key, value = found[1].upper(), found[2].strip()
        if about := _KEY.match(key):
            game = self._games.setdefault(int(about[1]), _Game(number))
            self._told(game, about[2], number, value)
        elif key == "MATCHLENGTH" and _NUMBER.match(value):
            self.match.length = max(int(value), 0)  # below 0, as 0, there is none

    def _told(self, game: _Game, what: str, number: int, value: str) -> None:
        side = int(what[-1]) - 1 if what[-1].isdigit() else 0
        if what == "GAMEPLAY":
            game.play = number, value
        elif what.startswith("PLAYER"):
            game.names[side] = clean_name(value)
        elif _NUMBER.match(value):
            game.score[side] = max(int(value), 0)
            game.scored_at = number

    def end(self) -> None:
        """The lines of a game can stand in any order, so games are made of them at last."""
        score: tuple[int, int] | None = (0, 0)
        for count, (written, told) in enumerate(sorted(self._games.items()), start=1):
            if self.done:
                break
            if count == 1:
                self.name(told.line, (told.names[0], told.names[1]))
            elif written != count:
                self.find("game_number", line=told.line, written=str(written), game=count)
            score = self._game(count, told, score)

    def _game(
        self, count: int, told: _Game, before: tuple[int, int] | None
    ) -> tuple[int, int] | None:
        """Adds the game; its score at the end, if that is told."""
        swapped = tuple(told.names) == self.match.players[::-1] != self.match.players
        if swapped:
            self.find("columns_swapped", line=told.line, game=count)
        self.begin(told.line, before)
        for deed in told.play[1].split("#"):
            if deed.strip():
                cell = _cell(told.play[0], deed.strip())
                self.add(cell.swapped() if swapped else cell)
        first, second = told.score[::-1] if swapped else told.score
        if first is None or second is None:
            return None
        if before is not None:
            self._won(told.scored_at, (first - before[0], second - before[1]))
        return first, second

    def _won(self, line: int, gained: tuple[int, int]) -> None:
        if min(gained) == 0 < max(gained):
            side = 1 if gained[0] else 2
            self.add(Cell(line, side, Kind.WIN, value=max(gained)))
        elif any(gained):
            text = "{}-{}".format(*gained)
            self.find("unknown_word", line=line, game=len(self.match.games), text=quoted(text))


def _cell(line: int, deed: str) -> Cell:
    """One thing that was done: `1 0 0 31 8/5 6/5`, `2 Double`."""
    side, _, text = deed.partition(" ")
    if side not in ("1", "2"):
        return Cell(line, 1, Kind.WORD, text=deed)
    text = text.strip()
    if found := _ROLL.match(text):
        dice = int(found[1]), int(found[2])
        return Cell(line, int(side), Kind.ROLL, dice, found[3].strip())
    lower = text.lower()
    kind = next((kind for kind, words in _WORDS if lower.startswith(words)), Kind.WORD)
    value = _VALUE.match(text)
    return Cell(line, int(side), kind, text=text, value=int(value[1]) if value else 0)
