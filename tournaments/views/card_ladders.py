"""What a player does on a ladder with the card: see whom he may challenge, and challenge one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from tournaments.models import Pass
from tournaments.selectors.ladder_pages import card_ladder, rules_list
from tournaments.selectors.ladders import rules_of
from tournaments.selectors.passes import own_ladder
from tournaments.services.ladders import card_challenge
from tournaments.views.cards import of_holder, thanked
from tournaments.web import card_act, number_in


@of_holder
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest, one: Pass, event_id: int) -> HttpResponse:
    event = own_ladder(one, event_id)
    error: DomainError | None = None
    if request.method == "POST":
        try:
            card_challenge(
                one=one,
                event_id=event.pk,
                challenged_id=number_in(request.POST.get("entry", "")) or 0,
                act=card_act(one),
            )
        except DomainError as refused:
            error = refused
        else:
            return thanked(request, one, _("Your challenge is made."))
    context = {
        "pass": one,
        "event": event,
        "ladder": card_ladder(event, one.player_id),
        "rules": rules_list(rules_of(event)),
        "error": error,
    }
    status = error.status if error else 200
    return render(request, "tournaments/card/challenge.html", context, status=status)
