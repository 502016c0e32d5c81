"""The fast way to the legal plays finds what the general one finds."""

import pytest
from hypothesis import given, settings, strategies as st

from matches.engine.boards import parse_board
from matches.engine.contact import contact_ways, covers
from matches.engine.dice import ROLLS, Dice, parse_dice
from matches.engine.generate import Ways, legal_ways
from matches.engine.play import Move
from matches.engine.position import CHECKERS, HAND, PLACES, Position
from matches.engine.presets import (
    ACEY_DEUCEY,
    ACEY_EUROPEAN,
    BACKGAMMON,
    LONGGAMMON,
    NACKGAMMON,
    VARIANTS,
)
from matches.engine.steps import Step, step_from
from matches.engine.variant import Variant
from tests.engine.strategies import positions, positions_of


def ways(board: str, roll: str) -> Ways:
    return contact_ways(parse_board(board).bits, parse_dice(roll).numbers)


def replayed(bits: int, moves: tuple[Move, ...]) -> int:
    """The bits after the moves, each of which must be a legal step and say truly what it hit."""
    for move in moves:
        step = step_from(bits, move.start, move.number, BACKGAMMON)
        assert isinstance(step, Step)
        assert step.move == move
        bits = step.after
    return bits


@settings(max_examples=250)
@given(positions(), st.sampled_from([BACKGAMMON, NACKGAMMON, LONGGAMMON, ACEY_DEUCEY]))
def test_all_rolls_of_any_position_have_the_plays_of_the_general_search(
    start: Position, game: Variant
) -> None:
    for roll in ROLLS:
        assert covers(start.bits, roll.numbers, game)
        found = contact_ways(start.bits, roll.numbers)
        expected = legal_ways(start.bits, roll.numbers, game)
        assert found.keys() == expected.keys()
        assert {len(moves) for moves in found.values()} == {
            len(moves) for moves in expected.values()
        }


@settings(max_examples=100)
@given(positions(), st.sampled_from(ROLLS))
def test_every_play_is_moves_that_can_be_made_one_after_the_other(
    start: Position, roll: Dice
) -> None:
    left = sorted(roll.numbers)
    for after, moves in contact_ways(start.bits, roll.numbers).items():
        assert replayed(start.bits, moves) == after
        used = sorted(move.number for move in moves)
        assert used == left or (len(used) < len(left) and set(used) <= set(left))


@settings(max_examples=100)
@given(positions(), st.integers(1, 6), st.integers(1, 3))
def test_one_number_can_be_played_fewer_than_four_times(
    start: Position, number: int, count: int
) -> None:
    numbers = (number,) * count
    expected = legal_ways(start.bits, numbers, BACKGAMMON)
    assert contact_ways(start.bits, numbers).keys() == expected.keys()


@settings(max_examples=100)
@given(positions(), st.sampled_from(ROLLS))
def test_no_checker_is_made_or_lost(start: Position, roll: Dice) -> None:
    for bits in contact_ways(start.bits, roll.numbers):
        for side in (1, 2):
            assert sum(Position(bits).count(side, place) for place in PLACES) == CHECKERS
        assert Position(bits).pips(1) <= start.pips(1)
        assert Position(bits).pips(2) >= start.pips(2)


def test_a_blot_that_either_number_reaches_is_hit_once() -> None:
    found = ways("X{12:1 11:1 6:13} O{17:1 1:14}", "43")
    both = parse_board("X{8:2 6:13} O{1:14}[bar1]").bits
    assert [move.hit for move in found[both]] == [True, False]


def test_two_blots_on_the_way_of_one_checker_can_be_hit_or_passed_by() -> None:
    found = ways("X{24:1 1:14} O{5:1 7:1 24:13}", "42")
    after = parse_board("X{18:1 1:14} O{24:13}[bar2]").bits
    assert found == {
        after: (Move(24, 20, 4, True), Move(20, 18, 2, True)),
        parse_board("X{18:1 1:14} O{5:1 24:13}[bar1]").bits: (
            Move(24, 22, 2),
            Move(22, 18, 4, True),
        ),
    }


def test_the_order_of_the_numbers_does_not_matter() -> None:
    start = parse_board("X{20:1 1:14} O{16:2 6:13}").bits
    assert contact_ways(start, (5, 6)) == contact_ways(start, (6, 5))
    assert [moves[0].number for moves in contact_ways(start, (5, 6)).values()] == [6]


def test_a_double_that_hits_with_two_checkers_hits_once() -> None:
    found = ways("X{24:2 1:13} O{4:1 1:14}", "33")
    both = parse_board("X{21:2 1:13} O{1:14}[bar1]").bits
    assert both not in found  # four numbers can be played
    assert {sum(move.hit for move in moves) for moves in found.values()} == {1}
    assert all(len(moves) == 4 for moves in found.values())


def test_the_games_that_hit_are_covered_but_for_those_that_forbid_hit_and_run() -> None:
    covered = {
        variant.name
        for variant in VARIANTS.values()
        if covers(variant.starting_position.bits, (3, 1), variant)
    }
    assert covered == {
        *("backgammon", "nackgammon", "longgammon", "tavla"),
        *("acey_deucey", "acey_european"),
    }


@pytest.mark.parametrize("option", [{"bearoff_exact": True}, {"bearoff_mandatory": "die"}])
def test_a_bear_off_of_its_own_is_covered_while_nobody_can_bear_off(
    option: dict[str, object],
) -> None:
    game = BACKGAMMON.replace(**option)
    for board, covered in (("X{7:2 1:13} O{24:15}", True), ("X{7:1 1:14} O{24:15}", False)):
        bits = parse_board(board).bits
        assert covers(bits, (3, 1), game) is covered


def test_hit_and_run_is_not_covered() -> None:
    game = BACKGAMMON.replace(hit_and_run_home=False)
    assert not covers(BACKGAMMON.starting_position.bits, (3, 1), game)


@pytest.mark.parametrize("numbers", [(), (5, 4, 3), (6, 6, 5)])
def test_odd_collections_of_numbers_are_not_covered(numbers: tuple[int, ...]) -> None:
    assert not covers(BACKGAMMON.starting_position.bits, numbers, BACKGAMMON)


@settings(max_examples=200)
@given(st.integers(1, 9), positions_of(ACEY_DEUCEY), st.sampled_from([ACEY_DEUCEY, ACEY_EUROPEAN]))
def test_checkers_in_the_hand_move_as_the_general_search_says(
    hand: int, start: Position, game: Variant
) -> None:
    entering = min(hand, start.off(1))  # out of those that are off
    bits = start.bits + (entering << 4 * HAND) - entering
    for roll in ROLLS:
        if covers(bits, roll.numbers, game):
            found = contact_ways(bits, roll.numbers)
            assert found.keys() == legal_ways(bits, roll.numbers, game).keys()
            assert all(replayed(bits, moves) == after for after, moves in found.items())


@pytest.mark.parametrize(
    ("board", "covered"),
    [
        ("X{}[hand15] O{}[hand15]", True),
        ("X{6:13}[hand2] O{}[hand15]", True),
        ("X{6:14}[hand1] O{}[hand15]", False),
        ("X{6:12}[bar1,hand2] O{}[hand15]", False),
    ],
)
def test_checkers_in_the_hand_are_covered_until_somebody_has_to_enter_or_can_go_off(
    board: str, covered: bool
) -> None:
    assert covers(parse_board(board).bits, (3, 1), ACEY_DEUCEY) is covered
    assert not covers(parse_board(board).bits, (3, 1), ACEY_DEUCEY.replace(enter_all_first=True))
