"""Small ASGI pieces that the live doors share: types, headers, whole answers, the Host check."""

import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from django.conf import settings
from django.http.request import split_domain_port, validate_host

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]


def header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str:
    """The value of a header (its name in lower case), several joined as HTTP says; or empty."""
    found = [value.decode("latin-1") for key, value in headers if key.lower() == name]
    return ("; " if name == b"cookie" else ", ").join(found)


def is_known_host(scope: Scope) -> bool:
    """What Django's own handler checks for the pages: the Host header against ALLOWED_HOSTS."""
    domain, _ = split_domain_port(header(scope["headers"], b"host"))
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


async def answer(send: Send, status: int, headers: Headers, body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def refuse(send: Send, status: int, code: str, message: str, *extra: tuple[str, str]) -> None:
    """A short JSON error in the API's shape."""
    body = json.dumps({"code": code, "message": message}).encode()
    headers = [
        ("content-type", "application/json"),
        ("content-length", str(len(body))),
        ("cache-control", "no-store"),
        *extra,
    ]
    await answer(send, status, [(key.encode(), value.encode()) for key, value in headers], body)
