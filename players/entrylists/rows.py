"""Turns a draft into a row, and says what is odd about its name."""

import re
from typing import Final

from .draft import Draft
from .findings import finding
from .names import has_letter
from .values import MAX_NAME, Finding, Row
from .words import is_nobody, plain_word

_MARKUP: Final = re.compile(r"<[/!]?[a-zA-Z][^<>]*>|&(?:[a-zA-Z]{2,8}|#[0-9]{1,6});")
_PAIR: Final = re.compile(r"\S ?/ ?\S|\S [&+] \S")


def make_row(line: int, text: str, draft: Draft) -> tuple[Row | None, list[Finding]]:
    """The row of that line, if it has a name, and the findings on it."""
    text = text.strip()
    if not has_letter(draft.name):
        return None, [finding("missing_name", line, text)]
    remarks = [*draft.remarks, *_on_name(draft)]
    nobody = is_nobody(draft.name)
    row = Row(
        line=line,
        text=text,
        name=draft.name,
        given=draft.given,
        family=draft.family,
        country=draft.country,
        rating=draft.rating,
        club=draft.club,
        federation_no=draft.federation_no,
        paid=draft.paid,
        note=draft.note,
        include=not nobody and len(draft.name) <= MAX_NAME,
    )
    return row, [finding(code, line, text, value=value) for code, value in remarks]


def _on_name(draft: Draft) -> list[tuple[str, str]]:
    name = draft.name
    remarks = []
    if is_nobody(name):
        remarks.append(("not_a_player", name))
    markup = _MARKUP.search(name)
    if markup:
        remarks.append(("markup", markup[0]))
    elif _PAIR.search(name) or "pair" in plain_word(draft.note).split("; "):
        remarks.append(("pair", name))
    if len(name) > MAX_NAME:
        remarks.append(("name_too_long", name))
    if sum(map(str.isalnum, name)) == 1:
        remarks.append(("short_name", name))
    return remarks
