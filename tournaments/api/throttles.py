"""How often one may ask: visitors by address, staff and players each by who they are.

A club's phones share one address, so a player with a card must not be held up by the others.
"""

import logging
from typing import Any

from redis import RedisError
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from matches.services.chouette_links import Chair
from matches.services.clock_links import Hand
from tournaments.models import Pass

logger = logging.getLogger(__name__)


def _who(request: Request) -> str:
    """`user:5`, `pass:17`, `clock:57-0`, `seat:57-3`, or empty for a visitor."""
    if isinstance(request.auth, Hand):
        return f"clock:{request.auth.match_id}-{request.auth.side}"
    if isinstance(request.auth, Chair):
        return f"seat:{request.auth.chouette.pk}-{request.auth.seat.number}"
    if isinstance(request.auth, Pass):
        return f"pass:{request.auth.pk}"
    return f"user:{request.user.pk}" if request.user.is_authenticated else ""


class _Throttle(SimpleRateThrottle):
    def allow_request(self, request: Request, view: Any) -> bool:
        try:
            return super().allow_request(request, view)
        except RedisError:
            # Results must get in at an event whose cache is away; counting requests can wait.
            logger.warning("the cache is away; requests are not counted", exc_info=True)
            return True

    def keyed(self, ident: str) -> str:
        return f"throttle:{self.scope}:{ident}"


class VisitorThrottle(_Throttle):
    scope = "anon"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        return None if _who(request) else self.keyed(self.get_ident(request))


class KnownThrottle(_Throttle):
    scope = "user"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        who = _who(request)
        return self.keyed(who) if who else None
