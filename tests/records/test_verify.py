"""A record is checked by the rules, wherever it comes from."""

from dataclasses import replace
from pathlib import Path

import pytest

from matches.engine import (
    BAR,
    Dice,
    Double,
    GameResult,
    How,
    MakePlay,
    OpeningThrow,
    Position,
    Roll,
    Rules,
    Take,
)
from matches.records import Depth, Event, GameRecord, MatchRecord, Setup, Severity, verify
from tests.records.fixtures import DIALECTS, record_of

RULES = Rules(length=3)
OPENING: tuple[Event, ...] = (OpeningThrow(3, 1), MakePlay(1, "8/5 6/5"))
WON = GameResult(1, 1, 1, 1, How.DROPPED)


def match(*games: GameRecord, final: tuple[int, int] | None = None) -> MatchRecord:
    return MatchRecord(("Ann", "Bo"), RULES, games, final_score=final)


def found(record: MatchRecord) -> list[str]:
    return [each.code for each in verify(record) if each.severity is not Severity.NOTE]


@pytest.mark.parametrize("path", DIALECTS, ids=lambda path: path.name)
def test_sound_records_have_nothing_wrong(path: Path) -> None:
    assert verify(record_of(path)) == []


def test_an_illegal_play_is_told_with_its_place() -> None:
    record = match(GameRecord((0, 0), events=(OpeningThrow(3, 1), MakePlay(1, "8/5 6/4"))))
    first = verify(record)[0]
    assert (first.code, first.game, first.move) == ("impossible_action", 1, 1)
    assert "no number that is left" in first.message


def test_the_games_after_a_broken_one_are_checked_too() -> None:
    broken = GameRecord((0, 0), events=(Double(1),), result=WON)
    wrong = GameRecord((1, 1), events=(*OPENING, Double(1)))
    assert found(match(broken, wrong)) == ["impossible_action", "score_wrong", "impossible_action"]


def test_a_result_must_follow_from_the_game() -> None:
    record = record_of(DIALECTS[1])
    first, *rest = record.games
    dropped = first.result
    assert dropped is not None
    greedy = replace(first, result=replace(dropped, points=2, kind=2))
    assert "result_wrong" in found(replace(record, games=(greedy, *rest)))
    assert "result_missing" in found(replace(record, games=(replace(first, result=None), *rest)))
    assert found(match(GameRecord((0, 0), events=OPENING, result=WON))) == ["end_missing"]


def test_the_crawford_game_is_where_the_score_says() -> None:
    two = GameResult(1, 0, 1, 2, How.AWARDED)
    ahead = GameRecord((0, 0), result=two)
    cube = GameRecord((2, 0), events=(*OPENING, Roll(2, Dice(4, 2)), MakePlay(2, "8/4 6/4")))
    assert found(match(ahead, cube)) == ["crawford_wrong"]
    assert found(match(ahead, replace(cube, crawford=True))) == []
    assert found(match(replace(ahead, crawford=True), replace(cube, crawford=True))) == [
        "crawford_extra"
    ]


def test_a_double_in_the_crawford_game_is_impossible() -> None:
    ahead = GameRecord((0, 0), result=GameResult(1, 0, 1, 2, How.AWARDED))
    game = GameRecord((2, 0), crawford=True, events=(*OPENING, Double(2), Take(1)))
    assert found(match(ahead, game)) == ["impossible_action"]


def test_the_final_score_is_that_of_the_games() -> None:
    assert found(match(GameRecord((0, 0), result=WON), final=(3, 0))) == ["final_score_wrong"]


def test_a_result_alone_can_be_all_there_is() -> None:
    record = match(final=(3, 1))
    assert record.depth is Depth.RESULT
    assert verify(record) == []
    assert [each.code for each in verify(match(final=(2, 1)))] == ["not_finished"]


def test_loaded_dice_are_told() -> None:
    """Nobody enters against six points, and the same roll comes every time."""
    shut_out = Position.of({BAR: 1, 6: 14}, {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2})
    turn = (Setup(1, shut_out), Roll(1, Dice(6, 6)), MakePlay(1, ""))
    assert found(match(GameRecord((0, 0), events=turn * 200)))[-1] == "dice_improbable"
    assert "dice_improbable" not in found(match(GameRecord((0, 0), events=turn * 5)))


def test_a_board_that_cannot_be_is_told() -> None:
    shared = Setup(1, Position.of({6: 15}, {19: 15}))
    assert found(match(GameRecord((0, 0), events=(shared,)))) == ["impossible_action"]
