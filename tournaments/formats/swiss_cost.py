"""What a pairing costs, as one whole number.

Faults are ranked, and no number of lesser faults outweighs a greater one: each rank counts in a
unit larger than the most that all ranks below it can add up to in one round. What is left after
all ranks is decided by lot. So the cheapest set of pairings is the best one, rank by rank.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.formats.graph import EntrantId
from tournaments.formats.lots import Lots
from tournaments.formats.pairing import Member
from tournaments.formats.swiss_records import Record

PRIME = 2**31 - 1  # lots multiply modulo this prime, which keeps every pair's number below it
MOST_SHARED = 3  # labels in common beyond this many make a pairing no worse
MOST_TIMES = 8  # nor do meetings; the matching reckons with 127 bits, and this keeps well inside


class Fault(StrEnum):
    BYE_AGAIN = "bye_again"  # byes more than those who have had fewest
    REMATCH = "rematch"  # graded: twice the square of the meetings, one more if just now
    BYE_HEIGHT = "bye_height"  # score above the lowest, of who gets the bye
    GAP = "gap"  # difference of scores, squared
    FLOATS = "floats"  # how often the two have floated that way before
    SHARED = "shared"  # labels in common, such as club or country


# Nobody meets twice while that can be; then scores are as close as can be.
SWISS = (
    Fault.BYE_AGAIN, Fault.REMATCH, Fault.BYE_HEIGHT, Fault.GAP, Fault.FLOATS, Fault.SHARED,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seat:
    """A member as the pairing sees it, with a lot of its own and those it must not meet."""

    id: EntrantId
    lot: int
    score: int
    byes: int
    downs: int
    ups: int
    last: EntrantId | None
    met: dict[EntrantId, int]
    labels: frozenset[str]
    forbidden: frozenset[EntrantId] = field(default=frozenset())

    @property
    def barred(self) -> int:
        """How many it should not meet."""
        return len(self.met) + len(self.forbidden)


def seat(member: Member, record: Record, lots: Lots, forbidden: frozenset[EntrantId]) -> Seat:
    """Seat a member, drawing its lot: one of 1 ... PRIME - 1."""
    return Seat(
        member.id,
        lots.below(PRIME - 1) + 1,
        record.score,
        record.byes,
        record.downs,
        record.ups,
        record.last,
        record.met,
        member.labels,
        forbidden,
    )


class Costs:
    """Prices the pairings among some seats; only prices of one `Costs` can be compared."""

    def __init__(self, seats: Sequence[Seat], ranks: Sequence[Fault]) -> None:
        self._fewest_byes = min(seat.byes for seat in seats)
        self._lowest = min(seat.score for seat in seats)
        unit = PRIME * (len(seats) // 2 + 1)
        units: dict[Fault, int] = {}
        most = self._most(seats)
        for fault in reversed(ranks):
            units[fault] = unit
            unit *= most[fault] + 1
        self.forbidden = unit  # more than any set of pairings that may be
        self._again = units[Fault.BYE_AGAIN]
        self._rematch = units[Fault.REMATCH]
        self._height = units[Fault.BYE_HEIGHT]
        self._gap = units[Fault.GAP]
        self._floats = units[Fault.FLOATS]
        self._shared = units[Fault.SHARED]

    def _most(self, seats: Sequence[Seat]) -> dict[Fault, int]:
        """The most of each fault that one round can have. There is one bye at most."""
        pairs = len(seats) // 2 + 1
        spread = max(seat.score for seat in seats) - self._lowest
        meetings = min(max(max(seat.met.values(), default=0) for seat in seats), MOST_TIMES)
        floats = max(seat.downs for seat in seats) + max(seat.ups for seat in seats)
        return {
            Fault.BYE_AGAIN: max(seat.byes for seat in seats) - self._fewest_byes,
            Fault.REMATCH: pairs * (2 * meetings * meetings + 1),
            Fault.BYE_HEIGHT: spread,
            Fault.GAP: pairs * spread * spread,
            Fault.FLOATS: pairs * floats,
            Fault.SHARED: pairs * MOST_SHARED,
        }

    def pair(self, one: Seat, other: Seat) -> int:
        """The price of letting two meet; `forbidden` or more if they must not."""
        cost = one.lot * other.lot % PRIME
        if times := one.met.get(other.id):
            cost += self._rematch * (2 * min(times, MOST_TIMES) ** 2 + (one.last == other.id))
        gap = one.score - other.score
        if gap:
            high, low = (one, other) if gap > 0 else (other, one)
            cost += self._gap * gap * gap + self._floats * (high.downs + low.ups)
        if one.labels and other.labels:
            cost += self._shared * min(len(one.labels & other.labels), MOST_SHARED)
        if one.forbidden and other.id in one.forbidden:
            cost += self.forbidden
        return cost

    def faults(self, one: Seat, other: Seat) -> int:
        """What is wrong with a pair, lots apart; 0 if nothing is."""
        return self.pair(one, other) // PRIME

    def bye(self, one: Seat) -> int:
        """The price of giving this one the bye."""
        return (
            self._again * (one.byes - self._fewest_byes)
            + self._height * (one.score - self._lowest)
            + self._floats * one.downs
            + one.lot
        )
