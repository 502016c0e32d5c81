"""Text that people send, without what nobody can see: for names, notes, reasons and comments alike.

Zero-width characters make two names look the same and a comment look empty, and what turns a line
around makes the page around it lie. Neither is typed on purpose, but it comes along when something
is copied; so it is left out, and nobody is bothered. What parts lines is no matter of this module:
a field of one line refuses it (`has_controls`), a list of names needs it.

Two invisible characters are spelling and stay: the joiner and the non-joiner between letters of
Arabic and Indian scripts, and the joiner within one emoji; so do the tags of a flag.
"""

import re
import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
_FLAG: Final = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
_JOINED: Final = frozenset(("Lo", "Lm", "Mn", "Mc", "So", "Sk"))
_FIRST_JOINING: Final = (
    "\u0600"  # below are Latin, Greek, Cyrillic, Hebrew: nothing is joined there
)
# Format characters that are seen: signs above or around the digits after them.
_SEEN: Final = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")
# Letters and symbols without ink: the fillers of Hangul and the empty pattern of Braille.
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_CONTROLS: Final = frozenset(("Cc", "Cs", "Zl", "Zp"))


def legible(text: str) -> str:
    """The text without invisible characters, directions, private and impossible ones; empty where
    nothing is left to see. Controls and white space stay."""
    if text.isascii():
        return text
    kept = "".join(char for n, char in enumerate(text) if _stays(text, n, char))
    return kept if kept.isspace() or is_visible(kept) else ""


def one_line(text: str) -> str:
    """The same without controls as well, on one line."""
    spaced = "".join(" " if _is_control(char) and char.isspace() else char for char in text)
    return legible("".join(char for char in spaced if not _is_control(char)))


def is_visible(text: str) -> bool:
    """Whether there is anything to read: a letter, a number, a sign or a picture."""
    return any(
        (unicodedata.category(char)[0] in "LNPS" or _is_new(char)) and char not in _BLANK
        for char in text
    )


def has_controls(text: str) -> bool:
    """Whether it is more than a line of text; tabs count, too."""
    return any(map(_is_control, text))


def is_hidden(char: str) -> bool:
    """Whether it is of a kind that `legible` leaves out, unless it is spelling where it stands."""
    kind = unicodedata.category(char)
    return (kind == "Cf" and char not in _SEEN) or kind == "Co" or _is_impossible(char)


def _is_control(char: str) -> bool:
    return unicodedata.category(char) in _CONTROLS


def _is_impossible(char: str) -> bool:
    """A noncharacter, which no text has."""
    return "\ufdd0" <= char <= "\ufdef" or ord(char) & 0xFFFE == 0xFFFE


def _is_new(char: str) -> bool:
    """Of a newer Unicode than ours: it may be a picture."""
    return unicodedata.category(char) == "Cn" and not _is_impossible(char)


def _stays(text: str, n: int, char: str) -> bool:
    if not is_hidden(char):
        return True
    if char in JOINERS:
        return 0 < n < len(text) - 1 and _joins(text[n - 1]) and _joins(text[n + 1])
    if "\U000e0020" <= char <= "\U000e007f":
        return any(flag.start() < n < flag.end() for flag in _FLAG.finditer(text))
    return False


def _joins(char: str) -> bool:
    return char >= _FIRST_JOINING and (unicodedata.category(char) in _JOINED or _is_new(char))
