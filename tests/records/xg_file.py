"""Makes a .xg file of the match of `test_dialects`, by the published layout of its records."""

import struct
import zlib
from collections.abc import Mapping

RECORD = 2560
START = {24: 2, 13: 5, 8: 3, 6: 5}


def xg_file() -> bytes:
    """The whole file: header, no picture, and two members of which the second is the match."""
    data = b"".join([head(), *first_game(), *second_game(), *third_game()])
    header = struct.pack("<4siiqi", b"RGMH", 1, 8232, 0, 0).ljust(8232, b"\0")
    return header + zlib.compress(b"something else") + zlib.compress(data)


def head() -> bytes:
    record = bytearray(RECORD)
    put(record, 92, "<ii", 3, 0)
    record[100] = 1  # Crawford
    put(record, 128, "<d", 45423.75)  # 11 May 2024, in days since 30 December 1899
    for at, text in ((622, "Зимний кубок"), (880, "Ann"), (1138, "Bo")):
        raw = text.encode("utf-16-le")
        record[at : at + len(raw)] = raw
    return bytes(record)


def first_game() -> list[bytes]:
    ann, bo = {**START, 8: 2, 6: 4, 5: 2}, {**START, 24: 1, 14: 1}
    return [
        game((0, 0), number=1),
        move(1, (3, 1), ann, START),
        move(-1, (6, 4), bo, ann),
        move(1, (6, 6), {18: 2, 13: 3, 8: 2, 7: 2, 6: 4, 5: 2}, bo),
        move(-1, (2, 1), {24: 1, 13: 5, 11: 1, 8: 3, 6: 5}, {18: 2, 13: 3, 8: 2, 7: 2, 6: 4, 5: 2}),
        cube(1, taken=0),
        end(1, 1, how=0),
    ]


def second_game() -> list[bytes]:
    bo, ann = {24: 1, 22: 1, 13: 4, 8: 4, 6: 5}, {24: 1, 14: 1, 13: 5, 8: 3, 6: 5}
    return [
        game((1, 0), number=2),
        move(-1, (5, 2), bo, START),
        move(1, (6, 4), ann, bo),
        cube(-1, taken=1),
        move(-1, (6, 1), {24: 1, 22: 1, 13: 3, 8: 3, 7: 2, 6: 5}, ann),
        move(1, (4, 3), None, {}),
        end(-1, 2, how=101),
    ]


def third_game() -> list[bytes]:
    ann, bo = {24: 2, 13: 4, 11: 1, 8: 3, 6: 4, 5: 1}, {24: 2, 13: 3, 8: 3, 6: 5, 3: 2}
    later = {18: 2, 13: 2, 11: 1, 8: 3, 7: 2, 6: 4, 5: 1}
    return [
        game((1, 2), number=3, crawford=True),
        move(1, (2, 1), ann, START),
        move(-1, (5, 5), bo, ann),
        move(1, (6, 6), later, bo),
        move(-1, (4, 1), {24: 1, 23: 1, 13: 2, 9: 1, 8: 3, 6: 5, 3: 2}, later),
        end(-1, 1, how=101),
    ]


def put(record: bytearray, at: int, layout: str, *values: float) -> None:
    struct.pack_into(layout, record, at, *values)


def game(score: tuple[int, int], *, number: int, crawford: bool = False) -> bytes:
    record = bytearray(RECORD)
    record[8] = 1
    put(record, 12, "<iiB", *score, crawford)
    put(record, 48, "<i", number)
    return bytes(record)


def move(
    who: int, dice: tuple[int, int], own: Mapping[int, int] | None, other: Mapping[int, int]
) -> bytes:
    """A play that leads to a board, as who moves sees it; no board for one that was not made."""
    record = bytearray(RECORD)
    record[8] = 3
    counts = [0] * 26
    for place, count in (own or {}).items():
        counts[place] = count
    for place, count in other.items():
        counts[25 - place] = -count
    put(record, 35, "26b", *counts)
    first = 23 if own else 0
    put(record, 64, "<i8iii", who, first, first, *(-1,) * 6, *dice)
    return bytes(record)


def cube(who: int, *, taken: int) -> bytes:
    record = bytearray(RECORD)
    record[8] = 2
    put(record, 12, "<iiii", who, 1, taken, -1)
    return bytes(record)


def end(winner: int, points: int, *, how: int) -> bytes:
    record = bytearray(RECORD)
    record[8] = 4
    put(record, 24, "<iii", winner, points, how)
    return bytes(record)
