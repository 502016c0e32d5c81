"""Nudges: how a change in one process makes the hubs of all processes look at once.

Only an accelerator, and empty messages: each hub polls anyway and asks the database what has
changed. With REDIS_URL the nudges go through Redis, else with PostgreSQL through LISTEN, else
(one process, SQLite) straight to the hub.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from functools import cache

import psycopg
import redis
import redis.asyncio
from django.conf import settings
from django.db import Error, connection

from matches.live.hub import hub

CHANNEL = "crawford_live"
QUIET_SECONDS = 10.0  # without nudges after Redis failed: no request waits for it again and again
RECONNECT_SECONDS = 5.0

logger = logging.getLogger(__name__)
_quiet_until = 0.0


def announce() -> None:
    """Something changed: call it once the change is committed. Never raises, never waits long."""
    hub.nudge()
    try:
        if settings.REDIS_URL:
            _publish()
        elif connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_notify(%s, '')", [CHANNEL])
    except (Error, redis.RedisError):
        logger.warning("cannot announce a change; it is seen at the next poll", exc_info=True)


def _publish() -> None:
    global _quiet_until  # noqa: PLW0603 (one circuit breaker per process)
    if time.monotonic() < _quiet_until:
        return
    try:
        _client(settings.REDIS_URL).publish(CHANNEL, "")
    except redis.RedisError:
        _quiet_until = time.monotonic() + QUIET_SECONDS
        raise


@cache
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1)


# --- Hearing -------------------------------------------------------------------------------------
async def listen() -> None:
    """Nudge the hub of this process whenever another one announces; until cancelled."""
    while True:
        try:
            async for _ in _announcements():
                hub.nudge()
        except (OSError, psycopg.Error, redis.RedisError):
            logger.warning("cannot hear announcements; polling goes on", exc_info=True)
        else:
            return  # nobody else could announce anything
        await asyncio.sleep(RECONNECT_SECONDS)


async def _announcements() -> AsyncIterator[None]:
    if settings.REDIS_URL:
        async with redis.asyncio.from_url(settings.REDIS_URL) as client, client.pubsub() as heard:
            await heard.subscribe(CHANNEL)
            async for message in heard.listen():
                if message["type"] == "message":
                    yield
    elif connection.vendor == "postgresql":
        async with await _listening() as heard:
            async for _ in heard.notifies():
                yield


async def _listening() -> "psycopg.AsyncConnection[tuple[object, ...]]":
    """A connection of its own: it waits, so it can serve nothing else."""
    database = settings.DATABASES["default"]
    connected = await psycopg.AsyncConnection.connect(
        host=database["HOST"],
        port=database["PORT"],
        user=database["USER"],
        password=database["PASSWORD"],
        dbname=database["NAME"],
        autocommit=True,
        **database["OPTIONS"],
    )
    await connected.execute(f"LISTEN {CHANNEL}")
    return connected
