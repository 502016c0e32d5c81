"""What was done at a table, as match texts tell it: only what counted in the end."""

from matches.engine import (
    Action,
    Correct,
    Dice,
    Double,
    MakePlay,
    Misplay,
    OpeningThrow,
    RefuseResignation,
    Resign,
    Roll,
    Rules,
    Stand,
    TimeOut,
    VoidRoll,
    parse_board,
)
from matches.records import from_actions, write_mat, write_sgf
from tests.records.fixtures import record_of

OPENING: tuple[Action, ...] = (OpeningThrow(3, 1), MakePlay(1, "8/5 6/5"))
WRONG = parse_board("X{24:2 13:5 8:2 6:4 5:2} O{24:1 18:1 13:4 9:1 8:3 6:5}")


def rows(*actions: Action) -> list[str]:
    """The rows of a game, without their numbers."""
    text = write_mat(from_actions(("Ann", "Bo"), Rules(length=3, flag="game"), actions))
    return [" ".join(line[4:].split()) for line in text.splitlines() if line[3:4] == ")"]


def test_an_illegal_play_that_stood_is_written_as_it_was_played() -> None:
    actions = (*OPENING, Roll(2, Dice(6, 5)), Misplay(2, WRONG), Stand(1))
    assert rows(*actions) == ["31: 8/5 6/5 65: 24/18 13/9"]


def test_of_a_corrected_play_only_the_correction_is_written() -> None:
    actions = (*OPENING, Roll(2, Dice(6, 5)), Misplay(2, WRONG), Correct(2, "24/13"))
    assert rows(*actions) == ["31: 8/5 6/5 65: 24/18 18/13"]


def test_a_roll_that_is_void_is_not_written() -> None:
    actions = (
        *OPENING,
        Roll(2, Dice(6, 5)),
        VoidRoll(2),
        Roll(2, Dice(4, 2)),
        MakePlay(2, "8/4 6/4"),
    )
    assert rows(*actions) == ["31: 8/5 6/5 42: 8/4 6/4"]


def test_a_refused_resignation_leaves_no_trace() -> None:
    actions = (*OPENING, Resign(2, 1), RefuseResignation(1), Double(2))
    assert rows(*actions) == ["31: 8/5 6/5 Doubles => 2"]


def test_a_game_lost_on_time_is_written_with_its_points() -> None:
    record = from_actions(("Ann", "Bo"), Rules(length=3, flag="game"), (*OPENING, TimeOut(2)))
    for write in (write_mat, write_sgf):
        result = record_of(write(record).encode()).games[0].result
        assert result is not None
        assert (result.winner, result.points) == (1, 3)  # two of his are in her home


def test_equal_opening_dice_are_left_out() -> None:
    assert rows(OpeningThrow(2, 2), *OPENING) == ["31: 8/5 6/5"]
