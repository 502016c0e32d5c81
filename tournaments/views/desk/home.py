"""The first screen after the log-in, and the page of one tournament."""

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.selectors.access import SCORE, require_account
from tournaments.selectors.leagues import has_league
from tournaments.selectors.staffed import event_cards, staffed
from tournaments.views.desk.doors import for_account, for_tournament, frame
from tournaments.views.desk.steps import with_steps

if TYPE_CHECKING:
    from tournaments.models import Tournament


@for_account
def desk(request: HttpRequest) -> HttpResponse:
    """Today's events first, each with its next step."""
    found = staffed(require_account(request.user), timezone.now())
    context = {
        "today": [(c.tournament, with_steps(c.events)) for c in found if c.today],
        "others": [(c.tournament, with_steps(c.events)) for c in found if not c.today],
    }
    return render(request, "tournaments/desk/home.html", context)


@for_tournament(SCORE)
def tournament_desk(request: HttpRequest, tournament: "Tournament") -> HttpResponse:
    cards = event_cards(tournament)
    context = {
        **frame(request, tournament),
        "events": with_steps(cards),
        "has_league": has_league(card.event for card in cards),
    }
    return render(request, "tournaments/desk/tournament.html", context)
