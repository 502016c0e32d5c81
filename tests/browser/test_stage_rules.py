"""A stage with rules of its own, set on a director's phone and read beside the draw."""

import pytest
from playwright.sync_api import expect

from tests.browser.acting import fill, follow, press, shows
from tests.browser.conftest import Complaints, Hall
from tests.chromium import PHONE
from tournaments.models import Event

pytestmark = pytest.mark.browser


def test_a_director_gives_the_consolation_another_clock(
    hall: Hall, event: Event, complaints: Complaints
) -> None:
    page = hall.director(**PHONE).page
    page.goto("/desk/kyiv-open/main/rules/")
    page.get_by_label("Stage").select_option(label="Consolation")
    press(page, "Set its rules")
    shows(page, "Rules: Consolation")
    page.locator("summary", has_text="Clocks").click()
    page.locator("summary", has_text="Coming late, and breaks").click()
    fill(page, {"Delay or increment, seconds": "8", "Grace for coming late, minutes": "0"})
    complaints.expect("400 (Bad Request)")
    press(page, "Save the rules")
    shows(page, "Consolation: Without grace everybody would be late")
    fill(page, {"Grace for coming late, minutes": "5"})
    press(page, "Save the rules")
    shows(page, "The event says: 12 s")
    follow(page, "← Rules of the event")
    shows(page, "Consolation", "1 of its own")

    public = hall.public(**PHONE).context.new_page()
    public.goto("/t/kyiv-open/main/rules/variances/")
    row = public.get_by_role("row", name="Delay or increment")
    expect(row.get_by_role("cell")).to_have_text(["12 s", "8 s"])
