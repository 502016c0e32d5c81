"""Fixtures for all tests: a clean cache, the real server, a real worker, the browser.

Nothing here skips: what a test needs and does not find is a failure that says what to install.
"""

import socket
import threading
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from celery import Celery
from celery.contrib.testing.worker import start_worker
from django.core.cache import cache
from hypothesis import HealthCheck, settings
from kombu import pools

from config.celery import app
from tests import chromium, services
from tournaments.management.server import Server

START_SECONDS = 15


# How fast the machine is says nothing about the code.
# As many examples as a quarter of an hour on two cores has time for.
# `--hypothesis-profile thorough` looks further.
PLAIN = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("plain", PLAIN)
settings.register_profile("thorough", PLAIN, max_examples=1000)
settings.load_profile("plain")


def pytest_configure(config: pytest.Config) -> None:
    # pytest-base-url, which pytest-playwright brings, has such a fixture; ours are errors.
    config.addinivalue_line(
        "filterwarnings",
        "ignore:(?s)Session-scoped fixtures.*'base_url':pytest.PytestRemovedIn10Warning",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: playwright leaves an event loop running in the main thread, and with it
    neither `asyncio.run` nor (unless allowed) Django's database calls work there."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(autouse=True)
def _clean_cache() -> None:
    """Throttles count in the cache; what one test used up is not the next one's business."""
    cache.clear()


class RunningServer(NamedTuple):
    url: str


@pytest.fixture
def asgi_server(transactional_db: None) -> Iterator[RunningServer]:
    """The product's ASGI application under uvicorn in a thread, hub and streams included."""
    server = Server()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        assert server.ready.wait(START_SECONDS), "the server did not start"
        yield RunningServer(f"http://127.0.0.1:{listening.getsockname()[1]}")
        server.stop()
        thread.join(START_SECONDS)
        assert not thread.is_alive(), "the server did not stop"


@pytest.fixture
def celery_on_redis(transactional_db: None) -> Iterator[Celery]:
    """The product's Celery application on a real Redis, with a real worker in a thread."""
    before = app.conf.broker_url, app.conf.broker_transport_options
    _use_broker(services.redis_url(), {})
    try:
        with start_worker(app, pool="threads", concurrency=2, perform_ping_check=False):
            yield app
    finally:
        _use_broker(*before)


def _use_broker(url: str, options: dict[str, Any]) -> None:
    celery: Any = app
    celery.conf.broker_url = url
    celery.conf.broker_read_url = celery.conf.broker_write_url = None
    celery.conf.broker_transport_options = options
    # Celery keeps open connections to the broker that was.
    celery._pool = None
    celery.amqp._producer_pool = None
    pools.reset()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """pytest-playwright, on the machine's own chromium instead of a download."""
    executable = chromium.find()
    if executable is None:
        pytest.fail(chromium.HELP, pytrace=False)
    return {**browser_type_launch_args, "executable_path": executable, "args": chromium.FLAGS}


@pytest.fixture(autouse=True)
def _database_beside_a_browser(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let browser tests use the database: playwright's loop in this thread never awaits on it."""
    if request.node.get_closest_marker("browser"):
        monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
