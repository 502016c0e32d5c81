"""A source over a dictionary, and ways to use the hub in a test.

It stands for the apps whose sources the hub asks; the hub, the streams and the pages are real.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from django.db import OperationalError

from matches.live.channels import Reader
from matches.live.hub import Hub
from matches.live.topics import Topic, View, register

LIMIT = 10.0  # seconds until a test that waits in vain fails
T = TypeVar("T")


class Board:
    """Scores by number. What is asked for is written down."""

    def __init__(self) -> None:
        self.scores: dict[int, str] = {1: "0-0"}
        self.markup = ""
        self.renders: list[tuple[int, str, str]] = []
        self.polls: list[set[int]] = []
        self.broken = self.cannot_render = False
        self.on_poll: Callable[[], object] = lambda: None
        self.may_render = threading.Event()
        self.may_render.set()
        register("board", self)

    def versions(self, pks: Collection[int]) -> Mapping[int, str]:
        self.polls.append(set(pks))
        found = {pk: score for pk, score in self.scores.items() if pk in pks}
        self.on_poll()
        if self.broken:
            raise OperationalError("the database is gone")
        return found

    def render(self, pk: int, fragment: str, language: str) -> str | None:
        self.renders.append((pk, fragment, language))
        assert self.may_render.wait(LIMIT)
        if self.cannot_render:
            raise OperationalError("the database is gone")
        known = fragment in {"score", "desk"}
        return f"<b>{self.scores[pk]}</b>{self.markup}" if known else None

    def is_public(self, fragment: str) -> bool:
        return fragment != "desk"


def score(pk: int = 1, language: str = "en") -> View:
    return View(Topic("board", pk), "score", language)


@asynccontextmanager
async def running_hub() -> AsyncIterator[Hub]:
    hub = Hub()
    hub.start()
    try:
        yield hub
    finally:
        await hub.close()


async def subscribed(hub: Hub, view: View, shown: str = "") -> Reader:
    reader = await soon(hub.subscribe(view, shown))
    assert reader is not None
    return reader


async def taken(reader: Reader) -> str | None:
    """The version of the next frame; None at the end of the stream."""
    frame = await soon(reader.take())
    return frame.version if frame else None


async def soon(awaitable: Awaitable[T]) -> T:
    """The result, or a failure instead of a test that hangs."""
    async with asyncio.timeout(LIMIT):
        return await awaitable


async def polls(board: Board, count: int = 2) -> None:
    """Wait for so many polls; of two, the second certainly began after this was called."""
    loop, polled = asyncio.get_running_loop(), asyncio.Semaphore(0)
    board.on_poll = lambda: loop.call_soon_threadsafe(polled.release)
    for _ in range(count):
        await soon(polled.acquire())
    board.on_poll = lambda: None


def run(work: Callable[[Hub], Coroutine[Any, Any, None]]) -> None:
    """Run a test's coroutine with a hub around it."""

    async def around() -> None:
        async with running_hub() as hub:
            await work(hub)

    asyncio.run(around())
