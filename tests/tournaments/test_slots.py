"""An hour that is given to a match by itself: at a table that is free, and when both are."""

from datetime import timedelta

import pytest

from tests.builders import (
    NOON,
    Stage,
    by_director,
    make_rounds,
    make_running_event,
    make_tournament,
)
from tests.tournaments.test_play_by import ROUND, travel, utc
from tournaments.models import Event, Fixture, Tournament
from tournaments.services.overdue import overdue_set
from tournaments.services.slots import Diary
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db(transaction=True)

FRIDAY = utc(2026, 12, 11, 19)
WEEK = timedelta(days=7)
FIVE = timedelta(minutes=5)


def league(
    names: str, tournament: Tournament, name: str = "League", table: int | None = 2
) -> Event:
    event = make_rounds(names, "round_robin", tournament=tournament, name=name, league=ROUND)
    rules = {"then": "slot", "weekday": 4, "hour": "19:00", "table": table}
    overdue_set(event_id=event.pk, rules=rules, act=by_director())
    return event


def slots(event: Event) -> list[object]:
    rows = event.fixtures.filter(slot_at__isnull=False).order_by("slot_at")
    return list(rows.values_list("slot_at", flat=True))


def row_of(event: Event) -> Fixture:
    row = Stage(event).fixture("R1.1")
    row.event = event
    return row


def test_a_table_is_taken_for_as_long_as_a_match_lasts() -> None:
    tournament = make_tournament(time_zone="UTC")
    first = league("AB", tournament)
    travel(utc(2026, 12, 8))
    assert slots(first) == [FRIDAY]
    second = Diary(row_of(league("CD", tournament, "Other")), NOON)
    assert not second.is_free(FRIDAY + timedelta(minutes=45), 2)
    assert not second.is_free(FRIDAY - timedelta(minutes=45), 2)
    assert second.is_free(FRIDAY + timedelta(minutes=45), 3)
    assert second.is_free(FRIDAY + timedelta(hours=3), 2)


def test_whoever_is_at_a_table_now_is_there_for_a_while() -> None:
    tournament = make_tournament(time_zone="UTC")
    main = make_running_event("CD", tournament=tournament)
    table_assign(event_id=main.pk, key="M1.1", number=None, act=by_director())
    table_assign(event_id=main.pk, key="M1.1", number=2, act=by_director())
    diary = Diary(row_of(league("AB", tournament)), NOON + FIVE)
    assert not diary.is_free(NOON + timedelta(minutes=30), 2)
    assert diary.is_free(NOON + timedelta(minutes=30), 3)
    assert diary.is_free(NOON + timedelta(hours=3), 2)


def test_nobody_plays_two_matches_at_an_hour_wherever_they_are() -> None:
    elsewhere = make_tournament("Lviv Open", time_zone="UTC")
    league("AB", elsewhere, table=7)
    travel(utc(2026, 12, 8))
    here = make_tournament("Kyiv Open", time_zone="UTC")
    diary = Diary(row_of(league("AC", here)), utc(2026, 12, 8))
    assert not diary.is_free(FRIDAY, 2)
    assert diary.is_free(FRIDAY + WEEK, 2)
    assert Diary(row_of(league("DE", here, "Third")), utc(2026, 12, 8)).is_free(FRIDAY, 7)


def test_where_any_table_will_do_there_are_no_more_matches_than_tables() -> None:
    tournament = make_tournament(time_zone="UTC", tables=1)
    event = league("ABCD", tournament, table=None)
    travel(utc(2026, 12, 8))
    assert slots(event) == [FRIDAY, FRIDAY + WEEK]


def test_where_no_tables_are_numbered_all_play_at_that_hour() -> None:
    tournament = make_tournament(time_zone="UTC", tables=0)
    event = league("ABCD", tournament, table=None)
    travel(utc(2026, 12, 8))
    assert slots(event) == [FRIDAY, FRIDAY]
