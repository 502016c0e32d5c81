"""The match clock on a phone: between the two players, or in the hand of one of them.

The page ticks by itself and sends what is pressed to the API; without its script each half is a
plain form with one button.
"""

import json
import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.errors import ConflictError, DomainError, InvalidError
from matches.engine.clock_game import CUBES, GameSaid
from matches.fragments import CLOCK_HAND, STATE
from matches.live import Topic, View, stream_url
from matches.selectors.clock_words import positions
from matches.selectors.clocks import ClockView, clock_face, clock_versions, clock_view
from matches.services.clock_games import clock_say
from matches.services.clock_links import Hand, clock_open, clock_token
from matches.services.clock_running import Sent, clock_do
from matches.services.clocks import clock_confirm, clock_set_up, clocks_call
from players.actors import Act
from tournaments.models import Pass
from tournaments.selectors.clocks import breaks_of, claims_words, stop_reasons, zone_of
from tournaments.selectors.passes import own_match
from tournaments.views.cards import of_holder
from tournaments.web import card_act, number_in, page_language


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def clock_page(request: HttpRequest, token: str) -> HttpResponse:
    hand = clock_open(token)
    error: DomainError | None = None
    if request.method == "POST":
        try:
            _deed(request, hand)
        except (ConflictError, InvalidError) as refused:
            error = refused
        else:
            asked = "?asked=1" if request.POST.get("deed") == "ask_break" else ""
            return redirect(f"{reverse('clock', args=[token])}{asked}")
    response = _page(request, hand, token, error)
    response["Referrer-Policy"] = "same-origin"
    return response


def _deed(request: HttpRequest, hand: Hand) -> None:
    """What was pressed on a page without its script."""
    act = Act(hand.actor, timezone.now())
    side = number_in(request.POST.get("side", ""))
    deed = request.POST.get("deed", "")
    if deed == "confirm":
        sides = [one for one in hand.sides if one == side]
        clock_confirm(match_id=hand.match_id, sides=sides, act=act)
        return
    if deed == "game":
        clock_say(match_id=hand.match_id, sides=hand.sides, said=_said(request), act=act)
        return
    reason, ident = request.POST.get("reason", ""), request.POST.get("id", "")[:40]
    scores = _scores(request) if deed == "score" else None
    sent = Sent(deed, side, ident, None, reason, scores)
    answer = clock_do(match_id=hand.match_id, sent=sent, sides=hand.sides, act=act)
    if not answer.accepted:
        raise ConflictError(answer.code, answer.message)


def _scores(request: HttpRequest) -> tuple[int, int]:
    """Raises InvalidError `score_missing`."""
    first, second = (number_in(request.POST.get(f"score_{side}", "")) for side in (1, 2))
    if first is None or second is None:
        raise InvalidError("score_missing", _("Say how many points both have."))
    return first, second


def _said(request: HttpRequest) -> GameSaid:
    cube = number_in(request.POST.get("cube", ""))
    return GameSaid(request.POST.get("position", ""), cube or 0, _scores(request))


def _page(request: HttpRequest, hand: Hand, token: str, error: DomainError | None) -> HttpResponse:
    language = page_language()
    version = clock_versions([hand.match_id]).get(hand.match_id, "")
    view = clock_view(hand.match_id)
    topic = View(Topic(CLOCK_HAND, hand.match_id), STATE, language)
    # Who looks at the phone from below: the one who holds it, or the first of the two.
    below = hand.side or 1
    context = {
        "view": view,
        "zone": zone_of(hand.match_id),
        "data": json.dumps(view.data()),
        "token": token,
        "side": hand.side,
        "faces": [clock_face(view, side, timezone.now()) for side in (3 - below, below)],
        "mine": hand.sides,
        "stream": stream_url(topic, version),
        "reasons": stop_reasons(view),
        "breaks": breaks_of(view),
        "positions": positions(),
        "claims": claims_words(view),
        "cubes": CUBES[:8],
        "ident": uuid.uuid4().hex,
        "error": error,
        "asked": "asked" in request.GET,
    }
    status = error.status if error else 200
    return render(request, "tournaments/clock/clock.html", context, status=status)


@of_holder
@require_http_methods(["GET", "HEAD", "POST"])
def card_clock(request: HttpRequest, one: Pass, match_id: int) -> HttpResponse:
    """Put the clock of the rules on an own match, and the ways to it."""
    match = own_match(one, match_id)
    error: DomainError | None = None
    if request.method == "POST":
        try:
            clock_set_up(match_id=match_id, act=card_act(one))
        except (ConflictError, InvalidError) as refused:
            error = refused
        else:
            return redirect("card_clock", one.pk, match_id)
    elif request.method == "GET" and match.open and match.clock_is_due:
        # Whoever opens it first finds it there: it would be put on when the match is called.
        clocks_call(match_ids=[match_id], act=card_act(one))
    context = {"pass": one, "match": match, "error": error, **_ways(match_id, match.side)}
    status = error.status if error else 200
    return render(request, "tournaments/card/clock.html", context, status=status)


def _ways(match_id: int, side: int) -> dict[str, object]:
    view: ClockView | None = clock_view(match_id) if clock_versions([match_id]) else None
    if view is None:
        return {"view": None}
    now = timezone.now()
    return {
        "view": view,
        "faces": [clock_face(view, each, now) for each in (1, 2)],
        "shared": clock_token(view.clock),
        "own": clock_token(view.clock, side),
    }
