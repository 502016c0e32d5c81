"""Somebody sets up a chouette, three sit down at their phones, and a cube is turned."""

import re

import pytest
from playwright.sync_api import Page, expect

from matches.models_chouette import Chouette
from matches.services.chouette_links import seat_token
from tests.browser.acting import fill, press, shows
from tests.browser.conftest import Hall
from tests.builders import make_user

pytestmark = pytest.mark.browser

ANSWERS = {"Name of the table": "Friday", "Players, one a line": "Anna\nBoris\nClara"}


def sits(hall: Hall, row: Chouette, number: int) -> Page:
    page = hall.phone().page
    page.goto(f"/matches/chouettes/seat/{seat_token(row.seats.get(number=number))}/play/")
    page.wait_for_load_state()
    press(page, "Sit down")
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    return page


def goes(page: Page) -> None:
    """Make any legal play: whatever may be touched, then wherever it may go; and confirm."""
    confirm = page.locator("[data-confirm]")
    expect(confirm).to_be_visible()
    while confirm.is_disabled():
        page.locator(".spot.may .touch").first.click()
        page.locator(".spot.goal .touch").first.click()
    confirm.click()


def test_three_play_a_game_with_a_cube_each(hall: Hall, transactional_db: None) -> None:
    make_user()
    host = hall.director().page
    host.goto("/desk/chouettes/new/")
    fill(host, {**ANSWERS, "Cube": "multi", "Dice": "board"})
    press(host, "Set up the table")
    host.wait_for_url(re.compile("/desk/chouettes/(?!new)"))
    shows(host, "Friday", "Anna", "has not sat down yet")
    row = Chouette.objects.get()
    anna, boris, clara = (sits(hall, row, number) for number in (1, 2, 3))
    watcher = hall.public().context.new_page()
    watcher.goto(f"/matches/chouettes/{row.code}/")
    anna.get_by_label("First die").select_option("3")
    anna.get_by_label("Second die").select_option("1")
    press(anna, "This was thrown")
    shows(boris, "Anna is on turn")
    goes(anna)
    shows(boris, "Your turn: throw, or double")
    shows(clara, "you may double first")
    press(clara, "Double")
    shows(boris, "waiting for Anna")
    shows(anna, "A cube waits for your answer")
    press(anna, "Take")
    shows(watcher, "cube 2 with the box")
    shows(boris, "Your turn: throw, or double")
    press(boris, "Double")
    shows(anna, "A cube waits for your answer")
    press(anna, "Drop")
    shows(watcher, "dropped", "Clara is on turn")
    watcher.goto(f"/matches/chouettes/{row.code}/?at=4")
    shows(watcher, "4 / 6", "cube 2 with the box")
    watcher.keyboard.press("ArrowLeft")
    shows(watcher, "3 / 6", "waiting for Anna")
    watcher.keyboard.press("End")
    shows(watcher, "6 / 6", "Clara is on turn")
