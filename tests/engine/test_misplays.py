"""Illegal plays and void rolls: cases EV of the rules."""

from typing import Any

from matches.engine.actions import (
    Correct,
    Double,
    MakePlay,
    Misplay,
    OpeningThrow,
    Roll,
    Stand,
    VoidRoll,
)
from matches.engine.boards import parse_board
from matches.engine.dice import Dice
from matches.engine.game import GameState, new_game
from matches.engine.presets import PLAKOTO_EXPRESS
from matches.engine.rules import Rules
from matches.engine.turn import Phase
from tests.engine.playing import ended, make_game, played, refused

START = "X{24:2 13:5 8:3 6:5} O{24:2 13:5 8:3 6:5}"
UNLUCKY: Any = "unlucky"
AS_SIXES = parse_board("X{24:2 13:3 8:3 7:2 6:5} O{24:2 13:5 8:3 6:5}")


def misplayed(rules: Rules | None = None) -> GameState:
    """Side 1 has rolled 6-5 and played two sixes."""
    game = make_game(START)
    game = game._replace(rules=rules or game.rules)
    return played(game, Roll(1, Dice(6, 5)), Misplay(1, AS_SIXES))


def test_an_illegal_play_stands_once_the_opponent_has_rolled() -> None:
    game = misplayed().apply(Roll(2, Dice(3, 1)))
    assert refused(game, Correct(1, "13/7 13/8")) == "no_misplay"
    assert game.position == AS_SIXES
    assert game.irregular


def test_an_illegal_play_stands_once_the_opponent_has_doubled() -> None:
    game = misplayed().apply(Double(2))
    assert refused(game, Correct(1, "13/7 13/8")) == "no_misplay"
    assert game.irregular


def test_the_same_dice_are_played_legally_when_the_opponent_says_so() -> None:
    game = misplayed().apply(Correct(1, "13/7 13/8"))
    assert game.position == parse_board("X{24:2 13:3 8:4 7:1 6:5} O{24:2 13:5 8:3 6:5}")
    assert (game.turn.side, game.turn.phase, game.irregular) == (2, Phase.ROLL, False)


def test_a_correction_must_itself_be_legal_and_leaves_the_window_open() -> None:
    game = misplayed()
    assert refused(game, Correct(1, "13/7 13/7")) != "no_misplay"
    assert game.apply(Correct(1, "24/13")).turn.side == 2


def test_a_void_roll_does_not_end_the_time_for_a_correction() -> None:
    game = played(misplayed(), Roll(2, Dice(3, 1)), VoidRoll(2, "premature"))
    assert game.turn.phase is Phase.ROLL
    assert game.apply(Correct(1, "13/7 13/8")).position != AS_SIXES


def test_the_opponent_may_let_it_stand_at_once() -> None:
    game = misplayed().apply(Stand(2))
    assert game.irregular
    assert refused(game, Correct(1, "13/7 13/8")) == "no_misplay"


def test_only_the_offender_corrects_and_only_the_opponent_condones() -> None:
    game = misplayed()
    assert refused(game, Correct(2, "13/7 13/8")) == "not_your_turn"
    assert refused(game, Stand(1)) == "not_your_turn"


def test_where_plays_must_be_legal_nobody_can_condone() -> None:
    game = misplayed(Rules(length=None, illegal_play="correct"))
    assert refused(game, Stand(2)) == "must_be_corrected"


def test_a_legal_play_cannot_be_entered_as_an_illegal_one() -> None:
    game = make_game(START).apply(Roll(1, Dice(6, 5)))
    legal = parse_board("X{24:2 13:3 8:4 7:1 6:5} O{24:2 13:5 8:3 6:5}")
    assert refused(game, Misplay(1, legal)) == "play_is_legal"


def test_an_illegal_play_that_took_the_last_checker_off_waits_for_the_opponent() -> None:
    game = make_game("X{5:1}[off14] O{6:14}[off1]").apply(Roll(1, Dice(3, 1)))
    game = game.apply(Misplay(1, parse_board("X{}[off15] O{6:14}[off1]")))
    assert refused(game, Roll(2, Dice(3, 1))) == "answer_misplay"
    assert refused(game, Double(2)) == "answer_misplay"
    assert ended(game.apply(Stand(2))).winner == 1
    assert game.apply(Correct(1, "5/1")).turn.side == 2


def test_after_owed_numbers_were_played_illegally_the_own_roll_is_still_to_come() -> None:
    game = make_game("X{20:1 1:14} O{20:2 9:13}", PLAKOTO_EXPRESS)
    game = played(game, Roll(1, Dice(5, 5)), MakePlay(1, "20/10"))
    assert game.turn.phase is Phase.OWED
    illegal = parse_board("X{10:1 1:14} O{20:2 9:12 3:1}")
    game = game.apply(Misplay(2, illegal))
    assert (game.turn.side, game.turn.phase) == (2, Phase.ROLL)
    assert game.apply(Correct(2, "20/15(2)")).turn.phase is Phase.OWED
    assert refused(game, Correct(1, "20/15(2)")) == "not_your_turn"
    rolled = game.apply(Roll(2, Dice(3, 1)))
    assert (rolled.position, rolled.turn.counts) == (illegal, game.turn.counts)
    assert refused(rolled, Correct(2, "20/15(2)")) == "no_misplay"


def test_a_cocked_roll_is_thrown_again_with_both_dice() -> None:
    game = make_game(START).apply(Roll(1, Dice(6, 5))).apply(VoidRoll(1))
    assert (game.turn.phase, game.turn.dice) == (Phase.ROLL, None)


def test_a_cocked_opening_is_thrown_again_by_both() -> None:
    game = new_game(Rules(length=5)).apply(OpeningThrow(6, 5)).apply(VoidRoll(1))
    assert (game.turn.phase, game.turn.counts) == (Phase.OPENING, (0, 0))


def test_a_roll_that_was_played_or_never_thrown_cannot_be_void() -> None:
    game = make_game(START)
    assert refused(game, VoidRoll(1)) == "no_roll_to_void"
    game = played(game, Roll(1, Dice(6, 5)), MakePlay(1, "24/13"))
    assert refused(game, VoidRoll(1)) == "no_roll_to_void"
    assert refused(game.apply(Roll(2, Dice(2, 1))), VoidRoll(2, UNLUCKY)) == "reason_unknown"


def test_after_a_second_illegal_play_is_corrected_the_first_still_counts_as_irregular() -> None:
    game = played(misplayed(), Roll(2, Dice(3, 1)))
    second = parse_board("X{24:2 13:3 8:3 7:2 6:5} O{24:2 13:5 8:3 6:3 5:2}")
    game = played(game, Misplay(2, second), Correct(2, "8/5 6/5"))
    assert game.irregular
