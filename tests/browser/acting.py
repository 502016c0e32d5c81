"""What people do with the product, in their words: the director, a player, somebody who watches."""

import re
from pathlib import Path

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tournaments.models import Event, Pass
from tournaments.services.passes import pass_token


def fill(page: Page, answers: dict[str, str]) -> None:
    """Type into the fields with these labels, or choose from them."""
    for label, answer in answers.items():
        field = page.get_by_label(re.compile(rf"^\s*{re.escape(label)}(\s*\(optional\))?\s*$"))
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(answer)
        else:
            field.fill(answer)


def press(page: Page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()


def follow(page: Page, label: str) -> None:
    page.get_by_role("link", name=label, exact=True).first.click()


def strike(page: Page, key: str) -> None:
    """A key for the page as a whole, once its script hears keys."""
    page.wait_for_load_state()
    page.keyboard.press(key)


def shows(page: Page, *texts: str) -> None:
    """All these words are to be seen on the page, now or as soon as they have come."""
    for text in texts:
        expect(page.locator("main")).to_contain_text(text, use_inner_text=True)


def is_at(page: Page, path: str) -> None:
    expect(page).to_have_url(re.compile(rf"^http://[^/]+{path}$"))


class Director:
    def __init__(self, page: Page) -> None:
        self.page = page

    def goes_to(self, event: Event, *more: str) -> None:
        self.page.goto("/".join(["/desk", event.tournament.slug, event.slug, *more, ""]))

    def creates_tournament(self, **answers: str) -> None:
        follow(self.page, "New tournament")
        fill(self.page, {label.replace("_", " "): text for label, text in answers.items()})
        press(self.page, "Create the tournament")

    def creates_event(self, name: str, *, length: int, consolation: int) -> None:
        follow(self.page, "New event")
        fill(self.page, {"Name": name, "Match length": str(length)})
        fill(self.page, {"Who plays on after a loss": "first_round"})
        fill(self.page, {"Match length in the consolation": str(consolation)})
        press(self.page, "Create the event")

    def uploads(self, file: Path) -> None:
        self.page.get_by_label("Or choose a file").set_input_files(file)
        press(self.page, "Read the list")

    def pastes(self, text: str) -> None:
        self.page.get_by_label("Paste the list").fill(text)
        press(self.page, "Read the list")

    def row(self, name: str) -> Locator:
        """A row of the preview, by the name that stands in it."""
        named = self.page.locator(f"input[name^=name-][value={_quoted(name)}]")
        return self.page.locator("table.preview tbody tr").filter(has=named)

    def drafts(self, seed: str) -> None:
        fill(self.page, {"Seed": seed})
        press(self.page, "Make a draft")

    def publishes(self) -> None:
        self.page.get_by_label("The entries are complete").check()
        press(self.page, "Publish the draw")

    def opens_match(self, event: Event, key: str) -> None:
        """From the control room, as one taps on it."""
        self.goes_to(event)
        if self.fold("Done").count():
            self.unfolds("Done")
        self.page.locator(f"a[href$='/{key}/']").click()
        is_at(self.page, rf"/desk/.*/{re.escape(key)}/")

    def fold(self, summary: str) -> Locator:
        return self.page.locator("summary", has_text=summary)

    def unfolds(self, summary: str) -> None:
        self.fold(summary).first.click()

    def section(self, heading: str) -> Locator:
        """A part of the control room."""
        found = self.page.get_by_role("heading", name=heading)
        return self.page.locator("section").filter(has=found)


class Phone:
    """A player, with a card in hand."""

    def __init__(self, context: BrowserContext) -> None:
        self.page = context.new_page()

    def opens(self, link: str) -> None:
        self.page.goto(link)
        is_at(self.page, r"/me/\d+/")

    def scans_card(self, name: str) -> None:
        self.opens(f"/p/{pass_token(Pass.objects.get(player__name=name))}/")

    def reports(self, winner: str, loser_points: int) -> None:
        """`winner` as the button says it: "I won", or "Anna won"."""
        self.page.locator("label.choice.big", has_text=winner).click()
        points = re.compile(rf"^\s*{loser_points}\s*$")
        self.page.locator("label.choice.point", has_text=points).click()
        press(self.page, "Send the result")
        shows(self.page, "Your result is in.")

    def reports_result(self, winner: str, loser_points: int) -> None:
        follow(self.page, "Report the result")
        self.reports(winner, loser_points)

    def confirms(self) -> None:
        follow(self.page, "Answer: right or not right")
        press(self.page, "Yes, that is right")
        shows(self.page, "Confirmed: the result is in.")

    def contradicts(self, winner: str, loser_points: int) -> None:
        follow(self.page, "Answer: right or not right")
        follow(self.page, "No: I report another result")
        self.reports(winner, loser_points)


class Public:
    """Somebody without an account, with any number of pages open."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context

    def opens(self, event: Event, tab: str = "") -> Page:
        page = self.context.new_page()
        page.goto("/".join(filter(None, ["/t", event.tournament.slug, event.slug, tab])) + "/")
        return page

    def watches(self, event: Event, tab: str = "") -> Page:
        """Open, and told of changes from now on."""
        page = self.opens(event, tab)
        expect(page.locator("[data-live][data-state=live]")).to_be_attached()
        return page


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
