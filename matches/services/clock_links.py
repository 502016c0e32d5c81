"""Private links to the clock of a match: for one side, or for the phone between the players.

They are made from the clock and the site's secret key, so no table holds them.
"""

import base64
from dataclasses import dataclass

from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from config.errors import NotAllowedError
from matches.models_clock import Clock
from players.actors import Actor

SHARED = 0


@dataclass(frozen=True, slots=True)
class Hand:
    """Who holds a link: the clock, the sides for which it presses, and whom the history names."""

    clock: Clock
    side: int  # 0: the phone lies between the two
    actor: Actor

    @property
    def match_id(self) -> int:
        return self.clock.match_id

    @property
    def sides(self) -> tuple[int, ...]:
        return (1, 2) if self.side == SHARED else (self.side,)


def clock_token(clock: Clock, side: int = SHARED) -> str:
    """`57-0-<24 characters>`: of match 57, for both sides."""
    return f"{clock.match_id}-{side}-{_signature(clock, side)}"


def clock_open(token: str) -> Hand:
    """What a link stands for. Raises NotAllowedError `unknown_clock_link`."""
    match_id, _dash, rest = token.partition("-")
    side, _dash, signature = rest.partition("-")
    if match_id.isascii() and match_id.isdigit() and len(match_id) < 15 and side in {"0", "1", "2"}:
        clock = Clock.objects.select_related("match").filter(match_id=int(match_id)).first()
        if clock and constant_time_compare(signature, _signature(clock, int(side))):
            return Hand(clock, int(side), _actor(clock, int(side)))
    raise NotAllowedError(
        "unknown_clock_link",
        _("This link to a clock is not valid (any more). Open the clock from a card again."),
    )


def _actor(clock: Clock, side: int) -> Actor:
    if side == SHARED:
        return Actor("player", None, "Clock")
    found = clock.match.sides.get(number=side)
    players = list(found.players.values_list("pk", flat=True)[:2])
    return Actor("player", players[0] if len(players) == 1 else None, found.name)


def _signature(clock: Clock, side: int) -> str:
    said = f"{clock.match_id}:{side}:{clock.epoch}"
    digest = salted_hmac("crawford.clock", said, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:18]).decode("ascii")
