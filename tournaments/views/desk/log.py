"""The log of a tournament or of one event, a hundred lines a page."""

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.selectors.access import MANAGE, SCORE, may
from tournaments.selectors.log import log_page
from tournaments.views.desk.doors import for_event, for_tournament, frame
from tournaments.web import number_in

if TYPE_CHECKING:
    from tournaments.models import Event, Tournament

TEMPLATE = "tournaments/desk/log.html"


@for_tournament(SCORE)
def tournament_log(request: HttpRequest, tournament: "Tournament") -> HttpResponse:
    page = log_page(
        tournament, before=_before(request), with_money=may(request.user, MANAGE, tournament)
    )
    return render(request, TEMPLATE, {**frame(request, tournament), "page": page})


@for_event(SCORE)
def event_log(request: HttpRequest, event: "Event") -> HttpResponse:
    page = log_page(
        event.tournament,
        event=event,
        before=_before(request),
        with_money=may(request.user, MANAGE, event),
    )
    context = {**frame(request, event.tournament, event), "page": page}
    return render(request, TEMPLATE, context)


def _before(request: HttpRequest) -> int | None:
    """Where the page begins; anything but a number means at the latest line."""
    return number_in(request.GET.get("before", ""))
