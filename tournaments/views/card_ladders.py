"""What a player does on a ladder with the card: see whom he may challenge, and challenge one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config.errors import DomainError, NotFoundError
from players.actors import Act
from tournaments.models import Event, Pass
from tournaments.selectors.ladder_pages import card_ladder, rules_list
from tournaments.selectors.ladders import rules_of
from tournaments.services.ladders import card_challenge
from tournaments.services.passes import pass_actor
from tournaments.views.cards import of_holder
from tournaments.web import number_in


@of_holder
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest, one: Pass, event_id: int) -> HttpResponse:
    event = _ladder_of(one, event_id)
    error: DomainError | None = None
    if request.method == "POST":
        try:
            card_challenge(
                one=one,
                event_id=event.pk,
                challenged_id=number_in(request.POST.get("entry", "")) or 0,
                act=Act(pass_actor(one), timezone.now()),
            )
        except DomainError as refused:
            error = refused
        else:
            messages.success(request, _("Your challenge is made."))
            return redirect("card", one.pk)
    context = {
        "pass": one,
        "event": event,
        "ladder": card_ladder(event, one.player_id),
        "rules": rules_list(rules_of(event)),
        "error": error,
    }
    status = error.status if error else 200
    return render(request, "tournaments/card/challenge.html", context, status=status)


def _ladder_of(one: Pass, event_id: int) -> Event:
    """An open ladder that the player has been on. Raises NotFoundError `no_such_event`."""
    ladders = Event.objects.select_related("tournament").filter(
        tournament_id=one.tournament_id,
        entries__player_id=one.player_id,
        ladder_rules__isnull=False,
        published_at__isnull=False,
    )
    event = ladders.filter(pk=event_id).first()
    if event is None:
        raise NotFoundError("no_such_event", _("There is no such event."))
    return event
