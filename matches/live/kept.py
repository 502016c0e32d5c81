"""A page that is kept: how a response becomes one, and how one is answered with."""

import asyncio
import gzip
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

from django.utils.http import parse_etags

from matches.live.asgi import Headers, Message, Scope, Send, answer, header
from matches.live.topics import Topic

TOPIC_HEADER = b"x-live-topic"  # from the view to the cache; it never leaves the process
MAX_PAGE_BYTES = 4_000_000
WORTH_ZIPPING = 1000  # bytes
OVERHEAD = 2000  # bytes of headers and bookkeeping, roughly
# A kept page has these of its own, or no use for them.
_REPLACED = {TOPIC_HEADER, b"etag", b"vary", b"cache-control", b"content-length", b"expires"}
_KEPT_HEADERS: Headers = [
    (b"vary", b"Cookie, Accept-Language, Accept-Encoding"),
    (b"cache-control", b"no-cache"),
]


@dataclass(frozen=True, slots=True)
class Page:
    topic: Topic
    version: str
    etag: str
    headers: Headers
    body: bytes
    zipped: bytes | None

    @property
    def size(self) -> int:
        return len(self.body) + len(self.zipped or b"") + OVERHEAD


class Capture:
    """Stands in for `send`: holds a page back that can be kept, and passes everything else on.

    `passed` is called as soon as it is clear that this response will not be kept.
    """

    def __init__(self, send: Send, language: str, passed: Callable[[], None]) -> None:
        self._send = send
        self._language = language
        self._passed = passed
        self._start: Message | None = None
        self._topic = ""
        self._body = bytearray()
        self._complete = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            topic = _topic_if_keepable(message, self._language)
            message["headers"] = _without_topic(message["headers"])
            if topic:
                self._start, self._topic = message, topic
                return
            self._passed()
        elif self._start is not None:
            self._body += message.get("body", b"")
            self._complete = not message.get("more_body", False)
            if len(self._body) <= MAX_PAGE_BYTES:
                return
            await self._send(self._start)
            message = {**message, "body": bytes(self._body)}
            self._start = None
            self._passed()
        await self._send(message)

    async def page(self) -> Page | None:
        """The page that was held back; None when the response went to the client."""
        if self._start is None or not self._complete:
            return None
        kind, pk, version = self._topic.split(":", 2)
        body = bytes(self._body)
        kept = [pair for pair in self._start["headers"] if pair[0].lower() not in _REPLACED]
        digest = blake2b(body, digest_size=12).hexdigest()
        zipped = None
        if len(body) > WORTH_ZIPPING:
            zipped = await asyncio.to_thread(gzip.compress, body, 6, mtime=0)
        # Weak: the compressed page and the plain one have it in common.
        return Page(Topic(kind, int(pk)), version, f'W/"{digest}"', kept, body, zipped)


def without_topic(send: Send) -> Send:
    """A `send` for responses that nobody wants to keep."""

    async def passing(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = _without_topic(message["headers"])
        await send(message)

    return passing


async def answer_with(page: Page, scope: Scope, send: Send) -> None:
    headers: Headers = [*_KEPT_HEADERS, (b"etag", page.etag.encode())]
    known = parse_etags(header(scope["headers"], b"if-none-match"))
    if "*" in known or page.etag.removeprefix("W/") in {tag.removeprefix("W/") for tag in known}:
        await answer(send, 304, headers, b"")
        return
    body = page.body
    if page.zipped is not None and _takes_gzip(header(scope["headers"], b"accept-encoding")):
        body = page.zipped
        headers.append((b"content-encoding", b"gzip"))
    headers.append((b"content-length", str(len(body)).encode()))
    await answer(send, 200, page.headers + headers, b"" if scope["method"] == "HEAD" else body)


def _without_topic(headers: Headers) -> Headers:
    return [pair for pair in headers if pair[0].lower() != TOPIC_HEADER]


def _topic_if_keepable(start: Message, language: str) -> str:
    headers = start["headers"]
    if (
        start["status"] != 200
        or header(headers, b"set-cookie")
        or header(headers, b"content-encoding")
        or header(headers, b"content-language") not in {"", language}
    ):
        return ""
    return header(headers, TOPIC_HEADER)


def _takes_gzip(accepted: str) -> bool:
    for part in accepted.lower().split(","):
        name, _, quality = part.partition(";")
        if name.strip() == "gzip":
            return quality.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False
