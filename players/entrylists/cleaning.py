"""Removes what nobody typed on purpose: control and invisible characters, stray white space.

Does not judge words; which characters are invisible is for `players.legible`. Tabs survive in a
line, since they may part cells.
"""

import re
import unicodedata
from typing import Final

from players.legible import legible

_WHITE: Final = re.compile(r"[^\S\t]+")


def clean_line(raw: str) -> tuple[str, tuple[str, ...]]:
    """The line in NFC without control characters, and the codes of what had to be done to it."""
    if raw.isascii() and raw.replace("\t", " ").isprintable():
        return raw, ()
    codes = []
    kept = legible(raw)
    kinds = {char: unicodedata.category(char) for char in set(kept)}
    if any(kind in {"Cc", "Cs"} and char != "\t" for char, kind in kinds.items()):
        codes.append("control_characters")
    if kept != raw:
        codes.append("invisible_characters")
    if "\ufffd" in kinds:
        codes.append("unreadable_characters")
    table = {ord(char): _kept(char) for char, kind in kinds.items() if kind in {"Cc", "Cs"}}
    kept = unicodedata.normalize("NFC", kept.translate(table))
    return _WHITE.sub(" ", kept), tuple(codes)


def tidy(text: str) -> str:
    """The text with every run of white space as one space and none at the ends."""
    return " ".join(text.split())


def _kept(char: str) -> str:
    if char == "\t":
        return char
    return " " if char.isspace() else ""
