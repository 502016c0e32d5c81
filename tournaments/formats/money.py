"""Money of an event: the pool, the prizes by place, and what was agreed instead.

All amounts are integers in minor units (cents), and everything here adds up exactly: the lines of a
pool are the pool to the cent. Those who tie share the sum of their places equally; cents that
cannot be shared go, one each, to those who come first in an order drawn by lot, which the caller
gives. How a pool is split over places is for `payouts`, pools of some entrants for `sidepools`, an
auction of the field for `calcutta`, and taxes and receipts for nobody here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.payouts import WHOLE, Parts
from tournaments.formats.places import Place


@dataclass(frozen=True, slots=True)
class Deduction:
    """What is kept from the fees: a part of them in basis points, rounded down, and a fixed sum."""

    name: str
    basis_points: int = 0
    fixed: int = 0

    def of(self, collected: int) -> int:
        return collected * self.basis_points // WHOLE + self.fixed


@dataclass(frozen=True, slots=True)
class Terms:
    """What happens to the fees. `guaranteed` is the least the pool will be, whoever enters."""

    deductions: tuple[Deduction, ...] = ()
    added: int = 0
    guaranteed: int = 0


@dataclass(frozen=True, slots=True)
class Pool:
    """Where a pool comes from. `topped_up` is what the organiser adds to reach the guarantee."""

    collected: int
    deducted: tuple[tuple[str, int], ...]
    added: int
    topped_up: int

    @property
    def amount(self) -> int:
        kept = sum(amount for _name, amount in self.deducted)
        return self.collected - kept + self.added + self.topped_up


def pool(fees: Iterable[int], terms: Terms) -> Pool:
    """The pool of an event from the fee that each entry paid (late and free entries may differ).

    Raises FormatError `amount_negative`, or `deductions_exceed_fees` if more is kept than came in.
    """
    paid = list(fees)
    _check_terms(paid, terms)
    collected = sum(paid)
    deducted = tuple((each.name, each.of(collected)) for each in terms.deductions)
    kept = sum(amount for _name, amount in deducted)
    if kept > collected:
        raise FormatError(
            "deductions_exceed_fees",
            "The deductions of %(kept)s are more than the fees of %(collected)s: lower them.",
            kept=kept,
            collected=collected,
        )
    missing = terms.guaranteed - (collected - kept + terms.added)
    return Pool(collected, deducted, terms.added, max(missing, 0))


def _check_terms(fees: Sequence[int], terms: Terms) -> None:
    kept = [part for each in terms.deductions for part in (each.basis_points, each.fixed)]
    lowest = min([*fees, *kept, terms.added, terms.guaranteed])
    if lowest < 0:
        raise FormatError(
            "amount_negative",
            "Fees, deductions and added money cannot be negative, such as %(amount)s.",
            amount=lowest,
        )


class PayeeKind(StrEnum):
    ENTRANT = "entrant"
    BUYER = "buyer"  # somebody who bought entrants in an auction
    HOUSE = "house"  # the organiser


@dataclass(frozen=True, slots=True, order=True)
class Payee:
    """Whom money goes to. Entrants and buyers have numbers of their own; the house has 0."""

    kind: PayeeKind
    id: int = 0


HOUSE = Payee(PayeeKind.HOUSE)


class Reason(StrEnum):
    PRIZE = "prize"  # for a place in a bracket
    SIDE_POOL = "side_pool"  # for a place among the members of a side pool
    DEAL = "deal"  # agreed among the payees instead of the above


@dataclass(frozen=True, slots=True)
class Line:
    """One sum that somebody is owed, and why. `source` names the bracket or the pool.

    Places `first` to `last` were shared if they differ; both are 0 where no place is paid for.
    """

    payee: Payee
    amount: int
    reason: Reason
    source: str
    first: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Finish:
    """The places `first` to `last`, shared by as many entrants, of whom this is one."""

    entrant: EntrantId
    first: int
    last: int


def finishes(places: Iterable[Place]) -> tuple[Finish, ...]:
    """Who came where in a finished bracket; FormatError `bracket_unfinished` before that."""
    found = []
    for place in places:
        if not place.final:
            raise FormatError(
                "bracket_unfinished",
                "Entrant %(entrant)s is still playing: prizes are paid when the bracket is over.",
                entrant=place.entrant,
            )
        found.append(Finish(place.entrant, place.first, place.last))
    return tuple(found)


def prizes(
    amounts: Parts, brackets: Mapping[str, Sequence[Finish]], lots: Sequence[EntrantId]
) -> tuple[Line, ...]:
    """What the entrants are owed under a schedule, in the schedule's order; the lines add up to it.

    `lots` is an order of entrants drawn by lot (see the module); it need hold only those who share
    a sum that cannot be shared evenly. Nobody gets a line of 0.
    Raises FormatError: `place_empty` (a paid place that nobody took), `places_uneven` (more or
    fewer entrants on shared places than there are places), `entrant_twice`, `lots_missing`.
    """
    lines: list[Line] = []
    for bracket in dict.fromkeys(position.bracket for position in amounts):
        by_place = {at.place: sum_ for at, sum_ in amounts.items() if at.bracket == bracket}
        groups = _by_places(brackets.get(bracket, ()))
        lines += shared(by_place, groups, lots, Line(HOUSE, 0, Reason.PRIZE, bracket))
    return tuple(lines)


def _by_places(found: Iterable[Finish]) -> dict[tuple[int, int], list[EntrantId]]:
    groups: dict[tuple[int, int], list[EntrantId]] = {}
    seen: set[EntrantId] = set()
    for finish in sorted(found, key=lambda finish: (finish.first, finish.last)):
        if finish.entrant in seen:
            raise FormatError(
                "entrant_twice",
                "Entrant %(entrant)s has two places in one bracket.",
                entrant=finish.entrant,
            )
        seen.add(finish.entrant)
        groups.setdefault((finish.first, finish.last), []).append(finish.entrant)
    taken = 0
    for (first, last), tied in groups.items():
        if first <= taken or len(tied) != last - first + 1:
            raise FormatError(
                "places_uneven",
                "%(entrants)s entrants cannot take the places %(first)s to %(last)s.",
                entrants=len(tied),
                first=first,
                last=last,
            )
        taken = last
    return groups


def shared(
    by_place: Mapping[int, int],
    groups: Mapping[tuple[int, int], Sequence[EntrantId]],
    lots: Sequence[EntrantId],
    pattern: Line,
) -> list[Line]:
    """The lines of one bracket or pool, with the reason and source of `pattern`."""
    lines = []
    unpaid = {place: amount for place, amount in by_place.items() if amount}
    for (first, last), tied in groups.items():
        total = sum(unpaid.pop(place, 0) for place in range(first, last + 1))
        for entrant, amount in split_evenly(total, tied, lots):
            if amount:
                payee = Payee(PayeeKind.ENTRANT, entrant)
                lines.append(Line(payee, amount, pattern.reason, pattern.source, first, last))
    if unpaid:
        raise FormatError(
            "place_empty",
            "Nobody takes place %(place)s of %(source)s, which pays %(amount)s: pay fewer places.",
            place=min(unpaid),
            source=pattern.source,
            amount=unpaid[min(unpaid)],
        )
    return lines


def split_evenly(
    total: int, tied: Sequence[EntrantId], lots: Sequence[EntrantId]
) -> list[tuple[EntrantId, int]]:
    """`total` shared equally to the cent; odd cents to those who come first in `lots`."""
    share, odd = divmod(total, len(tied))
    if not odd:
        return [(entrant, share) for entrant in tied]
    order = {entrant: number for number, entrant in enumerate(lots)}
    for entrant in tied:
        if entrant not in order:
            raise FormatError(
                "lots_missing",
                "A sum cannot be shared evenly: draw lots with entrant %(entrant)s among them.",
                entrant=entrant,
            )
    lucky = set(sorted(tied, key=order.__getitem__)[:odd])
    return [(entrant, share + (entrant in lucky)) for entrant in tied]


def owed(lines: Iterable[Line]) -> dict[Payee, int]:
    """What each payee gets altogether."""
    totals: dict[Payee, int] = {}
    for line in lines:
        totals[line.payee] = totals.get(line.payee, 0) + line.amount
    return totals


@dataclass(frozen=True, slots=True)
class Payout:
    """What was due by the schedule and what is really paid; both add up to the same."""

    scheduled: tuple[Line, ...]
    actual: tuple[Line, ...]


def apply_deal(scheduled: Sequence[Line], deal: Mapping[Payee, int], source: str) -> Payout:
    """Pay those in the deal what they agreed on, and everybody else by the schedule.

    `deal` names all who take part, also one who gets nothing. Raises FormatError `deal_negative`,
    or `deal_differs` if the parties do not share out exactly what they are owed together.
    """
    due = sum(line.amount for line in scheduled if line.payee in deal)
    lowest = min(deal.values(), default=0)
    if lowest < 0:
        raise FormatError(
            "deal_negative", "Nobody can get %(amount)s out of a deal.", amount=lowest
        )
    if (agreed := sum(deal.values())) != due:
        raise FormatError(
            "deal_differs",
            "The deal shares out %(agreed)s, but its parties are owed %(due)s.",
            agreed=agreed,
            due=due,
        )
    kept = [line for line in scheduled if line.payee not in deal]
    dealt = [Line(payee, sum_, Reason.DEAL, source) for payee, sum_ in deal.items() if sum_]
    return Payout(tuple(scheduled), (*kept, *dealt))
