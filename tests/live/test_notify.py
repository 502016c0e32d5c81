import asyncio
import contextlib
from collections.abc import Callable

import pytest
import redis
from django.db import connection
from pytest_django.fixtures import Settings

from matches.live import notify
from matches.live.hub import hub
from tests import services
from tests.live.board import Board, score, subscribed, taken

pytestmark = pytest.mark.django_db(transaction=True)
on_postgres = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="LISTEN is PostgreSQL's: TEST_DB=postgres"
)


@pytest.fixture
def on_redis(settings: Settings) -> str:
    settings.REDIS_URL = url = services.redis_url()
    return url


def heard(settings: Settings, announced: Callable[[], object]) -> None:
    """A change that `announced` tells of from elsewhere is seen although no poll is due."""
    settings.LIVE_POLL_MS = 600_000
    board = Board()

    def elsewhere() -> None:
        announced()
        connection.close()

    async def work() -> None:
        hub.start()
        listening = asyncio.create_task(notify.listen())
        reader = await subscribed(hub, score(), "0-0")
        board.scores[1] = "1-0"
        seen = asyncio.create_task(taken(reader))
        while not seen.done():  # the listener may not have connected yet
            await asyncio.to_thread(elsewhere)
            await asyncio.wait({seen}, timeout=0.05)
        assert seen.result() == "1-0"
        listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listening
        await hub.close()

    asyncio.run(work())


def test_redis_carries_a_nudge_between_processes(settings: Settings, on_redis: str) -> None:
    with redis.Redis.from_url(on_redis) as other_process:
        heard(settings, lambda: other_process.publish(notify.CHANNEL, ""))


def test_announcing_tells_redis(on_redis: str) -> None:
    with redis.Redis.from_url(on_redis) as client, client.pubsub() as listener:
        listener.subscribe(notify.CHANNEL)
        assert listener.get_message(timeout=10)["type"] == "subscribe"
        notify.announce()
        assert listener.get_message(timeout=10)["type"] == "message"


@on_postgres
def test_postgresql_carries_a_nudge_between_processes(
    settings: Settings,
) -> None:
    def announced() -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"NOTIFY {notify.CHANNEL}")

    heard(settings, announced)


@on_postgres
def test_announcing_tells_postgresql(settings: Settings) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"LISTEN {notify.CHANNEL}")
        notify.announce()
        assert next(connection.connection.notifies(timeout=10)).channel == notify.CHANNEL


def test_one_process_needs_nobody_to_carry_it(settings: Settings) -> None:
    heard(settings, notify.announce)


def test_a_lost_redis_costs_a_warning_and_is_left_alone_for_a_while(
    settings: Settings, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(notify, "_quiet_until", 0.0)
    for _ in range(3):
        notify.announce()
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_lost_redis_is_tried_again(
    settings: Settings, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "RECONNECT_SECONDS", 0.01)
    with redis.Redis.from_url(services.redis_url()) as other_process:

        def announced() -> None:
            if "cannot hear" in caplog.text:
                settings.REDIS_URL = services.redis_url()
            other_process.publish(notify.CHANNEL, "")

        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        heard(settings, announced)
