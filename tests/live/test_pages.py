import asyncio
import gzip
import threading
from collections.abc import Callable, Coroutine
from typing import Any, cast

import pytest
from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application
from django.utils.translation import get_language
from pytest_django.fixtures import Settings

from matches.live.hub import Hub
from matches.live.pages import Pages
from tests.live import pages as site
from tests.live.board import Board, run
from tests.live.pages import get

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def board(settings: Settings) -> Board:
    settings.ROOT_URLCONF = "tests.live.pages"
    site.made.clear()
    board = Board()
    change(board, "1")
    return board


def change(board: Board, version: str) -> None:
    board.scores[1] = site.version[0] = version


def visit(work: Callable[[Pages], Coroutine[Any, Any, None]], max_bytes: int = 10**6) -> None:
    """Run a test's coroutine with the real Django behind the cache."""

    async def around(hub: Hub) -> None:
        django: Any = WSGIMiddleware(cast("Any", get_wsgi_application()), workers=2)
        await work(Pages(django, hub, max_bytes))

    run(around)


def test_a_public_page_is_made_once_and_loses_its_internal_header() -> None:
    async def work(app: Pages) -> None:
        first, second = [await get(app, "/board/") for _ in range(2)]
        assert first == second
        assert first.text == "board 1 en"
        assert first.headers["cache-control"] == "no-cache"
        assert first.headers["vary"] == "Cookie, Accept-Language, Accept-Encoding"
        assert "default-src 'none'" in first.headers["content-security-policy"]
        assert "x-live-topic" not in first.headers

    visit(work)
    assert site.made == ["/board/"]


def test_a_change_is_seen_at_the_next_poll(board: Board) -> None:
    async def work(app: Pages) -> None:
        await get(app, "/board/")
        change(board, "2")
        async with asyncio.timeout(10):
            while (await get(app, "/board/")).text != "board 2 en":
                pass
        site.made.clear()
        assert (await get(app, "/board/")).text == "board 2 en"

    visit(work)
    assert site.made == []


def test_a_page_is_not_trusted_when_its_version_cannot_be_read(board: Board) -> None:
    async def work(app: Pages) -> None:
        await get(app, "/board/")
        await get(app, "/board/")
        board.broken = True
        async with asyncio.timeout(10):
            while len(site.made) < 3:
                assert (await get(app, "/board/")).status == 200

    visit(work)


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": "sessionid=abc"},
        {"Cookie": "messages=abc"},
        {"Authorization": "Token abc"},
    ],
)
def test_whoever_may_get_a_page_of_their_own_is_sent_to_django(headers: dict[str, str]) -> None:
    async def work(app: Pages) -> None:
        await get(app, "/board/")
        response = await get(app, "/board/", **headers)
        assert response.text == "board 1 en"
        assert "x-live-topic" not in response.headers

    visit(work)
    assert len(site.made) == 2


@pytest.mark.parametrize("address", ["/counting/", "/missing/", "/plain/", "/form/"])
def test_what_is_not_the_same_for_everybody_is_never_kept(address: str) -> None:
    async def work(app: Pages) -> None:
        for _ in range(2):
            assert "x-live-topic" not in (await get(app, address)).headers

    visit(work)
    assert len(site.made) == 2


def test_a_form_token_is_not_kept_even_when_its_cookie_exists_already() -> None:
    async def work(app: Pages) -> None:
        cookie = f"csrftoken={'a' * 32}"
        pages = [await get(app, "/form/", Cookie=cookie) for _ in range(2)]
        assert len({page.text for page in pages}) == 2

    visit(work)


def test_a_visitor_who_once_saw_a_form_is_served_from_memory() -> None:
    async def work(app: Pages) -> None:
        for _ in range(2):
            await get(app, "/board/", Cookie=f"csrftoken={'a' * 32}")

    visit(work)
    assert site.made == ["/board/"]


def test_a_browser_that_has_the_page_is_told_so() -> None:
    async def work(app: Pages) -> None:
        etag = (await get(app, "/board/")).headers["etag"]
        for sent in (etag, f'"other", {etag}', "*"):
            response = await get(app, "/board/", If_None_Match=sent)
            assert (response.status, response.body) == (304, b"")
            assert response.headers["etag"] == etag
        assert (await get(app, "/board/", If_None_Match='"other"')).status == 200

    visit(work)


def test_each_language_has_its_page() -> None:
    async def work(app: Pages) -> None:
        asked = [
            {},
            {"Accept_Language": "uk-UA,uk;q=0.9"},
            {"Accept_Language": "ru", "Cookie": "django_language=uk"},
            {"Accept_Language": "ru"},
            {"Accept_Language": "xx"},
        ]
        for _ in range(2):
            texts = [(await get(app, "/board/", **headers)).text for headers in asked]
            assert texts == [f"board 1 {code}" for code in ("en", "uk", "uk", "ru", "en")]

    visit(work)
    assert len(site.made) == 3


def test_queries_and_hosts_have_pages_of_their_own(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "club.example"]

    async def work(app: Pages) -> None:
        for _ in range(2):
            await get(app, "/board/")
            await get(app, "/board/?round=2")
            await get(app, "/board/", Host="club.example")
        assert (await get(app, "/board/", Host="evil.example")).status == 400

    visit(work)
    assert site.made == ["/board/", "/board/?round=2", "/board/"]


def test_the_page_is_compressed_for_those_who_take_it() -> None:
    async def work(app: Pages) -> None:
        plain = await get(app, "/board/")
        zipped = await get(app, "/board/", Accept_Encoding="br, gzip")
        assert zipped.headers["content-encoding"] == "gzip"
        assert gzip.decompress(zipped.body) == plain.body
        assert int(zipped.headers["content-length"]) == len(zipped.body) < len(plain.body)
        refused = await get(app, "/board/", Accept_Encoding="gzip;q=0, br")
        assert "content-encoding" not in refused.headers

    visit(work)


def test_head_gets_the_headers_of_the_page() -> None:
    async def work(app: Pages) -> None:
        page = await get(app, "/board/")
        assert await get(app, "/board/", method="HEAD") == page._replace(body=b"")

    visit(work)


def test_many_who_come_at_once_share_one_making(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(app: Pages) -> None:
        go, make = threading.Event(), get_language

        def slowly() -> str | None:
            assert go.wait(10)
            return make()

        monkeypatch.setattr("tests.live.pages.get_language", slowly)
        visits = [asyncio.create_task(get(app, "/board/")) for _ in range(20)]
        await asyncio.sleep(0)  # every visit has come before the page is made
        go.set()
        assert {response.text for response in await asyncio.gather(*visits)} == {"board 1 en"}

    visit(work)
    assert site.made == ["/board/"]


def test_the_oldest_pages_make_room() -> None:
    async def work(app: Pages) -> None:
        for number in (1, 2, 3, 3, 1):
            await get(app, f"/board/?{number}")

    visit(work, max_bytes=10_000)  # two pages
    assert site.made == [f"/board/?{number}" for number in (1, 2, 3, 1)]
