"""Openings, special turns and the ways a game goes on: what differs between the ten games."""

import pytest

from matches.engine.actions import MakePlay, NameDouble, OpeningThrow, Roll
from matches.engine.boards import parse_board
from matches.engine.dice import Dice
from matches.engine.game import GameState, new_game
from matches.engine.presets import (
    ACEY_DEUCEY,
    ACEY_EUROPEAN,
    BACKGAMMON,
    EUREKA,
    GULBARA,
    GULBARA_STEAL,
    LONG_NARDY,
    PLAKOTO,
    PLAKOTO_EXPRESS,
)
from matches.engine.rules import Rules
from matches.engine.turn import Phase
from matches.engine.variant import Variant
from tests.engine.playing import ended, make_game, owed, played, refused


def rolled(game: GameState, high: int, low: int, *plays: str) -> GameState:
    """The side on turn rolls and plays its stages."""
    side = game.turn.side
    game = game.apply(Roll(side, Dice(high, low)))
    return played(game, *(MakePlay(side, play) for play in plays))


def test_equal_opening_dice_are_thrown_again() -> None:
    game = new_game(Rules(length=5)).apply(OpeningThrow(4, 4))
    assert game.turn.phase is Phase.OPENING


def test_the_higher_thrower_plays_both_opening_numbers() -> None:
    game = new_game(Rules(length=5)).apply(OpeningThrow(2, 5))
    assert (game.turn.side, game.turn.phase, game.turn.numbers) == (2, Phase.PLAY, (5, 2))


def test_where_the_opening_is_rolled_anew_a_double_can_be_first() -> None:
    game = new_game(Rules(length=None, variant=LONG_NARDY)).apply(OpeningThrow(2, 5))
    assert game.turn.phase is Phase.ROLL
    assert game.apply(Roll(2, Dice(6, 6))).turn.numbers == (6, 6, 6, 6)


def test_the_winner_can_begin_where_that_is_the_custom() -> None:
    assert new_game(Rules(length=None), starter=2).turn.phase is Phase.ROLL


def test_the_head_gives_two_checkers_on_the_first_turn_only() -> None:
    game = new_game(Rules(length=None, variant=LONG_NARDY), starter=1)
    game = rolled(game, 6, 5, "24/18 24/19")
    game = rolled(game, 6, 5, "24/18 24/19")
    game = game.apply(Roll(1, Dice(2, 1)))
    assert refused(game, MakePlay(1, "24/22 24/23")) == "head_limit"


def test_a_passed_first_turn_uses_the_head_exception_up() -> None:
    game = new_game(Rules(length=None, variant=LONG_NARDY), starter=2)
    game = game._replace(position=parse_board("X{24:13 8:1 6:1} O{24:15}"))
    game = rolled(game, 6, 4, "")
    game = rolled(game, 2, 1, "6/3")
    assert refused(game.apply(Roll(2, Dice(2, 1))), MakePlay(2, "24/22 24/23")) == "head_limit"


@pytest.mark.parametrize(("turns", "numbers"), [(1, 4), (2, 4), (3, 4), (4, 8)])
def test_in_gul_bara_a_double_runs_on_from_the_fourth_turn(turns: int, numbers: int) -> None:
    game = make_game("X{20:1 1:14} O{24:15}", GULBARA, turns=turns)
    assert len(list(owed(game.apply(Roll(1, Dice(5, 5))).turn))) == numbers


def test_a_whole_cascade_is_played_stage_by_stage() -> None:
    game = make_game("X{20:1 1:14} O{24:15}", GULBARA)
    game = rolled(game, 5, 5, "20/off")
    assert (game.turn.side, game.turn.numbers) == (1, (6, 6, 6, 6))
    game = game.apply(MakePlay(1, "1/off(4)"))
    assert game.position.off(1) == 5
    assert (game.turn.side, game.turn.phase) == (2, Phase.ROLL)


def test_a_broken_cascade_is_lost_in_gul_bara() -> None:
    game = rolled(make_game("X{20:1 1:14} O{24:14 17:1}", GULBARA), 5, 5, "20/10")
    assert (game.turn.side, game.turn.phase, list(owed(game.turn))) == (2, Phase.ROLL, [])


def test_where_the_opponent_steals_he_plays_what_was_left_first() -> None:
    game = rolled(make_game("X{20:1 1:14} O{24:14 17:1}", GULBARA_STEAL), 5, 5, "20/10")
    assert (game.turn.side, game.turn.phase) == (2, Phase.OWED)
    assert list(owed(game.turn)) == [5, 5, 6, 6, 6, 6]


def test_in_express_what_was_left_is_owed_and_nothing_else_can_be_done_first() -> None:
    game = rolled(make_game("X{20:1 1:14} O{20:2 9:13}", PLAKOTO_EXPRESS), 5, 5, "20/10")
    assert list(owed(game.turn)) == [5, 5, 6, 6, 6, 6]
    assert refused(game, Roll(2, Dice(2, 1))) == "play_owed_first"
    game = played(game, MakePlay(2, "20/15* 15/10"), MakePlay(2, "10/4 9/3 9/3 9/3"))
    assert (game.turn.side, game.turn.phase) == (2, Phase.ROLL)


def test_owed_numbers_that_cannot_be_played_are_gone() -> None:
    game = rolled(make_game("X{20:1 1:14} O{11:2 6:13}", PLAKOTO_EXPRESS), 6, 6, "")
    assert list(owed(game.turn)) == [6, 6, 6, 6]
    game = game.apply(MakePlay(2, "11/5* 11/5 6/off 6/off"))
    assert (game.turn.side, game.turn.phase) == (2, Phase.ROLL)
    stuck = rolled(make_game("X{20:1 1:14} O{10:2 6:13}", PLAKOTO_EXPRESS), 5, 5, "")
    assert list(owed(stuck.turn)) == [5, 5, 5, 5, 6, 6, 6, 6]


def test_an_unplayed_number_of_a_mixed_roll_is_owed_only_where_all_are() -> None:
    express_all = PLAKOTO_EXPRESS.replace(express_pass="all")
    board = "X{20:1 1:14} O{16:2 6:13}"
    game = rolled(make_game(board, PLAKOTO_EXPRESS), 6, 5, "20/14")
    assert game.turn.phase is Phase.ROLL
    game = rolled(make_game(board, express_all), 6, 5, "20/14")
    assert (game.turn.phase, list(owed(game.turn))) == (Phase.OWED, [5])


def test_a_whole_ace_deuce_names_a_double_and_rolls_again() -> None:
    game = rolled(make_game("X{}[hand15] O{}[hand15]", ACEY_DEUCEY), 2, 1, "hand/24 hand/23")
    assert (game.turn.side, game.turn.phase) == (1, Phase.NAME)
    assert refused(game, Roll(1, Dice(3, 3))) == "name_first"
    game = played(game, NameDouble(1, 3), MakePlay(1, "hand/22(4)"))
    assert (game.turn.side, game.turn.phase) == (1, Phase.ROLL)
    game = rolled(game, 2, 1, "hand/24 hand/23")
    assert game.turn.phase is Phase.NAME
    assert game.turn.counts == make_game(turns=5).turn.counts


def test_an_ace_deuce_played_by_half_ends_the_turn() -> None:
    game = rolled(make_game("X{}[hand15] O{3:2 2:2}[hand11]", ACEY_DEUCEY), 2, 1, "hand/24")
    assert (game.turn.side, game.turn.phase) == (2, Phase.ROLL)


@pytest.mark.parametrize(("needs_full", "side"), [(True, 2), (False, 1)])
def test_a_named_double_cut_short_rolls_again_only_where_that_is_allowed(
    needs_full: bool, side: int
) -> None:
    variant = ACEY_DEUCEY.replace(ad_reroll_needs_full_double=needs_full)
    game = make_game("X{24:1 22:1}[hand13] O{6:2 5:2 4:2 2:2}[hand7]", variant)
    game = game._replace(turn=game.turn._replace(phase=Phase.NAME, dice=Dice(2, 1)))
    game = played(game, NameDouble(1, 2), MakePlay(1, "24/22"))
    assert (game.turn.side, game.turn.phase) == (side, Phase.ROLL)


def test_a_natural_double_gives_nothing_extra_but_in_the_european_game() -> None:
    start = "X{}[hand15] O{}[hand15]"
    game = rolled(make_game(start, ACEY_DEUCEY), 5, 5, "hand/20(4)")
    assert game.turn.side == 2
    game = rolled(make_game(start, ACEY_EUROPEAN), 5, 5, "hand/20(4)")
    assert (game.turn.side, game.turn.numbers) == (1, (2, 2, 2, 2))
    game = game.apply(MakePlay(1, "hand/23(4)"))
    assert (game.turn.side, game.turn.phase) == (1, Phase.ROLL)


@pytest.mark.parametrize(
    ("board", "dice", "play", "left"),
    [
        ("", (6, 5), "6/off 5/off", {1: 3, 2: 3, 3: 3, 4: 2, 5: 1, 6: 1}),
        ("", (6, 6), "6/off 6/off", {1: 3, 2: 3, 3: 3, 4: 2, 5: 2}),
        ("", (1, 1), "1/off 1/off 1/off", {2: 3, 3: 3, 4: 2, 5: 2, 6: 2}),
        ("X{6:1}[off14] O{1:15}", (5, 4), "", {6: 1}),
        ("X{5:1}[off14] O{1:15}", (6, 6), "", {5: 1}),
        ("X{1:1 6:1}[off13] O{1:15}", (6, 6), "6/off", {1: 1}),
        ("X{1:1}[off14] O{1:15}", (2, 2), "", {1: 1}),
    ],
)
def test_in_eureka_each_number_takes_its_own_checker_off(
    board: str, dice: tuple[int, int], play: str, left: dict[int, int]
) -> None:
    game = rolled(make_game(board, EUREKA), *dice, play)
    found = game.position.places(1)
    assert {place: count for place, count in found.items() if place} == left


def test_the_first_to_clear_wins_eureka() -> None:
    game = rolled(make_game("X{2:1}[off14] O{1:3 2:3 3:3 4:2 5:2 6:2}", EUREKA), 2, 1, "2/off")
    assert (ended(game).winner, ended(game).points) == (1, 1)
    overhigh = EUREKA.replace(eureka_overhigh=True)
    game = rolled(make_game("X{5:1}[off14] O{1:15}", overhigh), 6, 6, "5/off")
    assert ended(game).winner == 1


@pytest.mark.parametrize(
    ("board", "side", "dice", "play", "winner", "points"),
    [
        ("X{7:1 6:14} O{24:1 12:14}", 1, (6, 5), "6/1*", 1, 2),
        ("X{24:1 6:13 1:1} O{24:1p 12:13 7:1}", 2, (6, 1), "7/1*", 0, 0),
        ("X{24:1 6:13 1:1} O{24:1p 12:13 8:1}", 1, (6, 5), "24/18", 1, 2),
    ],
)
def test_the_mothers_decide_plakoto_at_once(
    board: str, side: int, dice: tuple[int, int], play: str, winner: int, points: int
) -> None:
    game = rolled(make_game(board, PLAKOTO, side=side), *dice, play)
    assert (ended(game).winner, ended(game).points) == (winner, points)


@pytest.mark.parametrize(
    ("options", "board", "kind"),
    [
        ({}, "X{1:1}[off14] O{1:12}[off3]", 1),
        ({}, "X{1:1}[off14] O{7:1 1:14}", 2),
        ({}, "X{1:1}[off14] O{6:1 1:14}", 3),
        ({"home_mars": "off"}, "X{1:1}[off14] O{6:1 1:14}", 2),
        ({"home_mars": "first_quarter"}, "X{1:1}[off14] O{6:1 1:14}", 2),
        ({}, "X{1:1}[off14] O{22:1 1:14}", 2),
        ({"home_mars": "first_quarter"}, "X{1:1}[off14] O{22:1 1:14}", 3),
    ],
)
def test_long_nardy_counts_oin_mars_and_home_mars(
    options: dict[str, str], board: str, kind: int
) -> None:
    game = rolled(make_game(board, LONG_NARDY.replace(**options)), 2, 1, "1/off")
    assert ended(game).points == kind


@pytest.mark.parametrize(("counts", "kind"), [(True, 3), (False, 2)])
def test_a_checker_in_hand_counts_like_one_on_the_bar(counts: bool, kind: int) -> None:
    variant = ACEY_DEUCEY.replace(hand_counts_as_bar=counts)
    game = rolled(make_game("X{1:1}[off14] O{1:14}[hand1]", variant), 2, 1, "1/off")
    assert ended(game).kind == kind


def test_a_board_on_which_nobody_can_ever_move_is_a_draw() -> None:
    home = "{6:2 5:2 4:2 3:2 2:2 1:2}[bar3]"
    board = f"X{home} O{home}"
    assert ended(rolled(make_game(board), 6, 5, "")).winner == 0
    no_draw = BACKGAMMON.replace(deadlock="none")
    assert rolled(make_game(board, no_draw), 6, 5, "").result is None


@pytest.mark.parametrize(("off", "reply", "winner"), [(14, "1/off", 0), (14, "", 1), (13, None, 1)])
def test_the_second_player_may_have_a_last_chance_to_tie(
    off: int, reply: str | None, winner: int
) -> None:
    variant: Variant = LONG_NARDY.replace(last_chance_draw=True)
    last = "1:1" if reply else "20:1"
    board = f"X{{1:1}}[off14] O{{{last if off == 14 else '1:2'}}}[off{off}]"
    game = rolled(make_game(board, variant), 2, 1, "1/off")
    if reply is not None:
        assert game.result is None
        game = rolled(game, 2, 1, reply or "20/17")
    assert ended(game).winner == winner


def test_a_double_that_runs_on_is_one_last_roll_with_all_its_stages() -> None:
    variant = GULBARA.replace(last_chance_draw=True)
    game = rolled(make_game("X{1:1}[off14] O{22:1}[off14]", variant), 2, 1, "1/off")
    game = played(rolled(game, 1, 1, "22/18"), MakePlay(2, "18/10"))
    assert game.result is None
    assert ended(game.apply(MakePlay(2, "10/off"))).winner == 0


def test_the_head_gives_one_checker_a_turn_in_whichever_stage_of_it() -> None:
    variant = GULBARA.replace(head="one")
    game = rolled(make_game("X{24:15} O{24:15}", variant), 5, 5, "24/4")
    assert (game.turn.side, game.turn.numbers) == (1, (6, 6, 6, 6))
    assert refused(game, MakePlay(1, "24/18")) == "must_pass"
    assert game.legal_plays().must_pass
    game = game.apply(MakePlay(1, "(pass)"))
    assert rolled(game, 5, 4, "24/15").turn.side == 1
    other = rolled(make_game("X{24:2 9:13} O{24:15}", variant), 5, 5, "9/4(4)")
    assert refused(other, MakePlay(1, "24/18(2)")) == "head_limit"
    assert other.legal_plays().numbers_used == 4
