import signal
import socket
import sqlite3
from pathlib import Path

import pytest

from tests.processes.conftest import EMBEDDED
from tests.processes.running import running, serving, status
from tests.waiting import until

pytestmark = pytest.mark.processes
NOWHERE = "/no-such-page/"


def test_it_starts_on_an_empty_folder(tmp_path: Path) -> None:
    with serving(tmp_path) as (_process, url):
        assert status(url + NOWHERE) == 404
        until(lambda: status(f"{url}/healthz") == 200, seconds=20, what="the first sweep")
    with sqlite3.connect(tmp_path / EMBEDDED) as database:
        assert database.execute("SELECT count(*) FROM django_migrations").fetchone()[0] > 0
    database.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_quietly(folder: Path, number: signal.Signals) -> None:
    with serving(folder) as (process, url):
        until(lambda: status(f"{url}/healthz") == 200, seconds=20, what="the first sweep")
        process.send(number)
        assert process.end() == 0
        assert "Traceback" not in process.output


def test_it_runs_once_on_a_folder(folder: Path) -> None:
    with serving(folder), running(folder, "serve", "--port", "0") as second:
        assert second.end() == 1
        assert "running already" in second.output


def test_a_port_in_use_is_said_plainly(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        with running(tmp_path, "serve", "--port", port) as process:
            assert process.end() == 1
            assert f"Port {port} is in use" in process.output
            assert "Traceback" not in process.output
    assert not (tmp_path / EMBEDDED).exists()


def test_the_demo_goes_into_an_empty_database_only(folder: Path) -> None:
    with serving(folder, "--demo"):
        pass
    with serving(folder, "--demo") as (process, _url):
        assert "the demo is not loaded" in process.output


def test_it_is_not_for_production(tmp_path: Path) -> None:
    production = {
        "DATABASE_URL": "postgres://localhost/crawford",
        "REDIS_URL": "redis://localhost",
        "PUBLIC_URL": "https://club.example",
        "SECRET_KEY": "0123456789" * 5,
    }
    with running(tmp_path, "serve", **production) as process:
        assert process.end() == 1
        assert "docs/running.md" in process.output


def test_the_local_network_is_let_in_only_when_asked(folder: Path) -> None:
    with serving(folder, "--lan") as (process, url):
        address = process.wait_for(r"In this network: http://(\S+):\d+/")[1]
        process.wait_for("not encrypted")
        assert status(url + NOWHERE, Host=address) == 404
        assert status(url + NOWHERE, Host="evil.example") == 400
