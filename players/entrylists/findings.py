"""The catalogue of findings: stable code, severity, and what to tell the director.

Says nothing about when a finding applies; that is with the rule that raises it.
"""

from typing import Final

from .values import MAX_LINE, MAX_LINES, MAX_NAME, Finding, Severity

_CATALOGUE: Final[dict[str, tuple[Severity, str]]] = {
    "club_guessed": ("info", "Read “{value}” as the club or city."),
    "column_ignored": ("warning", "The column “{value}” is not known and was left out."),
    "control_characters": ("warning", "Control characters were removed from this line."),
    "country_unreadable": (
        "warning",
        "“{value}” is not a three-letter country code; it was kept as a note.",
    ),
    "duplicate_name": (
        "warning",
        "The same name stands on line {other}; tick this one only if it is somebody else.",
    ),
    "encoding_assumed": (
        "warning",
        "The file does not say how it is encoded; it was read as {value}. Check the letters.",
    ),
    "invisible_characters": ("info", "Invisible characters were removed from this line."),
    "line_too_long": (
        "error",
        f"This line has more than {MAX_LINE} characters and was not read; put one entry a line.",
    ),
    "markup": (
        "warning",
        "This looks like page markup; it is kept as plain text. Remove it if it is no name.",
    ),
    "missing_name": ("warning", "There is no name on this line, so it gives no entry."),
    "name_too_long": ("error", f"The name is longer than {MAX_NAME} characters; shorten it."),
    "no_names": ("error", "There are no names in this list; put one entry on each line."),
    "not_a_player": ("warning", "“{value}” is not a player, so this row is not ticked."),
    "not_text": (
        "error",
        "This file is not a text list; save it as CSV or plain text and upload that.",
    ),
    "note_kept": ("info", "Kept “{value}” as a note."),
    "order_guessed": (
        "info",
        "Read “{value}” as the family name, because it comes first; check the order.",
    ),
    "order_uncertain": (
        "warning",
        "Read “{value}” as the club or city; if it is a given name, put it before the surname.",
    ),
    "paid_unreadable": (
        "warning",
        "“{value}” does not say whether the fee is paid; kept as a note.",
    ),
    "pair": ("info", "This looks like a pair; it is kept as one entry under one name."),
    "possible_duplicate": (
        "warning",
        "This may be the same person as on line {other}; untick one of them if so.",
    ),
    "quote_left_open": ("warning", "A quotation mark is not closed; the line was read without it."),
    "rating_rounded": ("info", "The rating “{value}” was rounded to a whole number."),
    "rating_uncertain": ("warning", "The rating “{value}” is marked as uncertain; check it."),
    "rating_unreadable": ("warning", "“{value}” is not a rating; it was kept as a note."),
    "short_line": ("warning", "This line has fewer cells than the heading; the rest stays empty."),
    "short_name": ("warning", "The name is a single letter; check that nothing is missing."),
    "title_line": ("info", "Read this line as a heading, not as an entry."),
    "too_many_lines": (
        "error",
        f"Only the first {MAX_LINES} lines were read; split the list to enter the rest.",
    ),
    "unreadable_characters": (
        "warning",
        "Some letters could not be read; type them again or save the file as UTF-8.",
    ),
}

CODES: Final = frozenset(_CATALOGUE)


def finding(
    code: str, line: int = 0, text: str = "", *, value: str = "", other_line: int | None = None
) -> Finding:
    """The finding of that code, worded. Raises KeyError for a code that is not catalogued."""
    severity, template = _CATALOGUE[code]
    message = template.format(value=value, other=other_line)
    return Finding(line, code, severity, message, text, value, other_line)
