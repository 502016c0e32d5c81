"""Ways of writing a match that only some programs have, and what is made of them."""

import pytest

from matches.engine import Beaver, Double, MakePlay, OpeningThrow, Raccoon, Take
from matches.records import GameRecord, read_match, write_mat, write_sgf
from tests.records.fixtures import codes, mat, record_of
from tests.records.test_old_servers import text

FIRST = "  1) 31: 8/5 6/5                 64: 24/18 13/9"


def two_games(end: str, names: str) -> bytes:
    """A match text of which the first game ends with a line, and the second begins with names."""
    return mat(FIRST, end, "", " Game 2", names, FIRST, length=7)


def first_game(source: bytes) -> GameRecord:
    return record_of(source).games[0]


# --- words ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("words", ["Double => 2          Take", "Doubles => 2         Accepts"])
def test_words_of_the_cube_stand_in_any_number(words: str) -> None:
    assert first_game(mat(FIRST, f"  2)  {words}")).events[-2:] == (Double(1), Take(2))


def test_a_turn_that_is_passed_is_no_drop() -> None:
    assert "illegal_play" in codes(read_match(mat(FIRST, "  2) 66: pass")))


@pytest.mark.parametrize("word", ["Resign", "Timed out", "Forfeit", "Losses 1 point(s)"])
def test_whoever_gives_up_loses(word: str) -> None:
    read = read_match(mat(FIRST, f"  2) {word}"))
    assert read.record is not None
    assert read.record.score == (0, 1)
    assert set(codes(read)) <= {"points_assumed"}


def test_a_length_may_have_a_hyphen() -> None:
    assert record_of(mat(FIRST).replace(b"3 point", b"3-point")).rules.length == 3


# --- the score before what is written at the end -------------------------------------------------
def test_the_next_score_counts_before_points_that_cannot_be() -> None:
    source = two_games("                              Wins 100 points", " Ann : 0      Bo : 5")
    result = first_game(source).result
    assert result is not None
    assert (result.winner, result.points, result.how.value) == (2, 5, "awarded")
    assert codes(read_match(source)) == ["points_wrong", "not_finished"]


def test_the_next_score_counts_before_the_column_of_the_winner() -> None:
    source = two_games("   Wins 2 points", " Ann : 0      Bo : 2")
    result = first_game(source).result
    assert result is not None
    assert (result.winner, result.points, result.how.value) == (2, 2, "resigned")
    assert codes(read_match(source)) == ["winner_column", "not_finished"]


def test_columns_that_change_are_seen_by_one_name() -> None:
    read = read_match(two_games("   Wins 1 point", " Bo : 0      Anna : 1"))
    assert read.record is not None
    assert [game.score for game in read.record.games] == [(0, 0), (1, 0)]
    assert codes(read) == ["columns_swapped", "name_changed", "not_finished"]


# --- games alone ---------------------------------------------------------------------------------
def test_games_alone_that_follow_each_other_are_a_session() -> None:
    game = ["Tom Jerry", FIRST, "  2) Resigns", ""]
    record = record_of(text(*game, " Wins 1 point", "", *game))
    assert record.players == ("Tom", "Jerry")
    assert [game.score for game in record.games] == [(0, 0), (1, 0)]


# --- set-ups and doubles -------------------------------------------------------------------------
def sgf(rules: str, nodes: str, more: str = "") -> bytes:
    return f"(;FF[4]GM[6]PW[Ann]PB[Bo]RU[{rules}]{more}{nodes})".encode()


def test_a_cube_that_nobody_doubled_is_no_set_up() -> None:
    read = read_match(sgf("Crawford", ";B[31qtst];W[64]", "MI[length:3][game:0][ws:0][bs:0]CV[1]"))
    assert read.record is not None
    assert read.record.games[0].events[:2] == (OpeningThrow(1, 3), MakePlay(2, "8/5 6/5"))


def test_a_set_up_is_for_whoever_acts_next() -> None:
    read = read_match(sgf("Jacoby", ";B[31qtst]", "CV[2]"))
    assert codes(read) == ["not_finished"]


def test_a_double_at_a_double_is_a_beaver_and_a_third_a_raccoon() -> None:
    nodes = ";W[31hefe];B[double];W[double];B[double];W[take]"
    assert first_game(sgf("Jacoby", nodes)).events[2:] == (
        Double(2),
        Beaver(1),
        Raccoon(2),
        Take(1),
    )


def test_equal_dice_at_the_opening_double_the_stake() -> None:
    head = ("Ann vs. Bo", "Automatic Doubles: 1", "Game 1.0-0")
    rows = ("1\t11: Automatic double", "1\t31: 8/5, 6/5", "1\t\tDouble to 4", "2\tAccept")
    read = read_match(text(*head, *rows))
    assert read.record is not None
    assert codes(read) == ["not_finished"]
    assert read.record.games[0].events[:2] == (OpeningThrow(1, 1), OpeningThrow(3, 1))
    assert read.record.rules.auto_doubles == 1


def test_an_automatic_double_without_its_dice_sets_the_cube() -> None:
    head = ["MatchID: 1", "Player1: 7 Ann 1.0", "Player2: 8 Bo 0.0", "Length: 0", "MaxCube: 64"]
    rows = ("Game 1: 0-0", "-1 2 Auto double", "-1 1 31:", "-1 4 8/5 6/5", "+1 5", "-2 10")
    record = record_of(text(*head, *rows))
    assert record.rules.cube_max == 64
    assert record.score == (2, 0)


# --- FIBS ----------------------------------------------------------------------------------------
def test_a_score_that_fibs_turns_round_is_turned_back() -> None:
    game = ["Ann is X - Bo is O", "X: (3 1) 8-5 6-5", "X: wants to resign", "O: accepts"]
    head = "Score is {} in a 5 point match."
    read = read_match(text(head.format("0-0"), *game, "O wins 1 point.", head.format("1-0"), *game))
    assert read.record is not None
    assert [game.score for game in read.record.games] == [(0, 0), (0, 1)]
    assert codes(read) == ["score_turned", "points_assumed"]


# --- what is no match ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "line",
    [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10",
        "4HPwATDgc/ABMA",
        "Position ID: 4HPwATDgc/ABMA Match ID: cIkKAAAAAAAE",
        "11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0",
        "7;0;0;0;0;Bo;Ann;0;0;0;1;0;0" + ";0" * 25 + ";2;1",
        "board:You:Bo:3:0:0" + ":0" * 26 + ":1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0",
        " +13-14-15-16-17-18------19-20-21-22-23-24-+",
    ],
)
def test_a_position_is_no_match_and_is_called_one(line: str) -> None:
    assert codes(read_match(text(line))) == ["position_only"]


def test_a_position_of_jellyfish_is_no_match() -> None:
    assert codes(read_match(b"\x7e\x00" + bytes(120))) == ["position_only"]
    assert codes(read_match(bytes(120))) == ["not_text"]


def test_a_stake_that_equal_dice_doubled_is_written_and_read_back() -> None:
    rows = ("1\t11: Automatic double", "1\t31: 8/5, 6/5", "1\t\tDouble to 4", "2\tPass")
    record = record_of(text("Ann vs. Bo", "Game 1.0-0", *rows))
    for text_of in (write_mat, write_sgf):
        read = read_match(text_of(record).encode())
        assert not read.findings
        assert read.record is not None
        assert read.record.score == record.score == (0, 2)
        assert text_of(read.record) == text_of(record)
