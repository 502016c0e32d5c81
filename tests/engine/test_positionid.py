"""Position IDs: one text a position, as GNU Backgammon writes them."""

import base64
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, strategies as st

from matches.engine.boards import parse_board
from matches.engine.errors import EngineError, PositionError
from matches.engine.position import Position
from matches.engine.positionid import format_position_id, parse_position_id
from matches.engine.presets import BACKGAMMON, LONG_NARDY, PLAKOTO
from tests.engine.facts import records
from tests.engine.strategies import SOUND_POSITIONS

PLACES = range(1, 26)
RECORDS = records("ids_position")

START = "4HPwATDgc/ABMA"
CLOSED = dict.fromkeys(range(1, 7), 2)


def spelt(own: dict[int, int], other: dict[int, int]) -> str:
    """A Position ID checker by checker, whether or not they can stand so."""
    bits = "".join("1" * side.get(place, 0) + "0" for side in (other, own) for place in PLACES)
    stream = int(bits[::-1], 2).to_bytes(20, "little")[:10]
    return base64.b64encode(stream).decode()[:14]


def refusal(text: Any) -> EngineError:
    with pytest.raises(EngineError) as refused:
        parse_position_id(text)
    return refused.value


def test_gnu_backgammon_reads_the_same_board() -> None:
    for record in RECORDS:
        own, other = record["on_roll"], record["opponent"]
        position = Position.of(dict(enumerate(own, start=1)), dict(enumerate(other, start=1)))
        assert parse_position_id(record["position_id"]) == position
        assert format_position_id(position) == record["position_id"]


def test_there_are_hundreds_of_records() -> None:
    assert len(RECORDS) == 409


def test_the_start_is_known_by_heart() -> None:
    assert format_position_id(BACKGAMMON.starting_position) == START
    assert parse_position_id(START) == BACKGAMMON.starting_position


def test_the_opponent_comes_first() -> None:
    assert parse_position_id("AwAAAP9/AAAAAA") == parse_board("X{6:15} O{1:2}")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("position_id_length", ""),
        ("position_id_length", "4HPwATDgc/ABM"),
        ("position_id_length", "4HPwATDgc/ABMAA"),
        ("position_id_length", "4HPwATDgc/ABMA=="),
        ("position_id_length", " 4HPwATDgc/ABMA"),
        pytest.param("position_id_length", "A" * 10**6, id="endless"),
        ("position_id_length", None),
        ("position_id_length", b"4HPwATDgc/ABMA"),
        ("position_id_length", ["A"] * 14),
        ("position_id_alphabet", "4HPwATDgc_ABMA"),
        ("position_id_alphabet", "4HPwATDgc/ABM\n"),
        ("position_id_alphabet", "4HPwATDgc/ABМA"),  # a Cyrillic letter
        ("position_id_alphabet", "4HPwATDgc/\udc80BMA"),
        ("position_id_padding", "4HPwATDgc/ABMB"),
        ("position_id_padding", "4HPwATDgc/ABM9"),
        ("position_id_padding", "AAAAAAAAAAAAgA"),  # a bit where nobody can stand
        ("position_id_checkers", "/////////////w"),
        ("position_id_checkers", spelt({1: 17}, {})),
        ("position_id_checkers", spelt({25: 16}, {})),
        ("position_id_checkers", spelt({}, {25: 16})),
        ("position_id_checkers", spelt({1: 8, 2: 8}, {})),
        ("position_id_checkers", spelt({}, {1: 8, 20: 8})),
        ("position_id_checkers", spelt({6: 15}, {25: 16})),
        ("shared_point", spelt({24: 1}, {1: 1})),
        ("both_borne_off", spelt({}, {})),
        ("both_shut_out", spelt(CLOSED | {25: 1}, CLOSED | {25: 3})),
    ],
)
def test_other_texts_are_refused_by_cause(code: str, text: Any) -> None:
    assert refusal(text).code == code


def test_a_refusal_repeats_the_text() -> None:
    assert "'4HPwATDgc/ABMB'" in str(refusal("4HPwATDgc/ABMB"))
    assert refusal("AAAAAAAAAAAAAA").detail["text"] == "'AAAAAAAAAAAAAA'"
    assert len(str(refusal("A" * 10**6))) < 150


@pytest.mark.parametrize(
    ("code", "board"),
    [
        ("hand_unwritable", "X{24:2}[hand1] O{24:2}"),
        ("hand_unwritable", "X{24:2} O{24:2}[hand1]"),
        ("pins_unwritable", "X{24:1p} O{1:1}"),
        ("shared_point", "X{24:2} O{1:1}"),
        ("both_borne_off", "X{} O{}"),
    ],
)
def test_what_cannot_be_read_back_is_not_written(code: str, board: str) -> None:
    with pytest.raises(PositionError) as refused:
        format_position_id(parse_board(board))
    assert refused.value.code == code


def test_other_games_are_written_as_long_as_they_look_like_backgammon() -> None:
    text = format_position_id(PLAKOTO.starting_position)
    assert parse_position_id(text) == LONG_NARDY.starting_position


@given(SOUND_POSITIONS)
def test_writing_and_reading_are_inverses(position: Position) -> None:
    text = format_position_id(position)
    assert parse_position_id(text) == position
    assert len(text) == 14


@given(SOUND_POSITIONS)
def test_the_bits_are_the_checkers_in_a_row(position: Position) -> None:
    assert format_position_id(position) == spelt(position.places(1), position.places(2))


@given(st.text() | st.text("AQgwABCDEFabcdef0123456789+/", min_size=14, max_size=14))
def test_any_text_is_read_back_or_refused(text: str) -> None:
    with suppress(EngineError):
        assert format_position_id(parse_position_id(text)) == text
