"""Which matches stand at a board of the site just now, and who has sat down at it."""

from collections.abc import Collection

from django.db.models import QuerySet

from matches.models import Match
from matches.models_record import Record

Seats = tuple[bool, bool]  # whether side 1 has sat down, and side 2


def open_boards() -> QuerySet[Record]:
    """Boards that can be played at; of a match of sets those of the sets that are over as well."""
    live = Record.objects.filter(
        source=Record.Source.LIVE, closed_at=None, match__state=Match.State.OPEN
    )
    return live.exclude(dice=Record.Dice.SITE, secret="")  # it came with an archive


def seats(match_ids: Collection[int]) -> dict[int, Seats]:
    """Who has sat down, for those of the matches that have a board. One query."""
    rows = open_boards().filter(match__in=match_ids).order_by("set_number")  # the newest stays
    found = rows.values_list("match_id", "joined_1_at", "joined_2_at")
    return {pk: (one is not None, other is not None) for pk, one, other in found}
