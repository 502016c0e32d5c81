"""The doors of the desk: who may come in, and with what in hand.

A page is told its tournament or event by the door, which has asked for the permission. Whoever is
not logged in is sent to log in and comes back.
"""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.selectors.access import (
    MANAGE,
    OWN,
    access_event,
    access_tournament,
    may,
    require,
)

if TYPE_CHECKING:
    from tournaments.models import Event, Tournament

P = ParamSpec("P")
Page = Callable[..., HttpResponse]


def frame(
    request: HttpRequest, tournament: "Tournament", event: "Event | None" = None
) -> dict[str, Any]:
    """What each page of the desk knows: where it is, and which tabs the reader may open."""
    return {
        "tournament": tournament,
        "event": event,
        "may_manage": may(request.user, MANAGE, tournament),
        "may_own": may(request.user, OWN, tournament),
    }


def for_account(page: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Page:
    """For everybody who has an account."""
    return _guarded(page, page)


def for_tournament(
    permission: str,
) -> Callable[[Callable[Concatenate[HttpRequest, "Tournament", P], HttpResponse]], Page]:
    """For those who have the permission in the tournament."""

    def decorate(page: Callable[Concatenate[HttpRequest, "Tournament", P], HttpResponse]) -> Page:
        def door(
            request: HttpRequest, tournament: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            found = access_tournament(tournament)
            require(request.user, permission, found)
            return page(request, found, *args, **kwargs)

        return _guarded(page, door)

    return decorate


def for_event(
    permission: str,
) -> Callable[[Callable[Concatenate[HttpRequest, "Event", P], HttpResponse]], Page]:
    """For those who have the permission in the tournament of the event."""

    def decorate(page: Callable[Concatenate[HttpRequest, "Event", P], HttpResponse]) -> Page:
        def door(
            request: HttpRequest, tournament: str, event: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            found = access_event(tournament, event)
            require(request.user, permission, found)
            return page(request, found, *args, **kwargs)

        return _guarded(page, door)

    return decorate


def _guarded(page: Page, door: Page) -> Page:
    """The desk is never cached: going back must not show what somebody else has changed."""

    @wraps(page)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return door(request, *args, **kwargs)

    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(guarded))
