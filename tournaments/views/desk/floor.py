"""The control room of an event; before the draw, what is to be done first."""

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, gettext as _

from config.errors import NotFoundError
from tournaments.fragments import results_context
from tournaments.selectors.access import SCORE
from tournaments.selectors.staffed import event_card
from tournaments.views.desk.doors import for_event, frame
from tournaments.views.desk.steps import next_step

if TYPE_CHECKING:
    from tournaments.models import Event


@for_event(SCORE)
def event_desk(request: HttpRequest, event: "Event") -> HttpResponse:
    if event.published_at is None:
        card = event_card(event)
        context = {
            **frame(request, event.tournament, event),
            "card": card,
            "step": next_step(card),
        }
        return render(request, "tournaments/desk/front.html", context)
    context = {**frame(request, event.tournament, event), **results_context(event)}
    return render(request, "tournaments/desk/floor.html", context)


@for_event(SCORE)
def event_desk_fragment(request: HttpRequest, event: "Event") -> HttpResponse:
    """The live part alone, for readers whose stream does not come through."""
    if event.published_at is None:
        raise NotFoundError("no_draw", _("The draw is not published yet."))
    etag = f'"{event.version}-{get_language()}"'
    if unchanged := get_conditional_response(request, etag=etag):
        return unchanged
    response = render(request, "tournaments/desk/_floor.html", results_context(event))
    response["ETag"] = etag
    return response
