"""The browsable page in a real browser, under the site's content security policy."""

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import RunningServer


@pytest.mark.browser
def test_the_page_shows_the_operations_without_breaking_the_policy(
    page: Page, asgi_server: RunningServer
) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda failure: complaints.append(str(failure)))
    page.goto(f"{asgi_server.url}/api/")
    page.locator(".opblock-tag").first.click()
    expect(page.get_by_text("List all tournaments, newest first")).to_be_visible()
    assert complaints == []
