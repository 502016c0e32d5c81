"""Environment variables, read once and refused when they make no sense.

Every variable is documented in docs/running.md. A value that cannot be right stops the start with
the name of the variable and what to write instead: a wrong guess here would cost a real event.
"""

import base64
import contextlib
import os
import re
import secrets
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def boolean(name: str, *, default: bool) -> bool:
    value = text(name).lower()
    if value in {"", "1", "true", "yes", "on", "0", "false", "no", "off"}:
        return default if value == "" else value in {"1", "true", "yes", "on"}
    raise ImproperlyConfigured(f"{name}={value!r}: write 1 or 0.")


def integer(name: str, *, default: int, lowest: int, highest: int) -> int:
    value = text(name) or str(default)
    if not value.isascii() or not value.isdigit() or not lowest <= int(value) <= highest:
        raise ImproperlyConfigured(f"{name}={value!r}: write a number from {lowest} to {highest}.")
    return int(value)


def choice(name: str, options: Sequence[str]) -> str:
    """One of the options; the first is the default."""
    value = text(name, options[0]) or options[0]
    if value not in options:
        raise ImproperlyConfigured(f"{name}={value!r}: write one of {', '.join(options)}.")
    return value


def program(name: str) -> str:
    """The path of a program that can be run; empty when unset."""
    value = text(name)
    if value and not os.access(value, os.X_OK):
        raise ImproperlyConfigured(f"{name}={value!r}: there is no program to run at this path.")
    return value


def names(name: str) -> list[str]:
    return [part.strip() for part in text(name).split(",") if part.strip()]


def hosts(name: str) -> list[str]:
    """Host names for Django's ALLOWED_HOSTS: no scheme, no path, no bare star."""
    for host in (found := names(name)):
        if host == "*" or "/" in host:
            raise ImproperlyConfigured(
                f"{name} holds {host!r}: write host names such as nardy.example.org, by commas."
            )
    return found


def public_url(name: str) -> str:
    """The address people type, for links in QR codes and mail; empty when unset."""
    value = text(name).rstrip("/")
    parts = urlsplit(value)
    if value and (parts.scheme not in {"http", "https"} or not parts.hostname or parts.path):
        raise ImproperlyConfigured(f"{name}={value!r}: write it like https://nardy.example.org.")
    return value


def secret_key(name: str, *, folder: Path, production: bool) -> str:
    """The signing key: given, or made once and kept in the data folder."""
    key = text(name)
    if not key and (file := text(f"{name}_FILE")):
        key = Path(file).read_text(encoding="utf-8").strip()
    if not key and not production:
        key = _kept_key(folder / "secret_key", secrets.token_urlsafe(50))
    if len(key) < 40 or len(set(key)) < 5:
        raise ImproperlyConfigured(
            f"{name} must be at least 40 random characters. "
            'Make one: python -c "import secrets; print(secrets.token_urlsafe(50))"'
        )
    return key


def push_key(name: str, *, folder: Path) -> str:
    """The key that signs messages to browsers: given, or made once and kept in the data folder.

    32 bytes as base64url: a number below the order of the curve P-256, so the top bit is not set.
    """
    raw = secrets.token_bytes(32)
    made = base64.urlsafe_b64encode(bytes([raw[0] & 0x7F]) + raw[1:]).rstrip(b"=").decode("ascii")
    key = text(name) or _kept_key(folder / "push_key", made)
    if not re.fullmatch(r"[A-Za-z0-9_-]{43}", key):
        raise ImproperlyConfigured(f"{name} must be a private P-256 key, 43 characters base64url.")
    return key


def _kept_key(path: Path, fresh: str) -> str:
    """What the file holds; `fresh` becomes that if there is none."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # Linked whole: two processes that start at once must not end with two keys, or half a one.
        handle, draft = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(fresh)
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        Path(draft).unlink()
    return path.read_text(encoding="ascii").strip()


def database(name: str, *, folder: Path) -> dict[str, Any]:
    """A Django database from a URL: postgres://user:password@host:port/name, or sqlite:///path."""
    value = text(name) or f"sqlite:///{folder / 'crawford.sqlite3'}"
    parts = urlsplit(value)
    if parts.scheme == "sqlite" and not parts.netloc and parts.path.strip("/"):
        return _sqlite(Path(unquote(parts.path)))
    if parts.scheme in {"postgres", "postgresql"} and parts.path.strip("/"):
        return _postgres(value)
    raise ImproperlyConfigured(
        f"{name} must look like postgres://user:password@host:5432/name or sqlite:////folder/file."
    )


def _sqlite(path: Path) -> dict[str, Any]:
    path.parent.mkdir(parents=True, exist_ok=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: a laptop at a club may lose its power right after a result.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            "PRAGMA cache_size=-16000; PRAGMA mmap_size=134217728;",
        },
    }


def _postgres(value: str) -> dict[str, Any]:
    parts = urlsplit(value)
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        # A socket folder may be given as ?host=/var/run/postgresql.
        "HOST": options.pop("host", parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def redis(name: str) -> str:
    """A Redis that the cache, the nudges and the broker share; empty when unset."""
    value = text(name)
    if value and urlsplit(value).scheme not in {"redis", "rediss"}:
        # A socket file is written in one way for the broker and in another for the cache.
        raise ImproperlyConfigured(f"{name} must look like redis://localhost:6379/0.")
    return value


def broker(name: str, *, redis_url: str) -> str:
    value = text(name) or redis_url or "memory://localhost/"
    if urlsplit(value).scheme not in {"memory", "redis", "rediss", "redis+socket", "amqp"}:
        raise ImproperlyConfigured(f"{name} must be a redis://, amqp:// or memory:// address.")
    return value


def broker_options(url: str) -> dict[str, Any]:
    """A request that rings does not wait for a broker that is away: a sweep rings instead."""
    if not url.startswith("redis"):
        return {}
    return {"socket_connect_timeout": 1, "socket_timeout": 2, "max_retries": 0}


def email(name: str) -> dict[str, Any]:
    """Django's e-mail settings from smtp://user:password@host:port?tls=1, or the console."""
    value = text(name)
    if not value:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    parts = urlsplit(value)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ImproperlyConfigured(f"{name} must look like smtps://user:password@host:465.")
    secure = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if secure else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": secure,
        "EMAIL_USE_TLS": not secure and dict(parse_qsl(parts.query)).get("tls", "1") == "1",
        "EMAIL_TIMEOUT": 20,
    }
