"""Views for the tests of the page cache, and a client that calls an ASGI application."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.urls import path
from django.utils.translation import get_language

from matches.live import cacheable
from matches.live.asgi import Application, Message, Scope
from tests.live.board import soon

FILLER = "<p>twenty-four points</p>" * 100

made: list[str] = []  # the addresses that Django answered
version = ["1"]


def board(request: HttpRequest) -> HttpResponse:
    made.append(request.get_full_path())
    seen = version[0]
    response = HttpResponse(f"board {seen} {get_language()}{FILLER}")
    cacheable(response, "board", 1, seen)
    return response


def counting(request: HttpRequest) -> HttpResponse:
    response = board(request)
    response.set_cookie("visits", "1")
    return response


def form(request: HttpRequest) -> HttpResponse:
    made.append(request.get_full_path())
    response = HttpResponse(f"token {get_token(request)}")
    cacheable(response, "board", 1, version[0])
    return response


def plain(request: HttpRequest) -> HttpResponse:
    made.append(request.get_full_path())
    return HttpResponse("plain")


def missing(request: HttpRequest) -> HttpResponse:
    response = board(request)
    response.status_code = 404
    return response


urlpatterns = [
    path("board/", board),
    path("counting/", counting),
    path("form/", form),
    path("plain/", plain),
    path("missing/", missing),
]


class Response(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode().removesuffix(FILLER)


async def get(app: Application, address: str, *, method: str = "GET", **headers: str) -> Response:
    """What the application answers; a_b in a header's name stands for a-b."""
    where, _, query = address.partition("?")
    sent = {"host": "localhost"} | {
        name.lower().replace("_", "-"): value for name, value in headers.items()
    }
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": where,
        "raw_path": where.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
    }
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        messages.append(message)

    await soon(app(scope, receive, send))
    start: Any = messages[0]
    found = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    body = b"".join(message.get("body", b"") for message in messages[1:])
    return Response(start["status"], found, body)
