"""The texts of servers that are gone or grey: FIBS, GamesGrid, TrueMoneyGames."""

from matches.engine import Beaver, Double, MakePlay, OpeningThrow, Roll, Rules, Take
from matches.records import read_match, read_matches
from tests.records.fixtures import codes, record_of

FIBS = """Score is 0-0 in an unlimited match.
Ann is X - Bo is O
O: (5 4) 12-17 12-16
X: doubles
O: beavers
"""


def text(*lines: str) -> bytes:
    return "\n".join([*lines, ""]).encode()


# --- FIBS ----------------------------------------------------------------------------------------
def test_whoever_climbs_is_turned_round() -> None:
    game = record_of(FIBS.encode()).games[0]
    assert game.events[:2] == (OpeningThrow(4, 5), MakePlay(2, "13/8 13/9"))


def test_an_unlimited_match_is_money_and_may_have_beavers() -> None:
    record = record_of(FIBS.encode())
    assert record.rules == Rules(length=None, beavers=True)
    assert record.games[0].events[2:] == (Double(1), Beaver(2))


def test_a_climber_hits_and_the_other_enters() -> None:
    record = record_of(
        text(
            "Score is 0-0 in a 5 point match.",
            "Ann is X - Bo is O",
            "X: (6 2) 24-18 13-11",
            "O: (4 1) 12-16 17-18",
            "X: (5 4) bar-20 6-2",
        )
    )
    plays = [event for event in record.games[0].events if isinstance(event, MakePlay)]
    assert plays[1:] == [MakePlay(2, "13/9 8/7"), MakePlay(1, "bar/20 6/2")]


def test_players_who_change_their_letters_keep_their_sides() -> None:
    read = read_match(
        text(
            "Score is 0-0 in a 5 point match.",
            "Ann is X - Bo is O",
            "X: (3 1) 8-5 6-5",
            "O: wants to resign",
            "X: accepts",
            "X: wins 1 point.",
            "Score is 0-1 in a 5 point match.",
            "Bo is X - Ann is O",
            "O: (3 1) 17-20 19-20",
        )
    )
    assert read.record is not None
    assert codes(read) == ["columns_swapped", "not_finished"]
    assert [game.score for game in read.record.games] == [(0, 0), (1, 0)]
    assert read.record.games[1].events == (OpeningThrow(3, 1), MakePlay(1, "8/5 6/5"))


def test_a_resignation_that_is_refused_is_none() -> None:
    read = read_match(
        text(
            "Score is 0-0 in a 5 point match.",
            "Ann is X - Bo is O",
            "X: (3 1) 8-5 6-5",
            "X: wants to resign",
            "O: rejects",
            "O: (6 4) 1-7 7-11",
        )
    )
    assert read.record is not None
    assert codes(read) == ["not_finished"]
    assert read.record.games[0].result is None


def test_another_match_of_other_players_is_read_as_another() -> None:
    one = ["Score is 0-0 in a 3 point match.", "Ann is X - Bo is O", "X: (3 1) 8-5 6-5"]
    other = [*one[:1], "Cy is X - Di is O", *one[2:]]
    reads = list(read_matches(text(*one, *other)))
    assert [read.record.players for read in reads if read.record] == [("Ann", "Bo"), ("Cy", "Di")]
    assert sorted(codes(reads[0])) == ["more_matches", "not_finished"]


# --- GamesGrid -----------------------------------------------------------------------------------
def test_options_of_gamesgrid_are_rules() -> None:
    record = record_of(
        text(
            "Ann vs. Bo",
            "Jacoby: Yes",
            "Beavers: Yes",
            "Raccoons: No",
            "Variant: NackGammon",
            "",
            "Game 1.0-0",
            "1\t31: 13/10, 6/5",
        )
    )
    rules = record.rules
    assert (rules.length, rules.variant.name, rules.jacoby) == (None, "nackgammon", True)
    assert (rules.beavers, rules.raccoons) == (True, False)


def test_a_line_that_comes_twice_counts_once_and_the_longest_counts() -> None:
    record = record_of(
        text(
            "Ann vs. Bo",
            "Match Length: 3",
            "Game 1.0-0/3",
            "1\t31: 8/5,",
            "1\t31: 8/5, 6/5",
            "1\t31: 8/5",
            "1\t\t64: 24/18, 18/14",
        )
    )
    plays = [event for event in record.games[0].events if isinstance(event, MakePlay)]
    assert [play.play for play in plays] == ["8/5 6/5", "24/18 18/14"]


def test_blanks_in_place_of_tabulators_tell_the_side_by_the_column() -> None:
    rows = ("1       31: 8/5, 6/5", "1               64: 24/18, 18/14", "2       Double to 2")
    read = read_match(text("Ann vs. Bo", "Game 1.0-0/3", *rows, "2               Accept"))
    assert read.record is not None
    assert read.record.games[0].events[4:] == (Double(1), Take(2))
    assert codes(read) == ["not_finished"]


def test_the_day_of_a_gamesgrid_match_is_a_fact() -> None:
    record = record_of(text("Ann vs. Bo", "Saturday, May 4, 2002", "Game 1.0-0", "1\t31: 8/5, 6/5"))
    assert record.fact("EventDate") == "2002.05.04"


# --- TrueMoneyGames ------------------------------------------------------------------------------
def test_a_roll_that_was_not_played_stands_as_a_roll() -> None:
    head = ["MatchID: 1", "Player1: 7 Ann Lee 12.50", "Player2: 8 Bo 0.0", "Length: 3"]
    record = record_of(
        text(*head, "Game 1: 0-0", "+1 1 31:", "+1 4 8/5 6/5", "-1 1 64:", "-1 22 Out of time")
    )
    assert record.players == ("Ann Lee", "Bo")
    assert any(isinstance(event, Roll) for event in record.games[0].events)
    assert record.games[0].result is not None
    assert record.games[0].result.winner == 1
