"""The calls for the director in all events of a tournament: one queue for whoever walks."""

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.fragments import QUEUE, queue_context
from tournaments.selectors.access import SCORE
from tournaments.selectors.rulings import queue_versions
from tournaments.views.desk.doors import for_tournament, frame
from tournaments.web import live_part

if TYPE_CHECKING:
    from tournaments.models import Tournament


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
