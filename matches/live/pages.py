"""Public pages from memory, in front of Django.

A public page for somebody without a session is a function of its address, the language and the
version of one topic. A view says so with `cacheable`; from then on the page is served from here
for as long as the hub sees that version. Nothing stale is served for longer than the hub's poll,
and nothing that was made for one visitor: a response that sets a cookie is passed on and not kept,
and Django sets one whenever it writes a form token into a page.
"""

import asyncio
from collections import OrderedDict
from functools import partial

from django.http import HttpResponseBase

from matches.live.asgi import Application, Receive, Scope, Send
from matches.live.hub import Hub, UnavailableError
from matches.live.kept import TOPIC_HEADER, Capture, Page, answer_with, without_topic
from matches.live.requests import Key, public_key

MAX_BYTES = 64_000_000  # of all pages together
REMEMBERED = 4096  # addresses known not to be cacheable


def cacheable(response: HttpResponseBase, kind: str, pk: int, version: str) -> None:
    """Let a response be kept until the topic's version changes.

    Only for a page that is the same for every visitor without a session and that holds no form
    token. `version` must have been read before anything that the page shows.
    """
    response[TOPIC_HEADER.decode()] = f"{kind}:{pk}:{version}"


class Pages:
    """The ASGI application in front of Django."""

    def __init__(self, application: Application, hub: Hub, max_bytes: int = MAX_BYTES) -> None:
        self._application = application
        self._hub = hub
        self._max_bytes = max_bytes
        self._bytes = 0
        self._pages: OrderedDict[Key, Page] = OrderedDict()
        self._making: dict[Key, asyncio.Future[Page | None]] = {}
        self._uncacheable: OrderedDict[Key, None] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        page = None
        if (key := public_key(scope)) is not None:
            page = await self._fresh(key)
            if page is None and scope["method"] == "GET":
                if key not in self._making:
                    await self._make(key, scope, receive, send)
                    return
                page = await asyncio.shield(self._making[key])
        if page is None:
            await self._application(scope, receive, without_topic(send))
        else:
            await answer_with(page, scope, send)

    async def _fresh(self, key: Key) -> Page | None:
        """The page that is kept, if the hub sees its version."""
        page = self._pages.get(key)
        if page is None:
            return None
        try:
            version = await self._hub.version(page.topic)
        except UnavailableError:
            return None
        if key in self._pages:
            self._pages.move_to_end(key)
        return page if version == page.version else None

    async def _make(self, key: Key, scope: Scope, receive: Receive, send: Send) -> None:
        """Let Django answer, and keep the page for everybody who waits for it and comes later."""
        made: asyncio.Future[Page | None] = asyncio.get_running_loop().create_future()
        # Nobody waits for what was not cacheable the last time.
        if key not in self._uncacheable:
            self._making[key] = made
        capture = Capture(send, key.language, partial(self._settle, key, made, None))
        page = None
        try:
            await self._application(scope, receive, capture)
            page = await capture.page()
        finally:
            self._settle(key, made, page)
        if page is not None:
            await answer_with(page, scope, send)

    def _settle(self, key: Key, made: "asyncio.Future[Page | None]", page: Page | None) -> None:
        """Tell those who wait, once; keep the page, or remember that there is none to keep."""
        if made.done():
            return
        made.set_result(page)
        if self._making.get(key) is made:
            del self._making[key]
        self._forget(key)
        if page is None:
            self._uncacheable[key] = None
            if len(self._uncacheable) > REMEMBERED:
                self._uncacheable.popitem(last=False)
        else:
            self._keep(key, page)

    def _keep(self, key: Key, page: Page) -> None:
        self._uncacheable.pop(key, None)
        self._pages[key] = page
        self._bytes += page.size
        while self._bytes > self._max_bytes:
            self._forget(next(iter(self._pages)))

    def _forget(self, key: Key) -> None:
        if (page := self._pages.pop(key, None)) is not None:
            self._bytes -= page.size
