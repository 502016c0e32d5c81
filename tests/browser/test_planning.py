"""Time at the desk: what it will take, what is slow, and what the public is told."""

from datetime import datetime

import pytest
from playwright.sync_api import expect

from tests.browser.acting import fill, press, shows
from tests.browser.conftest import NAMES, Hall
from tests.builders import (
    Stage,
    enter,
    make_event,
    make_running_event,
    make_tournament,
)
from tests.chromium import PHONE
from tournaments.models import Event

pytestmark = pytest.mark.browser


def test_a_director_asks_what_if_there_were_more_boards(hall: Hall, transactional_db: None) -> None:
    event = make_event(make_tournament(tables=2), consolation_length=5)
    enter(event, NAMES)
    director = hall.director(**PHONE)
    director.goes_to(event, "draw")
    shows(director.page, "How long it will take", "8 entries, 10 matches, and 2 boards")
    fill(director.page, {"Entries": "16", "Boards": "8", "First match at": "19:00"})
    press(director.page, "Work it out")
    shows(director.page, "16 entries, 22 matches, and 8 boards", "Expected to finish about")


def test_the_public_is_told_once_the_director_says_so(hall: Hall, event: Event) -> None:
    watching = hall.public().watches(event)
    expect(watching.locator("main")).not_to_contain_text("Expected to finish")
    director = hall.director()
    director.goes_to(event)
    shows(director.page, "Expected to finish about", "The public page does not show them")
    director.goes_to(event, "settings")
    director.page.get_by_label("Show on the public page").check()
    press(director.page, "Save this")
    expect(watching.locator("main")).to_contain_text("Expected to finish about")


def test_a_match_becomes_slow_while_the_director_watches(
    hall: Hall, transactional_db: None
) -> None:
    event = make_running_event(NAMES)
    director = hall.director(**PHONE)
    page = director.page
    page.clock.install(time=datetime.fromisoformat("2026-12-05T13:00:00Z"))
    director.goes_to(event)
    slow = page.get_by_text("Slow", exact=True)
    expect(page.get_by_text("Table 1")).to_be_visible()
    expect(slow.first).to_be_hidden()
    page.clock.fast_forward("40:00")
    expect(slow.first).to_be_visible()
    expect(slow).to_have_count(4)
    Stage(event).win("M1.1")
    expect(slow).to_have_count(3)
    expect(slow.first).to_be_visible()
