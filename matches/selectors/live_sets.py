"""The sets of a match of sets that is played on the site: one live record for each.

What a set is to, and how many are played, is in `Match`; who won one is kept with its record.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from config.errors import InvalidError
from matches.models import Match
from matches.models_record import Record
from matches.selectors.watching import ALL, Sight


def most_sets(match: Match) -> int:
    """So many are played at most; a match without sets is one."""
    return 2 * match.sets_to_win - 1


def require_set(match: Match, number: int) -> None:
    """Raises InvalidError `no_such_set`."""
    if not 1 <= number <= most_sets(match):
        raise InvalidError(
            "no_such_set",
            _("This match has at most %(n)s sets.") % {"n": most_sets(match)},
            most=most_sets(match),
        )


class SetPlayed(NamedTuple):
    """A set that was begun; `winner` and `score` are None until it is over."""

    record_id: int
    number: int
    winner: int | None
    score: tuple[int, int] | None


def sets_played(match: Match, sight: Sight = ALL) -> list[SetPlayed]:
    """All that were begun on the site and are seen, in order; none of a match without sets. One
    query."""
    if match.sets_to_win == 1:
        return []
    live = Record.objects.filter(match=match, source=Record.Source.LIVE).order_by("set_number")
    seen = [sight.record(record) for record in live if sight.knows(record)]
    return [
        SetPlayed(
            each.pk,
            each.set_number,
            each.winner,
            None if each.winner is None else (each.score_1 or 0, each.score_2 or 0),
        )
        for each in seen
    ]


def sets_won(sets: Iterable[SetPlayed]) -> tuple[int, int]:
    """How many either side has won."""
    winners = [each.winner for each in sets]
    return winners.count(1), winners.count(2)


def another_set(match: Match, sets: Sequence[SetPlayed]) -> bool:
    """Whether the last set is over, and by the sets the match is not."""
    over = bool(sets) and sets[-1].winner is not None
    return over and max(sets_won(sets)) < match.sets_to_win


def sets_until(sets: Iterable[SetPlayed], number: int, *, is_over: bool) -> list[SetPlayed]:
    """As they stood in the set of this number, or after it."""
    until = [each for each in sets if each.number <= number]
    if until and not is_over:
        until[-1] = until[-1]._replace(winner=None, score=None)
    return until


def sets_data(match: Match, told: Sequence[SetPlayed]) -> dict[str, Any] | None:
    """The sets so far as JSON values; None of a match without them."""
    if not told:
        return None
    return {
        "to_win": match.sets_to_win,
        "number": told[-1].number,
        "won": list(sets_won(told)),
        "sets": [
            {"number": n, "winner": winner or 0, "score": None if score is None else list(score)}
            for _pk, n, winner, score in told
        ],
    }
