"""The rules of an event on a director's phone, and what hangs beside the draw."""

import pytest
from playwright.sync_api import expect

from tests.browser.acting import fill, follow, is_at, press, shows
from tests.browser.conftest import Complaints, Hall
from tests.builders import Stage, make_running_event
from tests.chromium import PHONE

pytestmark = pytest.mark.browser


def test_a_director_takes_a_rule_set_changes_a_rule_and_gives_it_to_matches(
    hall: Hall, complaints: Complaints
) -> None:
    event = make_running_event(["Anna", "Boris", "Clara", "David"])
    page = hall.director(**PHONE).page
    page.goto("/desk/kyiv-open/main/")
    follow(page, "Rules")
    page.get_by_label("Rule set").select_option(label="USBGF")
    press(page, "Start from this")
    shows(page, "These are the rules of another rule set.")
    page.locator("summary", has_text="Clocks").click()
    page.locator("summary", has_text="Coming late, and breaks").click()
    fill(page, {"Delay or increment, seconds": "15", "Grace for coming late, minutes": "0"})
    complaints.expect("400 (Bad Request)")
    press(page, "Save the rules")
    shows(page, "let the first point fall after 1 minute")
    fill(page, {"Grace for coming late, minutes": "10"})
    press(page, "Save the rules")
    shows(page, "USBGF says: 12 s")
    shows(page, "2 matches that are not over are played under other rules than these.")
    follow(page, "Give them these rules")
    press(page, "Give them to 2 matches")
    is_at(page, "/desk/kyiv-open/main/rules/")
    shows(page, "2 matches have the rules of the event now.")
    assert Stage(event).match("M1.1").rules["delay"] == 15

    public = hall.public(**PHONE).context.new_page()
    public.goto("/t/kyiv-open/main/")
    public.get_by_role("link", name="Rules").click()
    public.get_by_role("link", name="Rule variances on paper").click()
    shows(public, "This event is played by the rule set USBGF, but for these rules:")
    row = public.get_by_role("row", name="Delay or increment")
    expect(row.get_by_role("cell")).to_have_text(["12 s", "15 s"])
