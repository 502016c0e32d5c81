"""A uvicorn server that can be stopped from another thread, ends quietly and frees its streams.

uvicorn waits for open connections before it tells the application that it stops, and an event
stream never closes by itself; and it raises the signal that stopped it once more when it is done,
which would skip whatever its caller still has to end.
"""

import asyncio
import contextlib
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from types import FrameType

import uvicorn

from matches.live.hub import hub

APPLICATION = "config.asgi:application"
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Server(uvicorn.Server):
    def __init__(self) -> None:
        super().__init__(
            uvicorn.Config(
                APPLICATION,
                access_log=False,
                log_config=None,
                log_level="warning",
                lifespan="on",
                timeout_graceful_shutdown=2,
            )
        )
        self.on_stop: Callable[[], None] = lambda: None
        self._running: asyncio.AbstractEventLoop | None = None
        self.ready = threading.Event()

    def stop(self) -> None:
        """Stop serving; from any thread, any number of times."""
        self.should_exit = True
        self.on_stop()
        if self._running is not None:
            with contextlib.suppress(RuntimeError):  # it has stopped already
                self._running.call_soon_threadsafe(hub.end_streams)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        self._running = asyncio.get_running_loop()
        await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A second signal does not wait for anything."""
        self.force_exit = self.should_exit
        self.stop()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in STOP_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
