"""Where the tests that start processes start them: databases that are migrated once, and copied."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import redis

from tests import services
from tests.processes.running import finished

EMBEDDED = "crawford.sqlite3"


@pytest.fixture(scope="session")
def _migrated_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("migrated")
    finished(folder, "manage.py", "migrate", "-v0")
    return folder


@pytest.fixture
def folder(_migrated_folder: Path, tmp_path: Path) -> Path:
    """A data folder whose embedded database is migrated and empty."""
    shutil.copy(_migrated_folder / EMBEDDED, tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of a migrated and empty database."""
    name = f"crawford_template_{os.getpid()}"
    with _made_database(name) as url:
        folder = tmp_path_factory.mktemp("template")
        finished(folder, "manage.py", "migrate", "-v0", DATABASE_URL=url)
        yield name


@pytest.fixture
def production(template: str) -> Iterator[dict[str, str]]:
    """The environment of a production on a database and a broker of its own."""
    with made_production(template) as env:
        yield env


@contextmanager
def made_production(template: str) -> Iterator[dict[str, str]]:
    redis_url = services.redis_url().rpartition("/")[0] + "/7"
    with redis.Redis.from_url(redis_url) as client:
        client.flushdb()  # the last sweep of another test is not this one's health
    with _made_database(f"crawford_processes_{os.getpid()}", template) as url:
        yield {
            "DATABASE_URL": url,
            "REDIS_URL": redis_url,
            "PUBLIC_URL": "http://localhost",
            "SECRET_KEY": "not-a-secret-but-forty-characters-long-0123456789",
        }


@contextmanager
def _made_database(name: str, template: str = "template1") -> Iterator[str]:
    """Its URL."""
    host = services.postgres_host()
    with psycopg.connect(host=host, user="postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        yield f"postgres://postgres@/{name}?host={host}"
        server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
