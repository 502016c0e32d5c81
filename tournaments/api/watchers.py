"""Who looks at a match through the API: by a token, a login, a card, or the cards of a browser."""

from dataclasses import replace

from django.utils import timezone
from rest_framework.request import Request

from matches.selectors.watching import Sight
from tournaments import web
from tournaments.models import Fixture, Pass
from tournaments.selectors.passes import match_place
from tournaments.selectors.spectators import Spectator, card_spectator, spectator


def spectator_of(request: Request, place: Fixture) -> Spectator:
    if isinstance(request.auth, Pass):
        return card_spectator(place, request.auth)
    held = request.session.get(web.HELD, []) if web.is_personal(request) else []
    who = spectator(place, request.user, held)
    # The cards of a browser tell who plays; whoever speaks shows one, or logs in.
    return who if request.user.is_authenticated else replace(who, card=None)


def sight_of(request: Request, match_id: int) -> Sight:
    """How much of the match there is for whoever asks, now."""
    return spectator_of(request, match_place(match_id)).sight(match_id, timezone.now())
