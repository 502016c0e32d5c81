"""Turns uploaded bytes into text, and finds what had to be assumed."""

from players.decoding import decode as decode_file

from .findings import finding
from .values import Finding


def decode(source: bytes) -> tuple[str, tuple[Finding, ...]]:
    """The text of an uploaded file and what had to be assumed. Empty text when it is no text."""
    decoded = decode_file(source)
    if decoded is None:
        return "", (finding("not_text"),)
    if decoded.assumed:
        return decoded.text, (finding("encoding_assumed", value=decoded.encoding),)
    return decoded.text, ()
