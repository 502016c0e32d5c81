"""From requests to checked Python values, and nothing further: rules are the services' business."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.request import Request

from config.errors import InvalidError
from players.legible import has_controls, legible

Inputs = type[serializers.Serializer[Any]]


class TooLargeError(InvalidError):
    """More bytes than one request may bring."""

    status = 413


class JsonParser(JSONParser):
    """JSON, where nesting without end is unreadable like any other nonsense, and so is half a
    character, which could neither be stored nor be told back. What nobody can see is left out of
    its texts, as it is of forms."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        try:
            data = super().parse(stream, media_type, parser_context)
            json.dumps(data, ensure_ascii=False).encode()
            kept: dict[str, Any] = _legible(data)
        except UnicodeEncodeError as error:
            raise ParseError(_("Send valid JSON in UTF-8.")) from error
        except RecursionError as error:
            raise ParseError(_("This JSON is nested too deep.")) from error
        return kept


class ListParser(BaseParser):
    """The bytes of an entry list as they are: the reader finds out how they are encoded."""

    media_type = "text/*"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return stream.read()


def parse(inputs: Inputs, request: Request, *, partial: bool = False) -> dict[str, Any]:
    """The body as the serializer describes it; with `partial` only what was sent."""
    return _checked(inputs(data=request.data, partial=partial))


def parse_query(inputs: Inputs, request: Request) -> dict[str, Any]:
    return _checked(inputs(data=request.query_params.dict()))


def _checked(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data


def check_size(request: Request) -> None:
    """Refuse a body before it is read. Raises TooLargeError `too_large`."""
    length = request.headers.get("Content-Length", "")
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if length.isascii() and length.isdigit() and int(length) > limit:
        raise TooLargeError(
            "too_large", _("Send at most %(limit)s bytes at once.") % {"limit": limit}, limit=limit
        )


def _legible(data: Any) -> Any:
    match data:
        case str():
            return legible(data)
        case list():
            return [_legible(each) for each in data]
        case dict():
            return {name: _legible(each) for name, each in data.items()}
        case _:
            return data


class LineField(serializers.CharField):
    """One line of text: names go into lists, cards and logs."""

    default_error_messages = {"not_one_line": "Write it on one line, without control characters."}

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        if has_controls(text):
            self.fail("not_one_line")
        return text


class FixtureKeyConverter:
    """A fixture's key in an address: M2.3, or M2.3.1 for a board of it.

    It knows their shape, not which ones there are.
    """

    regex = r"[A-Z]{1,2}[0-9]{1,3}\.[0-9]{1,5}(?:\.[0-9]{1,2})?"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
