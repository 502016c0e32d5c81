"""Players' cards on paper: the sheet for all, one card again, and a new link for a lost one."""

from typing import NamedTuple

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Tournament
from tournaments.qr import qr_svg
from tournaments.selectors.access import MANAGE
from tournaments.selectors.contacts import reach_of
from tournaments.selectors.passes import CardHolder, card_holder, card_holders
from tournaments.services.passes import pass_renew, pass_token
from tournaments.views.desk.doors import for_tournament
from tournaments.web import is_on_this_machine_only, public_link, staff_act


class PrintedCard(NamedTuple):
    holder: CardHolder
    link: str
    qr: SafeString


@require_safe
@for_tournament(MANAGE)
def card_sheet(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """`?event=` leaves only those entered in it."""
    chosen = request.GET.get("event", "")
    cards = [_printed(request, holder) for holder in card_holders(tournament, event_slug=chosen)]
    context = {
        "tournament": tournament,
        "events": tournament.events.all(),
        "chosen": chosen,
        "cards": cards,
        "local_only": is_on_this_machine_only(request),
    }
    return render(request, "tournaments/cards/sheet.html", context)


@require_safe
@for_tournament(MANAGE)
def one_card(request: HttpRequest, tournament: Tournament, pass_id: int) -> HttpResponse:
    card = _printed(request, card_holder(tournament, pass_id))
    context = {
        "tournament": tournament,
        "card": card,
        "reach": reach_of(tournament, pass_id),
        "mails": settings.MAILS,
    }
    return render(request, "tournaments/cards/one.html", context)


@require_POST
@for_tournament(MANAGE)
def renew_card(request: HttpRequest, tournament: Tournament, pass_id: int) -> HttpResponse:
    one = card_holder(tournament, pass_id).one
    pass_renew(tournament_id=tournament.pk, player_id=one.player_id, act=staff_act(request))
    messages.success(request, _("The old card no longer works. This is the new one: print it."))
    return redirect("tournament_card", tournament.slug, pass_id)


def _printed(request: HttpRequest, holder: CardHolder) -> PrintedCard:
    link = public_link(request, "pass_open", pass_token(holder.one))
    return PrintedCard(holder, link, qr_svg(link))
