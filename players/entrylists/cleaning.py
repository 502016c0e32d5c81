"""Removes what nobody typed on purpose: control and invisible characters, stray white space.

Does not judge words. Tabs survive in a line, since they may part cells.
"""

import re
import unicodedata
from typing import Final

# Persian writes some names with a zero-width non-joiner between two letters; that one is spelling.
_JOINER: Final = re.compile("(?<=[\u0620-\u06ff])\u200c(?=[\u0620-\u06ff])")
_HELD: Final = "\ue000"
_WHITE: Final = re.compile(r"[^\S\t]+")


def clean_line(raw: str) -> tuple[str, tuple[str, ...]]:
    """The line in NFC without control characters, and the codes of what had to be done to it."""
    if raw.isascii() and raw.replace("\t", " ").isprintable():
        return raw, ()
    codes = []
    kept = raw.replace(_HELD, "")
    kept = _JOINER.sub(_HELD, kept)
    kinds = {char: unicodedata.category(char) for char in set(kept)}
    if any(kind in {"Cc", "Cs"} and char != "\t" for char, kind in kinds.items()):
        codes.append("control_characters")
    if any(kind == "Cf" for kind in kinds.values()):
        codes.append("invisible_characters")
    if "\ufffd" in kinds:
        codes.append("unreadable_characters")
    table = {ord(char): _kept(char) for char, kind in kinds.items() if kind in {"Cc", "Cs", "Cf"}}
    kept = unicodedata.normalize("NFC", kept.translate(table).replace(_HELD, "\u200c"))
    return _WHITE.sub(" ", kept), tuple(codes)


def tidy(text: str) -> str:
    """The text with every run of white space as one space and none at the ends."""
    return " ".join(text.split())


def _kept(char: str) -> str:
    if char == "\t":
        return char
    return " " if char.isspace() else ""
