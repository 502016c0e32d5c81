"""Players' cards on paper: the sheet for all, one card again, and a new link for a lost one."""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Tournament
from tournaments.qr import qr_svg
from tournaments.selectors.access import MANAGE, access_tournament, require
from tournaments.selectors.passes import CardHolder, card_holder, card_holders
from tournaments.services.passes import pass_renew, pass_token
from tournaments.web import is_on_this_machine_only, public_link, staff_act


class PrintedCard(NamedTuple):
    holder: CardHolder
    link: str
    qr: SafeString


@never_cache
@login_required
@require_safe
def card_sheet(request: HttpRequest, tournament: str) -> HttpResponse:
    """`?event=` leaves only those entered in it."""
    of = _managed(request, tournament)
    chosen = request.GET.get("event", "")
    cards = [_printed(request, holder) for holder in card_holders(of, event_slug=chosen)]
    context = {
        "tournament": of,
        "events": of.events.all(),
        "chosen": chosen,
        "cards": cards,
        "local_only": is_on_this_machine_only(request),
    }
    return render(request, "tournaments/cards/sheet.html", context)


@never_cache
@login_required
@require_safe
def one_card(request: HttpRequest, tournament: str, pass_id: int) -> HttpResponse:
    of = _managed(request, tournament)
    card = _printed(request, card_holder(of, pass_id))
    return render(request, "tournaments/cards/one.html", {"tournament": of, "card": card})


@login_required
@require_POST
def renew_card(request: HttpRequest, tournament: str, pass_id: int) -> HttpResponse:
    of = _managed(request, tournament)
    one = card_holder(of, pass_id).one
    pass_renew(tournament_id=of.pk, player_id=one.player_id, act=staff_act(request))
    messages.success(request, _("The old card no longer works. This is the new one: print it."))
    return redirect("tournament_card", of.slug, pass_id)


def _managed(request: HttpRequest, slug: str) -> Tournament:
    tournament = access_tournament(slug)
    require(request.user, MANAGE, tournament)
    return tournament


def _printed(request: HttpRequest, holder: CardHolder) -> PrintedCard:
    link = public_link(request, "pass_open", pass_token(holder.one))
    return PrintedCard(holder, link, qr_svg(link))
