"""A real Celery worker and beat as threads of this process, over the memory:// broker."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

from celery import signals
from celery.beat import EmbeddedService
from celery.worker import WorkController, state as worker_state
from celery.worker.consumer import Consumer
from django.conf import settings

from config.celery import app

# Celery's types do not know that a stop is an exit code, nor that beat can be a thread.
_state: Any = worker_state
THREADS = 2
START_SECONDS = 15
STOP_SECONDS = 10


class Worker(WorkController):
    """A worker that says when it hears messages."""

    def __init__(self) -> None:
        self.ready = threading.Event()
        super().__init__(
            app=app,
            pool="threads",
            concurrency=THREADS,
            hostname="embedded@localhost",
            loglevel="WARNING",
            # There is no other worker to talk to.
            without_mingle=True,
            without_gossip=True,
            without_heartbeat=True,
            task_events=False,
        )

    def on_consumer_ready(self, consumer: Consumer) -> None:
        self.ready.set()
        signals.worker_ready.send(sender=consumer)


class Embedded:
    """The worker and beat. `failed` tells that the worker ended although nobody stopped it."""

    def __init__(self, on_failure: Callable[[], None]) -> None:
        app.finalize()
        app.set_default()
        self._on_failure = on_failure
        self._stopping = False
        self.failed = False
        self._worker = Worker()
        self._thread = threading.Thread(target=self._work, name="celery-worker", daemon=True)
        # A thread, never `worker --beat`: that forks, and a fork does not share memory://. The
        # schedule is in the settings only, so there is nothing to keep in a file.
        self._beat: Any = EmbeddedService(
            app, max_interval=1, thread=True, scheduler_cls="celery.beat:Scheduler"
        )

    def _work(self) -> None:
        try:
            self._worker.start()
        finally:
            if not self._stopping:
                self.failed = True
                self._worker.ready.set()
                self._on_failure()

    def start(self) -> None:
        """Returns when the worker hears; raises RuntimeError when it does not."""
        self._thread.start()
        if not self._worker.ready.wait(START_SECONDS) or self.failed:
            raise RuntimeError("the Celery worker did not start")
        settings.RINGS = True  # from here on, near deadlines can be heard
        self._beat.start()

    def begin_stop(self) -> None:
        """Ask the worker to end and do not wait for it."""
        self._stopping = True
        _state.should_stop = 0

    def stop(self) -> None:
        self.begin_stop()
        settings.RINGS = False
        # The worker looks whether to stop after each message, for which it waits two seconds, and
        # waits once more when it has looked.
        for _ in range(2):
            app.control.broadcast("ping", reply=False)
        if self._beat.is_alive():
            self._beat.stop()
        self._thread.join(STOP_SECONDS)
        _state.should_stop = None


@contextlib.contextmanager
def celery_threads(on_failure: Callable[[], None]) -> Iterator[Embedded]:
    """Worker and beat around a block; `on_failure` is called when the worker dies in it."""
    embedded = Embedded(on_failure)
    try:
        embedded.start()
        yield embedded
    finally:
        embedded.stop()
