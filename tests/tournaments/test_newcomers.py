"""Who comes to a table that others were called to is called there, and awaited from then on."""

import pytest

from matches.models import Deadline
from matches.services.deadlines import fire_due
from matches.services.lateness import match_here
from tests.builders import Stage, by_director, make_running_event, make_ties
from tournaments.models import LogEntry, Table
from tournaments.services.lineups import lineup_set

pytestmark = pytest.mark.django_db(transaction=True)


def calls(stage: Stage, key: str) -> list[tuple[int, int]]:
    """Of the match that is there now: at which minute, and to which table."""
    lines = LogEntry.objects.filter(action="match.called", match_id=stage.match(key).pk)
    return [
        (int((line.at - by_director().at).total_seconds() // 60), line.after["table"])
        for line in lines.order_by("pk")
        if line.after
    ]


def test_a_pair_that_changed_is_called_to_the_table_of_the_one_before() -> None:
    stage = Stage(make_running_event("ABCD", rule_set="ukbgf"))
    stage.win("M1.1")
    stage.win("M1.2")
    table = Table.objects.get(fixture=stage.fixture("M2.1")).number
    stage.win("M1.2", 2, act=by_director(7, "Upside down"))
    match = stage.match("M2.1")
    assert calls(stage, "M2.1") == [(7, table)]
    assert match.called_at == by_director(7).at
    due = Deadline.objects.get(kind="late_start", subject_id=match.pk, done_at=None)
    assert due.due_at == by_director(12).at


def test_who_sits_in_for_somebody_is_awaited_at_the_board_and_the_others_go_on() -> None:
    event = make_ties(["Kyiv", "Lviv"], size=4, length=5, rule_set="ukbgf")
    stage = Stage(event)
    match_here(match_id=stage.match("M1.1.1").pk, sides=[1], act=by_director(1))
    fire_due(by_director(5).at)
    other = stage.fixture("M1.1").entry_2
    assert other is not None
    members = list(other.members.order_by("place").values_list("pk", flat=True))
    seats = [members[3], members[1], members[2]]
    act = by_director(6)
    lineup_set(event_id=event.pk, key="M1.1", entry_id=other.pk, seats=seats, act=act)
    assert [minute for minute, _table in calls(stage, "M1.1.1")] == [6]
    assert [minute for minute, _table in calls(stage, "M1.1.2")] == [0]
    match_here(match_id=stage.match("M1.1.1").pk, sides=[1], act=by_director(7))
    fire_due(by_director(11).at)
    assert stage.match("M1.1.1").start == (2, 0)  # for each who did not come in time


def test_a_clock_that_must_be_there_is_there_for_the_new_pair() -> None:
    stage = Stage(make_running_event("ABCD", rule_set="wbgf"))
    stage.win("M1.1")
    stage.win("M1.2")
    stage.win("M1.2", 2, act=by_director(7, "Upside down"))
    assert stage.match("M2.1").clock.confirmed == (False, False)
