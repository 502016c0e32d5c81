"""Two more texts that are no longer written: PartyGammon, BackGammonRoom."""

from matches.engine import Beaver, Double, Drop, MakePlay, Roll, Rules, Take
from matches.records import read_match
from tests.records.fixtures import codes, record_of
from tests.records.test_old_servers import text

PARTY = ["MATCHLENGTH=5", "GAME_1_PLAYER_1=Ann", "GAME_1_PLAYER_2=Bo"]
ROOM = ["BGF version 1.0", "Game 1 - Ann (X) vs. Bo", "Single game"]


# --- PartyGammon ---------------------------------------------------------------------------------
def test_the_lines_of_a_game_can_stand_in_any_order() -> None:
    first = ["GAME_2_GAMEPLAY=2 7 9 31 8/5 6/5", "GAME_1_SCORE2=2", "GAME_1_SCORE1=0", *PARTY]
    record = record_of(text(*first, "GAME_1_GAMEPLAY=1 0 0 31 8/5 6/5"))
    assert record.players == ("Ann", "Bo")
    assert [game.score for game in record.games] == [(0, 0), (0, 2)]
    result = record.games[0].result
    assert result is not None
    assert (result.winner, result.points, result.how.value) == (2, 2, "resigned")


def test_a_game_without_its_play_is_known_by_its_score() -> None:
    record = record_of(text(*PARTY, "GAME_1_SCORE1=4", "GAME_1_SCORE2=0"))
    assert record.depth.value == "games"
    assert record.score == (4, 0)


def test_the_bar_and_who_bears_off_are_words() -> None:
    play = "1 0 0 62 24/18 13/11#2 0 0 41 13/9 8/7*#1 0 0 54 bar/20 6/2"
    read = read_match(text(*PARTY, f"GAME_1_GAMEPLAY={play}"))
    assert read.record is not None
    assert codes(read) == ["not_finished"]
    assert read.record.games[0].events[-1] == MakePlay(1, "bar/20 6/2")


def test_what_cannot_be_in_a_partygammon_file_is_told_with_its_line() -> None:
    play = "1 0 0 31 8/5 6/4#3 0 0 64#2 Hello#2 0 0 97 8/1"
    read = read_match(text(*PARTY, f"GAME_1_GAMEPLAY={play}", "GAME_1_SCORE1=1", "GAME_1_SCORE2=1"))
    assert [(each.line, each.code) for each in read.findings] == [
        (4, "illegal_play"),
        (4, "unknown_word"),
        (4, "unknown_word"),
        (4, "dice_unreadable"),
        (4, "not_finished"),
        (6, "unknown_word"),
    ]


def test_partygammon_players_who_change_places_keep_their_sides() -> None:
    over = ["GAME_1_GAMEPLAY=1 0 0 31 8/5 6/5", "GAME_1_SCORE1=1", "GAME_1_SCORE2=0"]
    other = ["GAME_3_PLAYER_1=Bo", "GAME_3_PLAYER_2=Ann", "GAME_3_GAMEPLAY=1 0 0 31 8/5 6/5"]
    read = read_match(text(*PARTY, *over, *other, "GAME_3_SCORE1=3", "GAME_3_SCORE2=1"))
    assert read.record is not None
    assert codes(read)[:2] == ["game_number", "columns_swapped"]
    assert read.record.games[1].events[1] == MakePlay(2, "8/5 6/5")
    assert read.record.score == (1, 3)


def test_a_long_game_in_one_line_is_read_whole() -> None:
    many = "#".join(f"{1 + turn % 2} 0 0 66" for turn in range(400))
    read = read_match(text(*PARTY, f"GAME_1_GAMEPLAY=1 0 0 31 8/5 6/5#{many}"))
    assert "line_too_long" not in codes(read)


# --- BackGammonRoom ------------------------------------------------------------------------------
def test_a_double_is_taken_where_play_goes_on_and_dropped_where_it_ends() -> None:
    rows = ("1.X:(3 1)8/5 6/5", "2.0:Double", "3.0:(6 4)24/18 18/14", "4.X:Double", "")
    read = read_match(text(*ROOM, *rows))
    assert read.record is not None
    assert not read.findings
    words = [type(event) for event in read.record.games[0].events]
    assert words[2:] == [Double, Take, Roll, MakePlay, Double, Drop]
    assert read.record.rules == Rules(length=None)
    assert read.record.score == (2, 0)


def test_a_beaver_is_an_answer() -> None:
    rows = ("1.X:(3 1)8/5 6/5", "2.0:Double", "3.X:Beaver", "4.0:(6 4)can't move")
    record = record_of(text(*ROOM, *rows))
    assert record.games[0].events[2:5] == (Double(2), Beaver(1), Take(2))


def test_the_letter_says_whose_the_rows_are() -> None:
    rows = ("1.X:(3 1)8/5 6/5", "2.0:Double", "")
    again = ("Game 2 - Bo (X) vs. Ann", "Single game", "1.X:(3 1)8/5 6/5")
    read = read_match(text(ROOM[0], "Game 1 - Ann (0) vs. Bo", "Single game", *rows, *again))
    assert read.record is not None
    assert read.record.players == ("Bo", "Ann")
    assert [game.score for game in read.record.games] == [(0, 0), (0, 1)]
    assert read.record.games[1].events[1] == MakePlay(1, "8/5 6/5")


def test_a_game_that_does_not_say_how_it_ended_is_unfinished() -> None:
    rows = ("1.X:(3 1)8/5 6/5", "", "Game 2 - Ann (X) vs. Bo", "Single game", "1.X:(3 1)8/5 6/5")
    read = read_match(text(*ROOM, *rows))
    assert codes(read) == ["unfinished_game", "not_finished"]
    assert read.record is not None
    assert [game.score for game in read.record.games] == [(0, 0), (0, 0)]


def test_what_is_not_known_in_a_bgroom_file_is_told_with_its_line() -> None:
    rows = ("1.X:(3 1)8/5 6/4", "2.0:Hello", "3.Z:(6 4)24/14", "4.0:(9 4)24/14", "5.0:(6 4)24/13")
    read = read_match(text(*ROOM, *rows))
    assert [(each.line, each.code) for each in read.findings] == [
        (4, "illegal_play"),
        (5, "unknown_word"),
        (6, "unknown_word"),
        (7, "dice_unreadable"),
        (8, "illegal_play"),
        (8, "not_finished"),
    ]


def test_without_what_is_played_for_a_bgroom_file_is_read_as_money() -> None:
    read = read_match(text(*ROOM[:2], "1.X:(3 1)8/5 6/5"))
    assert codes(read) == ["length_missing", "not_finished"]
