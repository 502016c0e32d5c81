"""What was written of a match that no longer counts, when the same two meet there again.

A result that is taken back voids the match after it, and a new one is made when it is back. Score
sheets and files, with their analyses, go with the two; a board of the site stays where it was: its
dice were thrown for that match alone.

Lock order: the matches are new, or locked by whoever voided them.
"""

from collections.abc import Collection, Mapping

from matches.models import Match, Side
from matches.models_record import Record


def records_return(voided: Mapping[int, Collection[int]]) -> list[int]:
    """Move what was written of the newest voided match of the same sides, in the same order, over
    the same length; returns the ids of the new matches that have something now.

    `voided`: the ids of those in whose place a new match is, by its id.
    """
    ids = [one for gone in voided.values() for one in gone]
    written = Record.objects.filter(match_id__in=ids, match__state=Match.State.VOID)
    having = set(written.exclude(source=Record.Source.LIVE).values_list("match_id", flat=True))
    if not having:
        return []
    meetings = _meetings([*voided, *having])
    returned = []
    for match_id, gone in voided.items():
        same = [
            one for one in sorted(having.intersection(gone)) if meetings[one] == meetings[match_id]
        ]
        if same:
            of_them = Record.objects.filter(match_id=same[-1]).exclude(source=Record.Source.LIVE)
            of_them.update(match_id=match_id)
            returned.append(match_id)
    return returned


def _meetings(match_ids: Collection[int]) -> dict[int, tuple[object, ...]]:
    """Who meets in each of the matches, and how long they play."""
    lengths = Match.objects.filter(pk__in=match_ids).values_list("pk", "length", "sets_to_win")
    found: dict[int, tuple[object, ...]] = {pk: (length, sets) for pk, length, sets in lengths}
    sides = Side.objects.filter(match_id__in=match_ids).order_by("number", "players")
    for match_id, number, player_id in sides.values_list("match_id", "number", "players"):
        found[match_id] = (*found[match_id], number, player_id)
    return found
