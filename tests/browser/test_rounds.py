"""A Swiss as its director runs it, with somebody watching and a player with a card."""

import pytest
from playwright.sync_api import expect

from tests.browser.acting import fill, follow, is_at, press, shows
from tests.browser.conftest import Hall
from tests.builders import Stage, enter, make_rounds, make_tournament
from tests.chromium import PHONE
from tournaments.models import Event

pytestmark = pytest.mark.browser

NAMES = ["Anna", "Boris", "Clara", "David", "Elena"]


def test_a_swiss_is_set_up_drawn_and_played_to_its_table(hall: Hall) -> None:
    tournament = make_tournament()
    director = hall.director(**PHONE)
    page = director.page
    page.goto(f"/desk/{tournament.slug}/new/")
    fill(page, {"Name": "Swiss", "Match length": "5"})
    expect(page.get_by_label("Number of rounds")).to_be_hidden()
    page.get_by_label("Swiss", exact=True).check()
    expect(page.get_by_label("Consolation for the losers")).to_be_hidden()
    expect(page.get_by_label("Out after so many losses")).to_be_hidden()
    fill(page, {"Number of rounds": "2"})
    press(page, "Create the event")

    event = Event.objects.get()
    is_at(page, "/desk/kyiv-open/swiss/entries/")
    enter(event, NAMES)
    director.goes_to(event, "draw")
    director.drafts("6-3 2-1")
    shows(page, "Both have 0.", "Bye: the lowest score")
    director.publishes()
    shows(page, "Round 1 of 2")

    watching = hall.public().watches(event)
    expect(watching.locator("#round-1 .pair")).to_have_count(3)
    expect(watching.locator("#round-2")).to_have_count(0)
    Stage(event).play_out()
    follow(page, "Pair round 2")
    press(page, "Pair round 2")
    shows(page, "Draft of round 2")
    press(page, "Publish round 2")
    shows(page, "The round is published.")
    expect(watching.locator("#round-2 .pair")).to_have_count(3)

    Stage(event).play_out()
    table = hall.public().watches(event, "standings")
    shows(table, "Final standings after 2 rounds.")
    rows = table.locator("tbody tr")
    expect(rows).to_have_count(len(NAMES))
    expect(rows.first.locator(".first")).to_have_text("2")


def test_somebody_leaves_and_somebody_comes_late(hall: Hall) -> None:
    event = make_rounds(NAMES, rounds=3)
    director = hall.director(**PHONE)
    director.goes_to(event, "rounds")
    page = director.page
    press(page, "Leaves Boris")
    shows(page, "left after round 1")
    director.unfolds("Somebody comes late")
    fill(page, {"Name": "Farid", "Each round missed so far counts as": "half"})
    press(page, "Enter")
    shows(page, "Farid plays from the next round on.", "from round 2 on")
    Stage(event).play_out()
    director.goes_to(event, "rounds")
    press(page, "Pair round 2")
    draft = page.locator("section", has=page.get_by_role("heading", name="Draft of round 2"))
    expect(draft).to_contain_text("Farid")
    expect(draft).not_to_contain_text("Boris")


def test_the_director_decides_a_pair_gives_the_bye_and_takes_it_all_back(hall: Hall) -> None:
    event = make_rounds([*NAMES, "Farid", "Galina"], rounds=4)
    Stage(event).play_out()
    director = hall.director(**PHONE)
    director.goes_to(event, "rounds")
    page = director.page
    press(page, "Pair round 2")
    director.unfolds("Change the draft")
    pairs = page.locator("#pairs")
    pairs.get_by_label("This one", exact=True).select_option(label="1 Anna")
    pairs.get_by_label("And this one").select_option(label="2 Boris")
    press(page, "Meet in round 2")
    shows(page, "Anna – Boris", "meet in round 2", "Paired by the director.")
    pairs.get_by_label("This one", exact=True).select_option(label="1 Anna")
    pairs.get_by_label("And this one").select_option("bye")
    press(page, "Swap these two")
    shows(page, "Bye given by the director by hand.")
    press(page, "Publish round 2")

    watching = hall.public().watches(event)
    expect(watching.locator("#round-2 .pair", has_text="Anna")).to_contain_text("bye")
    for undone in ("publishing round 2", "the swap of", "forced and forbidden pairs"):
        follow(page, "Undo")
        shows(page, undone)
        press(page, "Undo it")
    expect(watching.locator("#round-2")).to_have_count(0)
    director.goes_to(event, "rounds")
    shows(page, "Draft of round 2")
    expect(page.locator("main")).not_to_contain_text("by the director")


def test_a_late_entry_is_looked_at_first(hall: Hall) -> None:
    event = make_rounds(NAMES, rounds=3)
    Stage(event).play_out()
    director = hall.director(**PHONE)
    director.goes_to(event, "rounds")
    page = director.page
    director.unfolds("Somebody comes late")
    fill(page, {"Name": "Farid", "Each round missed so far counts as": "half"})
    press(page, "What would that mean?")
    shows(page, "Farid would play from round 2 on.", "With ½ for 1 missed round.")
    press(page, "Enter")
    shows(page, "Farid plays from the next round on.")
