"""Readers and channels: who watches a fragment, and its newest rendering.

A reader takes frames one by one. Each frame is complete in itself, so a slow reader loses the
older ones and never the newest.
"""

import asyncio
import json
from dataclasses import dataclass, field

from matches.live.topics import View

WAITING = 4  # frames that wait for one reader
RETRY_SECONDS = 5.0  # until a fragment that failed to render is tried again


@dataclass(frozen=True, slots=True)
class Frame:
    """A fragment at a version, and the message that carries it (the same bytes for everybody)."""

    version: str
    message: bytes


def make_frame(version: str, html: str) -> Frame:
    # JSON keeps the markup on one line, whatever it contains.
    data = json.dumps({"version": version, "html": html}, ensure_ascii=False)
    return Frame(version, f"id: {version}\nevent: fragment\ndata: {data}\n\n".encode())


class Reader:
    """One stream's end of a channel. `version` is what its page shows, once all is taken."""

    __slots__ = ("_frames", "version", "view")

    def __init__(self, view: View, version: str) -> None:
        self.view = view
        self.version = version
        self._frames: asyncio.Queue[Frame | None] = asyncio.Queue(WAITING)

    def offer(self, frame: Frame) -> None:
        """Hand a frame over, unless the page shows that version already."""
        if frame.version != self.version:
            self.version = frame.version
            self._put(frame)

    def end(self) -> None:
        """Let `take` return None after the frames that wait."""
        self._put(None)

    async def take(self) -> Frame | None:
        """The next frame; None when there will be no more."""
        return await self._frames.get()

    def _put(self, item: Frame | None) -> None:
        if self._frames.full():
            self._frames.get_nowait()
        self._frames.put_nowait(item)


@dataclass(eq=False, slots=True)
class Channel:
    """The readers of one view. `frame` may lag behind the topic while `rendering` is running."""

    view: View
    readers: set[Reader] = field(default_factory=set)
    frame: Frame | None = None
    rendering: "asyncio.Task[None] | None" = None
    failed_at: float | None = None

    def is_behind(self, version: str) -> bool:
        return self.frame is None or self.frame.version != version

    def may_render(self, now: float) -> bool:
        return self.failed_at is None or now - self.failed_at > RETRY_SECONDS

    def publish(self, frame: Frame) -> None:
        self.frame = frame
        for reader in self.readers:
            reader.offer(frame)

    def end(self) -> None:
        for reader in self.readers:
            reader.end()
        self.readers.clear()
