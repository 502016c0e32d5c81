"""The season of a league: who goes up and down, and the next season set up from it."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import DomainError, NotFoundError
from tournaments.forms.refusals import refuse
from tournaments.forms.season import SeasonForm
from tournaments.selectors.access import MANAGE, SCORE, may
from tournaments.selectors.leagues import has_league, season
from tournaments.services.seasons import season_next
from tournaments.views.desk.doors import for_tournament, frame
from tournaments.web import staff_act

if TYPE_CHECKING:
    from tournaments.models import Tournament


@for_tournament(SCORE)
def tournament_season(request: HttpRequest, tournament: "Tournament") -> HttpResponse:
    if not has_league(tournament.events.all()):
        raise NotFoundError("no_league", _("There is no league in this tournament."))
    shown = season(tournament)
    bound = request.method == "POST" and may(request.user, MANAGE, tournament)
    form = SeasonForm(shown, request.POST if bound else None, initial={"name": tournament.name})
    status = 400 if form.is_bound else 200
    if form.is_valid():
        try:
            made = season_next(
                tournament_id=tournament.pk, spec=form.spec(), act=staff_act(request)
            )
        except DomainError as error:
            status = refuse(form, error)
        else:
            messages.success(request, _("The next season is set up: make the draws."))
            return redirect("tournament_desk", made.slug)
    context = {
        **frame(request, tournament),
        "has_league": True,
        "season": shown,
        "form": form,
    }
    return render(request, "tournaments/desk/season.html", context, status=status)
