"""The log tells what was said, and what became of a match whose pair changed."""

import pytest

from matches.services.reporting import match_report
from tests.builders import Stage, by_director, by_player, make_running_event
from tests.pages.desk import Desk
from tests.pages.reading import text, words

pytestmark = pytest.mark.django_db


def _log(stage: Stage) -> str:
    return words(text(Desk(stage.event).get("event_log")))


def test_a_dispute_by_another_score_tells_that_score() -> None:
    stage = Stage(make_running_event("AB"))
    first, second = stage.players("M1.1")
    for player, scores in ((first, (7, 4)), (second, (5, 7))):
        match_report(
            match_id=stage.match("M1.1").pk,
            player_id=player.pk,
            scores=scores,
            act=by_player(player),
        )
    assert f"disputed, says {second.name} wins 7–5" in _log(stage)


def test_a_pair_that_changed_before_a_result_left_none_behind() -> None:
    stage = Stage(make_running_event("ABCD"))
    stage.win("M1.1")
    stage.win("M1.2")
    stage.win("M1.1", side=2, act=by_director(2, "slip"), clear=True)
    log = _log(stage)
    assert "without a result; the pair changed" in log
    assert "no longer counts" not in log


def test_a_result_that_went_with_its_pair_is_told_without_another_one() -> None:
    stage = Stage(make_running_event("ABCD"))
    for key in ("M1.1", "M1.2", "M2.1"):
        stage.win(key)
    winner = stage.names("M2.1")[0]
    stage.win("M1.1", side=2, act=by_director(2, "slip"), clear=True)
    log = _log(stage)
    gone = log[log.index("no longer counts, the bracket changed") :]
    told = gone[gone.index("before:") :]
    assert told.startswith(f"before: {winner} wins 7–0")
    assert not told.startswith(f"before: {winner} wins 7–0 →")


def test_the_result_sheet_says_walkover_where_nobody_played() -> None:
    stage = Stage(make_running_event("AB"))
    data = {"winner": 1, "outcome": "walkover", "version": stage.match("M1.1").version}
    desk = Desk(stage.event)
    desk.post("fixture", "M1.1", **data)
    sheet = words(text(desk.get("event_sheet")))
    assert "w/o" in sheet
