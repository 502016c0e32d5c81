from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env

Read = Callable[[str], Any]
HERE = Path("unused")


def key(name: str) -> str:
    return env.secret_key(name, folder=HERE, production=True)


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda name: env.boolean(name, default=False), "perhaps"),
        (lambda name: env.integer(name, default=5, lowest=1, highest=9), "10"),
        (lambda name: env.integer(name, default=5, lowest=1, highest=9), "0"),
        (lambda name: env.integer(name, default=5, lowest=1, highest=9), "-1"),
        (lambda name: env.integer(name, default=5, lowest=1, highest=9), "3.5"),
        (lambda name: env.integer(name, default=5, lowest=1, highest=9), "²"),
        (lambda name: env.choice(name, ["plain", "json"]), "xml"),
        (lambda name: env.push_key(name, folder=HERE), "too short"),
        (env.hosts, "*"),
        (env.hosts, "nardy.example,https://other.example"),
        (env.public_url, "nardy.example"),
        (env.public_url, "ftp://nardy.example"),
        (env.public_url, "https://nardy.example/club"),
        (key, ""),
        (key, "short"),
        (key, "abab" * 20),
        (lambda name: env.database(name, folder=HERE), "mysql://localhost/crawford"),
        (lambda name: env.database(name, folder=HERE), "postgres://localhost"),
        (lambda name: env.database(name, folder=HERE), "sqlite://host/file"),
        (env.redis, "localhost:6379"),
        (env.redis, "unix:///run/redis.sock"),
        (lambda name: env.broker(name, redis_url=""), "sqs://queue"),
        (env.email, "mail.example"),
        (env.email, "smtp://"),
    ],
)
def test_nonsense_is_refused_by_the_name_of_its_variable(
    monkeypatch: pytest.MonkeyPatch, read: Read, value: str
) -> None:
    monkeypatch.setenv("SOME_SETTING", value)
    with pytest.raises(ImproperlyConfigured, match="SOME_SETTING"):
        read("SOME_SETTING")


@pytest.mark.parametrize(
    ("read", "value", "expected"),
    [
        (lambda name: env.boolean(name, default=True), "", True),
        (lambda name: env.boolean(name, default=True), " Off ", False),
        (lambda name: env.integer(name, default=5, lowest=1, highest=9), "", 5),
        (lambda name: env.integer(name, default=5, lowest=1, highest=9), "9", 9),
        (lambda name: env.choice(name, ["plain", "json"]), "", "plain"),
        (lambda name: env.choice(name, ["plain", "json"]), "json", "json"),
        (env.hosts, "a.example, b.example,", ["a.example", "b.example"]),
        (env.public_url, "https://nardy.example/", "https://nardy.example"),
        (key, "k3y-" * 12 + "x", "k3y-" * 12 + "x"),
        (env.redis, "", ""),
        (env.redis, "rediss://r:6380/1", "rediss://r:6380/1"),
        (lambda name: env.broker(name, redis_url="redis://r/0"), "", "redis://r/0"),
        (lambda name: env.broker(name, redis_url=""), "", "memory://localhost/"),
    ],
)
def test_what_makes_sense_is_taken(
    monkeypatch: pytest.MonkeyPatch, read: Read, value: str, expected: object
) -> None:
    monkeypatch.setenv("SOME_SETTING", value)
    assert read("SOME_SETTING") == expected


def test_a_secret_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    made = [env.secret_key("NO_KEY", folder=tmp_path / "new", production=False) for _ in range(2)]
    assert made[0] == made[1]
    assert len(made[0]) >= 40
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["secret_key"]
    assert (tmp_path / "new" / "secret_key").stat().st_mode & 0o077 == 0


def test_a_secret_key_may_come_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    secret = "0123456789" * 5
    (tmp_path / "mounted").write_text(f"{secret}\n")
    monkeypatch.setenv("KEY_FILE", str(tmp_path / "mounted"))
    assert env.secret_key("KEY", folder=HERE, production=True) == secret


def test_a_postgresql_address_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DB", "postgres://jo%40x:p%2Fw@db.example:5433/crawford?sslmode=require")
    database = env.database("DB", folder=HERE)
    assert (database["USER"], database["PASSWORD"]) == ("jo@x", "p/w")
    assert (database["HOST"], database["PORT"]) == ("db.example", "5433")
    assert database["NAME"] == "crawford"
    assert database["OPTIONS"] == {"sslmode": "require"}


def test_a_socket_folder_can_be_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DB", "postgres://postgres@/crawford?host=/var/run/postgresql")
    database = env.database("DB", folder=HERE)
    assert (database["HOST"], database["OPTIONS"]) == ("/var/run/postgresql", {})


def test_sqlite_is_the_default_and_a_file(tmp_path: Path) -> None:
    database = env.database("NO_DB", folder=tmp_path)
    assert database["ENGINE"].endswith("sqlite3")
    assert database["NAME"].name == "crawford.sqlite3"
    assert database["NAME"].parent.samefile(tmp_path)


def test_mail_goes_to_the_console_until_a_server_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.email("NO_MAIL")["EMAIL_BACKEND"].endswith("console.EmailBackend")
    monkeypatch.setenv("MAIL", "smtps://me:secret@mail.example")
    mail = env.email("MAIL")
    assert (mail["EMAIL_HOST"], mail["EMAIL_PORT"]) == ("mail.example", 465)
    assert (mail["EMAIL_USE_SSL"], mail["EMAIL_USE_TLS"]) == (True, False)
    monkeypatch.setenv("MAIL", "smtp://mail.example")
    mail = env.email("MAIL")
    assert (mail["EMAIL_PORT"], mail["EMAIL_USE_SSL"], mail["EMAIL_USE_TLS"]) == (587, False, True)
