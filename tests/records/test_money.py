"""Money sessions: beavers, raccoons, Jacoby, and scores without an end."""

import pytest

from matches.engine import Beaver, Double, Raccoon, Rules, Take
from matches.records import read_match, verify, write_json, write_mat, write_sgf
from tests.records.fixtures import codes, mat, record_of

ROWS = (
    "  1) 31: 8/5 6/5                  Doubles => 2",
    "  2)  Beavers => 4                Raccoons => 8",
    "  3)                             42: 8/4 6/4",
)


def test_beavers_and_raccoons_are_read_where_a_session_has_them() -> None:
    record = record_of(mat(*ROWS, length=0))
    assert record.rules == Rules(length=None, beavers=True, raccoons=True)
    assert record.games[0].events[2:6] == (Double(2), Beaver(1), Raccoon(2), Take(1))
    *_, (_, state) = record.games[0].states(record.rules)
    assert (state.cube.value, state.cube.owner) == (8, 1)
    assert verify(record) == []


@pytest.mark.parametrize("write", [write_mat, write_sgf, write_json])
def test_beavers_come_back_from_every_format(write: object) -> None:
    assert callable(write)
    record = record_of(mat(*ROWS, length=0))
    again = record_of(write(record).encode())
    assert again.rules == record.rules
    assert again.games[0].events[2:6] == record.games[0].events[2:6]


def test_a_beaver_in_a_match_is_impossible() -> None:
    assert codes(read_match(mat(*ROWS[:1], "  2)  Beavers => 4", length=5)))[0] == (
        "impossible_action"
    )


def test_jacoby_makes_a_gammon_single_while_the_cube_was_not_turned() -> None:
    head = b'; [Jacoby "On"]\n'
    rows = ("  1) 31: 8/5 6/5", "      Wins 2 points")
    result = record_of(head + mat(*rows, length=0)).games[0].result
    assert result is not None
    assert (result.kind, result.points) == (2, 1)


def test_a_session_counts_on_and_has_no_crawford_game() -> None:
    rows = ("      Wins 4 points", " Game 2", " Ann : 4      Bo : 0", "  1) 31: 8/5 6/5")
    record = record_of(mat(*rows, length=0))
    assert [game.crawford for game in record.games] == [False, False]
    assert verify(record) == []
