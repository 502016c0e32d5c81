"""Reads lists with a heading: which column holds what, and the rows under it.

Each line is parted by itself, so that a quotation mark left open spoils one line and not the rest
of the list. Lists without a heading are read line by line by `freeform`.
"""

import csv
from dataclasses import dataclass, replace
from typing import Final

from .cleaning import tidy
from .draft import Draft
from .fields import fill_country, fill_paid, fill_rating
from .freeform import read_freeform
from .names import reading_order
from .words import HEADINGS, Role, plain_word

_DELIMITERS: Final = "\t;,"
_NAMING: Final = frozenset({"name", "family", "given"})
# A second column of these adds to the first; of any other it is left out.
_REPEATABLE: Final = frozenset({"club", "note"})


@dataclass(frozen=True, slots=True)
class Heading:
    """What each column holds (None: left out), and the words of the columns left out."""

    delimiter: str
    roles: tuple[Role | None, ...]
    ignored: tuple[str, ...]


def read_heading(line: str) -> Heading | None:
    """The heading that the line is, or None.

    It is one if a cell says that names stand below it and at least half of its cells are known.
    """
    readings = [(mark, split_cells(line, mark)[0]) for mark in _DELIMITERS if mark in line]
    for delimiter, cells in sorted(readings, key=lambda reading: -_known(reading[1])):
        words = [plain_word(cell) for cell in cells]
        names = any(HEADINGS.get(word) in _NAMING for word in words)
        if names and _known(cells) * 2 >= sum(map(bool, words)):
            return _heading(delimiter, cells)
    return None


def split_cells(line: str, delimiter: str) -> tuple[list[str], bool]:
    """The cells of the line without white space around them, and whether its quotes are closed."""
    closed = line.count('"') % 2 == 0
    cells = (
        next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
        if closed
        else [cell.strip().strip('"') for cell in line.split(delimiter)]
    )
    return [tidy(cell) for cell in cells], closed


def read_table_row(line: str, heading: Heading) -> Draft | None:
    """What the line says under that heading, or None if all of its cells are empty."""
    cells, closed = split_cells(line, heading.delimiter)
    if not any(cells):
        return None
    draft = Draft()
    if not closed:
        draft = draft.remark("quote_left_open")
    if len(cells) < len(heading.roles):
        draft = draft.remark("short_line")
    for role, cell in zip(heading.roles, cells, strict=False):
        if role is not None and cell:
            draft = _fill(draft, role, cell)
    surplus = ", ".join(cell for cell in cells[len(heading.roles) :] if cell)
    if surplus:
        draft = draft.add_note(surplus).remark("note_kept", surplus)
    return _name(draft)


def _known(cells: list[str]) -> int:
    return sum(plain_word(cell) in HEADINGS for cell in cells)


def _heading(delimiter: str, cells: list[str]) -> Heading:
    roles: list[Role | None] = []
    ignored = []
    for cell in cells:
        role = HEADINGS.get(plain_word(cell))
        if role in roles and role not in _REPEATABLE:
            role = None
        if role is None and cell:
            ignored.append(cell)
        roles.append(role)
    # "Surname, Name": beside a family name, the name is the given one.
    if "family" in roles and "given" not in roles:
        roles = ["given" if role == "name" else role for role in roles]
    return Heading(delimiter, tuple(roles), tuple(ignored))


def _fill(draft: Draft, role: Role, cell: str) -> Draft:
    match role:
        case "country":
            return fill_country(draft, cell)
        case "rating":
            return fill_rating(draft, cell)
        case "paid":
            return fill_paid(draft, cell)
        case "number":
            return draft
        case "seed":
            return draft.add_note(f"seed {cell}")
        case _:
            return _fill_text(draft, role, cell)


def _fill_text(draft: Draft, role: Role, cell: str) -> Draft:
    match role:
        case "club":
            return draft.add_club(cell)
        case "note":
            return draft.add_note(cell)
        case "name":
            return replace(draft, name=cell)
        case "given":
            return replace(draft, given=cell)
        case "family":
            return replace(draft, family=cell)
        case _:
            return replace(draft, federation_no=cell)


def _name(draft: Draft) -> Draft:
    if draft.given or draft.family:
        # The list tells the parts apart itself: nothing is left to be read into them.
        return replace(draft, name=draft.name or reading_order(draft.given, draft.family))
    return read_freeform(draft.name, replace(draft, name=""))
