import pytest
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings

from tests.browser import live_site
from tests.browser.conftest import Complaints
from tests.conftest import RunningServer
from tests.live.board import Board
from tests.waiting import until

pytestmark = pytest.mark.browser


@pytest.fixture
def board(settings: Settings) -> Board:
    settings.ROOT_URLCONF = "tests.browser.live_site"
    live_site.current[:] = [Board()]
    return live_site.current[0]


def test_an_open_page_shows_a_change_by_itself(
    asgi_server: RunningServer, page: Page, board: Board
) -> None:
    page.goto(asgi_server.url)
    expect(page.locator("[data-live-state=live]")).to_be_visible()
    expect(page.locator("#score")).to_have_text("0-0")
    board.scores[1] = "1-0"
    expect(page.locator("#score b")).to_have_text("1-0")


def test_focus_folds_and_typing_outlive_a_change(
    asgi_server: RunningServer, page: Page, board: Board
) -> None:
    fold = '<details id="fold"><summary>more</summary><input id="note"></details>'
    board.markup = fold
    page.goto(asgi_server.url)
    board.scores[1] = "1-0"
    expect(page.locator("#score b")).to_have_text("1-0")
    page.locator("summary").click()
    page.locator("#note").fill("gammon")
    board.scores[1] = "2-0"
    expect(page.locator("#score b")).to_have_text("2-0")
    expect(page.locator("#note")).to_be_visible()
    expect(page.locator("#note")).to_be_focused()
    expect(page.locator("#note")).to_have_value("gammon")


def test_a_page_without_its_stream_polls(
    asgi_server: RunningServer, page: Page, board: Board, complaints: Complaints
) -> None:
    complaints.expect("404 (Not Found)")
    page.clock.install()
    page.goto(f"{asgi_server.url}/?lost")
    expect(page.locator("[data-live-state=polling]")).to_be_visible()
    board.scores[1] = "1-0"

    def polls_and_shows_it() -> bool:
        page.clock.fast_forward("00:16")
        return page.locator("#score b").inner_text() == "1-0"

    # An answer that was under way may come last; the poll after it has the new one.
    until(polls_and_shows_it, seconds=15, what="the new score, polled")


def test_a_polling_page_tells_when_the_network_is_gone_and_back(
    asgi_server: RunningServer, page: Page, board: Board, complaints: Complaints
) -> None:
    complaints.expect("404 (Not Found)")
    complaints.expect("net::ERR_FAILED")
    page.clock.install()
    page.goto(f"{asgi_server.url}/?lost")
    expect(page.locator("[data-live-state=polling]")).to_be_visible()
    page.route("**/*", lambda route: route.abort())
    page.clock.fast_forward("00:16")
    expect(page.locator("[data-live-state=connecting]")).to_be_visible()
    page.unroute("**/*")
    page.clock.fast_forward("00:16")
    expect(page.locator("[data-live-state=polling]")).to_be_visible()
