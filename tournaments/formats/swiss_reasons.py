"""Why these two meet: the words for a pairing, told from the field as it stood before the round.

Every pairing has at least one reason. One that meets a lower score, an old opponent or nobody has
a reason that says what stood in the way of something better.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tournaments.formats.errors import said
from tournaments.formats.pairing import Reason
from tournaments.formats.swiss_cost import Seat
from tournaments.formats.swiss_match import Pair
from tournaments.formats.swiss_records import points

TEMPLATES = {
    "forced": said("Paired by the director."),
    "forced_bye": said("Bye given by the director."),
    "same_score": said("Both have %(score)s."),
    "float_alone": said(
        "%(entrant)s has %(score)s and meets %(lower)s: nobody else has %(score)s who could be met."
    ),
    "float_met_all": said(
        "%(entrant)s has %(score)s and meets %(lower)s: everybody else with %(score)s has been met."
    ),
    "float_odd": said(
        "%(entrant)s has %(score)s and meets %(lower)s:"
        " an odd number was left with %(score)s, and one had to go down."
    ),
    "float_to_fit": said(
        "%(entrant)s has %(score)s and meets %(lower)s,"
        " so that others need not meet an old opponent or one with a far lower score."
    ),
    "rematch_met_all": said(
        "%(entrant)s and %(opponent)s have met before (%(times)s):"
        " %(entrant)s has met everybody who is here."
    ),
    "rematch_unavoidable": said(
        "%(entrant)s and %(opponent)s have met before (%(times)s):"
        " every other way to pair the field is worse."
    ),
    "same_club": said(
        "%(entrant)s and %(opponent)s are of one club: every other way to pair the field is worse."
    ),
    "same_country": said(
        "%(entrant)s and %(opponent)s are of one country:"
        " every other way to pair the field is worse."
    ),
    "same_group": said(
        "%(entrant)s and %(opponent)s were to be kept apart:"
        " every other way to pair the field is worse."
    ),
    "bye_lowest": said("Bye: the lowest score, %(score)s, of those who have had no bye."),
    "bye_to_fit": said(
        "Bye: no bye yet; those with less than %(score)s are needed"
        " so that nobody has to meet an old opponent."
    ),
    "bye_again": said("Another bye: everybody who is here has had one."),
    "bye_again_to_fit": said("Another bye: the forbidden pairs leave no other."),
}


# Why they were to be kept apart, by the kind of a label such as "club:Kyiv".
SHARED = {"club": "same_club", "country": "same_country"}


def reason(code: str, **detail: object) -> Reason:
    return Reason(code, TEMPLATES[code], detail)


class Explainer:
    """Explains the pairs of one round, all of which it must be given. Linear in the field."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self._seats = [seat for pair in pairs for seat in pair if seat is not None]
        self._groups: dict[int, list[Seat]] = {}
        for seat in self._seats:
            self._groups.setdefault(seat.score, []).append(seat)
        self._taken = Counter(  # from each group: by those above it, or by the bye
            one.score if other is None else other.score
            for one, other in map(in_order, pairs)
            if other is None or one.score != other.score
        )

    def __call__(self, pair: Pair) -> tuple[Reason, ...]:
        high, low = in_order(pair)
        if low is None:
            return (self._bye(high),)
        reasons = [self._score(high, low)]
        if times := high.met.get(low.id):
            reasons.append(self._rematch(high, low, times))
        return (*reasons, *_shared(high, low))

    def _score(self, high: Seat, low: Seat) -> Reason:
        if high.score == low.score:
            return reason("same_score", score=points(high.score))
        return reason(
            self._why_down(high),
            entrant=high.id,
            score=points(high.score),
            lower=points(low.score),
        )

    def _why_down(self, high: Seat) -> str:
        group = [seat for seat in self._groups[high.score] if seat is not high]
        if not group:
            return "float_alone"
        if has_met_all(high, group):
            return "float_met_all"
        left = len(group) + 1 - self._taken[high.score]
        return "float_odd" if left % 2 else "float_to_fit"

    def _rematch(self, high: Seat, low: Seat, times: int) -> Reason:
        for one, other in ((high, low), (low, high)):
            if has_met_all(one, (seat for seat in self._seats if seat is not one)):
                return reason("rematch_met_all", entrant=one.id, opponent=other.id, times=times)
        return reason("rematch_unavoidable", entrant=high.id, opponent=low.id, times=times)

    def _bye(self, one: Seat) -> Reason:
        fewest = min(seat.byes for seat in self._seats)
        if one.byes > fewest:
            return reason("bye_again_to_fit")
        if one.byes:
            return reason("bye_again")
        lowest = min(seat.score for seat in self._seats if not seat.byes)
        return reason(
            "bye_lowest" if one.score == lowest else "bye_to_fit", score=points(one.score)
        )


def _shared(high: Seat, low: Seat) -> Iterator[Reason]:
    kinds = (label.partition(":")[0] for label in high.labels & low.labels)
    for code in sorted({SHARED.get(kind, "same_group") for kind in kinds}):
        yield reason(code, entrant=high.id, opponent=low.id)


def has_met_all(one: Seat, others: Iterable[Seat]) -> bool:
    return all(other.id in one.met or other.id in one.forbidden for other in others)


def in_order(pair: Pair) -> Pair:
    """The higher score first; the bye last."""
    one, other = pair
    if other is not None and (other.score, one.lot) > (one.score, other.lot):
        return other, one
    return pair
