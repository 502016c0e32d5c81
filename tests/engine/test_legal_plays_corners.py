"""Where two rules meet: corners of the legal plays that the slow oracle brought to light."""

import pytest

from matches.engine.actions import MakePlay, Roll
from matches.engine.boards import parse_board
from matches.engine.dice import Dice
from matches.engine.errors import IllegalPlay
from matches.engine.plays import LegalPlays, legal_plays
from matches.engine.presets import GULBARA, LONG_NARDY, PLAKOTO, TAVLA
from matches.engine.variant import Variant
from tests.engine.playing import make_game, refused


def plays(board: str, high: int, low: int, variant: Variant) -> LegalPlays:
    return legal_plays(parse_board(board), Dice(high, low), variant)


def test_the_larger_number_must_be_played_although_it_ends_the_game() -> None:
    found = plays("X{10:1p 7:1 6:1 2:1p}[off11] O{24:1 23:3 20:7 15:1 12:2 11:1}", 6, 1, PLAKOTO)
    assert "7/1*" in found
    assert "7/6" not in found
    assert len(found) == 1


def test_a_number_that_bears_the_last_checker_off_is_the_larger() -> None:
    exact = GULBARA.replace(bearoff_exact=True)
    found = plays("X{5:1}[off14] O{11:6 10:3 6:1 3:3 2:1 1:1}", 5, 1, exact)
    assert "5/4" not in found
    assert len(found) == 1


def test_nobody_must_win_by_the_mother_with_the_only_number_that_can_be_played() -> None:
    board = "X{12:1 7:1p 6:1p 5:1 4:3 3:4 2:4} O{24:1 22:1p 19:2 18:1 13:1p 6:1 4:1 3:4 2:2 1:1}"
    found = plays(board, 5, 1, PLAKOTO)
    assert all(play in found for play in ("2/1*", "12/11", "3/2"))


def test_a_block_that_a_bear_off_leaves_standing_is_as_forbidden_as_a_new_one() -> None:
    never = LONG_NARDY.replace(block6="never")
    found = plays("X{6:2 5:1 4:6 3:2 2:3 1:1} O{1:15}", 6, 4, never)
    assert "6/off 6/2" not in found
    assert "5/1 6/off" in found
    assert len(found) == 1


def test_the_compulsory_bear_off_does_not_make_a_forbidden_hit_and_run_good() -> None:
    strict = TAVLA.replace(hit_and_run_home=False)
    found = plays("X{6:2}[off13] O{24:1 23:1 21:2 20:1 18:2 17:2}[off6]", 5, 1, strict)
    assert "6/5* 5/off" not in found
    assert "6/5* 6/1*" in found
    assert len(found) == 1


def test_only_one_checker_leaves_the_head_in_all_the_stages_of_a_cascade() -> None:
    headed = GULBARA.replace(head="one", cascade_from_turn=1)
    game = make_game("X{24:14 20:1} O{24:14 23:1}", headed).apply(Roll(1, Dice(5, 5)))
    game = game.apply(MakePlay(1, "24/19 19/14 14/9 20/15"))
    assert refused(game, MakePlay(1, "24/18")) == "head_limit"
    assert all(move.start != 24 for play in game.legal_plays() for move in play.moves)


def test_a_pass_is_refused_in_words_where_a_block_stands_already() -> None:
    board = "X{23:1 8:1 7:1 6:2 5:1 4:2 3:1}[off6] O{24:3 23:1 22:1 21:10}"
    found = plays(board, 6, 3, LONG_NARDY.replace(block_check="turn"))
    with pytest.raises(IllegalPlay) as caught:
        found.check("")
    assert caught.value.code == "must_play_both"
