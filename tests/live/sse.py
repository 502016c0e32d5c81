"""A small client of event streams for tests: reads events from a real connection."""

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

LIMIT = 10.0  # seconds until a read that waits in vain fails


class Event(NamedTuple):
    id: str
    name: str
    data: dict[str, Any]


class Stream:
    def __init__(self, response: http.client.HTTPResponse) -> None:
        self._response = response
        self.status = response.status
        self.headers = response.headers

    def line(self) -> str:
        return self._response.readline().decode().rstrip("\n")

    def event(self) -> Event | None:
        """The next event, comments and the retry time passed over; None at the end."""
        fields: dict[str, str] = {}
        while line := self._response.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif "data" in fields:
                return Event(fields["id"], fields["event"], json.loads(fields["data"]))
        return None

    def json(self) -> dict[str, Any]:
        content: dict[str, Any] = json.loads(self._response.read())
        return content


@contextmanager
def opened(
    url: str, *, method: str = "GET", limit: float = LIMIT, **headers: str
) -> Iterator[Stream]:
    """A request whose answer is read while it lasts; a_b in a header's name stands for a-b."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=limit)
    try:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, f"{parts.path}?{parts.query}", headers=sent)
        yield Stream(connection.getresponse())
    finally:
        connection.close()
