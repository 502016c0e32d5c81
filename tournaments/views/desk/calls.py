"""The calls for the director in all events of a tournament: one queue for whoever walks.

What is answered with one press is answered where the call stands: here, in the control room, and
on the pages of the match.
"""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config.errors import DomainError, InvalidError
from tournaments.fragments import QUEUE, queue_context
from tournaments.selectors.access import SCORE
from tournaments.selectors.rulings import queue_versions
from tournaments.services.break_calls import break_grant, break_refuse
from tournaments.views.desk.doors import for_event, for_tournament, frame
from tournaments.web import live_part, posted_number, staff_act

if TYPE_CHECKING:
    from tournaments.models import Event, Tournament


@for_tournament(SCORE)
def tournament_calls(request: HttpRequest, tournament: "Tournament") -> HttpResponse:
    context = {
        "version": queue_versions([tournament.pk])[tournament.pk],
        **frame(request, tournament),
        **queue_context(tournament),
    }
    return render(request, "tournaments/desk/calls.html", context)


@for_tournament(SCORE)
def calls_fragment(request: HttpRequest, tournament: "Tournament") -> HttpResponse:
    """The live part alone, for readers whose stream does not come through."""
    version = queue_versions([tournament.pk])[tournament.pk]
    return live_part(request, version, QUEUE, lambda: queue_context(tournament))


@require_POST
@for_event(SCORE)
def call_deed(request: HttpRequest, event: "Event", call_id: int) -> HttpResponse:
    """Grant or refuse the break that is asked for, and back to where the call stood."""
    try:
        if request.POST.get("step") == "grant":
            minutes = max(0, posted_number(request, f"minutes_{call_id}"))
            act = staff_act(request)
            break_grant(event_id=event.pk, call_id=call_id, act=act, minutes=minutes)
            messages.success(request, _("They have the break."))
        elif request.POST.get("step") == "refuse":
            act = staff_act(request, request.POST.get(f"reason_{call_id}", ""))
            break_refuse(event_id=event.pk, call_id=call_id, act=act)
            messages.success(request, _("They are told that there is no break now."))
        else:
            raise InvalidError("step_unknown", _("That is nothing to do here."))
    except DomainError as error:
        messages.error(request, error.message)
    if request.POST.get("to") == "queue":
        return redirect("tournament_calls", event.tournament.slug)
    return redirect("event_desk", event.tournament.slug, event.slug)
