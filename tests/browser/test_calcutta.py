"""A calcutta with the phone in the hand: from the terms to the owner who is paid."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acting import fill, follow, is_at, press, shows
from tests.browser.conftest import Complaints, Hall
from tests.builders import Stage, enter, make_event
from tests.chromium import PHONE
from tests.tournaments.auctions import owner
from tests.tournaments.purses import set_purse, start

pytestmark = pytest.mark.browser

MONEY = "/desk/kyiv-open/main/money/"


def sells(page: Page, lot: str, price: str, share: str = "") -> None:
    shows(page, lot)
    fill(page, {"Buyer": "Max", "Price": price, "Bought back, per cent (optional)": share})
    press(page, "Sold")
    shows(page, f"Sold {lot} to Max")


def sets_up(page: Page) -> None:
    """70 and 30 per cent, a tenth for charity, and Clara with David as the rest of the field."""
    page.goto(MONEY)
    follow(page, "New calcutta")
    page.get_by_label("How the pool is split").select_option(label="By hand, in per cent")
    fill(page, {"Places, by hand (optional)": "70 30"})
    page.get_by_label("Deduction 1").fill("charity")
    page.get_by_label("Per cent (optional)").first.fill("10")
    press(page, "Make the calcutta")
    press(page, "Make the lots")
    page.get_by_label("Clara").check()
    page.get_by_label("David").check()
    press(page, "In one lot")
    shows(page, "Clara, David")
    follow(page, "To the auction")


def test_a_field_is_sold_and_its_owner_paid(hall: Hall, complaints: Complaints) -> None:
    event = make_event()
    enter(event, ["Anna", "Boris", "Clara", "David"])
    set_purse(event, fee=0)
    page = hall.director(**PHONE).page
    sets_up(page)
    sells(page, "Anna", "40", "50")
    sells(page, "Boris", "30")
    sells(page, "Clara, David", "30")
    shows(page, "All lots are sold.", "90.00")

    page.get_by_role("link", name="2. Boris").click()
    fill(page, {"Price": "20"})
    press(page, "Correct the sale")
    shows(page, "Saved.", "81.00")

    public = hall.public(**PHONE).context.new_page()
    press(page, "Publish the sales")
    public.goto("/t/kyiv-open/main/")
    follow(public, "Calcutta")
    shows(public, "3 of 3 lots are sold.", "Boris", "20.00")

    page.get_by_role("link", name="Owners").first.click()
    is_at(page, f"{MONEY}calcutta/1/owners/")
    for name in ("Anna", "Max"):
        press(page, f"Has paid {name}")
        shows(page, f"{name} has paid.")
    Stage(start(event)).play_out()
    won = owner(event, "Max").owed
    page.reload()
    press(page, "Paid out Max")
    expect(page.get_by_role("button", name="Take back Max")).to_be_visible()
    payout = owner(event, "Max").payout
    assert payout is not None
    assert payout.amount == won
