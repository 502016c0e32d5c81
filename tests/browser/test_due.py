"""Who is here and who is missing; what is due; what becomes of matches not played in time."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from matches.services.deadlines import fire_due
from tests.browser.acting import fill, follow, press, shows
from tests.browser.conftest import Hall
from tests.builders import Stage, enter, make_event, make_rounds
from tests.chromium import PHONE
from tournaments.models import Event

pytestmark = pytest.mark.browser

AHEAD = datetime(2999, 1, 1, tzinfo=UTC)
SEASON = {"starts_on": "2999-01-01", "days_per_round": 7}


@pytest.fixture
def checked(transactional_db: None) -> Event:
    event = make_event(checkin_close_at=AHEAD, entries_close_at=AHEAD + timedelta(hours=1))
    enter(event, ["Anna", "Boris", "Clara"])
    return event


def test_players_check_in_and_the_director_leaves_out_who_is_missing(
    hall: Hall, checked: Event
) -> None:
    phone = hall.phone()
    phone.scans_card("Boris")
    shows(phone.page, "Are you here?")
    follow(phone.page, "I am here")
    press(phone.page, "I am here")
    shows(phone.page, "Yes: you have said that you are here.")
    director = hall.director()
    director.goes_to(checked)
    shows(director.page, "1 here, 2 missing", "Entries are open until")
    follow(director.page, "Due")
    shows(director.page, "1 here", "2 missing", "Entries close", "The check-in closes")
    press(director.page, "Is here Clara")
    shows(director.page, "2 here", "1 missing")
    press(director.page, "Leave out the one who is missing")
    shows(director.page, "Everybody is here.")
    assert set(checked.entries.values_list("name", flat=True)) == {"Boris", "Clara"}


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_the_director_gives_an_hour_to_what_is_not_played(
    hall: Hall, transactional_db: None, options: dict[str, Any]
) -> None:
    event = make_rounds(["Anna", "Boris"], "round_robin", league=SEASON)
    director = hall.director(**options)
    director.goes_to(event, "due")
    shows(director.page, "If it is not played by then: left to the director")
    fill(director.page, {"A match that is not played in time is": "slot"})
    fill(director.page, {"Day of the week": "4", "Hour": "19:00", "Table": "3"})
    press(director.page, "Save")
    shows(director.page, "If it is not played by then: given a day and hour")
    fire_due(AHEAD + timedelta(days=7))
    director.page.reload()
    shows(director.page, "If it is not played by then: left to the director")
    phone = hall.phone()
    phone.scans_card(str(Stage(event).names("R1.1")[0]))
    shows(phone.page, "You play on Friday, 11 January, 19:00, at table 3")
    director.goes_to(event)
    expect(director.page.locator("main")).to_contain_text("to be played on 11 January, 19:00")
