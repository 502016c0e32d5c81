"""Resignations, time and the director's word."""

from typing import Any

import pytest

from matches.engine.actions import (
    AcceptResignation,
    Award,
    Double,
    DrawGame,
    MakePlay,
    OpeningThrow,
    RefuseResignation,
    Resign,
    Roll,
    Take,
    TimeOut,
)
from matches.engine.dice import Dice
from matches.engine.presets import EUREKA, LONG_NARDY_FSNR, PLAKOTO
from matches.engine.scoring import How
from matches.engine.variant import Variant
from tests.engine.playing import ended, make_game, played, refused


@pytest.mark.parametrize("kind", [1, 2, 3])
def test_an_accepted_resignation_is_worth_its_kind_times_the_cube(kind: int) -> None:
    game = played(make_game(), Double(1), Take(2), Resign(2, kind), AcceptResignation(1))
    assert (ended(game).winner, ended(game).points, ended(game).how) == (
        1,
        2 * kind,
        How.RESIGNED,
    )


def test_a_refused_resignation_changes_nothing() -> None:
    game = make_game().apply(Roll(1, Dice(3, 1)))
    assert played(game, Resign(1, 1), RefuseResignation(2)) == game


def test_either_side_may_resign_whoever_is_on_turn() -> None:
    assert make_game(side=1).apply(Resign(2, 1)).decider == 1


def test_a_resignation_is_answered_before_anything_else() -> None:
    game = make_game().apply(Resign(1, 2))
    assert refused(game, Roll(1, Dice(3, 1))) == "answer_resignation"
    assert refused(game, AcceptResignation(1)) == "not_your_turn"
    assert refused(make_game(), AcceptResignation(2)) == "no_resignation"


def test_nobody_resigns_instead_of_dropping() -> None:
    assert refused(make_game().apply(Double(1)), Resign(2, 1)) == "answer_double"


MOTHER_THREE = PLAKOTO.replace(mother_points=3)


@pytest.mark.parametrize(
    ("variant", "most"), [(PLAKOTO, 2), (EUREKA, 1), (LONG_NARDY_FSNR, 2), (MOTHER_THREE, 3)]
)
def test_nobody_resigns_for_more_than_the_game_can_cost(variant: Variant, most: int) -> None:
    game = make_game(variant=variant)
    assert game.apply(Resign(1, most)).resigned == (1, most)
    assert refused(game, Resign(1, most + 1)) == "no_such_kind"
    assert refused(game, Resign(1, 0)) == "no_such_kind"


@pytest.mark.parametrize(
    ("loser", "points"),
    [("O{6:14}[off1]", 1), ("O{18:1 6:14}", 2), ("O{19:1 6:14}", 3)],
)
def test_lost_on_time_a_game_costs_what_the_position_says(loser: str, points: int) -> None:
    game = make_game(f"X{{1:2}}[off13] {loser}").apply(TimeOut(2))
    assert (ended(game).winner, ended(game).points, ended(game).how) == (
        1,
        points,
        How.TIMED_OUT,
    )


def test_the_director_awards_a_game_or_makes_it_void() -> None:
    assert ended(make_game().apply(Award(2, 4))).points == 4
    assert ended(make_game().apply(DrawGame())).winner == 0
    assert refused(make_game(), Award(2, 0)) == "points_out_of_range"


def test_a_finished_game_accepts_nothing_more() -> None:
    over = make_game().apply(DrawGame())
    for action in (OpeningThrow(3, 1), Roll(1, Dice(3, 1)), MakePlay(1, ""), TimeOut(1)):
        assert refused(over, action) == "game_over"
    assert over.decider == 0


@pytest.mark.parametrize("side", [0, 3, True, "1", None])
def test_whoever_is_no_side_is_told_so(side: Any) -> None:
    actions = (Double(side), Resign(side, 1), TimeOut(side), Award(side, 1), MakePlay(side, ""))
    for action in actions:
        assert refused(make_game(), action) == "no_such_side"


def test_what_is_no_action_is_refused() -> None:
    assert refused(make_game(), "double") == "not_a_game_action"
