"""Versions as HTTP says them: ETag, If-None-Match, If-Match.

The version of an event or match is its ETag. A fixture shows both a match and its place in the
event (slots, table), so its ETag is "<match version>.<event version>", of which If-Match needs the
first part only: results are what must not be overwritten unseen.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import ConflictError, DomainError, InvalidError

Body = Mapping[str, Any]

_ETAG = re.compile(r'(?:W/)?"?([0-9]{1,9})(?:\.[0-9]{1,9})?"?')


class VersionRequiredError(DomainError):
    """A change of something existing that does not say which state of it was seen."""

    status = 428


def seen_version(request: Request) -> int | None:
    """The version in If-Match, or None for `*` ("whatever it is now").

    Raises VersionRequiredError `version_required`, InvalidError `if_match_unreadable`.
    """
    if "If-Match" not in request.headers:
        raise VersionRequiredError(
            "version_required",
            _(
                'Say which version you saw: send its ETag as If-Match, such as If-Match: "12", '
                "or If-Match: * to change it whatever it is now."
            ),
        )
    return seen_version_if_sent(request)


def seen_version_if_sent(request: Request) -> int | None:
    text = request.headers.get("If-Match", "*").strip()
    if text == "*":
        return None
    found = _ETAG.fullmatch(text)
    if found is None:
        raise InvalidError(
            "if_match_unreadable", _('Write If-Match as one ETag, such as "12", or as *.')
        )
    return int(found[1])


def etag(body: Body) -> str:
    """The ETag of the representation of an event, a fixture or a match."""
    event_version = body.get("event_version")
    version = body["version"]
    return f'"{version}"' if event_version is None else f'"{version}.{event_version}"'


def answer(body: Body, status: int = 200) -> Response:
    """The body, with its ETag if it has a version."""
    response = Response(body, status=status)
    if "version" in body:
        response["ETag"] = etag(body)
    return response


def answer_if_changed(request: Request, body: Body) -> Response:
    """The body, or 304 when the client has it already."""
    response = answer(body)
    known = [one.strip().removeprefix("W/") for one in _if_none_match(request).split(",")]
    if response["ETag"] in known or "*" in known:
        unchanged = Response(status=304)
        unchanged["ETag"] = response["ETag"]
        return unchanged
    return response


def _if_none_match(request: Request) -> str:
    return request.headers.get("If-None-Match", "")


@contextmanager
def showing_newer(current: Callable[[], Body]) -> Iterator[None]:
    """Add where things stand to a version conflict, so that the client need not ask again."""
    try:
        yield
    except ConflictError as error:
        if error.code == "version_conflict":
            error.detail["current"] = current()
        raise
