"""Whoever plays illegally is told which rule forbids it, where, and what would be legal."""

from typing import Any

import pytest

from matches.engine.boards import parse_board
from matches.engine.check import check_numbers, check_play
from matches.engine.dice import Dice
from matches.engine.errors import IllegalPlay, NotationError
from matches.engine.play import Move
from matches.engine.presets import (
    ACEY_DEUCEY,
    ACEY_EUROPEAN,
    BACKGAMMON,
    EUREKA,
    LONG_NARDY,
    LONG_NARDY_FSNR,
    PLAKOTO,
    TAVLA,
    TAVLA_TRADITIONAL,
)
from matches.engine.variant import Variant

START = "X{24:2 13:5 8:3 6:5} O{24:2 13:5 8:3 6:5}"
SIX_AHEAD = "X{18:1 16:1 9:1 8:1 7:1 6:1 5:1 1:8} O{24:15}"
LATE_BLOCK = LONG_NARDY.replace(block_check="turn")
HIT_AND_STAY = "X{10:10 8:1 6:2 3:2} O{21:1 6:14}"
MOTHER_PINNED = "X{7:1 6:14} O{24:1 12:14}"
TWO_BLOTS = "X{5:1}[off14] O{24:1 21:1 6:13}"

CASES = [
    # one step
    ("not_your_checker", BACKGAMMON, START, (3, 1), "7/4 24/23", {"start": 7, "place": "7"}),
    ("not_your_checker", BACKGAMMON, START, (3, 1), "bar/22 24/23", {"start": 25, "place": "bar"}),
    ("not_your_checker", BACKGAMMON, START, (3, 1), "hand/22 6/5", {"start": 26, "place": "hand"}),
    ("must_enter", BACKGAMMON, "X{13:2 6:12}[bar1] O{24:2 6:13}", (5, 4), "13/8 13/9", {}),
    ("must_enter", BACKGAMMON, "X{13:2 6:11}[bar2] O{24:2 6:13}", (5, 4), "bar/16", {}),
    (
        "must_enter",
        ACEY_DEUCEY.replace(enter_all_first=True),
        "X{19:1}[hand14] O{}[hand15]",
        (6, 5),
        "19/13 hand/20",
        {"word": "19/13"},
    ),
    ("wrong_number", BACKGAMMON, START, (3, 1), "13/8 24/23", {"word": "13/8", "left": "3"}),
    ("wrong_number", BACKGAMMON, START, (3, 1), "13/10 13/10", {"word": "13/10", "left": "1"}),
    ("wrong_number", EUREKA, "X{3:1 1:1}[off13] O{1:15}", (2, 1), "3/1 1/off", {"word": "3/1"}),
    ("backwards", BACKGAMMON, START, (6, 5), "13/7 6/11", {"word": "6/11"}),
    ("backwards", BACKGAMMON, START, (6, 5), "13/13 13/8", {"word": "13/13"}),
    ("blocked", BACKGAMMON, START, (6, 5), "24/18 24/19", {"word": "24/19", "point": 19}),
    ("blocked", BACKGAMMON, START, (5, 5), "24/14 8/3(2)", {"word": "24/14", "point": 19}),
    ("blocked", LONG_NARDY, "X{24:14 20:1} O{24:14 8:1}", (4, 1), "24/20 20/19", {"point": 20}),
    ("not_all_home", BACKGAMMON, START, (6, 1), "6/off 6/5", {"start": 6, "end": 0}),
    ("overshoot", BACKGAMMON, "X{6:2 4:1}[off12] O{6:15}", (5, 1), "4/off 6/5", {"number": 5}),
    ("overshoot", ACEY_EUROPEAN, "X{4:2 2:1}[off12] O{12:15}", (6, 2), "4/off", {"number": 6}),
    ("pinned", PLAKOTO, "X{24:12 18:1p 13:1 10:1} O{24:13 7:2}", (6, 6), "18/12 13/7", {}),
    ("pinned", PLAKOTO, "X{6:1 5:1p 3:2}[off11] O{20:1 10:14}", (6, 3), "6/off", {"start": 6}),
    ("head_limit", LONG_NARDY, "X{24:14 18:1} O{24:14 19:1}", (6, 5), "24/18 24/19", {}),
    ("six_block", LONG_NARDY, SIX_AHEAD, (6, 2), "18/16 16/10", {"point": 10}),
    # the play as a whole
    ("six_block", LATE_BLOCK, SIX_AHEAD, (6, 2), "18/16 16/10", {"word": "16/10"}),
    ("too_many_moves", BACKGAMMON, START, (3, 1), "8/5 6/5 6/5", {"moves": 3, "count": 2}),
    ("must_play_both", BACKGAMMON, START, (3, 1), "8/5", {"played": 1, "possible": 2}),
    ("must_play_both", BACKGAMMON, START, (3, 1), "(pass)", {"played": 0, "possible": 2}),
    ("must_play_larger", BACKGAMMON, "X{20:1 1:14} O{16:2 6:13}", (6, 5), "20/15", {"number": 6}),
    ("must_play_more", BACKGAMMON, START, (6, 6), "24/18(2)", {"played": 2, "possible": 4}),
    ("must_play_more", BACKGAMMON, "X{20:1 1:14} O{16:2 11:2 6:11}", (6, 5), "", {"possible": 1}),
    ("must_play_both", PLAKOTO, "X{24:2 7:1 6:12} O{24:1 12:14}", (6, 5), "7/1*", {"played": 1}),
    ("must_bear_off", TAVLA, "X{3:1 2:1 1:1}[off12] O{12:1 6:14}", (2, 1), "3/1 2/1", {}),
    ("must_bear_off", TAVLA, "X{5:1 3:1}[off13] O{12:1 6:14}", (4, 1), "5/1 3/2", {}),
    ("hit_and_run", TAVLA_TRADITIONAL, HIT_AND_STAY, (4, 1), "8/4*/3", {"point": 4}),
    # how it is written
    ("wrong_star", BACKGAMMON, START, (3, 1), "8/5* 6/5", {"point": 5}),
    ("wrong_star", BACKGAMMON, START, (3, 1), [Move(8, 5, 3, hit=True), (6, 5)], {"point": 5}),
    ("wrong_star", BACKGAMMON, "X{6:1}[off14] O{22:1 6:14}", (5, 4), "6/off*", {}),
    ("hit_on_the_way", BACKGAMMON, "X{24:1 6:14} O{13:13 7:1 6:1}", (6, 5), "24/13", {"point": 18}),
    ("ambiguous", BACKGAMMON, TWO_BLOTS, (4, 1), "5/off*", {"choices": "5/1*/off / 5/4*/off"}),
    ("wrong_number", BACKGAMMON, START, (3, 1), [Move(8, 5, 1), Move(6, 5, 1)], {"word": "8/5"}),
]


def refusal(variant: Variant, board: str, dice: tuple[int, int], play: Any) -> IllegalPlay:
    with pytest.raises(IllegalPlay) as refused:
        check_play(parse_board(board), Dice(*dice), play, variant)
    return refused.value


@pytest.mark.parametrize(("code", "variant", "board", "dice", "play", "facts"), CASES)
def test_an_illegal_play_is_refused_with_its_cause_and_a_legal_one(
    code: str,
    variant: Variant,
    board: str,
    dice: tuple[int, int],
    play: Any,
    facts: dict[str, object],
) -> None:
    error = refusal(variant, board, dice, play)
    assert error.code == code
    assert facts.items() <= error.detail.items()
    assert "%(" not in error.message
    example = error.detail["example"]
    assert isinstance(example, str)
    assert check_play(parse_board(board), Dice(*dice), example, variant).moves


def test_who_cannot_move_is_told_to_pass() -> None:
    board = "X{13:2 8:2 6:10}[bar1] O{24:2 13:5 8:2 6:3 4:3}"
    for play in ("bar/21 13/7", "13/7 13/9", "13/7", "13/7 13/9 6/2"):
        error = refusal(BACKGAMMON, board, (6, 4), play)
        assert error.code == "must_pass"
        assert error.message == "No checker can be moved with 6, 4: the play is a pass."
    assert check_play(parse_board(board), Dice(6, 4), "Cannot Move").is_pass


@pytest.mark.parametrize(
    ("variant", "board", "play"),
    [
        (BACKGAMMON, "X{}[off15] O{6:15}", "(pass)"),
        (TAVLA, "X{}[off15] O{6:15}", "6/off(2)"),
        (PLAKOTO, "X{6:14 1:1} O{24:1p 12:14}", "6/1 6/off"),
        (PLAKOTO, MOTHER_PINNED, "7/1* 6/1"),
    ],
)
def test_nobody_moves_when_the_game_is_over(variant: Variant, board: str, play: str) -> None:
    assert refusal(variant, board, (6, 5), play).code == "game_over"


def test_who_is_behind_may_still_have_a_last_roll() -> None:
    position = parse_board("X{6:2 1:1}[off12] O{}[off15]")
    assert check_play(position, Dice(6, 1), "6/off 1/off").after.off(1) == 14


def test_a_pin_that_ends_the_game_ends_the_play() -> None:
    for play in ("7/1*", "6/1"):
        assert len(check_play(parse_board(MOTHER_PINNED), Dice(6, 5), play, PLAKOTO).moves) == 1


def test_two_leave_the_head_only_in_the_turn_and_with_the_rolls_that_allow_it() -> None:
    start = LONG_NARDY_FSNR.starting_position
    for first in (True, False):
        with pytest.raises(IllegalPlay) as refused:
            check_play(start, Dice(6, 5), "24/18 24/19", LONG_NARDY_FSNR, first_turn=first)
        assert refused.value.code == "head_limit"
    assert check_play(start, Dice(6, 6), "24/18(2)", LONG_NARDY_FSNR, first_turn=True).moves
    assert check_play(start, Dice(6, 5), "24/18 24/19", LONG_NARDY, first_turn=True).moves


def test_stars_choose_between_ways_that_hit_and_ways_that_do_not() -> None:
    position = parse_board("X{5:1}[off14] O{24:1 20:13}[off1]")
    assert check_play(position, Dice(4, 1), "5/off").after.count(2, 25) == 0
    assert check_play(position, Dice(4, 1), "5/off*").after.count(2, 25) == 1
    assert check_play(position, Dice(4, 1), "5/1*/off").after.count(2, 25) == 1


def test_a_last_checker_may_go_off_with_one_number_when_that_ends_as_both_would() -> None:
    position = parse_board("X{2:1}[off14] O{12:1 6:14}")
    for play in ("2/off", "2/1/off", [Move(2, 0, 6)]):
        assert check_play(position, Dice(6, 1), play).numbers == (1, 6)


def test_a_last_checker_does_not_go_off_with_one_number_past_a_blot_that_both_would_hit() -> None:
    error = refusal(BACKGAMMON, "X{3:1}[off14] O{23:1 6:14}", (4, 1), "3/off")
    assert error.code == "must_play_both"
    assert error.detail["example"] == "3/2*/off"


def test_numbers_are_played_that_no_roll_shows() -> None:
    start = BACKGAMMON.starting_position
    assert check_numbers(start, (5, 5), "13/3").numbers == (5, 5)
    assert check_numbers(start, (1, 3), "8/5 6/5").numbers == (3, 1)
    with pytest.raises(IllegalPlay):
        check_numbers(start, (5, 5, 5), "13/3")


@pytest.mark.parametrize(
    "numbers", [(), (7,), (0, 1), (3, 3, 1), (5,) * 5, (True, 1), None, "31", (1.0, 2), 31]
)
def test_what_are_no_numbers_to_play_is_refused(numbers: Any) -> None:
    with pytest.raises(NotationError) as refused:
        check_numbers(BACKGAMMON.starting_position, numbers, "8/5 6/5")
    assert refused.value.code == "numbers_unreadable"
