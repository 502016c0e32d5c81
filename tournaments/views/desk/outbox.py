"""Messages as the staff sees them: how it went, once more, and an address given for a player."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config.errors import DomainError
from tournaments.selectors.access import MANAGE, require_account
from tournaments.selectors.outbox import outbox
from tournaments.services.contacts import card_of, contact_give
from tournaments.services.outbox import notice_resend
from tournaments.views.desk.doors import for_tournament, frame
from tournaments.web import page_language, posted_number, staff_act

if TYPE_CHECKING:
    from tournaments.models import Tournament


@for_tournament(MANAGE)
def tournament_outbox(request: HttpRequest, tournament: "Tournament") -> HttpResponse:
    if request.method == "POST":
        number = posted_number(request, "resend")
        notice_resend(tournament_id=tournament.pk, notice_id=number, act=staff_act(request))
        messages.success(request, _("It is sent once more."))
        return redirect("tournament_outbox", tournament.slug)
    context = {
        **frame(request, tournament),
        "outbox": outbox(tournament.pk),
        "mails": settings.MAILS,
        "pushes": settings.PUSHES,
    }
    return render(request, "tournaments/desk/outbox.html", context)


@require_POST
@for_tournament(MANAGE)
def card_address(request: HttpRequest, tournament: "Tournament", pass_id: int) -> HttpResponse:
    """An address that a player has told the desk. Nothing is sent there before he confirms it."""
    card = card_of(tournament.pk, pass_id)
    try:
        contact_give(
            holder=card,
            email=request.POST.get("email", ""),
            language=page_language(),
            act=staff_act(request),
            entered_by=require_account(request.user),
        )
    except DomainError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("We ask there whether the address is right."))
    return redirect("tournament_card", tournament.slug, pass_id)
