"""The odd ways in which match texts are written, and what they mean all the same."""

import pytest

from matches.engine import Dice, Roll
from matches.records import read_match
from matches.records.mat import read_names
from matches.records.mat_cells import read_cells
from tests.records.fixtures import codes, mat, record_of


def cells(line: str) -> list[tuple[int, str, str]]:
    return [(cell.side, cell.kind.value, cell.text) for cell in read_cells(1, line)]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("  1)                             53: 8/3 6/3", [(2, "roll", "8/3 6/3")]),
        (" 10) 43: 24/20 13/10", [(1, "roll", "24/20 13/10")]),
        (" 10) 43: 8/4 8/5 22: 6/4(2)", [(1, "roll", "8/4 8/5"), (2, "roll", "6/4(2)")]),
        (
            "  7)  Doubles => 2                Drops",
            [(1, "double", "doubles"), (2, "drop", "drops")],
        ),
        (" 13)  Takes                54: 18/13", [(1, "take", "takes"), (2, "roll", "18/13")]),
        (" 24) 43: 21/18 18/14              24)", [(1, "roll", "21/18 18/14")]),
        ("  4) 62: Concedes", [(1, "roll", ""), (1, "lose", "concedes")]),
        ("      Losses 2 point      Wins 2 point and the match", [(2, "win", "wins")]),
        (" Losses 1 point", [(1, "lose", "losses")]),
        ("  25)", []),
        ("  3)  -", []),
        ("  5) Hello                    42: 8/4", [(1, "word", "Hello"), (2, "roll", "8/4")]),
    ],
)
def test_cells_are_found_by_their_words(line: str, wanted: list[tuple[int, str, str]]) -> None:
    assert cells(line) == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (" Ann : 3      Bo : 0", (("Ann", 3), ("Bo", 0))),
        ("Ann: 3                     Bo: 0   ", (("Ann", 3), ("Bo", 0))),
        ("nori,1760 : 0          le bo,1,599 : 12", (("nori", 0), ("le bo,1", 12))),
        (" : 0                        : 2", (("", 0), ("", 2))),
        (" Dr. A: 1 B : 5      team: x : 2", (("Dr. A: 1 B", 5), ("team: x", 2))),
        ("Ann 3 Bo 0", None),
        ("Ann : 3", None),
    ],
)
def test_names_stand_before_the_scores(line: str, wanted: object) -> None:
    assert read_names(line) == wanted


def test_a_game_alone_has_names_without_scores() -> None:
    text = b"    Ann                            Bo\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
    read = read_match(text)
    assert read.record is not None
    assert read.record.players == ("Ann", "Bo")
    assert codes(read) == ["length_missing", "not_finished"]


def test_dice_are_the_same_in_any_order() -> None:
    for dice in ("42", "24"):
        record = record_of(mat(f"  1) 31: 8/5 6/5     {dice}: 8/4 6/4"))
        assert Roll(2, Dice(4, 2)) in record.games[0].events


def test_lines_with_tabs_have_columns_too() -> None:
    record = record_of(mat("  1)\t\t\t\t42: 8/4 6/4", "  2)\t31: 8/5 6/5"))
    assert [event.side for event in record.games[0].events[1:3]] == [2, 1]  # type: ignore[union-attr]


def test_remarks_are_passed_over() -> None:
    rows = (
        "; [Game 1, Move 1: Dice set by hand]",
        "# a remark",
        "  1) 31: 8/5 6/5",
        "; Wins 3 points",
    )
    assert codes(read_match(mat(*rows))) == ["not_finished"]
