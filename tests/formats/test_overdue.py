"""What becomes of a match that was not played by its last day."""

from datetime import date
from itertools import islice
from typing import Any

import pytest

from tests.formats.refusal import refused
from tournaments.formats.overdue import Overdue, OverduePlan

SATURDAY = date(2026, 12, 5)


def test_usually_it_is_left_to_the_director() -> None:
    plan = OverduePlan.of({})
    assert plan.then == Overdue.DIRECTOR
    assert plan.as_data() == {}


def test_settings_come_back_as_they_were_kept() -> None:
    data = {"then": "slot", "weekday": 2, "hour": "19:30", "table": 4}
    assert OverduePlan.of(data).as_data() == data


@pytest.mark.parametrize(
    ("weekday", "first"),
    [(6, date(2026, 12, 6)), (0, date(2026, 12, 7)), (5, date(2026, 12, 12))],
)
def test_slots_begin_after_the_last_day_and_come_every_week(weekday: int, first: date) -> None:
    days = list(islice(OverduePlan(weekday=weekday).slots(SATURDAY), 3))
    assert days[0] == first
    assert [(day - first).days for day in days] == [0, 7, 14]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"then": "shrug"}, "overdue_unknown"),
        ({"day": 3}, "setting_unknown"),
        ({"weekday": 7}, "weekday_out_of_range"),
        ({"weekday": True}, "weekday_out_of_range"),
        ({"hour": "25:00"}, "hour_unreadable"),
        ({"hour": "19:30:15"}, "hour_unreadable"),
        ({"hour": 19}, "hour_unreadable"),
        ({"table": 0}, "table_out_of_range"),
    ],
)
def test_what_cannot_be_is_refused(data: dict[str, Any], code: str) -> None:
    with refused(code):
        OverduePlan.of(data)
