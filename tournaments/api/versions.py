"""Versions as HTTP says them: ETag, If-None-Match, If-Match.

The version of an event or match is its ETag. A fixture shows a match and its place in the event
(slots, table), so its ETag is "<match version>.<match>.<event version>". If-Match compares the
version of the match, and which match it is if that is sent: results are what must not be
overwritten unseen, while the event may have moved on elsewhere. A board that is played on has
"<its version>.<match>.<match version>" for whoever plays, and its own version is compared.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import ConflictError, DomainError, InvalidError

Body = Mapping[str, Any]

_ETAG = re.compile(r'(?:W/)?"?([0-9]{1,9})(?:\.([0-9]{1,18})\.[0-9]{1,9})?"?')


class VersionRequiredError(DomainError):
    """A change of something existing that does not say which state of it was seen."""

    status = 428


class Seen(NamedTuple):
    """What the client saw: a version, and of which match; None where it does not care."""

    version: int | None = None
    match: int | None = None

    def require_match(self, match_id: int) -> None:
        """Raises ConflictError `version_conflict` when others meet in the fixture by now."""
        if self.match not in {None, match_id}:
            raise ConflictError(
                "version_conflict",
                _("Others meet here by now. Look at where it stands and try again."),
            )


def seen_version(request: Request) -> int | None:
    return seen(request).version


def seen(request: Request) -> Seen:
    """What If-Match says; nothing for `*` ("whatever it is now").

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
    return seen_if_sent(request)


def seen_if_sent(request: Request) -> Seen:
    text = request.headers.get("If-Match", "*").strip()
    if text == "*":
        return Seen()
    found = _ETAG.fullmatch(text)
    if found is None:
        raise InvalidError(
            "if_match_unreadable", _('Write If-Match as one ETag, such as "12", or as *.')
        )
    return Seen(int(found[1]), int(found[2]) if found[2] else None)


def etag(body: Body) -> str:
    """The ETag of the representation of an event, a fixture, a match or a board."""
    version, around = body["version"], body.get("event_version", body.get("match_version"))
    return f'"{version}"' if around is None else f'"{version}.{body["match"] or 0}.{around}"'


def answer(body: Body, status: int = 200) -> Response:
    """The body, with its ETag if it has a version."""
    response = Response(body, status=status)
    if "version" in body:
        response["ETag"] = etag(body)
    return response


def answer_if_changed(request: Request, body: Body) -> Response:
    """The body, or 304 when the client has it already."""
    response = answer(body)
    sent = request.headers.get("If-None-Match", "")
    known = [one.strip().removeprefix("W/") for one in sent.split(",")]
    if response["ETag"] in known or "*" in known:
        unchanged = Response(status=304)
        unchanged["ETag"] = response["ETag"]
        return unchanged
    return response


@contextmanager
def showing_newer(current: Callable[[], Body]) -> Iterator[None]:
    """Add where things stand to a version conflict, so that the client need not ask again."""
    try:
        yield
    except ConflictError as error:
        if error.code == "version_conflict":
            error.detail["current"] = current()
        raise
