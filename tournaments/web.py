"""What the pages share: who acts, for whom a page is made, and how an error becomes a page."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, gettext as _

from config.errors import DomainError, InvalidError, NotAllowedError
from matches.live import brings_personal_cookies
from matches.services.comments import plays_here
from players.actors import Act
from players.legible import legible, one_line
from tournaments.forms.accounts import PASSWORDS
from tournaments.models import Event, Fixture, Pass, Tournament
from tournaments.selectors.access import require_account
from tournaments.selectors.checkin import Taking, taking
from tournaments.selectors.days import today_in
from tournaments.selectors.spectators import ANYBODY, Spectator, spectator
from tournaments.services.passes import pass_actor
from tournaments.services.staffing import staff_actor


def staff_act(request: HttpRequest, reason: str = "") -> Act:
    """The act of whoever is logged in, now. Raises NotAllowedError `not_logged_in`."""
    user = require_account(request.user)
    return Act(staff_actor(user), timezone.now(), one_line(reason).strip()[:300])


MIRRORED = "mirrored"  # a cookie: how this reader likes the board
HELD = "passes"  # in the session: [[pass id, epoch], ...], the latest last


def watcher(request: HttpRequest, place: Fixture) -> Spectator:
    """Who looks at the match of this place, by login and by the cards that the browser holds."""
    if not is_personal(request):
        return ANYBODY
    return spectator(place, request.user, request.session.get(HELD, []))


def comment_act(request: HttpRequest, who: Spectator) -> Act:
    """The act of whoever comments on a match. Raises NotAllowedError `plays_here`, `no_card`."""
    if who.plays:
        raise plays_here()
    if who.is_staff:
        return staff_act(request)
    if who.card is None:
        raise NotAllowedError(
            "no_card", _("To say something, open this match with a card of the tournament.")
        )
    return card_act(who.card)


def card_act(one: Pass) -> Act:
    """The act of the player who holds this card, now."""
    return Act(pass_actor(one), timezone.now())


def today_at(tournament: Tournament) -> date:
    """The day it is there."""
    return today_in(tournament.time_zone, timezone.now())


def taking_now(event: Event) -> Taking | None:
    """What the public is told of its entries; see `selectors.checkin`."""
    return taking(event, timezone.now())


def page_language() -> str:
    """The code of the language in which this request is answered."""
    return get_language() or settings.LANGUAGE_CODE


def public_link(request: HttpRequest, name: str, *args: str) -> str:
    """The address of a page as others reach it, for cards, invitations and mail."""
    path = reverse(name, args=args)
    public: str = settings.PUBLIC_URL
    return f"{public}{path}" if public else request.build_absolute_uri(path)


def live_part(
    request: HttpRequest, version: object, template: str, context: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """A live part of a page alone, for readers whose stream does not come through.

    `context` is called only when they do not have this version of it already.
    """
    etag = f'"{version}-{get_language()}"'
    if unchanged := get_conditional_response(request, etag=etag):
        return unchanged
    return HttpResponse(render_to_string(template, context()), headers={"ETag": etag})


def number_in(text: str) -> int | None:
    """The number that an address or a form holds; None for whatever is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 15 else None


def what_of(do: str, sent: Mapping[str, str]) -> dict[str, Any]:
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


def posted_number(request: HttpRequest, name: str) -> int:
    """That of a hidden field; -1, which nothing has, for whatever is none."""
    found = number_in(request.POST.get(name, ""))
    return -1 if found is None else found


def likes_mirrored(request: HttpRequest) -> bool:
    """Whether this reader has the boards mirrored."""
    return request.COOKIES.get(MIRRORED) == "1"


def is_on_this_machine_only(request: HttpRequest) -> bool:
    """Whether links made for this request would lead a phone to itself."""
    host = urlsplit(public_link(request, "home")).hostname
    return host == "localhost" or (host or "").startswith("127.") or host == "::1"


def is_personal(request: HttpRequest) -> bool:
    """Whether the page is made for one visitor, told by the cookies: a look at the session would
    make every page personal."""
    return brings_personal_cookies(request.COOKIES)


def _is_plain(sent: QueryDict) -> bool:
    return all(text.isascii() for _, texts in sent.lists() for text in texts)


def _legible(sent: QueryDict) -> str:
    """The form, encoded, without what nobody can see; only passwords are as they were typed."""
    kept = sent.copy()
    for name, texts in sent.lists():
        if name not in PASSWORDS:
            kept.setlist(name, [legible(text) for text in texts])
    return kept.urlencode()


class DomainErrorMiddleware:
    """Turns a DomainError that no view handled into a page that says what to do; all text of forms
    passes here, and becomes legible."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # No person types it, and PostgreSQL stores it nowhere. The API reads its bodies itself.
        is_form = not request.path_info.startswith("/api/")
        if is_form and any("\0" in text for _, texts in request.POST.lists() for text in texts):
            error = InvalidError("null_character", _("A form held a character that is no text."))
            return self._page(request, error)
        if is_form and not _is_plain(request.POST):
            request.POST = QueryDict(_legible(request.POST))
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, DomainError):
            return None
        return self._page(request, error)

    def _page(self, request: HttpRequest, error: DomainError) -> HttpResponse:
        return render(request, "error.html", {"error": error}, status=error.status)
