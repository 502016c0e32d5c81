"""What partners who consult suggest to each other at a board of the site, for their side alone."""

from collections.abc import Iterable
from typing import Any

from matches.models_pairs import Suggestion
from matches.models_record import Record
from players.models import Player


def has_pairs(match_id: int) -> bool:
    """Whether players consult on either side. One query."""
    return Player.objects.filter(sides__match=match_id).count() > 2


def suggestions(record: Record) -> list[Suggestion]:
    """What is suggested now, oldest first. One query, none where nobody ever suggested anything."""
    return list(record.suggestions.all()) if record.suggested else []


def suggestion_data(asked: Iterable[Suggestion], side: int) -> list[dict[str, Any]]:
    """As JSON values: who, and the action without its side."""
    return [
        {
            "player": one.player_id,
            "by": one.by_name,
            "deed": {name: value for name, value in one.data.items() if name != "side"},
        }
        for one in asked
        if one.side == side
    ]
