"""Teams and pairs: what may be set, who may sit where, and what the boards count for."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.formats.refusal import refused
from tournaments.formats.graph import EntrantId
from tournaments.formats.pairing import How, Pairing, Result, Round
from tournaments.formats.round_results import Kind, RoundResult
from tournaments.formats.standings_table import standings
from tournaments.formats.teams import (
    BoardsWon,
    Level,
    Remaining,
    Seating,
    TeamRules,
    boards_won,
    check_lineup,
    check_squad,
)
from tournaments.formats.tiebreaks import Score

FIVE = TeamRules(5, reserves=1)
A, B, C = map(EntrantId, (1, 2, 3))


def test_rules_are_read_back_as_they_were_written() -> None:
    rules = TeamRules(4, 0, Seating.FREE, Level.DECIDER, Remaining.STOPPED, bonus=1)
    assert TeamRules.of(rules.as_data()) == rules


def test_what_is_left_out_is_as_usual() -> None:
    rules = TeamRules.of({"boards": 5, "level": None})
    assert (rules.reserves, rules.level, rules.bonus) == (2, Level.POINTS, 0)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "setting_missing"),
        ({"boards": 0}, "boards_out_of_range"),
        ({"boards": 10}, "boards_out_of_range"),
        ({"boards": True}, "boards_out_of_range"),
        ({"boards": "5"}, "boards_out_of_range"),
        ({"boards": 5, "reserves": -1}, "reserves_out_of_range"),
        ({"boards": 5, "bonus": 10}, "bonus_out_of_range"),
        ({"boards": 5, "level": "toss"}, "choice_unknown"),
        ({"boards": 5, "seating": ["fixed"]}, "choice_unknown"),
        ({"boards": 5, "colour": "red"}, "setting_unknown"),
    ],
)
def test_impossible_rules_are_refused(data: dict[str, Any], code: str) -> None:
    with refused(code):
        TeamRules.of(data)


@pytest.mark.parametrize(("boards", "majority"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (9, 5)])
def test_a_majority_is_more_than_half(boards: int, majority: int) -> None:
    assert TeamRules(boards).majority == majority


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ("abcd", "too_few_members"),
        ("abcdefg", "too_many_members"),
        ("abcda", "member_twice"),
    ],
)
def test_a_squad_of_five_and_a_reserve_is_five_or_six_people(members: str, code: str) -> None:
    check_squad(FIVE, list("abcde"))
    check_squad(FIVE, list("abcdef"))
    with refused(code):
        check_squad(FIVE, list(members))


def test_a_pair_is_two_people() -> None:
    check_squad(None, ["a", "b"])
    for members, code in ((["a"], "pair_of_two"), (list("abc"), "pair_of_two")):
        with refused(code):
            check_squad(None, members)
    with refused("member_twice"):
        check_squad(None, ["a", "a"])


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ([1, 2, 3, 4], "seats_missing"),
        ([1, 2, 3, 4, 5, 6], "too_many_seats"),
        ([1, 2, 3, 4, 9], "not_in_squad"),
        ([1, 2, 3, 4, 4], "seated_twice"),
        ([2, 1, 3, 4, 5], "order_fixed"),
        ([6, 1, 3, 4, 5], "order_fixed"),
    ],
)
def test_a_fixed_order_lets_only_a_reserve_sit_in(seats: list[int], code: str) -> None:
    squad = [1, 2, 3, 4, 5, 6]
    check_lineup(FIVE, squad, [1, 2, 6, 4, 5])
    with refused(code):
        check_lineup(FIVE, squad, seats)


@given(st.permutations(range(1, 8)))
def test_a_free_order_lets_anybody_sit_anywhere(squad: list[int]) -> None:
    check_lineup(TeamRules(5, seating=Seating.FREE), range(1, 8), squad[:5])


@given(st.sets(st.integers(1, 5), max_size=2))
def test_in_a_fixed_order_two_reserves_replace_any_two(missing: set[int]) -> None:
    reserves = iter([6, 7])
    seats = [next(reserves) if board in missing else board for board in range(1, 6)]
    check_lineup(TeamRules(5), range(1, 8), seats)


ROUND = Round(1, (Pairing(1, A, B), Pairing(2, C, None)))


def test_boards_count_while_the_tie_is_played_and_the_bonus_when_it_is_won() -> None:
    cup = TeamRules(5, bonus=1)
    assert boards_won(cup, [ROUND], {}, {(1, 1): (2, 1)}) == {A: 2, B: 1, C: 4}
    # A Russian team cup counts 3-2 as 4:2.
    won = boards_won(cup, [ROUND], {(1, 1): Result(A)}, {(1, 1): (3, 2)})
    assert (won[A], won[B]) == (4, 2)


def test_an_awarded_tie_is_won_at_all_boards() -> None:
    results = {(1, 1): Result(B, How.WALKOVER)}
    won = boards_won(TeamRules(4), [ROUND], results, {(1, 1): (1, 0)})
    assert (won[A], won[B]) == (0, 4)


@given(st.integers(1, 9), st.integers(0, 3), st.data())
def test_a_played_tie_gives_out_all_its_boards_and_one_bonus(
    boards: int, bonus: int, data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, boards))
    rules = TeamRules(boards, bonus=bonus)
    score = {(1, 1): (first, boards - first)}
    won = boards_won(rules, [ROUND], {(1, 1): Result(A)}, score)
    assert won[A] + won[B] == boards + bonus


def test_a_bye_is_a_tie_won_by_the_smallest_majority() -> None:
    assert boards_won(TeamRules(5), [ROUND], {}, {})[C] == 3


def test_boards_are_a_tie_break() -> None:

    played = [[RoundResult(A, B), RoundResult(C, kind=Kind.BYE)]]
    found = standings([A, B, C], played, (Score(), BoardsWon({A: 3, B: 2, C: 4})))
    assert [(row.entrant, row.first) for row in found.rows] == [(C, 1), (A, 2), (B, 3)]


def test_a_drawn_tie_brings_boards_and_no_bonus() -> None:
    results = {(1, 1): Result(None, How.DRAWN)}
    won = boards_won(TeamRules(4, bonus=1), [ROUND], results, {(1, 1): (2, 2)})
    assert (won[A], won[B]) == (2, 2)
