"""The catalogue of findings: stable code, severity, and what to tell the director.

Says nothing about when a finding applies; that is with the rule that raises it.
"""

from typing import Final, NamedTuple

from .values import Finding, Severity


class Kind(NamedTuple):
    """`template` is English with `%(name)s` where something of the finding's `detail` belongs."""

    severity: Severity
    template: str


_CATALOGUE: Final[dict[str, Kind]] = {
    "club_guessed": Kind("info", "“%(value)s” was read as the club or city."),
    "column_ignored": Kind("warning", "The column “%(value)s” is not known and was left out."),
    "control_characters": Kind("warning", "Control characters were removed from this line."),
    "country_unreadable": Kind(
        "warning",
        "“%(value)s” is not a three-letter country code; it was kept as a note.",
    ),
    "digits_in_name": Kind("warning", "There are digits in the name “%(value)s”; check it."),
    "duplicate_name": Kind(
        "warning",
        "The same name stands on line %(other)s; tick this one only if it is somebody else.",
    ),
    "encoding_assumed": Kind(
        "warning",
        "The file does not say how it is encoded; it was read as %(value)s. Check the letters.",
    ),
    "invisible_characters": Kind("info", "Invisible characters were removed from this line."),
    "line_too_long": Kind(
        "error",
        "This line has more than %(max_line)s characters and was not read; put one entry a line.",
    ),
    "markup": Kind(
        "warning",
        "This looks like page markup; it is kept as plain text. Remove it if it is no name.",
    ),
    "missing_name": Kind("warning", "There is no name on this line, so it gives no entry."),
    "name_too_long": Kind("error", "The name is longer than %(max_name)s characters; shorten it."),
    "no_names": Kind("error", "There are no names in this list; put one entry on each line."),
    "not_a_player": Kind("warning", "“%(value)s” is not a player, so this row is not ticked."),
    "not_text": Kind(
        "error",
        "This file is not a text list; save it as CSV or plain text and upload that.",
    ),
    "note_kept": Kind("info", "“%(value)s” was kept as a note."),
    "order_kept": Kind(
        "info", "“%(value)s” was taken as one name, in the order in which it is written."
    ),
    "order_uncertain": Kind(
        "warning",
        "“%(value)s” was read as the club or city; if it is a given name, put it before the "
        "surname.",
    ),
    "paid_unreadable": Kind(
        "warning",
        "“%(value)s” does not say whether the fee is paid; it was kept as a note.",
    ),
    "pair": Kind("info", "This looks like a pair; it is kept as one entry under one name."),
    "possible_duplicate": Kind(
        "warning",
        "This may be the same person as on line %(other)s; untick one of them if so.",
    ),
    "quote_left_open": Kind(
        "warning", "A quotation mark is not closed; the line was read without it."
    ),
    "rating_rounded": Kind("info", "The rating “%(value)s” was rounded to a whole number."),
    "rating_uncertain": Kind("warning", "The rating “%(value)s” is marked as uncertain; check it."),
    "rating_unreadable": Kind("warning", "“%(value)s” is not a rating; it was kept as a note."),
    "short_line": Kind(
        "warning", "This line has fewer cells than the heading; the rest stays empty."
    ),
    "short_name": Kind("warning", "The name is a single letter; check that nothing is missing."),
    "title_line": Kind("info", "This line was read as a heading, not as an entry."),
    "too_many_lines": Kind(
        "error",
        "Only the first %(max_lines)s lines were read; split the list to enter the rest.",
    ),
    "unreadable_characters": Kind(
        "warning",
        "Some letters could not be read; type them again or save the file as UTF-8.",
    ),
}


def finding(
    code: str, line: int = 0, text: str = "", *, value: str = "", other_line: int | None = None
) -> Finding:
    """The finding of that code, worded. Raises KeyError for a code that is not catalogued."""
    severity, template = _CATALOGUE[code]
    return Finding(line, code, severity, template, text, value, other_line)
