"""Players' private links: made from the pass and the site's secret key, so no table holds them.

A link can be printed again at any time, and a new epoch makes the old ones worthless.
"""

import base64
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from config.errors import NotAllowedError, NotFoundError
from players.actors import Act, Actor
from players.models import Player
from players.throttle import Throttle
from tournaments.models import Pass
from tournaments.models_notices import Contact
from tournaments.services.log import log

UNKNOWN_LINKS = Throttle("link", limit=20, seconds=600)


def pass_token(one: Pass) -> str:
    """`17-<24 characters>`: 144 bits, short enough for a small QR code."""
    return f"{one.pk}-{_signature(one.pk, one.epoch)}"


def pass_open(token: str) -> Pass:
    """The pass a link stands for. Raises NotAllowedError `unknown_link`."""
    ident, _dash, signature = token.partition("-")
    if ident.isascii() and ident.isdigit() and len(ident) < 15:
        one = Pass.objects.select_related("player", "tournament").filter(pk=int(ident)).first()
        if one and constant_time_compare(signature, _signature(one.pk, one.epoch)):
            return one
    raise NotAllowedError(
        "unknown_link", _("This link is not valid (any more). Ask the director for a new card.")
    )


def pass_open_from(token: str, address: str) -> Pass:
    """As `pass_open`, for a visitor from that address: TooManyError ends guessing.

    A link that is right always opens: all phones of a hall may come from one address.
    """
    try:
        return pass_open(token)
    except NotAllowedError:
        UNKNOWN_LINKS.check(address)
        UNKNOWN_LINKS.fail(address)
        raise


def pass_actor(one: Pass) -> Actor:
    return Actor("player", one.player_id, one.player.name)


def give_passes(tournament_id: int, players: Sequence[Player]) -> None:
    """A private link for everybody who has none in this tournament. Needs a transaction."""
    Pass.objects.bulk_create(
        # In one order: two lists entered at once would else wait for each other.
        [
            Pass(tournament_id=tournament_id, player=player)
            for player in sorted(players, key=lambda player: player.pk)
        ],
        ignore_conflicts=True,
        batch_size=500,
    )


@transaction.atomic
def pass_renew(*, tournament_id: int, player_id: int, act: Act) -> Pass:
    """Make the player's old links worthless: a card was lost or seen by others.

    What was asked for with the old card, messages to some address, ends with it.
    """
    passes = Pass.objects.filter(tournament_id=tournament_id, player__pk=player_id)
    if not passes.update(epoch=F("epoch") + 1):
        raise NotFoundError("no_such_pass", _("This player is not in the tournament."))
    renewed = passes.select_related("player", "tournament").get()
    for contact in Contact.objects.select_for_update().filter(card=renewed):
        contact.delete()
    log(renewed.tournament_id, "pass.renewed", act, subject=renewed.player.name)
    return renewed


def _signature(ident: int, epoch: int) -> str:
    digest = salted_hmac("crawford.pass", f"{ident}:{epoch}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:18]).decode("ascii")
