"""A chouette on a phone: the seat of a player, and the table for everybody who watches.

A seat has a private link, and whoever has it plays there.
"""

import secrets
import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.errors import ConflictError, DomainError, InvalidError
from matches.chouette_books import score_context
from matches.chouette_pages import seat_context, table_context
from matches.fragments import BOARD, CHOUETTE, seat_fragment
from matches.live import Topic, View, stream_url
from matches.selectors.chouette_course import watched_view
from matches.selectors.chouette_records import chouette_by_code, throws_in
from matches.selectors.chouettes import (
    chouette_reveal,
    chouette_verified,
    chouette_versions,
    chouette_view,
)
from matches.services.chouette_acting import SeatDeed, chouette_act
from matches.services.chouette_links import Chair, seat_open
from matches.services.chouettes import chouette_sit
from players.actors import Act
from tournaments.web import likes_mirrored, live_part, number_in, page_language, what_of

PLAY, WATCH = "matches/chouette/_seat.html", "matches/chouette/_table.html"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, token: str) -> HttpResponse:
    chair = seat_open(token)
    refused: DomainError | None = None
    if request.method == "POST":
        try:
            _deed(request, chair)
        except (ConflictError, InvalidError) as error:
            refused = error
    if request.headers.get("X-Requested-With") == "board":
        context = {**_context(request, chair), "error": refused, "key": uuid.uuid4().hex}
        html = render_to_string(PLAY, context, request)
        return HttpResponse(html, status=refused.status if refused else 200)
    if request.method == "POST" and refused is None:
        return redirect(request.get_full_path())
    return _page(request, chair, token, refused)


def _deed(request: HttpRequest, chair: Chair) -> None:
    sent, act = request.POST, Act(chair.actor, timezone.now())
    do, number = sent.get("do", ""), chair.seat.number
    if do == "sit":
        seed = sent.get("seed", "").strip() or secrets.token_urlsafe(12)
        chouette_sit(chouette_id=chair.chouette.pk, seat=number, seed=seed, act=act)
        return
    deed = SeatDeed(number, _what(do, sent), sent.get("key", "")[:100])
    seen = number_in(sent.get("seen", ""))
    chouette_act(chouette_id=chair.chouette.pk, deed=deed, act=act, seen_version=seen)


def _what(do: str, sent: Mapping[str, str]) -> dict[str, Any]:
    what = what_of(do, sent)
    if "member" in sent:
        what["member"] = number_in(sent["member"]) or 0
    return what


def _context(request: HttpRequest, chair: Chair) -> dict[str, Any]:
    row = chouette_by_code(chair.chouette.code)  # as it is after what was done
    view = chouette_view(row)
    return seat_context(view, chair.seat.number, mirrored=likes_mirrored(request))


def _page(
    request: HttpRequest, chair: Chair, token: str, refused: DomainError | None
) -> HttpResponse:
    pk = chair.chouette.pk
    version = chouette_versions([pk])[pk]
    fragment = seat_fragment(chair.seat.number, mirrored=likes_mirrored(request))
    context = {
        **_context(request, chair),
        "token": token,
        "error": refused,
        "key": uuid.uuid4().hex,
        "stream": stream_url(View(Topic(CHOUETTE, pk), fragment, page_language()), version),
    }
    status = refused.status if refused else 200
    response = render(request, "matches/chouette/seat.html", context, status=status)
    response["Referrer-Policy"] = "same-origin"
    return response


@never_cache
@require_safe
def seat_part(request: HttpRequest, token: str) -> HttpResponse:
    """The board alone, for phones that cannot keep a stream open."""
    chair = seat_open(token)
    pk = chair.chouette.pk
    version = f"{chouette_versions([pk])[pk]}-{likes_mirrored(request)}"
    return live_part(request, version, PLAY, lambda: _context(request, chair))


# --- The page to watch ---------------------------------------------------------------------------
@require_safe
def watch(request: HttpRequest, code: str) -> HttpResponse:
    """The table as it is, or with `?at=` as it was after so many actions."""
    row, at = chouette_by_code(code), number_in(request.GET.get("at", ""))
    stream = View(Topic(CHOUETTE, row.pk), BOARD, page_language())
    version = chouette_versions([row.pk])[row.pk]
    context = {
        **table_context(watched_view(row, at)),
        "stream": stream_url(stream, version) if row.closed_at is None and at is None else "",
    }
    return render(request, "matches/chouette/watch.html", context)


@require_safe
def watch_fragment(request: HttpRequest, code: str) -> HttpResponse:
    row = chouette_by_code(code)
    version = chouette_versions([row.pk])[row.pk]
    return live_part(request, version, WATCH, lambda: table_context(watched_view(row)))


@require_safe
def score(request: HttpRequest, code: str) -> HttpResponse:
    """What each game brought, the accounts, and who pays whom."""
    context = score_context(chouette_by_code(code))
    return render(request, "matches/chouette/score.html", context)


@require_safe
def dice(request: HttpRequest, code: str) -> HttpResponse:
    """What the dice were committed to and, when it is over, what they followed from."""
    row = chouette_by_code(code)
    context = {
        "row": row,
        "reveal": chouette_reveal(row),
        "found": chouette_verified(row),
        "throws": throws_in(row.actions.all()),
    }
    return render(request, "matches/chouette/dice.html", context)
