"""Partners who consult at a board of the site: what one suggests, and whether both must agree.

Either partner acts for the side. What one suggests is shown to the side alone. Where a board is set
up so that partners agree, what one of them does is a suggestion until the other does the same; only
throwing needs nobody else. The match is locked.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import InvalidError
from matches.engine.actions import from_data
from matches.engine.match import MatchState
from matches.live import announce
from matches.models import Match
from matches.models_record import Record
from players.actors import Act
from players.models import Player


def has_partner(match: Match, side: int, act: Act) -> bool:
    """Whether somebody else plays on this side with the player; staff act alone."""
    if act.by.kind != "player" or act.by.ident is None:
        return False
    others = Player.objects.filter(sides__match=match, sides__number=side)
    return others.exclude(pk=act.by.ident).exists()


def suggest(match: Match, record: Record, side: int, data: Mapping[str, Any], act: Act) -> None:
    """Show the partner what this player would do, in place of what it was before.

    Raises InvalidError `no_partner`.
    """
    if act.by.ident is None or not has_partner(match, side, act):
        raise InvalidError("no_partner", _("You play alone: there is nobody to suggest it to."))
    record.suggestions.update_or_create(
        player_id=act.by.ident,
        defaults={"side": side, "by_name": act.by.name, "data": data, "at": act.at},
    )
    record.suggested += 1
    record.save(update_fields=["suggested"])
    transaction.on_commit(announce)


def agreeing(
    record: Record, side: int, act: Act, before: MatchState, after: MatchState
) -> list[str]:
    """The names of the partners who suggest what leads to the same."""
    others = record.suggestions.filter(side=side).exclude(player=act.by.ident)
    return [one.by_name for one in others if before.apply(from_data(one.data)) == after]


def forget(record: Record) -> None:
    """Something was done, so that what was suggested is of the past."""
    if record.suggested:
        record.suggestions.all().delete()
