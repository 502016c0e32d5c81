"""What a faulty record does to the game: it goes on as it is written, if the board allows it."""

from matches.engine import BAR, How, MakePlay, Misplay, Position, Resign, format_board
from matches.records import Setup, read_match
from tests.records.fixtures import codes, mat, record_of


def last_position(source: bytes) -> Position:
    record = record_of(source)
    *_, (_, state) = record.games[-1].states(record.rules)
    return state.position


def test_an_illegal_play_stands() -> None:
    board = last_position(mat("  1) 31: 8/5 6/4     42: 8/4 6/4"))
    assert board.places(1) == {24: 2, 13: 5, 8: 2, 6: 4, 5: 1, 4: 1}
    assert board.places(2) == {24: 2, 13: 5, 8: 2, 6: 4, 4: 2}


def test_an_illegal_play_may_hit_and_the_rest_is_judged_from_there() -> None:
    source = mat("  1) 31: 24/21 8/6     11: 6/4* 6/4")
    assert codes(read_match(source)) == ["illegal_play", "not_finished"]
    board = last_position(source)
    assert (board.count(1, BAR), board.count(1, 21), board.count(2, 4)) == (1, 0, 2)


def test_an_impossible_play_leaves_the_board_alone() -> None:
    board = last_position(mat("  1) 31: 8/5 10/9"))
    assert format_board(board) == "X{24:2 13:5 8:3 6:5} O{24:2 13:5 8:3 6:5}"


def test_a_missing_turn_is_stepped_over() -> None:
    record = record_of(mat("  1) 31: 8/5 6/5", "  2) 42: 8/4 6/4"))
    kinds = [type(event) for event in record.games[0].events]
    assert kinds.count(MakePlay) == 2
    assert kinds[2] is Setup
    assert record.games[0].events[2].side == 1  # type: ignore[union-attr]


def test_a_wrong_star_is_only_told() -> None:
    source = mat("  1) 31: 8/5* 6/5")
    assert codes(read_match(source))[0] == "star_wrong"
    assert last_position(source).count(1, 5) == 2


def test_a_hit_in_passing_that_is_not_written_is_made() -> None:
    board = last_position(mat("  1) 32: 24/21 13/11     22: 13/11(2) 6/2"))
    assert (board.count(1, BAR), board.count(1, 21), board.count(2, 2)) == (1, 0, 1)


def test_a_roll_before_the_opponent_gave_up_stays_unplayed() -> None:
    game = record_of(mat("  1) 31: 8/5 6/5     42: ????", "      Wins 2 points")).games[0]
    assert game.events[-2] == Resign(2, 2)
    assert not isinstance(game.events[-3], MakePlay | Misplay)
    assert game.result is not None
    assert (game.result.winner, game.result.points) == (1, 2)


def test_a_double_in_the_crawford_game_is_played_on() -> None:
    source = mat("  1) 31: 8/5 6/5      Doubles => 2", "  2)  Takes     42: 8/4 6/4", score=(2, 2))
    assert "double_in_crawford" not in codes(read_match(source))
    *_, (_, state) = record_of(source).games[0].states(record_of(source).rules)
    assert (state.cube.value, state.cube.owner) == (2, 1)


def test_the_next_score_decides_what_a_resigned_game_was_worth() -> None:
    rows = (
        *("  1) 31: 8/5 6/5      Doubles => 2", "  2)  Takes     42: 8/4 6/4"),
        *("      Wins 3 points", " Game 2", " Ann : 3      Bo : 0", "  1) 31: 8/5 6/5"),
    )
    first = record_of(mat(*rows, length=7)).games[0].result
    assert first is not None
    assert (first.points, first.how) == (3, How.AWARDED)


def test_points_alone_make_a_record_of_games() -> None:
    rows = ("      Wins 2 points", "", " Game 2", " Ann : 2      Bo : 0", " " * 34 + "Wins 1 point")
    record = record_of(mat(*rows))
    assert record.depth.value == "games"
    assert [game.result.points for game in record.games if game.result] == [2, 1]
    assert record.games[1].crawford


def test_players_who_change_columns_keep_their_sides() -> None:
    rows = (
        "      Wins 1 point",
        " Game 2",
        " Bo : 0      Ann : 1",
        "  1) 31: 8/5 6/5     42: 8/4 6/4",
    )
    record = record_of(mat(*rows))
    assert [game.score for game in record.games] == [(0, 0), (1, 0)]
    assert last_position(mat(*rows)).places(2) == {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}


def test_players_can_be_called_like_words() -> None:
    source = mat("  1) 31: 8/5 6/5").replace(b" Ann :", b" Winston Takes :")
    assert record_of(source).players == ("Winston Takes", "Bo")


def test_a_resignation_without_points_is_worth_what_the_next_score_says() -> None:
    game = (" Game 2", " Ann : 2      Bo : 0", "  1) 31: 8/5 6/5")
    source = mat("  1) 31: 8/5 6/5                 Resigns", *game)
    result = record_of(source).games[0].result
    assert result is not None
    assert (result.winner, result.kind, result.points) == (1, 2, 2)
    assert codes(read_match(source)) == ["result_inferred", "not_finished"]
