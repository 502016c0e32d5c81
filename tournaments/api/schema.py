"""How operations describe themselves in the OpenAPI document, so that each says it in one line."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from tournaments.api.errors import ErrorOutput

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)

# Security requirements; the schemes are described in SPECTACULAR_SETTINGS.
Auth = list[Any]
STAFF: Auth = [{"staffToken": []}, {"cookieAuth": []}]
PLAYER: Auth = [{"playerPass": []}]
CLOCK: Auth = [{"clockPass": []}]
SEAT: Auth = [{"seatPass": []}]
PUBLIC: Auth = [{}]

# Codes of what is refused wherever a fixture is named, and where its match is meant.
NO_FIXTURE = "`no_such_event`, `no_such_fixture`"
NO_MATCH = "`players_not_known`, `tie_by_boards`"

_IF_MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description='The ETag of the state that you saw, such as `"12"`; `*` for any.',
)
_IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag that you have: the answer is 304 if nothing changed since.",
)
_KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="A fresh random text for each deed; sending it again gives the same answer.",
)
_ETAG = OpenApiParameter(
    "ETag",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    response=[200, 201],
    description="The version of what is answered.",
)


def _error(description: str) -> OpenApiResponse:
    return OpenApiResponse(ErrorOutput, description=description)


def operation(
    summary: str,
    tag: str,
    *,
    answer: Any,
    status: int = 200,
    auth: Auth = PUBLIC,
    **more: Any,
) -> Callable[[F], F]:
    """Describe one method of a view.

    `more`: request, parameters (serializers of the query), errors ({status: text}), name (where
    the one made from the address is taken), and the headers it knows: etag, conditional,
    versioned ("must" or "may"), idempotent.
    """
    responses: dict[Any, Any] = {status: answer if answer is not None else OpenApiResponse()}
    responses |= {code: _error(text) for code, text in _errors(auth, more).items()}
    if more.get("conditional"):
        responses[304] = OpenApiResponse(description="Nothing changed since that ETag.")
    decorated: Callable[[F], F] = extend_schema(
        operation_id=more.get("name"),
        summary=summary,
        description=more.get("description") or f"{summary}.",
        tags=[tag],
        request=more.get("request"),
        parameters=_parameters(more),
        responses=dict(sorted(responses.items())),
        auth=auth,
    )
    return decorated


def _parameters(more: Mapping[str, Any]) -> list[Any]:
    known: dict[str, Any] = {
        "etag": _ETAG,
        "conditional": _IF_NONE_MATCH,
        "idempotent": _KEY,
    }
    parameters = [parameter for name, parameter in known.items() if more.get(name)]
    parameters += more.get("parameters", [])
    if versioned := more.get("versioned"):
        parameters.append(_required(_IF_MATCH) if versioned == "must" else _IF_MATCH)
    return parameters


def _required(parameter: OpenApiParameter) -> OpenApiParameter:
    return OpenApiParameter(
        parameter.name,
        OpenApiTypes.STR,
        OpenApiParameter.HEADER,
        required=True,
        description=parameter.description,
    )


# What a kind of operation may answer, beside the errors of its own.
_ERRORS = {
    "asked": (429, "`too_many_requests`, with `Retry-After`"),
    "known": (401, "`not_authenticated`"),
    "staff": (403, "`not_staff`, `not_allowed` (CSRF)"),
    "input": (400, "`invalid_input` with `detail.fields`, `unreadable`"),
    "request": (413, "`too_large`"),
    "body": (415, "`unsupported_media_type`"),
    "versioned": (409, "`version_conflict` with the newer state in `detail.current`"),
    "if_match": (400, "`if_match_unreadable`"),
    "must": (428, "`version_required`"),
    "idempotent": (409, "`key_reused`"),
    "key": (400, "`idempotency_key_unreadable`"),
}


def _errors(auth: Auth, more: Mapping[str, Any]) -> dict[int, str]:
    """The errors of the operation itself, and those that its kind brings along."""
    kinds = {
        "asked": True,
        "known": auth is not PUBLIC,
        "staff": auth is STAFF,
        "input": "request" in more or "parameters" in more,
        "request": "request" in more,
        "body": "request" in more,
        "versioned": "versioned" in more,
        "if_match": "versioned" in more,
        "must": more.get("versioned") == "must",
        "idempotent": "idempotent" in more,
        "key": "idempotent" in more,
    }
    found: dict[int, list[str]] = {}
    brought = [_ERRORS[kind] for kind, is_so in kinds.items() if is_so]
    for status, text in (*brought, *more.get("errors", {}).items()):
        found.setdefault(status, []).append(text)
    return {status: "; ".join(texts) for status, texts in found.items()}


def hidden(view: C) -> C:
    """Leave a view out of the document."""
    decorated: C = extend_schema(exclude=True)(view)
    return decorated


@hidden
class SchemaView(SpectacularAPIView):
    """The OpenAPI document, as YAML or (`?format=json`) JSON."""


@hidden
class BrowsableView(SpectacularSwaggerSplitView):
    """The document to read and try out, with the scripts and styles of this site only."""

    url_name = "api_schema"
    template_name = "api/browse.html"
