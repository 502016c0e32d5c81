"""Accounts of one match beside each other, score sheets, and files the other way round."""

import pytest

from matches.engine import IllegalAction, Rules
from matches.records import (
    Decided,
    MatchRecord,
    Scored,
    compare,
    compare_result,
    exchanged,
    exchanged_finding,
    finding,
    fit,
    read_matches,
    score_sheet,
    verify,
    write_mat,
)
from tests.records.fixtures import DIALECTS, mat, record_of

NAMES = ("Ann", "Bo")


def sheet(*games: tuple[int, int, int], length: int = 5) -> MatchRecord:
    return score_sheet(NAMES, Rules(length=length), [Scored(*game) for game in games])


def told(record: MatchRecord, other: MatchRecord) -> list[tuple[str, int]]:
    return [(found.code, found.game) for found in compare(record, other)]


def test_score_and_crawford_follow_from_the_games() -> None:
    record = sheet((1, 2, 2), (2, 1, 1), (2, 1, 4))
    assert [game.score for game in record.games] == [(0, 0), (4, 0), (4, 1)]
    assert [game.crawford for game in record.games] == [False, True, False]
    assert record.score == (4, 5)
    assert verify(record) == []


@pytest.mark.parametrize(
    ("games", "code"),
    [
        ([(3, 1, 1)], "winner_unknown"),
        ([(1, 4, 1)], "kind_unknown"),
        ([(1, 1, 3)], "cube_unknown"),
        ([(1, 1, 0)], "cube_unknown"),
        ([(1, 2, 2), (2, 1, 2)], "crawford_game"),
        ([(1, 3, 2), (2, 1, 1)], "match_over"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(games: list[tuple[int, int, int]], code: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        sheet(*games)
    assert (caught.value.code, caught.value.detail["game"]) == (code, len(games))


def test_a_match_to_one_point_has_no_cube() -> None:
    with pytest.raises(IllegalAction) as caught:
        sheet((1, 1, 2), length=1)
    assert caught.value.code == "no_cube"


def test_only_the_game_that_differs_is_told_and_not_those_after_it() -> None:
    one = sheet((1, 1, 1), (2, 1, 1), (1, 1, 1), length=7)
    other = sheet((1, 1, 1), (2, 1, 2), (1, 1, 1), length=7)
    assert told(one, other) == [("sheet_score_differs", 2)]
    assert told(one, one) == []


def test_the_same_points_from_another_cube_are_told() -> None:
    assert told(sheet((1, 2, 1)), sheet((1, 1, 2))) == [("worth_differs", 1)]


def test_a_game_too_many_is_told_but_not_a_sheet_that_is_still_written() -> None:
    whole = sheet((1, 2, 2), (2, 1, 1), (1, 1, 1))
    assert told(whole, sheet((1, 2, 2), (2, 1, 1))) == []
    short = sheet((1, 2, 2), (1, 1, 1))
    assert told(whole, short) == [("sheet_score_differs", 2), ("games_differ", 0)]


def test_a_record_of_throws_against_another_is_not_called_a_sheet() -> None:
    rows = "  1) 31: 8/5 6/5                 64: 24/18 13/9\n"
    one = record_of(mat(rows, "  2) Doubles => 2                Drops", "      Wins 1 point"))
    other = record_of(mat(rows, "  2)                           Doubles => 2", "  3) Drops"))
    assert told(one, other)[0] == ("record_score_differs", 1)


@pytest.mark.parametrize(
    ("decided", "code"),
    [
        (Decided(5, 1, (5, 4)), ["result_differs"]),
        (Decided(5, 2, (4, 5)), []),
        (Decided(5, 1), ["winner_differs"]),
        (Decided(5, 2), []),
        (Decided(5), []),
        (Decided(7, 2, (4, 7)), ["lengths_differ"]),
    ],
)
def test_a_record_is_held_against_the_result(decided: Decided, code: list[str]) -> None:
    record = sheet((1, 2, 2), (2, 1, 1), (2, 1, 4))
    assert [found.code for found in compare_result(record, decided)] == code


def test_a_record_without_an_end_does_not_contradict_the_result() -> None:
    assert compare_result(sheet((1, 2, 2)), Decided(5, 2, (4, 5))) == []


@pytest.mark.parametrize("path", DIALECTS, ids=lambda path: path.name)
def test_sides_are_exchanged_and_exchanged_back(path: object) -> None:
    record = record_of(path)  # type: ignore[arg-type]
    turned = exchanged(record)
    assert exchanged(turned) == record
    assert turned.score == record.score[::-1]
    for game, other in zip(record.games, turned.games, strict=True):
        states = [state.position for _, state in game.states(record.rules)]
        mirrored = [state.position.mirrored() for _, state in other.states(record.rules)]
        assert states == mirrored


@pytest.mark.parametrize(
    ("written", "players", "expected"),
    [
        (("Ann Kim", "Bo Lee"), ("Ann Kim", "Bo Lee"), (False, True)),
        (("LEE, Bo", "kim"), ("Ann Kim", "Bo Lee"), (True, True)),
        (("Jose Nunez", "X"), ("José Núñez", "Zoë"), (False, True)),
        (("Олена", "Іван Ткач"), ("Ткач Іван", "Олена Коваль"), (True, True)),
        (("shark77", "bgmaster"), ("Ann Kim", "Bo Lee"), (False, False)),
        (("", ""), ("Ann", "Bo"), (False, False)),
        (("Ann", "Ann"), ("Ann", "Bo"), (False, False)),
    ],
)
def test_names_say_which_way_round_a_file_is(
    written: tuple[str, str], players: tuple[str, str], expected: tuple[bool, bool]
) -> None:
    assert tuple(fit(written, players)) == expected


def test_each_match_of_a_file_is_read() -> None:
    first, second = sheet((1, 2, 2), (1, 1, 1)), sheet((2, 2, 2))
    text = write_mat(first) + "\n" + write_mat(second) + "\n" + write_mat(first)
    read = [each.record for each in read_matches(text.encode())]
    assert [record.score for record in read if record] == [(5, 0), (0, 4), (5, 0)]
    assert len(list(read_matches(text.encode(), most=2))) == 2
    assert len(list(read_matches(b"\x00\x01nonsense"))) == 1


def test_what_is_said_within_a_finding_is_of_the_exchanged_sides_too() -> None:
    said = "Not side %(side)s's, and cube %(owner)s's."  # in nobody's catalogue
    why = IllegalAction("not_your_turn", said, side=1, owner=2)
    turned = exchanged_finding(finding("impossible_action", why=why.remark))
    assert turned.message == "This cannot be done here: Not side 2's, and cube 1's."
