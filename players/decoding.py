"""Turns the bytes of an uploaded file into text, and says which encoding it had to assume.

A byte order mark decides; then UTF-8, which other encodings hardly ever satisfy by chance; then
the two one-byte code pages that spreadsheets write, told apart by how letters stand together.

Entry lists and match files are read with it: what the text means is for their readers.
"""

import codecs
from itertools import pairwise
from typing import Final, NamedTuple

_UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Zip (spreadsheets), PDF, old spreadsheets, images: what people upload by mistake.
_MAGIC: Final = (b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff", b"GIF8")
_CONTROLS: Final = bytes(n for n in range(32) if n not in b"\t\n\v\f\r")
_SAMPLE: Final = 65_536


class Decoded(NamedTuple):
    """A text, the name of its encoding, and whether that was a guess."""

    text: str
    encoding: str
    assumed: bool = False


def decode(source: bytes) -> Decoded | None:
    """The text of a file; None when it is no text."""
    if source.startswith(_UTF16):
        return Decoded(source.decode("utf-16", errors="replace"), "UTF-16")
    if _is_binary(source):
        return None
    try:
        return Decoded(source.decode("utf-8-sig"), "UTF-8")
    except UnicodeDecodeError:
        name, encoding = _code_page(source)
    return Decoded(source.decode(encoding), name, assumed=True)


def _is_binary(source: bytes) -> bool:
    if source.startswith(_MAGIC):
        return True
    sample = source[:_SAMPLE]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    # One stray byte is a slip of the keyboard; a text does not have them by the dozen.
    return controls >= 8 and controls * 20 > len(sample)


def _code_page(source: bytes) -> tuple[str, str]:
    if _is_cyrillic(source[:_SAMPLE]):
        try:
            source.decode("cp1251")
        except UnicodeDecodeError:
            pass
        else:
            return "Windows-1251", "cp1251"
    try:
        source.decode("cp1252")
    except UnicodeDecodeError:
        return "Latin-1", "latin-1"
    return "Windows-1252", "cp1252"


def _is_cyrillic(sample: bytes) -> bool:
    """Whether the high bytes are Cyrillic letters.

    Nearly every accented Latin letter is a Cyrillic one in the other code page. The difference is
    company: a Cyrillic word is one run of high bytes, an accent stands alone among ASCII letters.
    """
    high = [byte for byte in sample if byte >= 0x80]
    letters = sum("\u0400" <= char <= "\u04ff" for char in bytes(high).decode("cp1251", "replace"))
    neighbours = sum(first >= 0x80 and second >= 0x80 for first, second in pairwise(sample))
    return letters * 2 > len(high) and neighbours * 2 > len(high)
