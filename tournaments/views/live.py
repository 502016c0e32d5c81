"""A match that is played on the site: the page to play on. The one to watch is in `watching`.

Whoever holds a player's card plays. Every deed is a form, which a page with its script sends
without leaving; then only the part that shows the board comes back.
"""

import secrets
import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.errors import ConflictError, DomainError, InvalidError, NotAllowedError, NotFoundError
from matches.board_pages import play_context
from matches.board_words import games_offered
from matches.engine.fairdice import SECRET_BYTES
from matches.fragments import side_fragment, side_kind
from matches.live import Topic, View, stream_url
from matches.models_record import Record
from matches.selectors.live import live_board, live_versions
from matches.selectors.live_pairs import has_pairs
from matches.selectors.records import Played
from matches.services.clocks import clock_confirm
from matches.services.live_acting import Deed, live_act
from matches.services.live_begin import Table, live_begin, live_join
from players.actors import Act
from tournaments.models import Pass
from tournaments.selectors.boards import sets_of
from tournaments.selectors.passes import held_pass, match_place, own_side
from tournaments.selectors.set_words import length_words
from tournaments.views.card_rulings import call_here
from tournaments.web import (
    HELD,
    card_act,
    likes_mirrored,
    live_part,
    number_in,
    page_language,
    what_of,
)

PLAY = "matches/_play.html"


class _Seat:
    """Who sits at the page: a card in the session, and the side its player is."""

    def __init__(self, request: HttpRequest, match_id: int) -> None:
        self.match_id = match_id
        self.one, self.side = card_for(request, match_id)
        self.mirrored = likes_mirrored(request)

    def act(self) -> Act:
        return card_act(self.one)

    def context(self, now: Played | None = None) -> dict[str, Any]:
        """Raises NotFoundError `not_played_here`."""
        board = live_board(self.match_id, now)
        return play_context(
            board,
            self.side,
            timezone.now(),
            mirrored=self.mirrored,
            player_id=self.one.player_id,
        )


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
        secret, agree = secrets.token_bytes(SECRET_BYTES), sent.get("by_agreement") == "1"
        table = Table(secret, sent.get("game", ""), sent.get("dice_by", ""), agree)
        live_begin(match_id=seat.match_id, table=table, act=seat.act())
    elif do == "join":
        seed = sent.get("seed", "").strip() or secrets.token_urlsafe(12)
        live_join(match_id=seat.match_id, side=seat.side, seed=seed, act=seat.act())
    elif do == "clock":
        clock_confirm(match_id=seat.match_id, sides=[seat.side], act=seat.act())
    else:
        ident, suggest = sent.get("key", "")[:100], sent.get("suggest") == "1"
        deed = Deed(seat.side, what_of(do, sent), ident, suggest=suggest)
        seen = number_in(sent.get("seen", ""))
        return live_act(match_id=seat.match_id, deed=deed, act=seat.act(), seen_version=seen)
    return None


def _part(
    request: HttpRequest, seat: _Seat, refused: DomainError | None, now: Played | None
) -> HttpResponse:
    """The board alone, with what was refused."""
    context = {**seat.context(now), "error": refused, "key": uuid.uuid4().hex}
    html = render_to_string(PLAY, context, request)
    return HttpResponse(html, status=refused.status if refused else 200)


def _page(request: HttpRequest, seat: _Seat, refused: DomainError | None) -> HttpResponse:
    match_id = seat.match_id
    version = live_versions([match_id], seat.side).get(match_id, "")
    context: dict[str, Any] = {
        "pass": seat.one,
        "place": match_place(match_id),
        "error": refused,
        "key": uuid.uuid4().hex,
        "games": games_offered(),
        "dice_by": Record.Dice.choices,
        "mirrored": seat.mirrored,
        "calling": call_here(seat.one, match_id),
    }
    if not version:
        context["may_agree"] = has_pairs(match_id)
    else:
        fragment = side_fragment(seat.side, mirrored=seat.mirrored, player_id=seat.one.player_id)
        view = View(Topic(side_kind(seat.side), match_id), fragment, page_language())
        context |= seat.context() | {"stream": stream_url(view, version)}
    match = context["place"].match
    context["to"] = length_words(match.length, sets_of(match))
    status = refused.status if refused else 200
    response = render(request, "matches/play.html", context, status=status)
    response["Referrer-Policy"] = "same-origin"
    return response


@never_cache
@require_safe
def play_fragment(request: HttpRequest, match_id: int) -> HttpResponse:
    """The board alone, for phones that cannot keep a stream open."""
    seat = _Seat(request, match_id)
    version = live_versions([match_id], seat.side).get(match_id, "")
    return live_part(request, f"{version}-{seat.mirrored}", PLAY, seat.context)
