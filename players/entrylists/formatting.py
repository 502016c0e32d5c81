"""Writes rows as a tidy table, so that a director can take the list elsewhere."""

import csv
import io
from collections.abc import Callable, Iterable
from typing import Final

from .values import Row

_Column = tuple[str, Callable[[Row], str]]

_PAID: Final = {True: "yes", False: "no", None: ""}
_ALWAYS: Final[tuple[_Column, ...]] = (
    ("Name", lambda row: row.name),
    ("Country", lambda row: row.country),
    ("Rating", lambda row: "" if row.rating is None else str(row.rating)),
    ("Club", lambda row: row.club),
    ("Federation no.", lambda row: row.federation_no),
)
_PARTS: Final[tuple[_Column, ...]] = (
    ("Given name", lambda row: row.given),
    ("Family name", lambda row: row.family),
)
_PAYMENT: Final[tuple[_Column, ...]] = (("Paid", lambda row: _PAID[row.paid]),)
_NOTES: Final[tuple[_Column, ...]] = (("Note", lambda row: row.note),)


def format_entries(rows: Iterable[Row]) -> str:
    """The rows as tab-separated values under an English heading.

    The columns for the parts of names, payment and notes are there if any row has something in
    them. `read_entries` reads the table back to the same rows, save for their lines and texts.
    """
    listed = list(rows)
    columns = list(_ALWAYS)
    for extra in (_PARTS, _PAYMENT, _NOTES):
        if any(read(row) for row in listed for _, read in extra):
            columns += extra
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow([heading for heading, _ in columns])
    writer.writerows([read(row) for _, read in columns] for row in listed)
    return out.getvalue()
