"""Money play: cases MO of the rules."""

from typing import Any

import pytest

from matches.engine.actions import (
    AcceptResignation,
    Beaver,
    Double,
    Drop,
    MakePlay,
    OpeningThrow,
    Raccoon,
    Resign,
    Roll,
    Take,
)
from matches.engine.boards import parse_board
from matches.engine.dice import Dice
from matches.engine.errors import RulesError
from matches.engine.game import GameState, new_game
from matches.engine.presets import LONG_NARDY, TAVLA
from matches.engine.rules import Rules
from tests.engine.playing import ended, make_rules, played, refused

LAST_CHECKER = parse_board("X{1:1}[off14] O{19:1 6:14}")


def make_money_game(**options: bool) -> GameState:
    return new_game(make_rules(**options), starter=1)


def finish(game: GameState) -> GameState:
    """Side 1 bears its last checker off: a backgammon."""
    game = game._replace(position=LAST_CHECKER)
    return played(game, Roll(1, Dice(2, 1)), MakePlay(1, "1/off"))


def test_under_jacoby_an_unturned_cube_makes_every_win_a_single_one() -> None:
    result = ended(finish(make_money_game(jacoby=True)))
    assert (result.kind, result.points) == (3, 1)


def test_under_jacoby_a_taken_double_brings_the_backgammon_back() -> None:
    game = played(make_money_game(jacoby=True), Double(1), Take(2))
    assert ended(finish(game)).points == 6


@pytest.mark.parametrize(("counts", "points"), [(False, 2), (True, 6)])
def test_an_automatic_double_counts_for_jacoby_only_where_it_is_said(
    counts: bool, points: int
) -> None:
    rules = Rules(length=None, jacoby=True, jacoby_auto_counts=counts, auto_doubles=1)
    game = played(new_game(rules), OpeningThrow(4, 4))
    game = game._replace(turn=game.turn.begun_by(1))
    assert ended(finish(game)).points == points


def test_dropping_a_beaver_pays_the_doubled_value() -> None:
    game = played(make_money_game(beavers=True), Double(1), Beaver(2), Drop(1))
    assert (ended(game).winner, ended(game).points) == (2, 2)


def test_an_accepted_beaver_is_four_times_and_stays_with_the_beaverer() -> None:
    game = played(make_money_game(beavers=True), Double(1), Beaver(2), Take(1))
    assert (game.turn.side, game.cube.value, game.cube.owner) == (1, 4, 2)


def test_a_single_game_won_after_a_beaver_pays_four() -> None:
    game = played(make_money_game(beavers=True), Double(1), Beaver(2), Take(1))
    game = played(game, Resign(1, 1), AcceptResignation(2))
    assert (ended(game).winner, ended(game).points) == (2, 4)


def test_the_owner_after_a_beaver_may_double_next() -> None:
    game = played(make_money_game(beavers=True), Double(1), Beaver(2), Take(1))
    game = played(game, Roll(1, Dice(3, 1)), MakePlay(1, "8/5 6/5"))
    assert game.apply(Double(2)).decider == 1


def test_a_raccoon_is_eight_times_and_may_still_be_dropped() -> None:
    game = make_money_game(beavers=True, raccoons=True)
    game = played(game, Double(1), Beaver(2), Raccoon(1))
    assert game.decider == 2
    assert (game.apply(Take(2)).cube.value, game.apply(Take(2)).cube.owner) == (8, 2)
    dropped = ended(game.apply(Drop(2)))
    assert (dropped.winner, dropped.points) == (1, 4)


def test_beavers_and_raccoons_need_the_rule() -> None:
    assert refused(make_money_game().apply(Double(1)), Beaver(2)) == "no_beavers"
    game = played(make_money_game(beavers=True), Double(1), Beaver(2))
    assert refused(game, Raccoon(1)) == "no_raccoons"
    assert refused(game, Beaver(1)) == "no_beavers"


@pytest.mark.parametrize(("limit", "stake"), [(1, 2), (None, 4), (0, 1)])
def test_equal_opening_throws_double_the_stake_up_to_the_limit(
    limit: int | None, stake: int
) -> None:
    game = new_game(Rules(length=None, auto_doubles=limit))
    game = played(game, OpeningThrow(4, 4), OpeningThrow(4, 4), OpeningThrow(5, 2))
    assert (game.cube.value, game.cube.owner, game.turn.side) == (stake, 0, 1)


def test_a_double_dropped_under_jacoby_pays_the_value_before_it() -> None:
    game = played(make_money_game(jacoby=True), Double(1), Drop(2))
    assert ended(game).points == 1


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"raccoons": True}, "rule_conflict"),
        ({"jacoby_auto_counts": True}, "rule_conflict"),
        ({"jacoby_auto_counts": True, "jacoby": True}, "rule_conflict"),
        ({"jacoby": True, "variant": TAVLA}, "rule_conflict"),
        ({"auto_doubles": 1, "variant": TAVLA}, "rule_conflict"),
        ({"beavers": True, "cube": False}, "rule_conflict"),
        ({"jacoby": True, "variant": LONG_NARDY}, "no_cube_in_game"),
        ({"jacoby": "yes"}, "rule_unknown"),
        ({"auto_doubles": 99}, "rule_unknown"),
    ],
)
def test_rules_that_cannot_be_are_refused_by_name(rules: dict[str, Any], code: str) -> None:
    with pytest.raises(RulesError) as caught:
        make_rules(**rules)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "options", [{"jacoby": True}, {"beavers": True}, {"auto_doubles": 1}, {"cube_max": 64}], ids=str
)
def test_what_needs_a_cube_is_refused_where_the_custom_is_to_have_none(
    options: dict[str, Any],
) -> None:
    with pytest.raises(RulesError) as refused:
        make_rules(variant=TAVLA, **options)
    assert (refused.value.code, refused.value.detail["other"]) == ("rule_conflict", "cube")
    assert make_rules(variant=TAVLA, cube=True, **options).cube_in_play
