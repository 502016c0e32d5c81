"""The files that JavaFIBS keeps of matches on FIBS."""

from matches.engine import MakePlay, OpeningThrow, Rules
from matches.records import read_match, read_matches
from tests.records.fixtures import codes, record_of
from tests.records.test_old_servers import text

JAVA = ["JavaFIBS internal match representation v1.1", "8:Bo:5", "13:Bo:", "6:You:Bo"]


def test_whose_name_is_written_nowhere_is_called_you() -> None:
    record = record_of(text(*JAVA, "11:Bo:3 1", "1:Bo: 17-20 19-20"))
    assert record.players == ("You", "Bo")
    assert record.games[0].events == (OpeningThrow(1, 3), MakePlay(2, "8/5 6/5"))


def test_a_resignation_without_a_winner_was_refused() -> None:
    lines = ("11:You:3 1", "1:You:8-5 6-5", "3:Bo:1", "0:Bo:6 4", "1:Bo: 1-7 7-11")
    read = read_match(text(*JAVA, *lines))
    assert read.record is not None
    assert codes(read) == ["not_finished"]
    assert read.record.games[0].result is None


def test_the_score_of_the_next_game_stands_in_a_line_of_its_own() -> None:
    over = ("11:You:3 1", "1:You:8-5 6-5", "2:Bo:", "5:You:", "7:Bo:1", "14:Bo-1:Ann-0")
    read = read_match(text(*JAVA, *over, "13:Bo:", "6:You:Bo", "11:You:3 1"))
    assert read.record is not None
    assert read.record.players == ("Ann", "Bo")
    assert [game.score for game in read.record.games] == [(0, 0), (0, 1)]


def test_without_that_line_it_follows_from_the_game() -> None:
    over = ("11:You:3 1", "1:You:8-5 6-5", "2:Bo:", "5:You:")
    read = read_match(text(*JAVA, *over, "13:Bo:", "6:You:Bo", "11:You:3 1"))
    assert read.record is not None
    assert [game.score for game in read.record.games] == [(0, 0), (0, 1)]
    assert not read.faults


def test_what_is_not_known_in_a_javafibs_file_is_told_with_its_line() -> None:
    lines = ("11:You:7 1", "1:You:8-5 6-5", "0:Cy:2 1", "99:Bo:?", "Hello", "11:You:3 1")
    found = read_match(text(*JAVA, *lines)).findings
    assert [(each.line, each.code) for each in found if each.line] == [
        (5, "dice_unreadable"),
        (6, "unknown_word"),
        (7, "unknown_word"),
        (8, "unknown_word"),
        (9, "unknown_word"),
        (10, "last_roll_unplayed"),
        (10, "not_finished"),
    ]


def test_an_illegal_play_of_a_climber_is_told_in_his_numbers() -> None:
    read = read_match(text(*JAVA, "11:You:3 1", "1:You:17-20 19-21"))
    illegal = read.findings[0]
    assert (illegal.code, illegal.line, illegal.detail["text"]) == (
        "illegal_play",
        6,
        "'8/5 6/4'",
    )


def test_an_unlimited_javafibs_match_is_money() -> None:
    for length in ("9999", "unlimited", "0"):
        lines = [JAVA[0], f"8:Bo:{length}", *JAVA[2:], "11:You:3 1"]
        assert record_of(text(*lines)).rules == Rules(length=None)


def test_a_match_that_goes_on_has_its_head_again_and_another_one_is_another() -> None:
    begun = [*JAVA, "11:You:3 1", "1:You:8-5 6-5", "2:Bo:", "5:You:", "7:Bo:1", "14:Bo-1:Ann-0"]
    assert "more_matches" not in codes(read_match(text(*begun, *JAVA[1:], "11:You:3 1")))
    other = ["8:Cy:3", "13:Cy:", "6:You:Cy", "11:You:3 1"]
    reads = list(read_matches(text(*begun, *other)))
    assert [read.record.players for read in reads if read.record] == [("Ann", "Bo"), ("You", "Cy")]
