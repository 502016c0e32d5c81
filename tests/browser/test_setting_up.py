"""From the first start to a published draw, as a director does it."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.acting import fill, follow, is_at, press, shows
from tests.browser.conftest import Complaints, Hall
from tests.builders import enter, make_event, make_tournament
from tests.chromium import PHONE
from tournaments.models import Event
from tournaments.services.staffing import setup_token

pytestmark = pytest.mark.browser

LISTS = Path(__file__).resolve().parents[1] / "data" / "entries"


def test_the_first_start_makes_one_account_and_ends_at_the_desk(
    hall: Hall, complaints: Complaints
) -> None:
    link = f"/setup/{setup_token()}/"
    page = hall.stranger(**PHONE).page
    page.goto(link)
    password = {"Password": "after-the-crawford-game"}
    fill(page, {"Your name": "Olena Kovalenko", "User name": "olena", **password})
    fill(page, {"The same password again": password["Password"]})
    press(page, "Make my account")
    is_at(page, "/desk/")
    shows(page, "You run no tournament yet.")

    follow(page, "Account")
    press(page, "Log out")
    complaints.expect("403 (Forbidden)")
    page.goto(link)
    shows(page, "The first account exists already: log in.")

    page.goto("/desk/")
    fill(page, {"User name": "olena", **password})
    press(page, "Log in")
    is_at(page, "/desk/")


def test_a_tournament_and_an_event_are_made_and_entered_from_a_file(hall: Hall) -> None:
    director = hall.director(**PHONE)
    page = director.page
    page.goto("/desk/")
    director.creates_tournament(
        Name="Lviv Open",
        First_day="2099-12-05",
        Last_day="2099-12-06",
        Venue="Café Rynok 1",
        Time_zone="Europe/Kyiv",
        Number_of_tables="8",
    )
    is_at(page, "/desk/lviv-open/")
    director.creates_event("Main", length=7, consolation=5)

    event = Event.objects.get()
    director.goes_to(event, "entries")
    director.uploads(LISTS / "entries-plain.txt")
    shows(page, "33 rows were read. 32 of them ticked. Nothing is stored yet.")
    assert not event.entries.exists()
    press(page, "Enter the ticked rows")
    shows(page, "32 entries added.", "Føns Müller")
    assert (event.length, event.consolation_length) == (7, 5)

    entries = hall.public().opens(event, "entries")
    shows(entries, "32 entries", "Anna Ulrich", "Føns Müller")


def test_the_public_sees_a_draw_when_it_is_published_and_not_before(hall: Hall) -> None:
    event = make_event(make_tournament(tables=2), consolation_length=5)
    enter(event, ["Anna", "Boris", "Clara", "David", "Elena", "Farid"])
    watching = hall.public().watches(event)
    director = hall.director()
    director.goes_to(event, "draw")
    director.drafts("6-3 2-1 5-5")
    shows(director.page, "Draft 1 of the draw", "2 byes", "6-3 2-1 5-5", "M1.1", "Farid")
    watching.reload()
    shows(watching, "The draw is not published yet.")

    expect(watching.locator("[data-live][data-state=live]")).to_be_attached()
    director.publishes()
    is_at(director.page, f"/desk/{event.tournament.slug}/{event.slug}/")
    expect(director.section("Playing")).to_contain_text("Table 1")
    expect(director.section("Playing")).to_contain_text("Table 2")
    expect(watching.locator(".fixture.playing")).to_have_count(2)
    shows(watching, "Anna", "Farid", "Playing at table 2")
    draw = hall.public().opens(event, "draw")
    shows(draw, "6-3 2-1 5-5", "Drawn once: the first draft is the draw.")
