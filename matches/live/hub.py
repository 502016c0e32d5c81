"""The hub: one per process. It watches the versions of what people look at, and tells them.

One task asks for the versions of all watched topics, one query per kind and poll, however many
watch. When a version changes, each fragment that somebody watches is rendered once per language
and handed to all its readers. A nudge only makes the next poll come at once: what is lost is
seen a poll later. Everything here runs in the event loop, except where a thread is named.
"""

import asyncio
import contextlib
import contextvars
import logging
from collections import defaultdict
from collections.abc import Collection, Coroutine, Mapping
from typing import Any

from django.conf import settings
from django.utils import translation

from matches.live.channels import Channel, Frame, Reader, make_frame
from matches.live.threads import DatabaseThread
from matches.live.topics import Source, Topic, View, source_of

logger = logging.getLogger(__name__)

KEEP_SECONDS = 60.0  # how long a topic stays watched after somebody asked for its version
NUDGE_SECONDS = 0.02  # the least time between two polls: nudges come with every write
ANSWER_SECONDS = 5.0  # how long anybody waits for a poll


class UnavailableError(Exception):
    """The hub cannot tell: it is not running, or the database does not answer."""


class Hub:
    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._channels: dict[View, Channel] = {}
        self._asked_at: dict[Topic, float] = {}
        self._seen: dict[Topic, tuple[str | None, float]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._watcher: asyncio.Task[None] | None = None

    # --- Life ------------------------------------------------------------------------------------
    def start(self) -> None:
        """Begin to watch, in the running loop. A hub that was closed can be started again."""
        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self._next_poll: asyncio.Future[bool] = self._loop.create_future()
        self._poller = DatabaseThread("live-poll")
        self._renderer = DatabaseThread("live-render")
        self._watcher = self._spawn(self._watch())

    def end_streams(self) -> None:
        """End every stream and open none from now on; in the loop's thread, any number of times."""
        self._loop = None
        for channel in self._channels.values():
            channel.end()
        self._channels.clear()
        if self._watcher is not None:
            self._watcher.cancel()
            self._next_poll.cancel()

    async def close(self) -> None:
        """End every stream, let what is being rendered finish, and close the connections."""
        self.end_streams()
        if self._watcher is None:
            return
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._poller.close()
        await self._renderer.close()
        self._asked_at.clear()
        self._seen.clear()
        self._watcher = None

    def nudge(self) -> None:
        """Look at once; from any thread, whether the hub runs or not."""
        if loop := self._loop:
            try:
                loop.call_soon_threadsafe(self._wake.set)
            except RuntimeError:
                logger.debug("nudged while the loop closes")

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        # A fresh context: the one of the request that happens to be served ends with it.
        task = asyncio.get_running_loop().create_task(work, context=contextvars.Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- Asking ----------------------------------------------------------------------------------
    async def version(self, topic: Topic) -> str | None:
        """The version of a topic, at most two polls old; None when there is no such topic."""
        if self._loop is None:
            raise UnavailableError
        self._asked_at[topic] = self._loop.time()
        version, at = self._seen.get(topic, (None, float("-inf")))
        if self._loop.time() - at <= 2 * settings.LIVE_POLL_MS / 1000:
            return version
        return await self._polled(topic)

    async def _polled(self, topic: Topic) -> str | None:
        poll = self._next_poll  # the one that has not begun: it will ask for this topic, too
        self._wake.set()
        try:
            answered = await asyncio.wait_for(asyncio.shield(poll), ANSWER_SECONDS)
        except TimeoutError:
            raise UnavailableError from None
        except asyncio.CancelledError:
            if poll.cancelled():
                raise UnavailableError from None
            raise
        if not answered:
            raise UnavailableError
        return self._seen.get(topic, (None, 0.0))[0]

    async def subscribe(self, view: View, shown: str) -> Reader | None:
        """A reader for a page that shows the version `shown` (empty: nothing yet).

        The reader has a frame waiting when there is something newer. None when there is no such
        topic or fragment. Raises UnavailableError. Pass the reader to `leave` in the end.
        """
        if await self.version(view.topic) is None:
            return None
        channel = self._channels.setdefault(view, Channel(view))
        reader = Reader(view, shown)
        channel.readers.add(reader)
        try:
            frame = await self._newest(channel)
        except BaseException:
            self.leave(reader)
            raise
        if frame is None:
            self.leave(reader)
            if self._loop is None:
                raise UnavailableError
            return None
        reader.offer(frame)
        return reader

    def leave(self, reader: Reader) -> None:
        channel = self._channels.get(reader.view)
        if channel is not None:
            channel.readers.discard(reader)
            if not channel.readers:
                del self._channels[reader.view]

    # --- Watching --------------------------------------------------------------------------------
    async def _watch(self) -> None:
        """Poll for ever. An error is logged when it begins, and the polls go on."""
        failing = False
        while True:
            self._wake.clear()
            poll, self._next_poll = self._next_poll, asyncio.get_running_loop().create_future()
            try:
                await self._poll()
            except Exception:
                logger.log(
                    logging.DEBUG if failing else logging.ERROR,
                    "cannot read the versions of what is watched; trying on",
                    exc_info=True,
                )
                failing = True
            else:
                failing = False
            if not poll.done():
                poll.set_result(not failing)
            await self._pause()

    async def _pause(self) -> None:
        """Until the next poll is due: nobody watching means not before somebody asks."""
        await asyncio.sleep(NUDGE_SECONDS)
        interval = settings.LIVE_POLL_MS / 1000 - NUDGE_SECONDS if self._topics() else None
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), interval)

    def _topics(self) -> set[Topic]:
        """What is watched: by streams, and by whoever asked for a version not long ago."""
        now = asyncio.get_running_loop().time()
        self._asked_at = {
            topic: at for topic, at in self._asked_at.items() if now - at < KEEP_SECONDS
        }
        return {view.topic for view in self._channels} | set(self._asked_at)

    async def _poll(self) -> None:
        topics, begun = self._topics(), asyncio.get_running_loop().time()
        found = await self._poller.run(_versions, topics) if topics else {}
        self._seen = {topic: (found.get(topic), begun) for topic in topics}
        for topic in topics - found.keys():
            # Asked for, but there is none: made-up addresses must not make the queries longer.
            self._asked_at.pop(topic, None)
        for channel in list(self._channels.values()):
            self._refresh(channel)

    # --- Rendering -------------------------------------------------------------------------------
    async def _newest(self, channel: Channel) -> Frame | None:
        """The frame of the current version, rendered now if it has not been yet."""
        self._refresh(channel)
        if channel.rendering is not None:
            await asyncio.shield(channel.rendering)
        if channel.failed_at is not None:
            raise UnavailableError
        return channel.frame

    def _refresh(self, channel: Channel) -> None:
        """See to it that the channel shows the version last seen: one rendering at a time."""
        seen = self._seen.get(channel.view.topic)
        if self._loop is None or seen is None or channel.rendering is not None:
            return
        version, now = seen[0], self._loop.time()
        if version is None:
            self._drop(channel)
        elif channel.is_behind(version) and channel.may_render(now):
            channel.rendering = self._spawn(self._render(channel, version))

    async def _render(self, channel: Channel, version: str) -> None:
        try:
            html = await self._renderer.run(_rendered, channel.view)
        except Exception:
            logger.exception("cannot render %s", channel.view)
            channel.failed_at = asyncio.get_running_loop().time()
            return
        finally:
            channel.rendering = None
        channel.failed_at = None
        if html is None:
            self._drop(channel)
        else:
            channel.publish(make_frame(version, html))
            # The topic may have moved on meanwhile.
            self._refresh(channel)

    def _drop(self, channel: Channel) -> None:
        """The topic or the fragment is gone: end its streams."""
        channel.frame = None
        channel.end()
        if self._channels.get(channel.view) is channel:
            del self._channels[channel.view]


def _versions(topics: Collection[Topic]) -> Mapping[Topic, str]:
    """In the poller's thread: one query per kind."""
    kinds: defaultdict[str, list[int]] = defaultdict(list)
    for topic in topics:
        kinds[topic.kind].append(topic.pk)
    return {
        Topic(kind, pk): version
        for kind, pks in kinds.items()
        if (source := source_of(kind)) is not None
        for pk, version in source.versions(pks).items()
    }


def _rendered(view: View) -> str | None:
    """In the renderer's thread."""
    source: Source | None = source_of(view.topic.kind)
    with translation.override(view.language):
        return source.render(view.topic.pk, view.fragment, view.language) if source else None


hub = Hub()
