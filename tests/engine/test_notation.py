"""Plays are read as people and programs write them, and written as players do."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, strategies as st

from matches.engine.errors import NotationError
from matches.engine.notation import Hop, Word, format_play, parse_play
from matches.engine.play import Move, Play
from matches.engine.position import Position

NOWHERE = Position.of({6: 15}, {6: 15})


def hops(*pairs: tuple[int, int]) -> tuple[Hop, ...]:
    return tuple((start, end, 0) for start, end in pairs)


def written(*moves: Move) -> Play:
    return Play(NOWHERE, moves, NOWHERE)


@pytest.mark.parametrize(
    ("text", "pairs", "stars"),
    [
        ("8/5 6/5", [(8, 5), (6, 5)], []),
        ("6/5 8/5", [(6, 5), (8, 5)], []),
        ("24/13", [(24, 13)], []),
        ("24/18*/16*", [(24, 18), (18, 16)], [16, 18]),
        ("13/7*/5", [(13, 7), (7, 5)], [7]),
        ("8/5(2)", [(8, 5), (8, 5)], []),
        ("6/4*(2)", [(6, 4), (6, 4)], [4]),
        ("6/4(2)*", [(6, 4), (6, 4)], [4]),
        ("13/8 (2) 6/1 (2)", [(13, 8), (13, 8), (6, 1), (6, 1)], []),
        ("24/18/16(2)", [(24, 18), (18, 16), (24, 18), (18, 16)], []),
        ("bar/20 6/off", [(25, 20), (6, 0)], []),
        ("Bar/20* 4/Off", [(25, 20), (4, 0)], [20]),
        ("BAR/20 4/OFF", [(25, 20), (4, 0)], []),
        ("25/20 4/0", [(25, 20), (4, 0)], []),
        ("b/20, 4/o", [(25, 20), (4, 0)], []),
        ("bar-23 23-18", [(25, 23), (23, 18)], []),
        ("hand/22 hand/19", [(26, 22), (26, 19)], []),
        ("5/off*", [(5, 0)], [0]),
        ("  13/8,\t6/5 ", [(13, 8), (6, 5)], []),
        ("08/05", [(8, 5)], []),
        ("15/10 6/8", [(15, 10), (6, 8)], []),
    ],
)
def test_all_usual_ways_to_write_are_read(
    text: str, pairs: list[tuple[int, int]], stars: list[int]
) -> None:
    play = parse_play(text)
    assert play.hops == hops(*pairs)
    assert play.stars == frozenset(stars)


def test_a_word_keeps_what_was_written() -> None:
    assert parse_play("24/18*/16(2) 6/off").words == (
        Word(24, (18, 16), (True, False), 2),
        Word(6, (0,), (False,)),
    )


@pytest.mark.parametrize(
    "text", ["", "  ", "(pass)", "pass", "Pass", "no play", "Dance", "Cannot Move", "cannot  move"]
)
def test_a_pass_has_no_words(text: str) -> None:
    assert parse_play(text).words == ()


@pytest.mark.parametrize(
    "word",
    ["8", "8/", "/5", "8//5", "8*/5", "8/5**", "8/27", "27/20", "off/5", "0/5", "8/bar", "8/hand",
     "8/26", "8/25", "13/off/3", "13/bar/3", "13/0/3", "x/y", "8/5(", "8/5(2", "(2)13/8", "8/5(22)",
     "8/5()", "-8/5", "8/-5", "٨/٥", "8/5;", "8.5", "31:", "pass13/8", "100/95"],
)  # fmt: skip
def test_what_is_no_move_is_named(word: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_play(f"13/8 {word}")
    assert refused.value.code == "word_unreadable"
    assert word in str(refused.value)


@pytest.mark.parametrize("text", [",", ",,,", " , "])
def test_commas_alone_are_no_pass(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_play(text)
    assert refused.value.code == "word_unreadable"


@pytest.mark.parametrize("word", ["8/5(0)", "8/5(5)", "8/5*(9)"])
def test_no_word_counts_more_checkers_than_a_double_moves(word: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_play(word)
    assert refused.value.code == "count_unreadable"
    assert word in str(refused.value)


@pytest.mark.parametrize("text", [None, 7, b"8/5", ["8/5"], True, "8/5 " * 51])
def test_what_is_no_text_or_too_much_of_it_is_refused(text: Any) -> None:
    with pytest.raises(NotationError) as refused:
        parse_play(text)
    assert refused.value.code == "play_unreadable"
    assert len(str(refused.value)) < 200


@given(st.text() | st.text("0123456789/*() ,-baroffhand"))
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    with suppress(NotationError):
        assert all(1 <= start <= 26 and 0 <= end <= 24 for start, end, _ in parse_play(text).hops)


@pytest.mark.parametrize(
    ("moves", "chains", "separate", "bare"),
    [
        ([], "(pass)", "", ""),
        ([Move(6, 5, 1), Move(8, 5, 3)], "8/5 6/5", "8/5 6/5", "8/5 6/5"),
        ([Move(24, 18, 6), Move(18, 13, 5)], "24/13", "24/18 18/13", "24/18 18/13"),
        ([Move(24, 18, 6, hit=True), Move(18, 13, 5)], "24/18*/13", "24/18* 18/13", "24/18 18/13"),
        ([Move(25, 20, 5, hit=True), Move(4, 0, 6)], "bar/20* 4/off", "25/20* 4/0", "25/20 4/0"),
        ([Move(26, 22, 3), Move(22, 16, 6)], "hand/16", "hand/22 22/16", "hand/22 22/16"),
        (
            [Move(6, 4, 2, hit=True), Move(6, 4, 2), Move(13, 11, 2), Move(11, 9, 2)],
            "13/9 6/4*(2)",
            "13/11 11/9 6/4* 6/4",
            "13/11 11/9 6/4 6/4",
        ),
        ([Move(6, 5, 1), Move(5, 0, 6)], "6/off", "6/5 5/0", "6/5 5/0"),
        ([Move(24, 20, 4), Move(24, 18, 6)], "24/20 24/18", "24/20 24/18", "24/20 24/18"),
    ],
)
def test_a_play_is_written_in_words_or_number_by_number(
    moves: list[Move], chains: str, separate: str, bare: str
) -> None:
    play = written(*moves)
    assert format_play(play) == chains
    assert format_play(play, "hops") == separate
    assert format_play(play, "bare") == bare
