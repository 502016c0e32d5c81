"""A production's environment, shared by the tests that start its processes."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
import redis

from tests import services


@pytest.fixture
def production() -> Iterator[dict[str, str]]:
    """The environment of a production on a database and a broker of its own."""
    with made_production() as env:
        yield env


@contextmanager
def made_production() -> Iterator[dict[str, str]]:
    host, name = services.postgres_host(), f"crawford_processes_{os.getpid()}"
    redis_url = services.redis_url().rpartition("/")[0] + "/7"
    with redis.Redis.from_url(redis_url) as client:
        client.flushdb()  # the last sweep of another test is not this one's health
    with psycopg.connect(host=host, user="postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}".encode())
        yield {
            "DATABASE_URL": f"postgres://postgres@/{name}?host={host}",
            "REDIS_URL": redis_url,
            "PUBLIC_URL": "http://localhost",
            "SECRET_KEY": "not-a-secret-but-forty-characters-long-0123456789",
        }
        server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
