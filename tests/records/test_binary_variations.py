"""What .xg, .bgf and .sgf files can have beside a match as it is mostly played."""

import json
import struct
import zlib
from typing import Any

from matches.engine import Beaver, Double, MakePlay, OpeningThrow, Raccoon, Take
from matches.records import ReadResult, read_match, read_matches
from tests.records.fixtures import codes
from tests.records.xg_file import START, cube, end, game, head, move, put

NACK = {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}
UNUSED = [-1, -1, -1, -1]


# --- .xg -----------------------------------------------------------------------------------------
def xg(*records: bytes, length: int = 3, variation: int = 0) -> ReadResult:
    """The file of some records behind the head of a match."""
    first = bytearray(head())
    put(first, 92, "<ii", length, variation)
    data = bytes(first) + b"".join(records)
    header = struct.pack("<4siiqi", b"RGMH", 1, 8232, 0, 0).ljust(8232, b"\0")
    return read_match(header + zlib.compress(data))


def set_up(own: dict[int, int], other: dict[int, int]) -> bytes:
    record = bytearray(game((0, 0), number=1))
    counts = [own.get(place, 0) - other.get(25 - place, 0) for place in range(26)]
    put(record, 21, "26b", *counts)
    return bytes(record)


def test_a_board_that_is_set_is_for_whoever_acts_first() -> None:
    read = xg(set_up({5: 2, 1: 1}, {1: 2}), move(-1, (3, 1), {}, {5: 2, 1: 1}))
    assert read.record is not None
    assert not read.findings
    assert read.record.score == (0, 1)


def test_the_start_of_nackgammon_is_no_set_up() -> None:
    after = {**NACK, 8: 2, 6: 3, 5: 2}
    read = xg(set_up(NACK, NACK), move(-1, (3, 1), after, NACK), variation=1)
    assert read.record is not None
    assert read.record.games[0].events == (OpeningThrow(1, 3), MakePlay(2, "8/5 6/5"))


def test_beavers_and_raccoons_are_answers_to_a_double() -> None:
    answered = bytearray(cube(-1, taken=2))
    put(answered, 12, "<iiii", -1, 1, 2, 2)
    opened = move(1, (3, 1), {**START, 8: 2, 6: 4, 5: 2}, START)
    read = xg(game((0, 0), number=1), opened, bytes(answered), end(1, 8, how=101), length=99_999)
    assert read.record is not None
    doubles = read.record.games[0].events[2:5]
    assert doubles == (Double(2), Beaver(1), Raccoon(2))
    assert read.record.rules.raccoons


# --- .bgf ----------------------------------------------------------------------------------------
def bgf(*moves: dict[str, Any], won: int = 0, **match: Any) -> ReadResult:
    """A plain file of one game between Ann and Bo."""
    played = {"scoreGreen": 0, "scoreRed": 0, "wonPoints": won, "moves": list(moves)}
    data = {"matchlen": 3, "nameGreen": "Ann", "nameRed": "Bo", "games": [played], **match}
    first = '{"format":"BGF","version":"1.0","compress":false,"useSmile":false}\n'
    return read_match((first + json.dumps(data)).encode())


def deed(player: int, red: int, green: int, *places: tuple[int, int]) -> dict[str, Any]:
    start = [place for place, _ in places] + UNUSED[len(places) :]
    stop = [place for _, place in places] + UNUSED[len(places) :]
    return {"player": player, "red": red, "green": green, "from": start, "to": stop}


OPENED = deed(-1, 3, 1, (8, 5), (6, 5))


def test_a_move_that_cannot_be_read_is_left_out_and_the_rest_is_read() -> None:
    read = bgf(OPENED, {"type": "comment", "text": "well"}, deed(1, 1, 7), deed(-1, 2, 7))
    assert read.record is not None
    assert codes(read) == ["unknown_word", "not_finished"]
    assert read.record.games[0].events[2:] == (Double(2), Take(1))


def test_a_game_that_cannot_be_read_is_told_and_the_next_one_is_read() -> None:
    good = {"scoreGreen": 0, "scoreRed": 0, "wonPoints": 0, "moves": [OPENED]}
    read = bgf(games=[{"scoreGreen": 0, "scoreRed": -1}, good])
    assert read.record is not None
    assert codes(read) == ["file_broken", "not_finished"]
    assert len(read.record.games) == 1


def test_a_resignation_is_worth_the_points_that_were_won() -> None:
    read = bgf(OPENED, deed(1, 9, 7), won=2)
    assert read.record is not None
    assert read.record.score == (2, 0)


def test_a_limit_that_is_none_and_a_game_by_its_name_are_rules() -> None:
    read = bgf(deed(-1, 3, 1, (24, 21), (6, 5)), cubeLimit=None, gameMode="Nackgammon")
    assert read.record is not None
    assert read.record.rules.variant.name == "nackgammon"


# --- .sgf ----------------------------------------------------------------------------------------
def test_a_tree_of_other_players_is_another_match() -> None:
    tree = "(;GM[6]PW[{}]PB[Bo]MI[length:3][game:0][ws:0][bs:0];W[31hefe])"
    reads = list(read_matches((tree.format("Ann") + tree.format("Cy")).encode()))
    assert [codes(read) for read in reads] == [["not_finished", "more_matches"]]


def test_whoever_has_no_name_is_told_of_in_every_format() -> None:
    assert "name_missing" in codes(read_match(b"(;GM[6]PW[]PB[Bo];W[31hefe])"))
    assert "name_missing" in codes(bgf(OPENED, nameRed=""))
