"""What a player does about rulings with the card: call the director, settle it, appeal."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from config.errors import DomainError, NotFoundError
from tournaments.forms.rulings import AppealForm, CallForm
from tournaments.fragments import CALLED, called_context
from tournaments.models import Pass
from tournaments.selectors.cards import card_versions
from tournaments.selectors.passes import own_match, own_side
from tournaments.services.appeals import appeal_make
from tournaments.services.calls import call_make, call_withdraw
from tournaments.views.cards import of_holder, thanked
from tournaments.web import card_act, live_part


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
            if request.POST.get("to") == "board":  # where it is told already
                return redirect(f"{reverse('live_play', args=[match_id])}?card={one.pk}")
            return thanked(request, one, _("The director is called."))
    status = error.status if error else 400 if form.is_bound else 200
    context = {"pass": one, "match": match, "form": form, "error": error}
    return render(request, "tournaments/card/call.html", context, status=status)


@of_holder
@require_safe
def call_fragment(request: HttpRequest, one: Pass, match_id: int) -> HttpResponse:
    """Who has called there, for readers whose stream does not come through."""
    own_side(one, match_id)
    version = card_versions([one.pk]).get(one.pk, "")
    return live_part(request, version, CALLED, lambda: called_context(one, match_id))


def call_here(one: Pass, match_id: int) -> dict[str, object]:
    """What another page of the match shows of calls, and the form to call."""
    return {
        **called_context(one, match_id),
        "form": CallForm(auto_id="id_call_%s"),
        "version": card_versions([one.pk]).get(one.pk, ""),
        "fragment": f"call-{match_id}",
    }


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
