"""Doubling: cases CU of the rules, and who may turn the cube when."""

import pytest

from matches.engine.actions import Double, Drop, MakePlay, OpeningThrow, Roll, Take
from matches.engine.cube import Cube
from matches.engine.dice import Dice
from matches.engine.errors import RulesError
from matches.engine.game import new_game
from matches.engine.presets import TAVLA
from matches.engine.rules import Rules
from tests.engine.playing import ended, make_game, make_match, played, refused


def test_a_dropped_first_double_costs_one_point() -> None:
    game = played(make_game(side=1), Double(1), Drop(2))
    assert (ended(game).winner, ended(game).points, ended(game).kind) == (1, 1, 1)


def test_a_dropped_redouble_costs_what_the_game_was_worth_before() -> None:
    game = played(
        make_game(side=1), Double(1), Take(2), Roll(1, Dice(3, 1)), MakePlay(1, "8/5 6/5")
    )
    game = played(game, Double(2), Drop(1))
    assert (ended(game).winner, ended(game).points) == (2, 2)


def test_only_the_owner_may_double_again() -> None:
    game = played(make_game(side=1), Double(1), Take(2))
    assert refused(game, Double(1)) == "cube_not_yours"


def test_a_double_after_the_roll_is_refused() -> None:
    game = make_game(side=1).apply(Roll(1, Dice(3, 1)))
    assert refused(game, Double(1)) == "double_before_rolling"


def test_the_cube_cannot_be_offered_out_of_turn() -> None:
    assert refused(make_game(side=1), Double(2)) == "not_your_turn"


def test_the_winner_of_the_opening_has_rolled_already_and_cannot_double() -> None:
    game = new_game(Rules(length=7)).apply(OpeningThrow(3, 1))
    assert refused(game, Double(1)) == "double_before_rolling"
    game = game.apply(MakePlay(1, "8/5 6/5"))
    assert game.apply(Double(2)).decider == 1


def test_nothing_else_can_be_done_before_a_double_is_answered() -> None:
    game = make_game(side=1).apply(Double(1))
    assert refused(game, Roll(1, Dice(3, 1))) == "not_your_turn"
    assert refused(game, Take(1)) == "not_your_turn"


def test_an_answer_without_a_double_is_refused() -> None:
    assert refused(make_game(side=1), Take(2)) == "no_double"


@pytest.mark.parametrize(("kind", "cube", "points"), [(2, 2, 4), (3, 4, 12), (1, 64, 64)])
def test_the_cube_multiplies_what_the_game_was_won_by(kind: int, cube: int, points: int) -> None:
    board = {
        1: "X{1:1}[off14] O{6:14}[off1]",
        2: "X{1:1}[off14] O{18:1 6:14}",
        3: "X{1:1}[off14] O{19:1 6:14}",
    }[kind]
    game = make_game(board, side=1)
    game = game._replace(cube=Cube(cube, 1, turned=True))
    game = played(game, Roll(1, Dice(2, 1)), MakePlay(1, "1/off"))
    assert (ended(game).kind, ended(game).points) == (kind, points)


def test_a_loser_on_the_bar_loses_a_backgammon() -> None:
    game = make_game("X{1:1}[off14] O{6:14}[bar1]", side=1)
    game = played(game, Roll(1, Dice(2, 1)), MakePlay(1, "1/off"))
    assert ended(game).kind == 3


def test_there_is_no_cube_in_the_crawford_game() -> None:
    match = make_match(5, 3, 1)
    assert match.game.crawford
    game = match.game._replace(turn=match.game.turn.begun_by(1))
    assert refused(game, Double(1)) == "crawford_game"


def test_there_is_no_cube_in_a_match_to_one_nor_where_the_game_has_none() -> None:
    for rules in (Rules(length=1), Rules(length=7, variant=TAVLA)):
        assert refused(new_game(rules, starter=1), Double(1)) == "no_cube"
    assert new_game(Rules(length=7, variant=TAVLA, cube=True), starter=1).apply(Double(1))


def test_a_cube_with_a_limit_stops_there() -> None:
    game = new_game(Rules(length=25, cube_max=2), starter=1)
    game = played(game, Double(1), Take(2), Roll(1, Dice(3, 1)), MakePlay(1, "8/5 6/5"))
    assert refused(game, Double(2)) == "cube_at_limit"
    with pytest.raises(RulesError, match="cube_max cannot be 48"):
        Rules(length=7, cube_max=48)


def test_redoubles_are_not_limited_by_themselves() -> None:
    game, side = make_game(side=1), 1
    for _ in range(10):
        game = played(game, Double(side), Take(3 - side))
        game = game._replace(turn=game.turn.begun_by(3 - side))
        side = 3 - side
    assert game.cube.value == 1024


def test_the_value_on_the_table_is_dead_once_it_ends_the_match_anyway() -> None:
    match = make_match(5, 3, -2)
    assert not match.cube_is_dead
    cube = match.game.cube.taken_by(1)
    assert not match._replace(game=match.game._replace(cube=cube)).cube_is_dead
    assert match._replace(game=match.game._replace(cube=cube.taken_by(2))).cube_is_dead
