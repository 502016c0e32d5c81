"""Reads an entry list from first line to last.

Puts the other modules in order: decoding, cleaning, the heading, the rows, duplicates.
"""

from dataclasses import dataclass, field

from .cleaning import clean_line
from .decoding import decode
from .draft import Draft
from .duplicates import mark_duplicates
from .findings import finding
from .freeform import has_numbering, read_freeform
from .rows import make_row
from .tables import Heading, read_heading, read_table_row
from .values import MAX_LINE, MAX_LINES, EntryList, Finding, Row
from .words import is_title


@dataclass(slots=True)
class _Reading:
    """How far the list has been read."""

    rows: list[Row] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    heading: Heading | None = None
    begun: bool = False
    titled: bool = False


def read_entries(source: str | bytes) -> EntryList:
    """Every entry of the list, and what a director should know about it.

    Takes text, or the bytes of a file in UTF-8, UTF-16 with a byte order mark, Windows-1251,
    Windows-1252 or Latin-1. Reads at most MAX_LINES lines. Never raises on what it is given: what
    is wrong with a list is among the findings.
    """
    text, assumed = decode(source) if isinstance(source, bytes) else (source, ())
    reading = _Reading()
    lines, too_many = _lines(text)
    for number, raw in enumerate(lines, start=1):
        _read_line(reading, number, raw)
    rows, repeated = mark_duplicates(reading.rows)
    whole = list(assumed)
    if too_many:
        whole.append(finding("too_many_lines"))
    if not rows and not any(each.code == "not_text" for each in assumed):
        whole.append(finding("no_names"))
    # Sorting is stable: the findings of one line stay in the order in which they were made.
    findings = sorted([*whole, *reading.findings, *repeated], key=lambda each: each.line)
    return EntryList(tuple(rows), tuple(findings))


def _lines(text: str) -> tuple[list[str], bool]:
    """The lines that may be read, and whether there was anything after them."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = plain.split("\n", MAX_LINES)
    return lines[:MAX_LINES], bool("".join(lines[MAX_LINES:]).strip())


def _read_line(reading: _Reading, number: int, raw: str) -> None:
    if len(raw) > MAX_LINE:
        reading.findings.append(finding("line_too_long", number, raw[:MAX_LINE]))
        return
    line, codes = clean_line(raw)
    reading.findings += [finding(code, number, line.strip()) for code in codes]
    if not line.strip():
        return
    if not reading.begun and _read_top(reading, number, line):
        return
    draft = _read_draft(line, reading.heading)
    if draft is not None:
        row, findings = make_row(number, line, draft)
        reading.rows += [row] if row else []
        reading.findings += findings


def _read_draft(line: str, heading: Heading | None) -> Draft | None:
    if heading is not None:
        return read_table_row(line, heading)
    return read_freeform(line, Draft())


def _read_top(reading: _Reading, number: int, line: str) -> bool:
    """Whether the line is a heading: one title, one row of column names, in that order."""
    text = line.strip()
    reading.heading = read_heading(line)
    if reading.heading is not None:
        reading.begun = True
        words = reading.heading.ignored
        reading.findings += [finding("column_ignored", number, text, value=word) for word in words]
        return True
    if not reading.titled and not has_numbering(text) and is_title(text):
        reading.titled = True
        reading.findings.append(finding("title_line", number, text))
        return True
    reading.begun = True
    return False
