"""GNU Position IDs: 14 characters for where the checkers stand.

    >>> format_position_id(Position.of({6: 15}, {1: 2}))
    'AwAAAP9/AAAAAA'
    >>> parse_position_id("AwAAAP9/AAAAAA")
    Position.of({6: 15}, {1: 2, 0: 13})

The player on roll is side 1 of the position. The text has the opponent first: for each of his
points 1 to 24 and his bar as many 1-bits as checkers and a 0-bit, then the same for the player on
roll, in 80 bits of which the first is the lowest of its byte, as base64 without the `==` at the
end.

Reading is strict, so an identity has one text and a text one position: what is read is written the
same. Who is on roll, the cube and the score are in a Match ID; see `matchid`, and `xgid` for both.
"""

import binascii
import re

from matches.engine.errors import EngineError, NotationError, PositionError, quoted, said
from matches.engine.position import BAR, CHECKERS, HAND, OTHER, PINS, Position
from matches.engine.presets import BACKGAMMON
from matches.engine.status import check_position

LENGTH = 14
_ALPHABET = re.compile(r"[A-Za-z0-9+/]*")
#: 10 bytes leave only the two highest of the last character's six bits.
_LAST = "AQgw"
_SIDE = (1 << 4 * BAR) - 1  # the 25 counts of one side
_LOW_NIBBLES = int("0f" * 16, 16)


def parse_position_id(text: object) -> Position:
    """Read a Position ID; side 1 is the player on roll.

    Raises NotationError `position_id_length`, `position_id_alphabet`, `position_id_padding` (bits
    after the last checker) or `position_id_checkers` (more than 15 of a side), and PositionError as
    `check_position` does, all with the `text` in their detail.
    """
    stream = _stream(text)
    packed = at = 0
    for byte in stream.to_bytes(10, "little"):
        counts, points = _READ[byte]
        packed += counts << at
        at += points
    other, own = packed & _SIDE, packed >> 4 * BAR
    own_off, other_off = CHECKERS - _total(own), CHECKERS - _total(other)
    # a count that ran over its four bits is 15 short, and then the sum is not that of all bits
    whole = 2 * CHECKERS - own_off - other_off == stream.bit_count()
    if own > _SIDE or own_off < 0 or other_off < 0 or not whole:
        raise _overfull(stream, text)
    position = Position(own << 4 | own_off | (other << 4 | other_off) << OTHER)
    if position.status(BACKGAMMON):
        try:
            check_position(position, BACKGAMMON)
        except EngineError as fault:
            fault.detail["text"] = quoted(text)
            raise
    return position


def format_position_id(position: Position) -> str:
    """Write the Position ID of a position whose side 1 is on roll.

    Raises PositionError `hand_unwritable`, `pins_unwritable` and as `check_position` does.
    """
    check_writable(position)
    counts = position.bits >> OTHER + 4 & _SIDE | (position.bits >> 4 & _SIDE) << 4 * BAR
    stream = int("".join(map(_WRITTEN.__getitem__, counts.to_bytes(25, "big"))), 2)
    text = binascii.b2a_base64(stream.to_bytes(10, "little"), newline=False)
    return text[:LENGTH].decode("ascii")


def check_writable(position: Position) -> None:
    """Raise PositionError unless the identities of backgammon can hold the position."""
    bits = position.bits
    if bits >> PINS:
        raise PositionError(
            "pins_unwritable", "An identity has no pins: write the position as a board."
        )
    if bits >> 4 * HAND & CHECKERS or bits >> OTHER + 4 * HAND & CHECKERS:
        raise PositionError(
            "hand_unwritable", "An identity has no hand: write the position as a board."
        )
    check_position(position, BACKGAMMON)


def _stream(text: object) -> int:
    """The 80 bits of a Position ID, the first one lowest."""
    if not isinstance(text, str) or len(text) != LENGTH:
        raise _refusal(
            "position_id_length",
            said("%(text)s is not a Position ID: those have 14 characters."),
            text,
        )
    if not _ALPHABET.fullmatch(text):
        raise _refusal(
            "position_id_alphabet",
            said(
                "%(text)s is not a Position ID: those have the letters A-Z and a-z, digits, + "
                "and /."
            ),
            text,
        )
    if text[-1] not in _LAST:
        raise _refusal(
            "position_id_padding",
            said("%(text)s cannot end so: the last letter is A, Q, g or w."),
            text,
        )
    return int.from_bytes(binascii.a2b_base64(text + "=="), "little")


def _total(counts: int) -> int:
    """The sum of the 4-bit counts."""
    return ((counts & _LOW_NIBBLES) + (counts >> 4 & _LOW_NIBBLES)) % 255


def _overfull(stream: int, text: object) -> NotationError:
    """What is wrong with a stream that holds too much, read bit by bit."""
    checkers = [0, 0, 0]  # of the opponent, of the player on roll, after the last place
    place = 0
    for bit in range(80):
        if stream >> bit & 1:
            checkers[min(place // 25, 2)] += 1
        else:
            place += 1
    if max(checkers[:2]) > CHECKERS:
        return _refusal(
            "position_id_checkers", said("%(text)s has more than 15 checkers of one side."), text
        )
    return _refusal(
        "position_id_padding", said("%(text)s has more after its last place: copy it again."), text
    )


def _refusal(code: str, template: str, text: object) -> NotationError:
    return NotationError(code, template, text=quoted(text))


def _read(byte: int) -> tuple[int, int]:
    """The counts that a byte of an ID adds, and how far it moves on, in bits of four a place."""
    counts = at = 0
    for bit in range(8):
        if byte >> bit & 1:
            counts += 1 << at
        else:
            at += 4
    return counts, at


_READ = [_read(byte) for byte in range(256)]
#: The bits of an ID for two counts, the last one first.
_WRITTEN = [f"0{'1' * (byte >> 4)}0{'1' * (byte & 15)}" for byte in range(256)]
