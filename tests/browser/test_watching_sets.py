"""A spectator who is behind follows a match of sets from one board to the next."""

import pytest
from playwright.sync_api import expect

from tests.browser.acting import shows
from tests.browser.conftest import Hall
from tests.matches.watching import two_sets

pytestmark = pytest.mark.browser


def test_the_board_of_the_next_set_comes_by_itself(hall: Hall, transactional_db: None) -> None:
    live = two_sets()
    live.says("What a first set!", n=480)
    live.it_is(450)
    page = hall.phone().page
    page.goto(f"/matches/{live.match_id}/")
    expect(page.locator("#watch[data-state=live]")).to_be_attached()
    shows(page, "has won set 1, 3–0. The sets stand at 1–0.")
    expect(page.locator(".set-list li")).to_have_count(1)
    live.put_off(-75)
    shows(page, "Set 2 · Game 1")
    expect(page.locator(".set-list li")).to_have_count(2)
    expect(page.locator(".replay-at")).to_have_text("1 / 1")
    page.get_by_role("link", name="Set 1, at 3").click()
    page.wait_for_url("**record=**at=3")
    shows(page, "has won set 1, 3–0.")
    shows(page, "Back to the live board")
