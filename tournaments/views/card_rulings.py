"""What a player does about rulings with the card: call the director, settle it, appeal."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config.errors import DomainError, NotFoundError
from tournaments.forms.rulings import AppealForm, CallForm
from tournaments.models import Pass
from tournaments.selectors.passes import own_match
from tournaments.services.appeals import appeal_make
from tournaments.services.calls import call_make, call_withdraw
from tournaments.views.cards import of_holder, thanked
from tournaments.web import card_act


@of_holder
@require_http_methods(["GET", "HEAD", "POST"])
def call(request: HttpRequest, one: Pass, match_id: int) -> HttpResponse:
    match = own_match(one, match_id)
    form = CallForm(request.POST if request.method == "POST" else None)
    act = card_act(one)
    error: DomainError | None = None
    if form.is_valid():
        try:
            if request.POST.get("step") == "withdraw":
                call_withdraw(match_id=match_id, player_id=one.player_id, act=act)
                return thanked(request, one, _("Good: the director is told."))
            kind, words = form.call()
            call_make(match_id=match_id, player_id=one.player_id, kind=kind, words=words, act=act)
        except DomainError as refused:
            error, match = refused, own_match(one, match_id)
        else:
            return thanked(request, one, _("The director is called."))
    status = error.status if error else 400 if form.is_bound else 200
    context = {"pass": one, "match": match, "form": form, "error": error}
    return render(request, "tournaments/card/call.html", context, status=status)


@of_holder
@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, one: Pass, match_id: int, number: int) -> HttpResponse:
    match = own_match(one, match_id)
    view = next((each for each in match.rulings if each.row.number == number), None)
    if view is None:
        raise NotFoundError("no_such_ruling", _("There is no such ruling."))
    form = AppealForm(request.POST if request.method == "POST" else None)
    error: DomainError | None = None
    if form.is_valid():
        try:
            appeal_make(
                ruling_id=view.row.pk,
                player_id=one.player_id,
                words=form.cleaned_data["words"],
                act=card_act(one),
            )
        except DomainError as refused:
            error = refused
        else:
            return thanked(request, one, _("Your appeal is in: the director draws up a committee."))
    status = error.status if error else 400 if form.is_bound else 200
    context = {"pass": one, "match": match, "ruling": view, "form": form, "error": error}
    return render(request, "tournaments/card/appeal.html", context, status=status)
