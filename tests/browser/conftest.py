"""Browsers for the product's tests: one context for each person, and an eye on every page.

Whatever a page complains of (an error in the console, an exception, a breach of the content
security policy, and what watch.js finds) fails the test that opened it.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, WebError, expect

from players.models import User
from tests.browser.acting import Director, Phone, Public
from tests.builders import make_running_event, make_user
from tests.chromium import PHONE
from tests.conftest import RunningServer
from tournaments.models import Event

WATCH = Path(__file__).with_name("watch.js")
NAMES = ["Anna", "Boris", "Clara", "David", "Elena", "Farid", "Greta", "Hasan"]
NewContext = Callable[..., BrowserContext]

expect.set_options(timeout=15_000)  # a limit for a machine that is busy, not a promise


class Complaints:
    """What pages complained of, less what a test expects: a refused request is such an error."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.expected: list[str] = []

    def expect(self, words: str) -> None:
        self.expected.append(words)

    def listen(self, context: BrowserContext) -> None:
        def console(message: ConsoleMessage) -> None:
            if message.type in {"error", "warning"}:
                self.heard.append(message.text)

        def exception(error: WebError) -> None:
            self.heard.append(str(error.error))

        context.on("console", console)
        context.on("weberror", exception)
        context.add_init_script(path=WATCH)

    def unexpected(self) -> list[str]:
        return [one for one in self.heard if not any(words in one for words in self.expected)]


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture(autouse=True)
def _no_complaints(complaints: Complaints) -> Iterator[None]:
    yield
    found = complaints.unexpected()
    assert not found, "\n".join(found)


@pytest.fixture
def new_context(new_context: NewContext, complaints: Complaints) -> NewContext:
    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        complaints.listen(context)
        return context

    return make


class Hall:
    """The running product, and the people who come to it, each with a browser of their own."""

    def __init__(self, url: str, new_context: NewContext) -> None:
        self.url = url
        self._new_context = new_context

    def public(self, **options: Any) -> Public:
        return Public(self._context(**options))

    def phone(self, **options: Any) -> Phone:
        return Phone(self._context(**PHONE, **options))

    def stranger(self, **options: Any) -> Director:
        """Who may become the director, but is not logged in."""
        return Director(self._context(**options).new_page())

    def director(self, **options: Any) -> Director:
        """Logged in; the owner of what tests.builders make."""
        context = self._context(**options)
        client = Client()
        client.force_login(User.objects.first() or make_user())
        session = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": self.url}])
        return Director(context.new_page())

    def _context(self, **options: Any) -> BrowserContext:
        return self._new_context(base_url=self.url, **options)


@pytest.fixture
def hall(asgi_server: RunningServer, new_context: NewContext) -> Hall:
    return Hall(asgi_server.url, new_context)


@pytest.fixture
def event(transactional_db: None) -> Event:
    """Drawn and published: eight to play from the quarter-finals on."""
    return make_running_event(NAMES, consolation_length=5)
