"""What was done at a table, as match texts tell it: only what counted in the end."""

from dataclasses import replace

import pytest

from matches.engine import (
    VARIANTS,
    AcceptResignation,
    Action,
    Award,
    Correct,
    Dice,
    Double,
    Drop,
    MakePlay,
    Misplay,
    OpeningThrow,
    RefuseResignation,
    Resign,
    Roll,
    Rules,
    RulesError,
    Stand,
    TimeOut,
    VoidRoll,
    parse_board,
)
from matches.records import from_actions, verify, write_json, write_mat, write_sgf
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


@pytest.mark.parametrize("name", ["nackgammon", "longgammon"])
def test_games_of_the_family_are_written_with_their_name(name: str) -> None:
    rules = Rules(length=3, variant=VARIANTS[name])
    record = from_actions(("Ann", "Bo"), rules, [OpeningThrow(6, 5), MakePlay(1, "24/13")])
    for write in (write_mat, write_sgf, write_json):
        again = record_of(write(record).encode())
        assert again.rules == rules
        assert verify(again) == verify(record)


@pytest.mark.parametrize("name", ["tavla_traditional", "long_nardy", "acey_deucey"])
def test_games_without_words_in_match_texts_are_kept_as_json(name: str) -> None:
    rules = Rules(length=3, variant=VARIANTS[name])
    record = from_actions(("Ann", "Bo"), rules, [Award(2, 1), Award(1, 1)])
    assert record_of(write_json(record).encode()) == record
    for write in (write_mat, write_sgf):
        with pytest.raises(RulesError) as refused:
            write(record)
        assert refused.value.code == "game_unwritable"


def test_the_winner_begins_the_next_game_where_that_is_the_rule() -> None:
    variant = VARIANTS["tavla"].replace(next_game_starter="winner")
    record = from_actions(
        ("Ann", "Bo"), Rules(length=3, variant=variant), [Award(2, 1), Roll(2, Dice(4, 2))]
    )
    assert [game.starter for game in record.games] == [0, 2]
    assert [each.code for each in verify(record)] == ["not_finished"]
    known = replace(record, rules=Rules(length=3, variant=VARIANTS["tavla"]))
    assert record_of(write_json(known).encode()) == known


def test_the_right_player_wins_in_the_row_that_is_not_full() -> None:
    assert rows(*OPENING, Resign(1, 2), AcceptResignation(2))[-1] == "31: 8/5 6/5 Wins 2 points"
    dropped = rows(*OPENING, Double(2), Drop(1))
    assert dropped[-2:] == ["31: 8/5 6/5 Doubles => 2", "Drops Wins 1 point"]


def test_the_left_player_wins_in_a_row_of_his_own() -> None:
    assert not any("Wins" in row for row in rows(*OPENING, Resign(2, 1), AcceptResignation(1)))
    text = write_mat(from_actions(("Ann", "Bo"), Rules(length=3), [*OPENING, Award(1, 2)]))
    assert "\n      Wins 2 points\n" in text
