"""Boards that are set by hand, in match texts and in trees."""

from matches.engine import BAR, GameState, Misplay, Position, Roll
from matches.records import MatchRecord, Setup, read_match, verify, write_mat, write_sgf
from tests.records.fixtures import codes, mat, record_of

#: As an XGID has it: upper case is the player on the right, who has the bar at the end.
LINE = "; Set Pos=-B------------------ab-d-A/-1"
BOARD = Position.of({5: 1, 4: 2, 2: 4}, {1: 2, BAR: 1})
TREE = (
    "(;FF[4]GM[6]MI[length:7][game:0][ws:0][bs:0]PW[Ann]PB[Bo]RU[Crawford]"
    ";CV[2];CP[w];AE[a:y]AW[e][d][d][b][b][b][b]AB[x][x][y];PL[B];B[64yq])"
)


def state_of(record: MatchRecord) -> GameState:
    *_, (_, state) = record.games[0].states(record.rules)
    return state


def test_a_board_in_a_text_is_that_of_who_acts_next() -> None:
    record = record_of(mat(LINE, "  1)                    65: bar/14", length=7))
    first = record.games[0].events[0]
    assert first == Setup(2, BOARD, cube=2, owner=1)
    assert state_of(record).cube.owner == 1


def test_a_board_in_a_tree_can_stand_in_several_nodes() -> None:
    record = record_of(TREE.encode())
    assert record.games[0].events[0] == Setup(2, BOARD, cube=2, owner=1)
    assert record.games[0].events[1] == Roll(2, record.games[0].events[1].dice)  # type: ignore[union-attr]


def test_boards_come_back_from_both() -> None:
    for source in (TREE.encode(), mat(LINE, "  1)                    65: bar/14", length=7)):
        record = record_of(source)
        for write in (write_mat, write_sgf):
            again = record_of(write(record).encode())
            assert again.games[0].events[0] == Setup(2, BOARD, cube=2, owner=1)
            assert write(again) == write(record)


def test_a_board_that_cannot_be_is_left_out() -> None:
    both = TREE.replace("AB[x][x][y]", "AB[x][x][y][e]")
    assert "unknown_word" in codes(read_match(both.encode()))
    assert "unknown_word" in codes(read_match(mat("; Set Pos=" + "P" * 26 + "/0")))


def test_the_board_after_an_illegal_play_is_the_truth() -> None:
    after = "-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-2;0;-5;-1;0;0;0;2;0"
    row = f"  1) 31: Illegal play (3;0;0;0;0;Bo;Ann;0;0;0;1;0;0;{after};4;2;)"
    record = record_of(mat(row + "   42: 8/4 6/4"))
    misplay = record.games[0].events[1]
    assert isinstance(misplay, Misplay)
    assert misplay.after.places(1) == {24: 2, 13: 5, 8: 2, 6: 5, 5: 1}
    assert [each.code for each in verify(record)] == ["illegal_position", "not_finished"]


def test_a_game_without_words_in_match_texts_is_judged_as_backgammon() -> None:
    for name in ("eureka", "long nardy", "Acey_Deucey"):
        head = f'; [Variation "{name}"]\n'.encode()
        read = read_match(head + mat(LINE, "  1)                    65: bar/14", length=7))
        assert "variant_unknown" in codes(read)
        assert read.record is not None
        assert read.record.rules.variant.name == "backgammon"
