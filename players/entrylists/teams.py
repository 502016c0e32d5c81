"""Reads a pasted list of teams or pairs: one a line, with its people in the order of the boards.

    Kyiv: Anna Nowak, Bohdan Koval, Clara Weiss
    Anna Nowak / Bohdan Koval
    Kyiv <tab> Anna Nowak <tab> Bohdan Koval <tab> Clara Weiss

The name of a team stands before a colon, or in the first cell of a table row; pairs need none.
People are parted by commas, semicolons, slashes or plus signs. Who is known already, and whether
there are enough of them, is left to others.
"""

import re
from dataclasses import dataclass
from typing import Final

from .cleaning import clean_line, tidy
from .values import MAX_LINE, MAX_LINES, MAX_NAME

_BETWEEN: Final = re.compile(r"[,;/+&]")
_NUMBERING: Final = re.compile(r"^\s*\d{1,4}\s*[.)]\s*")
PAIR: Final = 2


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One line: `name` is empty where the line has people only."""

    line: int
    text: str
    name: str
    members: tuple[str, ...]


def read_teams(text: str, *, pairs: bool = False) -> list[TeamRow]:
    """Every line that says something, at most MAX_LINES of them. Never raises."""
    rows = []
    for number, raw in enumerate(text.splitlines()[:MAX_LINES], start=1):
        line, _codes = clean_line(raw[:MAX_LINE])
        if line.strip():
            name, members = _parts(_NUMBERING.sub("", line), pairs=pairs)
            rows.append(TeamRow(number, tidy(line), name, members))
    return rows


def _parts(line: str, *, pairs: bool) -> tuple[str, tuple[str, ...]]:
    if "\t" in line:
        cells = _tidied(line.split("\t"))
        return _named(cells, pairs=pairs)
    before, colon, after = line.partition(":")
    if colon:
        return tidy(before)[:MAX_NAME], _tidied(_BETWEEN.split(after))
    return _named(_tidied(_BETWEEN.split(line)), pairs=pairs)


def _named(pieces: tuple[str, ...], *, pairs: bool) -> tuple[str, tuple[str, ...]]:
    """The first piece is the name, unless they are the two of a pair."""
    if pairs and len(pieces) <= PAIR:
        return "", pieces
    return (pieces[0], pieces[1:]) if pieces else ("", ())


def _tidied(pieces: list[str]) -> tuple[str, ...]:
    return tuple(tidy(piece)[:MAX_NAME] for piece in pieces if piece.strip())
