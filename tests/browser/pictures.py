"""The pictures in docs/images, taken of the demo: `python -m tests.browser.pictures [FOLDER]`.

The product is started on a temporary folder, so that anybody can make the same pictures of the
pages as they are now.
"""

import argparse
import re
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests import chromium
from tests.chromium import DESKTOP, PHONE
from tests.processes.running import ROOT, serving

EVENT = "demo/main/"


class Photographer:
    def __init__(self, browser: Browser, url: str, folder: Path) -> None:
        self.browser = browser
        self.url = url
        self.folder = folder

    def page(self, **options: Any) -> Page:
        page = self.browser.new_context(base_url=self.url, locale="en", **options).new_page()
        page.set_default_timeout(30_000)
        return page

    def take(self, page: Page, name: str) -> None:
        expect(page.locator("[data-live][data-state=live]").first).to_be_attached()
        page.screenshot(path=self.folder / f"{name}.png")

    def bracket(self) -> None:
        page = self.page(**DESKTOP)
        page.goto(f"/t/{EVENT}")
        self.take(page, "bracket")

    def standings(self) -> None:
        page = self.page(**DESKTOP, color_scheme="dark")
        page.goto(f"/t/{EVENT}standings/")
        self.take(page, "standings-dark")

    def desk(self, setup_path: str) -> str:
        """Returns the link on the card of somebody who is to play at a table."""
        page = self.page(**DESKTOP)
        page.goto(setup_path)
        for label, answer in {
            "Your name": "Ira Desk",
            "User name": "ira",
            "Password": "before-the-crawford-game",
            "The same password again": "before-the-crawford-game",
        }.items():
            page.get_by_label(label, exact=True).fill(answer)
        page.get_by_role("button", name="Make my account").click()
        page.wait_for_url("**/desk/")
        page.goto(f"/desk/{EVENT}")
        self.take(page, "desk")
        playing = page.locator("section", has=page.get_by_role("heading", name="Playing"))
        name = playing.locator(".slot .name").first.inner_text()
        page.goto("/desk/demo/cards/")
        page.get_by_role("link", name=name, exact=True).click()
        return page.locator("code", has_text=re.compile("/p/")).inner_text()

    def card(self, link: str) -> None:
        page = self.page(**PHONE)
        page.goto(link)
        self.take(page, "card")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.pictures")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "images")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), "--demo") as (process, url),
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium.find(), args=chromium.FLAGS) as browser,
    ):
        setup_path = process.wait_for(r"once: http://[^/]+(/\S+)")[1]
        photographer = Photographer(browser, url, folder)
        photographer.bracket()
        photographer.standings()
        photographer.card(photographer.desk(setup_path))


if __name__ == "__main__":
    main()
