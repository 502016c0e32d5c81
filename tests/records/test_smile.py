"""Smile as BGBlitz packs its matches: bytes put together by hand, from the specification."""

import gzip
import json
import struct

import pytest

from matches.records import read_match
from matches.records.smile import read_smile
from tests.records.fixtures import DATA

NAMES, VALUES = 1, 2


def smile(*parts: bytes, flags: int = NAMES) -> bytes:
    return b":)\n" + bytes([flags]) + b"".join(parts)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        (b"\x20", ""),
        (b"\x21", None),
        (b"\x22", False),
        (b"\xc0", 0),
        (b"\xc1", -1),
        (b"\xdf", -16),
        (b"\x24\x01\xbf", -64),
        (b"\x24\x03\x80", 96),
        (b"\x43Anna", "Anna"),
        (b"\x82" + "Ан".encode(), "Ан"),
        (b"\xe0" + b"x" * 70 + b"\xfc", "x" * 70),
        (b"\xf8\xc2\xc4\xf9", [1, 2]),
        (b"\xfa\xfb", {}),
    ],
)
def test_a_value_is_read(source: bytes, value: object) -> None:
    assert read_smile(smile(source)) == value


def test_floats_are_read_in_groups_of_seven_bits() -> None:
    bits = int.from_bytes(struct.pack(">d", -2.75), "big")
    groups = bytes(bits >> shift & 0x7F for shift in range(63, -1, -7))
    assert read_smile(smile(b"\x29" + groups)) == -2.75


def test_names_and_values_are_told_once_and_then_referred_to() -> None:
    first = b"\xfa\x81ab\x41hi\xfb"
    again = b"\xfa\x40\x01\xfb"
    source = smile(b"\xf8", first, again, b"\xf9", flags=NAMES | VALUES)
    assert read_smile(source) == [{"ab": "hi"}, {"ab": "hi"}]


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b":)\n\x01",
        smile(b"\x45Ann"),
        smile(b"\xfa\x40\xc0\xfb"),
        smile(b"\x07"),
        smile(b"\xfe"),
        smile(b"\xf8" * 100),
        smile(b"\xe0 without an end"),
        smile(b"\x24" + b"\x01" * 20),
    ],
)
def test_what_is_cut_off_or_wrong_is_refused(source: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - there is one way to be no Smile
        read_smile(source)


def test_a_packed_match_is_that_of_the_plain_file() -> None:
    plain = (DATA / "dialects/bgblitz.bgf").read_bytes()
    head = b'{"format":"BGF","version":"1.0","compress":true,"useSmile":true}\n'
    packed = gzip.compress(smile(packed_value(json.loads(plain.split(b"\n")[1])), flags=0))
    assert read_match(head + packed) == read_match(plain)


def packed_value(value: object) -> bytes:
    """A value in the longest forms that there are."""
    if isinstance(value, dict):
        items = b"".join(b"\x34" + k.encode() + b"\xfc" + packed_value(v) for k, v in value.items())
        return b"\xfa" + items + b"\xfb"
    if isinstance(value, list):
        return b"\xf8" + b"".join(map(packed_value, value)) + b"\xf9"
    if isinstance(value, str):
        return b"\xe4" + value.encode() + b"\xfc"
    if value is None or isinstance(value, bool):
        return {None: b"\x21", False: b"\x22", True: b"\x23"}[value]
    assert isinstance(value, int)
    number = value << 1 ^ value >> 31
    return b"\x24" + bytes([number >> 13, number >> 6 & 0x7F, number & 0x3F | 0x80])
