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
    make_rounds,
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
    shows(director.page, "Expected to finish about", "The public page does not show these times")
    director.goes_to(event, "settings")
    director.page.get_by_label("Show on the public page").check()
    director.page.locator("#forecast").get_by_role("button", name="Save this").click()
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


def test_a_swiss_is_reckoned_before_its_draw_and_while_it_is_played(
    hall: Hall, transactional_db: None
) -> None:
    tournament = make_tournament(tables=2)
    planned = make_event(tournament, name="Swiss", format="swiss", round_rules={"rounds": 3})
    enter(planned, NAMES)
    director = hall.director(**PHONE)
    page = director.page
    director.goes_to(planned, "draw")
    shows(page, "8 entries, 12 matches, and 2 boards", "3 rounds. Everybody plays 3 matches.")
    fill(page, {"Entries": "9", "Boards": "4"})
    press(page, "Work it out")
    shows(page, "9 entries, 12 matches, and 4 boards", "at least 2 matches")

    event = make_rounds(NAMES, tournament=tournament, name="Night", rounds=2)
    director.goes_to(event)
    shows(page, "Expected to finish about", "Round 1 ends about", "nine in ten are over by")
    Stage(event).play_out()
    shows(page, "All matches of round 1 are decided.", "Expected to finish about")
    expect(page.locator("main")).not_to_contain_text("ends about")
