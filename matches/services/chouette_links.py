"""Private links to the seats of a chouette.

They are made from the seat and the site's secret key, so no table holds them.
"""

import base64
from dataclasses import dataclass

from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from config.errors import NotAllowedError
from matches.models_chouette import Chouette, ChouetteSeat
from players.actors import Actor


@dataclass(frozen=True, slots=True)
class Chair:
    """Who holds a link: the table, the seat, and whom the record names."""

    chouette: Chouette
    seat: ChouetteSeat

    @property
    def actor(self) -> Actor:
        return Actor("player", None, self.seat.name)


def seat_token(seat: ChouetteSeat) -> str:
    """`57-3-<24 characters>`: seat 3 of chouette 57."""
    return f"{seat.chouette_id}-{seat.number}-{_signature(seat)}"


def seat_open(token: str) -> Chair:
    """What a link stands for. Raises NotAllowedError `unknown_seat_link`."""
    table, _dash, rest = token.partition("-")
    number, _dash, signature = rest.partition("-")
    plain = table + number
    if plain.isascii() and table.isdigit() and number.isdigit() and len(plain) < 16:
        seats = ChouetteSeat.objects.select_related("chouette")
        seat = seats.filter(chouette=int(table), number=int(number)).first()
        if seat is not None and constant_time_compare(signature, _signature(seat)):
            return Chair(seat.chouette, seat)
    raise NotAllowedError(
        "unknown_seat_link",
        _("This link to a seat is not valid (any more). Ask who set up the table for another."),
    )


def _signature(seat: ChouetteSeat) -> str:
    said = f"{seat.chouette_id}:{seat.number}:{seat.epoch}"
    digest = salted_hmac("crawford.chouette", said, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:18]).decode("ascii")
