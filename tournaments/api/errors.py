"""Every error of the API in one shape: {"code", "message", "detail"}, whatever raised it.

`code` is stable, `message` tells a person what to do, `detail` holds what a program needs to act.
docs/api.md lists the codes.
"""

import logging
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.views import set_rollback

from config.errors import DomainError, facts_in_words, in_words
from matches.engine.errors import EngineError
from tournaments.formats import FormatError

logger = logging.getLogger(__name__)


class ErrorOutput(serializers.Serializer[Any]):
    """What every error looks like."""

    code = serializers.CharField(help_text="Stable, to be compared by programs.")
    message = serializers.CharField(help_text="What went wrong and what to do, for people.")
    detail = serializers.DictField(help_text="What a program needs to act on it; may be empty.")


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response:
    set_rollback()
    match error:
        case DomainError():
            return _answer(error.status, error.code, error.message, error.detail)
        case EngineError() | FormatError():
            return _answer(400, error.code, in_words(error), facts_in_words(error.detail))
        case Http404():
            return _of_framework(exceptions.NotFound())
        case PermissionDenied():
            return _of_framework(exceptions.PermissionDenied())
        case exceptions.APIException():
            return _of_framework(error)
        case _:
            logger.error("the API failed at %s", context["request"].path, exc_info=error)
            message = _("Something went wrong here. Look at where things stand, then try again.")
            return _answer(500, "internal", message)


def _of_framework(error: exceptions.APIException) -> Response:
    """The errors of the framework, in our codes and words where its own say too little."""
    status, message = error.status_code, str(error.detail)
    match error:
        case exceptions.ValidationError():
            fields = dict(_fields(error.get_full_details()))
            text = _("Some of what was sent cannot be used: %(fields)s.")
            said = text % {"fields": ", ".join(fields)}
            return _answer(status, "invalid_input", said, {"fields": fields})
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            # The framework turns 401 into 403 where a view names no scheme, as log-in does.
            response = _answer(401, "not_authenticated", message)
            response["WWW-Authenticate"] = getattr(error, "auth_header", "Token")
            return response
        case exceptions.Throttled():
            seconds = max(1, int(getattr(error, "wait", None) or 1))
            text = _("Too many requests. Try again in %(seconds)s seconds.")
            said = text % {"seconds": seconds}
            return _answer(status, "too_many_requests", said, {"seconds": seconds})
        case _:
            return _answer(status, _CODES.get(type(error), error.default_code), message)


_CODES: dict[type[exceptions.APIException], str] = {
    exceptions.NotFound: "not_found",
    exceptions.PermissionDenied: "not_allowed",
    exceptions.ParseError: "unreadable",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
}


def _answer(
    status: int, code: str, message: str, detail: Mapping[str, Any] | None = None
) -> Response:
    detail = detail or {}
    response = Response({"code": code, "message": message, "detail": detail}, status=status)
    if status == 429:
        response["Retry-After"] = str(detail["seconds"])
    return response


def _fields(details: Any, path: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """The first error of each field, by its path: `rows.3.name`."""
    if isinstance(details, Mapping) and set(details) == {"message", "code"}:
        yield path or "body", {"code": str(details["code"]), "message": str(details["message"])}
    elif isinstance(details, Mapping):
        for name, inner in details.items():
            own = str(name) if name != "non_field_errors" else ""
            yield from _fields(inner, ".".join(filter(None, [path, own])))
    elif details and isinstance(details[0], Mapping) and set(details[0]) == {"message", "code"}:
        yield from _fields(details[0], path)
    else:
        for number, inner in enumerate(details):
            yield from _fields(inner, f"{path}.{number}" if path else str(number))
