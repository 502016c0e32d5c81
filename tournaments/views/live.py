"""A match that is played on the site: the page to play on, and the one to watch.

Whoever holds a player's card plays; everybody may watch. Every deed is a form, which a page with
its script sends without leaving; then only the part that shows the board comes back.
"""

import secrets
import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.errors import ConflictError, DomainError, InvalidError, NotAllowedError, NotFoundError
from matches.board_pages import games_offered, play_context, watch_context
from matches.engine.fairdice import SECRET_BYTES
from matches.fragments import BOARD, LIVE, side_fragment
from matches.live import Topic, View, cacheable, stream_url
from matches.models_record import Record
from matches.record_pages import kept_lines
from matches.selectors.live import (
    board_at,
    live_board,
    live_versions,
    reveal,
    thrown_in,
    verified,
)
from matches.selectors.records import Played, live_record
from matches.selectors.replay import records_kept, shown_record
from matches.services.live_acting import Deed, live_act
from matches.services.live_begin import Table, live_begin, live_join
from players.actors import Act
from tournaments.models import Pass
from tournaments.selectors.passes import held_pass, match_place, own_side
from tournaments.views.cards import HELD
from tournaments.web import card_act, is_personal, live_part, number_in, page_language

PLAY, WATCH = "matches/_play.html", "matches/_watch.html"
MIRRORED = "mirrored"  # a cookie: how this reader likes the board


class _Seat:
    """Who sits at the page: a card in the session, and the side its player is."""

    def __init__(self, request: HttpRequest, match_id: int) -> None:
        self.match_id = match_id
        self.one, self.side = card_for(request, match_id)
        self.mirrored = request.COOKIES.get(MIRRORED) == "1"

    def act(self) -> Act:
        return card_act(self.one)

    def context(self, now: Played | None = None) -> dict[str, Any]:
        """Raises NotFoundError `not_played_here`."""
        board = live_board(self.match_id, now)
        return play_context(board, self.side, timezone.now(), mirrored=self.mirrored)


def card_for(request: HttpRequest, match_id: int) -> tuple[Pass, int]:
    """The card that `?card=` names or, without it, any that is held and is of this match."""
    held = request.session.get(HELD, [])
    asked = number_in(request.GET.get("card", ""))
    refused: DomainError = NotAllowedError(
        "no_card", _("Open this match from your card: scan its code again.")
    )
    for ident, _epoch in reversed(held):
        if asked in {None, ident}:
            try:
                one = held_pass(held, ident)
                return one, own_side(one, match_id)
            except NotAllowedError as error:
                refused = error
    raise refused


# --- The page to play on -------------------------------------------------------------------------
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, match_id: int) -> HttpResponse:
    try:
        seat = _Seat(request, match_id)
    except NotAllowedError as error:
        return render(request, "tournaments/card/no_card.html", {"error": error}, status=403)
    refused: DomainError | None = None
    now: Played | None = None
    if request.method == "POST":
        try:
            now = _deed(request, seat)
        except (ConflictError, InvalidError, NotFoundError) as error:
            refused = error
    if request.headers.get("X-Requested-With") == "board":
        return _part(request, seat, refused, now)
    if request.method == "POST" and refused is None:
        return redirect(request.get_full_path())
    return _page(request, seat, refused)


def _deed(request: HttpRequest, seat: _Seat) -> Played | None:
    """Do it; returns how the match stands where something was done at the board."""
    sent = request.POST
    do = sent.get("do", "")
    if do == "begin":
        table = Table(
            secrets.token_bytes(SECRET_BYTES), sent.get("game", ""), sent.get("dice_by", "")
        )
        live_begin(match_id=seat.match_id, table=table, act=seat.act())
    elif do == "join":
        seed = sent.get("seed", "").strip() or secrets.token_urlsafe(12)
        live_join(match_id=seat.match_id, side=seat.side, seed=seed, act=seat.act())
    else:
        deed = Deed(seat.side, _what(do, sent), sent.get("key", "")[:100])
        seen = number_in(sent.get("seen", ""))
        return live_act(match_id=seat.match_id, deed=deed, act=seat.act(), seen_version=seen)
    return None


def _what(do: str, sent: Mapping[str, str]) -> dict[str, Any]:
    """The action that a form holds, as the engine reads it; what is missing it will miss."""
    what: dict[str, Any] = {"do": do}
    if do == "play":
        what["play"] = sent.get("play", "")
    for name in ("kind", "number"):
        if name in sent:
            what[name] = number_in(sent[name]) or 0
    if "die_1" in sent:
        what["dice"] = [number_in(sent.get(name, "")) or 0 for name in ("die_1", "die_2")]
    return what


def _part(
    request: HttpRequest, seat: _Seat, refused: DomainError | None, now: Played | None
) -> HttpResponse:
    """The board alone, with what was refused."""
    context = {**seat.context(now), "error": refused, "key": uuid.uuid4().hex}
    html = render_to_string(PLAY, context, request)
    return HttpResponse(html, status=refused.status if refused else 200)


def _page(request: HttpRequest, seat: _Seat, refused: DomainError | None) -> HttpResponse:
    match_id = seat.match_id
    version = live_versions([match_id]).get(match_id, "")
    context: dict[str, Any] = {
        "pass": seat.one,
        "place": match_place(match_id),
        "error": refused,
        "key": uuid.uuid4().hex,
        "games": games_offered(),
        "dice_by": Record.Dice.choices,
        "mirrored": seat.mirrored,
    }
    if version:
        fragment = side_fragment(seat.side, mirrored=seat.mirrored)
        view = View(Topic(LIVE, match_id), fragment, page_language())
        context |= seat.context() | {"stream": stream_url(view, version)}
    status = refused.status if refused else 200
    response = render(request, "matches/play.html", context, status=status)
    response["Referrer-Policy"] = "same-origin"
    return response


@never_cache
@require_safe
def play_fragment(request: HttpRequest, match_id: int) -> HttpResponse:
    """The board alone, for phones that cannot keep a stream open."""
    seat = _Seat(request, match_id)
    version = live_versions([match_id]).get(match_id, "")
    return live_part(request, f"{version}-{seat.mirrored}", PLAY, seat.context)


# --- The page to watch ---------------------------------------------------------------------------
@require_safe
def watch(request: HttpRequest, match_id: int) -> HttpResponse:
    """The board as it is, or with `?at=` as it was after so many actions; `?record=` another record
    than that of the site."""
    version = live_versions([match_id]).get(match_id, "")
    place, at = match_place(match_id), number_in(request.GET.get("at", ""))
    records = records_kept(match_id)
    kept = kept_lines(records)
    context: dict[str, Any] = {"place": place, "at": at, "kept": kept}
    record = shown_record(records, number_in(request.GET.get("record", "")))
    if record is not None:
        board = board_at(match_id, at, record)
        view = View(Topic(LIVE, match_id), BOARD, page_language())
        context |= watch_context(board, timezone.now())
        context["stream"] = stream_url(view, version) if at is None and board.is_open else ""
    response = render(request, "matches/watch.html", context)
    plain = version and kept.settled and not is_personal(request)
    if plain and not context.get("ticks"):
        cacheable(response, LIVE, match_id, version)
    return response


@require_safe
def watch_fragment(request: HttpRequest, match_id: int) -> HttpResponse:
    match_place(match_id)
    version = live_versions([match_id]).get(match_id, "")
    return live_part(
        request, version, WATCH, lambda: watch_context(board_at(match_id), timezone.now())
    )


@require_safe
def dice(request: HttpRequest, match_id: int) -> HttpResponse:
    """What the dice were committed to and, after the match, what they followed from."""
    place = match_place(match_id)
    record = live_record(match_id)
    found = verified(record)
    context = {
        "place": place,
        "record": record,
        "reveal": reveal(record),
        "found": found,
        "faults": () if found is None else found.faults,
        "throws": thrown_in(record.actions.all()),
    }
    return render(request, "matches/dice.html", context)
