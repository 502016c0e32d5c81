"""A result that goes and comes back costs nothing that was written of the match after it."""

import pytest

from matches.models import Match
from matches.records import Scored
from matches.services.record_sheet import sheet_write
from tests.builders import Stage, by_director, make_running_event, undo_last
from tournaments.models import LogEntry
from tournaments.selectors.log import fixture_log
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db

FINAL, FIRST = "M2.1", "M1.1"


def before_the_final() -> Stage:
    stage = Stage(make_running_event("ABCD", length=5))
    stage.win(FIRST)
    stage.win("M1.2")
    sheet_write(match_id=stage.match(FINAL).pk, games=[Scored(1, 2)], act=by_director(5))
    return stage


def sheets(match: Match) -> int:
    return match.records.filter(source="scored").count()


def test_the_score_sheet_of_a_final_is_there_again_when_its_players_are() -> None:
    stage = before_the_final()
    voided = stage.match(FINAL)
    result_enter(event_id=stage.event.pk, key=FIRST, verdict=None, act=by_director(6, "Misread"))
    voided.refresh_from_db()
    assert (voided.state, sheets(voided)) == ("void", 1)
    undo_last(stage.event)
    final = stage.match(FINAL)
    assert final.pk != voided.pk
    assert (sheets(final), sheets(voided)) == (1, 0)
    assert LogEntry.objects.filter(action="record.returned", match_id=final.pk).count() == 1
    assert any("are back" in line.what for line in fixture_log(stage.event, FINAL))


def test_others_who_meet_there_get_nothing_of_it_and_those_who_come_back_do() -> None:
    stage = before_the_final()
    stage.win(FIRST, 2, act=by_director(7, "Misread"))
    assert sheets(stage.match(FINAL)) == 0
    stage.win(FIRST, 1, act=by_director(8, "Right at first"))
    assert sheets(stage.match(FINAL)) == 1
