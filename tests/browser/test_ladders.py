"""A ladder from the form to a new order, by the director and two players on their phones."""

import pytest
from playwright.sync_api import expect

from tests.browser.acting import fill, follow, press, shows
from tests.browser.conftest import Hall
from tests.builders import enter, make_ladder, make_tournament
from tests.chromium import PHONE
from tests.tournaments.test_ladders import order
from tournaments.models import Event

pytestmark = pytest.mark.browser

NAMES = ["Anna", "Boris", "Clara", "David"]


def test_a_ladder_is_set_up_and_opened(hall: Hall) -> None:
    tournament = make_tournament(tables=0)
    director = hall.director(**PHONE)
    page = director.page
    page.goto(f"/desk/{tournament.slug}/new/")
    fill(page, {"Name": "Ladder", "Match length": "7"})
    expect(page.get_by_label("Days to play it")).to_be_hidden()
    page.get_by_label("Ladder", exact=True).check()
    fill(page, {"A challenge goes up so many places": "3", "Days to play it": "10"})
    press(page, "Create the event")
    event = Event.objects.get()
    enter(event, NAMES)
    director.goes_to(event, "ladder")
    shows(page, "The first order", "Anna", "David")
    press(page, "Open the ladder")
    shows(page, "The ladder is open", "up to 3 places up")


def test_a_challenge_from_a_phone_moves_the_order_on_every_screen(hall: Hall) -> None:
    event = make_ladder(NAMES, tournament=make_tournament(tables=0))
    public = hall.public().watches(event)
    shows(public, "Nobody challenges anybody")
    clara, anna = hall.phone(), hall.phone()
    clara.scans_card("Clara")
    anna.scans_card("Anna")
    follow(clara.page, "Challenge somebody")
    clara.page.get_by_role("button", name="Challenge Anna").click()
    shows(clara.page, "Your challenge is made.", "You play Anna")
    shows(public, "Clara (3) challenges Anna (1)")
    shows(anna.page, "You play Clara")
    clara.reports_result("I won", 4)
    anna.confirms()
    shows(public, "Clara beats Anna", "Clara 3 → 1")
    assert order(event) == "ClaraAnnaBorisDavid"
