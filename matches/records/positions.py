"""Knows positions from matches: what programs save or copy of one moment is no record.

    >>> has_positions("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
    True
    >>> has_positions("4HPwATDgc/ABMA:cIkKAAAAAAAE"), has_positions("Dear sirs,")
    (True, False)

XGIDs and the pages that XG exports with them, Position IDs, OGIDs, Snowie's line of 40 fields, the
`board:` of FIBS, drawn boards, and the .pos files of Jellyfish. They are only told apart from what
is not known at all; to read an identity is for `matches.engine`.
"""

import re
import struct
from typing import Final

from matches.engine import EngineError
from matches.engine.positionid import parse_position_id

_MOST: Final = 20_000  # characters that are looked at
_XGID: Final = re.compile(r"XGID\s?=\s?[-a-pA-P]{26}:")
_POSITION_ID: Final = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{13}[AQgw](?![A-Za-z0-9+/])")
#: White's checkers, Black's, and the cube: more can follow, or a blank.
_OGID: Final = re.compile(r"\b[0-9a-p]{1,15}:[0-9a-p]{1,15}:[WBN?D][0-9][NOTP]\b")
_SNOWIE: Final = re.compile(r"^[0-9]{1,5}(?:;[^;\n]{0,100}){37,40}$", re.MULTILINE)
_FIBS: Final = re.compile(r"\bboard:[^:\n]{1,50}:[^:\n]{1,50}(?::-?[0-9]{1,5}){40}")
_DRAWN: Final = re.compile(r"\+-?(?:13-14-15-16-17-18|24-23-22-21-20-19|12-11-10--9--8--7)-")
_PATTERNS: Final = (_XGID, _OGID, _SNOWIE, _FIBS, _DRAWN)
_JELLYFISH: Final = (124, 125, 126)  # versions of its .pos files
_LARGEST_POSITION: Final = 1_000  # bytes


def has_positions(text: str) -> bool:
    """Whether there is a position in a text that has no match."""
    text = text[:_MOST]
    if any(pattern.search(text) for pattern in _PATTERNS):
        return True
    return any(_is_position_id(found[0]) for found in _POSITION_ID.finditer(text))


def _is_position_id(word: str) -> bool:
    try:
        parse_position_id(word)
    except EngineError:
        return False
    return True


def is_jellyfish_position(source: bytes) -> bool:
    """Whether the bytes are a .pos file: they begin with its version, in two bytes."""
    if not 2 < len(source) <= _LARGEST_POSITION:
        return False
    (version,) = struct.unpack_from("<h", source)
    return version in _JELLYFISH
