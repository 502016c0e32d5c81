"""The money of an evening, as a director with a phone handles it: from the terms to the payouts."""

import pytest
from playwright.sync_api import expect

from tests.browser.acting import fill, follow, is_at, press, shows
from tests.browser.conftest import Complaints, Hall
from tests.builders import Stage, enter, make_event
from tests.chromium import PHONE
from tests.tournaments.purses import heap, start

pytestmark = pytest.mark.browser


def test_an_evening_is_paid_in_and_paid_out(hall: Hall, complaints: Complaints) -> None:
    event = make_event()
    enter(event, ["Anna", "Boris", "Clara", "David"])
    page = hall.director(**PHONE).page
    page.goto("/desk/kyiv-open/main/")
    follow(page, "Money")
    follow(page, "Set up the money")
    page.get_by_label("Currency").select_option("EUR")
    page.get_by_label("How the pool is split").select_option(label="By hand, in per cent")
    fill(page, {"Entry fee (optional)": "20", "Main draw, by hand (optional)": "60 30"})
    complaints.expect("400 (Bad Request)")
    press(page, "Save")
    shows(page, "The percentages add up to 90 %, not to 100 %: change them by +10 %.")
    fill(page, {"Main draw, by hand (optional)": "70 30"})
    press(page, "Save")
    is_at(page, "/desk/kyiv-open/main/money/")
    shows(page, "56.00")

    page.get_by_role("link", name="Who has paid").click()
    for name in ("Anna", "Boris", "Clara", "David"):
        press(page, f"Has paid {name}")
        shows(page, f"{name} has paid.")
    shows(page, "Everybody has paid.")

    Stage(start(event)).play_out()
    winner = heap(event).lines[0].name
    page.goto("/desk/kyiv-open/main/money/")
    press(page, f"Paid out {winner}")
    expect(page.get_by_role("button", name=f"Take back {winner}")).to_be_visible()
    press(page, "Publish the prizes")

    public = hall.public(**PHONE).context.new_page()
    public.goto("/t/kyiv-open/main/")
    public.get_by_role("link", name="Prizes").click()
    shows(public, "The pool is 80.00")
