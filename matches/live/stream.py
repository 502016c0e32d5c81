"""`GET /events/<kind>/<id>/<fragment>?lang=&v=&token=`: one fragment as server-sent events.

Plain ASGI, outside Django's request handling, so that thousands of idle streams cost little. No
middleware guards this door: Host, language, pass and the number of streams are checked here.
Every event carries the whole fragment; `v` or Last-Event-ID says what the page shows already.
"""

import asyncio
import re
from collections import Counter
from urllib.parse import parse_qsl

from django.conf import settings

from matches.live.asgi import Headers, Receive, Scope, Send, header, is_known_host, refuse
from matches.live.channels import Reader
from matches.live.hub import Hub, UnavailableError
from matches.live.topics import Topic, View, opens, source_of

PATH = re.compile(r"/events/([a-z_]{1,40})/([0-9]{1,18})/([a-z0-9_-]{1,60})")
PING_SECONDS = 20.0
STREAMS_PER_ADDRESS = 200  # a club's players may share one address
RETRY_AFTER = ("retry-after", "30")
HELLO = b": hello\nretry: 3000\n\n"
PING = b": ping\n\n"
HEADERS: Headers = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class RefusedError(Exception):
    """The request gets this answer instead of a stream."""

    def __init__(self, status: int, code: str, message: str, *extra: tuple[str, str]) -> None:
        super().__init__(code)
        self.answer = (status, code, message, *extra)


class Streams:
    """The ASGI application behind /events/."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = (scope.get("client") or ("",))[0]
        try:
            view, shown = _asked(scope)
            self._check_room(address)
        except RefusedError as refused:
            await refuse(send, *refused.answer)
            return
        self._open[address] += 1
        try:
            await self._serve(view, shown, receive, send)
        except asyncio.CancelledError:
            # The server is stopping: there is nobody to tell, and no traceback per stream.
            return
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def _check_room(self, address: str) -> None:
        if self._open[address] >= STREAMS_PER_ADDRESS:
            message = "Too many live pages are open from this address."
            raise RefusedError(429, "too_many_streams", message, RETRY_AFTER)
        if self._open.total() >= settings.LIVE_MAX_STREAMS:
            message = "Too many live pages are open; the page itself works without."
            raise RefusedError(503, "no_room", message, RETRY_AFTER)

    async def _serve(self, view: View, shown: str, receive: Receive, send: Send) -> None:
        try:
            reader = await self._hub.subscribe(view, shown)
        except UnavailableError:
            message = "Live pages are not available just now."
            await refuse(send, 503, "unavailable", message, RETRY_AFTER)
            return
        if reader is None:
            await refuse(send, 404, "not_found", "There is nothing to watch at this address.")
            return
        gone = asyncio.create_task(_end_with(reader, receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await _pump(reader, send)
        finally:
            gone.cancel()
            self._hub.leave(reader)


async def _end_with(reader: Reader, receive: Receive) -> None:
    """End the stream when its client goes."""
    while (await receive())["type"] != "http.disconnect":
        pass
    reader.end()


async def _pump(reader: Reader, send: Send) -> None:
    """Send what the reader gets until it ends; a comment when nothing happens for long."""
    body: bytes = HELLO
    while True:
        await send({"type": "http.response.body", "body": body, "more_body": True})
        try:
            async with asyncio.timeout(PING_SECONDS):
                frame = await reader.take()
        except TimeoutError:
            body = PING
            continue
        if frame is None:
            break
        body = frame.message
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _asked(scope: Scope) -> tuple[View, str]:
    """What the request wants to watch, and the version that its page shows. Raises RefusedError."""
    if not is_known_host(scope):
        raise RefusedError(400, "unknown_host", "This server does not answer for that host name.")
    if scope["method"] != "GET":
        message = "A stream can only be read."
        raise RefusedError(405, "method_not_allowed", message, ("allow", "GET"))
    found = PATH.fullmatch(scope["path"])
    source = source_of(found[1]) if found else None
    if found is None or source is None:
        raise RefusedError(404, "not_found", "There is nothing to watch at this address.")
    query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
    view = View(Topic(found[1], int(found[2])), found[3], query.get("lang", settings.LANGUAGE_CODE))
    if view.language not in dict(settings.LANGUAGES):
        raise RefusedError(400, "unknown_language", "lang must be a language of this site.")
    if not source.is_public(view.fragment) and not opens(
        query.get("token", ""), view.topic, view.fragment
    ):
        raise RefusedError(403, "not_allowed", "This is not public: load its page again.")
    return view, header(scope["headers"], b"last-event-id") or query.get("v", "")
