"""What players hold in their hand: the private link, the card, reporting and answering.

The link itself shows nothing: it puts the pass into the session and sends the phone to an address
without the secret, so that no page that is looked at, bookmarked or left has it in its address.
"""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.errors import ConflictError, DomainError, InvalidError, NotAllowedError, TooManyError
from matches.services.lateness import match_begun, match_here
from matches.services.reporting import match_confirm, match_dispute
from tournaments.forms.cards import ReportForm
from tournaments.models import Pass
from tournaments.selectors.cards import card_versions
from tournaments.selectors.notices import card_context
from tournaments.selectors.passes import held_pass, own_match
from tournaments.services.carding import card_report
from tournaments.services.passes import pass_open_from
from tournaments.web import HELD, card_act, live_part, number_in

HELD_SECONDS = 30 * 24 * 3600
HELD_AT_MOST = 20  # a family shares a phone; a scanner app collects


@never_cache
@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    try:
        response = _open(request, token)
    except (NotAllowedError, TooManyError) as error:
        response = _no_card(request, error)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _open(request: HttpRequest, token: str) -> HttpResponse:
    one = pass_open_from(token, request.META["REMOTE_ADDR"])
    others = [pair for pair in request.session.get(HELD, []) if pair[0] != one.pk]
    request.session.cycle_key()
    request.session[HELD] = [*others, [one.pk, one.epoch]][-HELD_AT_MOST:]
    request.session.set_expiry(HELD_SECONDS)
    return HttpResponse(status=303, headers={"Location": reverse("card", args=[one.pk])})


def _no_card(request: HttpRequest, error: DomainError) -> HttpResponse:
    return render(request, "tournaments/card/no_card.html", {"error": error}, status=error.status)


def of_holder(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For the pages of one card: hands the view the pass if this phone holds it."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, pass_id: int, **more: int) -> HttpResponse:
        try:
            one = held_pass(request.session.get(HELD, []), pass_id)
        except NotAllowedError as error:
            return _no_card(request, error)
        return view(request, one, **more)

    return guarded


@of_holder
@require_safe
def show_card(request: HttpRequest, one: Pass) -> HttpResponse:
    version = _version(one)  # before the content: what is older than it says is mended at once
    context = {**card_context(one), "version": version}
    return render(request, "tournaments/card/card.html", context)


@of_holder
@require_safe
def card_fragment(request: HttpRequest, one: Pass) -> HttpResponse:
    """The card alone, for phones that cannot keep a stream open."""
    return live_part(
        request,
        _version(one),
        "tournaments/card/_card.html",
        lambda: card_context(one),
    )


@of_holder
@require_http_methods(["GET", "HEAD", "POST"])
def here(request: HttpRequest, one: Pass, match_id: int) -> HttpResponse:
    """I am at the table; or: we have begun."""
    match = own_match(one, match_id)
    if request.method != "POST":
        return render(request, "tournaments/card/here.html", {"pass": one, "match": match})
    try:
        if request.POST.get("say") == "begun":
            match_begun(match_id=match_id, act=card_act(one))
        else:
            match_here(match_id=match_id, sides=[match.side], act=card_act(one))
    except ConflictError as error:
        messages.error(request, error.message)
    return redirect("card", one.pk)


@of_holder
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, one: Pass, match_id: int) -> HttpResponse:
    match = own_match(one, match_id)
    form = ReportForm(request.POST if request.method == "POST" else None, match=match)
    status = 200
    if form.is_valid():
        try:
            card_report(
                one=one,
                match_id=match_id,
                scores=form.scores(),
                seen_version=form.cleaned_data["seen"],
                act=card_act(one),
            )
        except (ConflictError, InvalidError, NotAllowedError) as error:
            form.add_error(None, error.message)
            status, match = error.status, own_match(one, match_id)
        else:
            return thanked(request, one, _("Your result is in."))
    elif form.is_bound:
        status = 400
    context = {"pass": one, "match": match, "form": form}
    return render(request, "tournaments/card/report.html", context, status=status)


@of_holder
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, one: Pass, match_id: int) -> HttpResponse:
    """Confirm the opponent's report, or say that it is not right."""
    match = own_match(one, match_id)
    error: DomainError | None = None
    if request.method == "POST":
        try:
            return _answered(request, one, match_id)
        except (ConflictError, InvalidError, NotAllowedError) as refused:
            error, match = refused, own_match(one, match_id)
    context = {"pass": one, "match": match, "error": error}
    status = error.status if error else 200
    return render(request, "tournaments/card/answer.html", context, status=status)


def _answered(request: HttpRequest, one: Pass, match_id: int) -> HttpResponse:
    answers = {
        "confirm": (match_confirm, _("Confirmed: the result is in.")),
        "dispute": (match_dispute, _("The director will settle it: please go to the desk.")),
    }
    service, thanks = answers.get(request.POST.get("answer", ""), (None, ""))
    report_id = number_in(request.POST.get("report", ""))
    if service is None or report_id is None:
        raise InvalidError("answer_unknown", _("Choose one of the answers."))
    service(match_id=match_id, player_id=one.player_id, report_id=report_id, act=card_act(one))
    return thanked(request, one, thanks)


def thanked(request: HttpRequest, one: Pass, thanks: str) -> HttpResponse:
    """Back to the card, which says so."""
    messages.success(request, thanks)
    return redirect("card", one.pk)


def _version(one: Pass) -> str:
    """Empty when the player is in no event (any more): then there is nothing to watch."""
    return card_versions([one.pk]).get(one.pk, "")
