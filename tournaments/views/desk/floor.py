"""The control room of an event; before the draw, what is to be done first."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext

from config.errors import NotFoundError
from tournaments.fragments import EVENT_FRAGMENTS
from tournaments.selectors.access import MANAGE, SCORE, may
from tournaments.selectors.qualifying import origin_view
from tournaments.selectors.staffed import event_card
from tournaments.services.beginnings import event_all_begun
from tournaments.views.desk.doors import for_event, frame
from tournaments.views.desk.steps import next_step
from tournaments.web import live_part, staff_act

if TYPE_CHECKING:
    from tournaments.models import Event


@for_event(SCORE)
def event_desk(request: HttpRequest, event: "Event") -> HttpResponse:
    if request.method == "POST":
        return _all_begun(request, event)
    if event.published_at is None:
        card = event_card(event)
        context = {
            **frame(request, event.tournament, event),
            "origin": origin_view(event),
            "card": card,
            "step": next_step(card),
        }
        return render(request, "tournaments/desk/front.html", context)
    context = {
        **EVENT_FRAGMENTS[_fragment(request, event)].context(event),
        **frame(request, event.tournament, event),
        "fragment": _fragment(request, event),
        "origin": origin_view(event),
    }
    return render(request, "tournaments/desk/floor.html", context)


def _all_begun(request: HttpRequest, event: "Event") -> HttpResponse:
    count = event_all_begun(event_id=event.pk, act=staff_act(request))
    words = ngettext("%(n)s match has begun.", "%(n)s matches have begun.", count)
    messages.success(request, words % {"n": count})
    return redirect(request.path)


@for_event(SCORE)
def event_desk_fragment(request: HttpRequest, event: "Event") -> HttpResponse:
    """The live part alone, for readers whose stream does not come through."""
    if event.published_at is None:
        raise NotFoundError("no_draw", _("The draw is not published yet."))
    fragment = EVENT_FRAGMENTS[_fragment(request, event)]
    return live_part(request, event.version, fragment.template, lambda: fragment.context(event))


def _fragment(request: HttpRequest, event: "Event") -> str:
    """Who pairs rounds sees the way there; scorers need not."""
    return "desk" if may(request.user, MANAGE, event) else "floor"
