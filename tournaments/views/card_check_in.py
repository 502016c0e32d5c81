"""What a player does with the card before the draw: say that he is here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config.errors import ConflictError, DomainError, NotFoundError
from tournaments.models import Pass
from tournaments.selectors.card_views import CardEvent
from tournaments.selectors.cards import card
from tournaments.services.checkin import card_check_in
from tournaments.views.cards import of_holder, thanked
from tournaments.web import card_act


@of_holder
@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HttpRequest, one: Pass, event_id: int) -> HttpResponse:
    own = _own_event(one, event_id)
    error: DomainError | None = None
    if request.method == "POST":
        try:
            card_check_in(one=one, event_id=event_id, act=card_act(one))
        except ConflictError as refused:
            error = refused
        else:
            return thanked(request, one, _("You are checked in."))
    context = {"pass": one, "one": own, "error": error}
    status = error.status if error else 200
    return render(request, "tournaments/card/check_in.html", context, status=status)


def _own_event(one: Pass, event_id: int) -> CardEvent:
    """Raises NotFoundError `no_such_event` for one without a check-in that the player is in."""
    for own in card(one):
        if own.event.pk == event_id and own.event.checkin_close_at is not None:
            return own
    raise NotFoundError("no_such_event", _("There is no such event."))
