"""What GNU Backgammon said of a whole match is read as it printed it, and only if it follows it."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from matches.analysis import Analysis, AnalysisError, Choice, from_data, read, to_data
from matches.records import MatchRecord
from matches.records.values import GameRecord
from tests.records.fixtures import ROOT, record_of

DATA = ROOT / "tests/data/analysis"
RECORD = record_of(DATA / "match.mat")
TOLD: dict[str, Any] = json.loads((DATA / "told.json").read_text(encoding="utf-8"))
FOUND: Analysis = read(TOLD, RECORD, 0)


def test_the_figures_are_those_that_the_program_printed() -> None:
    first, second = FOUND.sides
    assert [(one.plays, one.unforced, one.cube) for one in FOUND.sides] == [
        (123, 101, 24),
        (123, 77, 14),
    ]
    assert [round(one.play_error, 3) for one in FOUND.sides] == [5.571, 5.176]
    assert [round(one.cube_error, 3) for one in FOUND.sides] == [2.733, 3.351]
    assert [round(one.luck, 3) for one in FOUND.sides] == [-0.606, -0.830]
    assert first.rate == pytest.approx(66.4, abs=0.05)
    assert second.rate == pytest.approx(93.7, abs=0.05)
    assert FOUND.snowie(1) == pytest.approx(33.8, abs=0.05)
    assert FOUND.snowie(2) == pytest.approx(34.7, abs=0.05)


@pytest.mark.parametrize("side", [1, 2])
def test_the_decisions_sum_up_to_the_figures(side: int) -> None:
    own = [one for one in FOUND.judged if one.side == side]
    plays = [one for one in own if one.choice is Choice.PLAY]
    cube = [one for one in own if one.choice is not Choice.PLAY]
    figures = FOUND.sides[side - 1]
    assert sum(one.loss for one in plays) == pytest.approx(figures.play_error, abs=1e-4)
    assert sum(one.loss for one in cube) == pytest.approx(figures.cube_error, abs=0.02)
    assert sum(one.luck for one in plays) == pytest.approx(figures.luck, abs=1e-4)
    assert len(plays) == figures.plays


def test_the_cube_is_judged_by_kind_as_the_program_printed_it() -> None:
    def lost(side: int, chosen: str) -> tuple[int, float]:
        own = [one.loss for one in FOUND.judged if (one.side, one.chosen) == (side, chosen)]
        return len([loss for loss in own if loss]), round(sum(own), 2)

    assert lost(1, "double") == (1, 0.60)
    assert lost(2, "take") == (1, 2.86)
    assert lost(2, "no_double") == (8, round(0.120 + 0.374, 2))
    assert lost(1, "no_double")[1] == pytest.approx(0.796 + 1.341, abs=0.006)


def test_each_decision_is_found_in_the_record() -> None:
    events = [event for game in RECORD.games for event in game.events]
    for one in FOUND.judged:
        if one.choice is Choice.PLAY:
            thrown = events[one.at - 1]
            dice = getattr(thrown, "dice", None) or (thrown.first, thrown.second)  # type: ignore[union-attr]
            assert sorted(map(str, dice)) == sorted(one.dice)


def test_the_worst_play_is_told_as_players_write_it() -> None:
    worst = next(one for one in FOUND.worst(5) if one.choice is Choice.PLAY)
    assert (worst.game, worst.side, worst.dice) == (4, 2, "61")
    assert (worst.chosen, worst.best) == ("13/7 10/9", "13/7 8/7")


def test_it_is_kept_and_comes_back() -> None:
    again = from_data(json.loads(json.dumps(to_data(FOUND))))
    assert to_data(again) == to_data(FOUND)


def changed(change: Callable[[Any], None]) -> str:
    told = copy.deepcopy(TOLD)
    change(told)
    with pytest.raises(AnalysisError) as caught:
        read(told, RECORD, 0)
    assert str(caught.value)
    return caught.value.code


def turn(told: Any) -> Any:
    return told["games"][0]["game"][3]


FOLLOWED_OTHERWISE: dict[str, Callable[[Any], None]] = {
    "another board": lambda told: turn(told).update(board="4HPwATDgc/ABMA"),
    "other dice": lambda told: turn(told).update(dice=[1, 1]),
    "the other side": lambda told: turn(told).update(player="O"),
    "another action": lambda told: turn(told).update(action="double"),
    "a turn less": lambda told: told["games"][0]["game"].pop(3),
    "an end too early": lambda told: told["games"][0]["game"].pop(),
    "a turn too much": lambda told: told["games"][0]["game"].append(turn(told)),
}


@pytest.mark.parametrize("change", FOLLOWED_OTHERWISE)
def test_what_follows_the_match_otherwise_is_not_believed(change: str) -> None:
    assert changed(FOLLOWED_OTHERWISE[change]) == "followed_otherwise"


UNREADABLE: dict[str, Callable[[Any], None]] = {
    "a game is missing": lambda told: told["games"].pop(),
    "no statistics": lambda told: told.pop("stats"),
    "no table of equities": lambda told: told.update(met=[]),
    "no score of a play": lambda told: turn(told)["analysis"]["best"].pop("score"),
    "nobody": lambda told: turn(told).update(player="Z"),
}


@pytest.mark.parametrize("change", UNREADABLE)
def test_what_cannot_be_read_is_refused(change: str) -> None:
    assert changed(UNREADABLE[change]) == "analysis_unreadable"


def test_it_is_not_read_as_that_of_another_match() -> None:
    games: tuple[GameRecord, ...] = RECORD.games[1:]
    other = MatchRecord(RECORD.players, RECORD.rules, games)
    with pytest.raises(AnalysisError):
        read(TOLD, other, 0)
