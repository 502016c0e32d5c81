"""Partners who consult, each at an own phone: one suggests, the other does it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acting import press, shows
from tests.browser.conftest import Hall
from tests.matches.pairs import Pairs

pytestmark = pytest.mark.browser


def board(hall: Hall, pair: Pairs, name: str) -> Page:
    phone = hall.phone()
    phone.scans_card(name)
    phone.page.goto(f"/matches/{pair.match_id}/play/")
    phone.page.wait_for_load_state()
    return phone.page


def test_a_play_is_suggested_on_the_board_and_done_by_the_partner(
    hall: Hall, transactional_db: None
) -> None:
    pair = Pairs()
    pair.opens()
    anna, boris, clara = (board(hall, pair, name) for name in ("Anna", "Boris", "Clara"))
    suggest = anna.locator("[data-suggest]")
    expect(suggest).to_be_disabled()
    for place in (8, 6):
        anna.locator(f'.spot[data-own="{place}"] .touch').click()
        anna.locator('.spot.goal[data-own="5"] .touch').click()
    suggest.click()
    shows(anna, "You suggest: 8/5 6/5")
    shows(boris, "Anna suggests: 8/5 6/5")
    expect(clara.get_by_text("suggests")).to_have_count(0)
    press(boris, "I agree: do it")
    shows(clara, "31: 8/5 6/5", "Boris", "Your turn: throw, or double")
    shows(anna, "South is on turn")
