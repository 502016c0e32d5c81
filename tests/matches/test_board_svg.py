"""The board as it is drawn: every checker once, where its side counts it, in every game."""

import re
from xml.etree import ElementTree as ET

import pytest

from matches.board_svg import Drawn, board_svg, board_words
from matches.engine.boards import parse_board
from matches.engine.notation import parse_play
from matches.engine.presets import BACKGAMMON, GAMES, LONG_NARDY, PLAKOTO

NAMES = ("Anna", "Boris & Co")


def drawn(board: str = "", game: str = "backgammon", **more: object) -> ET.Element:
    variant = GAMES[game]
    position = parse_board(board) if board else variant.starting_position
    return ET.fromstring(board_svg(Drawn(position, variant, NAMES, **more)))  # type: ignore[arg-type]


def spot(board: ET.Element, own: int = -1, other: int = -1) -> ET.Element:
    """The place that the sides call so."""
    for one in board.iter("g"):
        if own >= 0 and one.get("data-own") == str(own):
            return one
        if other >= 0 and one.get("data-other") == str(other):
            return one
    raise AssertionError((own, other))


def count(place: ET.Element, side: int) -> int:
    """Checkers of a side there, by the number on the stack where there is one."""
    discs = [one for one in place.iter() if one.get("class") == f"disc s{side}"]
    many = [one.text for one in place.iter("text")]
    return int(many[0] or 0) if many and discs else len(discs)


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("below", [1, 2])
def test_every_checker_is_drawn_once_in_every_game(game: str, below: int) -> None:
    board = drawn(game=game, below=below)
    places = [one for one in board.iter("g") if one.get("class") == "spot"]
    assert sum(count(one, 1) for one in places) == 15
    assert sum(count(one, 2) for one in places) == 15


def test_the_own_home_is_below_on_the_right_or_mirrored_on_the_left() -> None:
    usual, mirrored = spot(drawn(), own=1), spot(drawn(mirrored=True), own=1)
    assert int(usual.get("data-y", 0)) > 420
    assert int(usual.get("data-x", 0)) + int(mirrored.get("data-x", 0)) == 1080
    assert int(usual.get("data-x", 0)) > 540


def test_the_other_side_sees_the_same_board_from_its_own_side() -> None:
    board = "X{24:2 13:5 8:3 6:4 4:1} O{24:1 13:5 8:3 6:5}[bar1]"
    first, second = drawn(board, below=1), drawn(board, below=2)
    assert count(spot(first, own=4), 1) == count(spot(second, other=4), 1) == 1
    assert count(spot(first, other=25), 2) == count(spot(second, own=25), 2) == 1


def test_who_is_pinned_lies_undermost() -> None:
    position = parse_board("X{20:2 1:13} O{5:1p 1:14}")
    discs = board_svg(Drawn(position, PLAKOTO, NAMES))
    place = re.search(r'data-own="20" data-other="5".*?</g></g>', discs)
    assert place is not None
    assert re.findall(r"disc s(\d)", place[0]) == ["2", "1", "1"]


def test_both_go_the_same_way_in_long_nardy() -> None:
    board = ET.fromstring(board_svg(Drawn(LONG_NARDY.starting_position, LONG_NARDY, NAMES)))
    assert spot(board, own=12).get("data-other") == "24"
    assert count(spot(board, own=12), 2) == 15


def test_dice_and_cube_lie_with_whom_they_belong_to() -> None:
    svg = board_svg(Drawn(BACKGAMMON.starting_position, BACKGAMMON, NAMES, dice=(3, 1), thrower=1,
                          cube=(4, 2)))  # fmt: skip
    assert svg.count('class="die s1"') == 2
    assert ">4</text>" in svg
    assert "die" not in board_svg(Drawn(BACKGAMMON.starting_position, BACKGAMMON, NAMES))


def test_the_board_is_told_in_words() -> None:
    position = parse_board("X{24:2 6:11}[bar1] O{24:2 6:12}")
    said = board_words(Drawn(position, BACKGAMMON, NAMES))
    assert said == "Board. Anna bar: 1, 24: 2, 6: 11, off: 1. Boris & Co 24: 2, 6: 12, off: 1."
    assert "Boris &amp; Co" in board_svg(Drawn(position, BACKGAMMON, NAMES))


@pytest.mark.parametrize("below", [1, 2])
def test_the_newest_play_is_marked_where_checkers_came_from_and_to(below: int) -> None:
    board = drawn(below=below, newest=(1, parse_play("24/18 8/7")))
    marks = {
        kind: sorted(
            int(place.get("data-own" if below == 1 else "data-other") or 0)
            for mark in board.iter("rect")
            for place in board.iter("g")
            if mark.get("class") == kind and _is_at(mark, place)
        )
        for kind in ("came", "left")
    }
    assert marks == {"came": [7, 18], "left": [8, 24]}


def _is_at(mark: ET.Element, place: ET.Element) -> bool:
    """Whether the mark is at the rim of the place."""
    x, y = place.get("data-x"), place.get("data-y")
    same = x is not None and int(x) == int(mark.get("x") or 0) + 30
    return same and abs(int(y or 0) - int(mark.get("y") or 0)) < 50
