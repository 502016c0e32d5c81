"""Positions as text, for people and for test data."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, strategies as st

from matches.engine.boards import format_board, parse_board
from matches.engine.errors import EngineError
from matches.engine.position import BAR, HAND, OFF, Position
from tests.engine.facts import document
from tests.engine.strategies import positions


def boards(value: Any) -> list[str]:
    """Every board of the cases of the ten games."""
    if isinstance(value, dict):
        return [board for part in value.values() for board in boards(part)]
    if isinstance(value, list):
        return [board for part in value for board in boards(part)]
    return [value] if isinstance(value, str) and value.startswith("X{") else []


def test_both_sides_count_their_own_points() -> None:
    position = parse_board("X{24:2 6:1p}[bar1,hand2] O{19:3}[off12]")
    pinned = (frozenset({6}), frozenset[int]())
    assert position == Position.of(
        {24: 2, 6: 1, BAR: 1, HAND: 2, OFF: 9}, {19: 3, OFF: 12}, pinned=pinned
    )


def test_an_empty_board_is_all_off() -> None:
    assert parse_board("X{} O{}") == Position.of({}, {})
    assert format_board(Position.of({}, {})) == "X{}[off15] O{}[off15]"


def test_points_are_written_from_the_far_end() -> None:
    assert format_board(Position.of({6: 5, 13: 8, 24: 2}, {1: 15})) == "X{24:2 13:8 6:5} O{1:15}"


def test_every_board_of_the_ten_games_is_written_as_it_is_read() -> None:
    found = boards(document("variants_cases"))
    assert len(found) == 692
    for board in found:
        assert format_board(parse_board(board)) == board


@given(positions())
def test_writing_and_reading_are_inverses(position: Position) -> None:
    assert parse_board(format_board(position)) == position


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("board_unreadable", ""),
        ("board_unreadable", None),
        ("board_unreadable", {"X": {}}),
        ("board_unreadable", "X{6:15}"),
        ("board_unreadable", "O{6:15} X{6:15}"),
        ("board_unreadable", "X{6:15} O{6:15} X{}"),
        ("board_unreadable", "X{6} O{}"),
        ("board_unreadable", "X{0:1} O{}"),
        ("board_unreadable", "X{25:1} O{}"),
        ("board_unreadable", "X{6:5 6:5} O{}"),
        ("board_unreadable", "X{6:5 06:5} O{}"),
        ("board_unreadable", "X{6:-1} O{}"),
        ("board_unreadable", "X{6:1q} O{}"),
        ("board_unreadable", "X{٦:1} O{}"),
        ("board_unreadable", "X{}[bar] O{}"),
        ("board_unreadable", "X{}[bar1,bar1] O{}"),
        ("board_unreadable", "X{}[jail1] O{}"),
        pytest.param("board_unreadable", "X{" + " " * 10**6 + "} O{}", id="endless"),
        ("too_many_checkers", "X{6:16} O{}"),
        ("too_many_checkers", "X{} O{6:10 5:6}"),
        ("too_few_checkers", "X{6:1}[off13] O{}"),
        ("pin_without_checker", "X{6:2p} O{}"),
        ("pin_without_checker", "X{6:0p} O{}"),
    ],
)
def test_other_texts_are_refused_by_cause(code: str, text: Any) -> None:
    with pytest.raises(EngineError) as refused:
        parse_board(text)
    assert refused.value.code == code
    assert len(str(refused.value)) < 200


@given(st.text() | st.text("XO{}[]:, 0123456789pbarof", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(EngineError):
        position = parse_board(text)
        assert parse_board(format_board(position)) == position
