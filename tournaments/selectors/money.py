"""The money of an event as it stands: pools, what each place is worth, and who is owed what.

Nothing here is stored: it follows from the purses, the entries and the places, each time anew. A
fixed number of queries, whatever the size of the event.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from config.errors import NotFoundError
from tournaments.formats import MAIN, EntrantId, FormatError
from tournaments.formats.money import (
    HOUSE,
    Deduction,
    Line,
    Pool,
    Reason,
    Terms,
    apply_deal,
    finishes,
    pool,
)
from tournaments.formats.payouts import Position
from tournaments.formats.plans import Plan, Settled, Split, Standing, payee_of, planned, settled
from tournaments.formats.sidepools import SidePool, ranking, side_pool
from tournaments.models import Entry, Event
from tournaments.models_money import Deal, Payout, Purse
from tournaments.selectors.final_places import bracket_title, brackets_of, final_places, lots_of
from tournaments.selectors.money_words import refusal_words
from tournaments.selectors.places import place_range

FEW = 8  # those who are still in and may think of a deal
PRIZES = 0  # the number of the purse that holds the prizes


@dataclass(frozen=True, slots=True)
class LineView:
    """One sum that an entrant is owed; `why` says for what."""

    entry_id: int
    name: str
    place: str
    amount: int
    why: str
    payout: Payout | None

    @property
    def differs(self) -> bool:
        """Whether something else was paid out, before a result was corrected."""
        return self.payout is not None and self.payout.amount != self.amount


@dataclass(frozen=True, slots=True)
class HeapView:
    """What one bracket of a purse pays: lines that are known, places that are open.

    `stray` was paid out to somebody who, as results are now, is owed nothing here.
    """

    bracket: str
    name: str
    is_side: bool
    by_place: Mapping[int, int]  # what the places are worth
    standing: Standing
    lines: Sequence[LineView]
    open: Sequence[tuple[int, int]]
    scheduled: Mapping[int, int]  # by entry, before any deal
    deal: Deal | None
    stray: Sequence[Payout]
    problem: str

    @property
    def amount(self) -> int:
        return sum(self.by_place.values())

    @property
    def may_deal(self) -> bool:
        """Whether it is known who would share what; a side pool waits for the end."""
        standing = self.standing
        return standing.finished or (not self.is_side and standing.only_these_are_left)

    @property
    def offers_deal(self) -> bool:
        """Whether the page offers one: before the end only to a few."""
        return self.may_deal and len(self.standing.still_in) <= FEW

    def line_of(self, entry_id: int) -> LineView | None:
        return next((line for line in self.lines if line.entry_id == entry_id), None)


@dataclass(frozen=True, slots=True)
class PurseView:
    """`pool` is None while nobody has entered or the terms do not add up."""

    row: Purse
    name: str
    payers: int
    pool: Pool | None
    schedule: Mapping[Position, int]
    heaps: Sequence[HeapView]
    problem: str

    @property
    def is_side(self) -> bool:
        return self.row.number != PRIZES

    @property
    def by_bracket(self) -> list[tuple[str, list[tuple[int, int]]]]:
        """The schedule as a table: bracket names with their places and amounts."""
        return [
            (
                bracket_title(self.row.event, bracket),
                [(at.place, sum_) for at, sum_ in self.schedule.items() if at.bracket == bracket],
            )
            for bracket in dict.fromkeys(at.bracket for at in self.schedule)
        ]

    @property
    def paid_out(self) -> int:
        return sum(payout.amount for payout in self.row.payouts.all())

    def heap(self, bracket: str) -> HeapView:
        for heap in self.heaps:
            if heap.bracket == bracket:
                return heap
        raise NotFoundError("no_such_prizes", _("Nothing is paid for places there."))


@dataclass(frozen=True, slots=True)
class MoneyView:
    event: Event
    currency: str
    purses: Sequence[PurseView]

    @property
    def prizes(self) -> PurseView | None:
        return next((purse for purse in self.purses if not purse.is_side), None)

    @property
    def pools(self) -> list[PurseView]:
        return [purse for purse in self.purses if purse.is_side]

    def purse(self, number: int) -> PurseView:
        for purse in self.purses:
            if purse.row.number == number:
                return purse
        raise no_such_purse(number)


def no_such_purse(number: int) -> NotFoundError:
    if number == PRIZES:
        return NotFoundError("no_purse", _("Set up the money of this event first."))
    return NotFoundError("no_such_pool", _("There is no such side pool."))


def money(event: Event) -> MoneyView:
    """Prizes and side pools; calcuttas are for `selectors.calcutta`."""
    rows = list(
        event.purses.filter(auction=None).prefetch_related(
            "deductions", "prizes", "members", "deals__shares", "payouts"
        )
    )
    currency = event.tournament.currency
    if not rows:
        return MoneyView(event, currency, ())
    entries = {entry.pk: entry for entry in event.entries.select_related("own_fee")}
    reader = _Reader(event, currency, entries, final_places(event))
    return MoneyView(event, currency, [reader.purse(row) for row in rows])


def fees_of(purse: Purse, entries: Iterable[Entry]) -> list[int]:
    """What each entry owes to the purse."""
    if purse.number != PRIZES:
        return [purse.fee] * len(purse.members.all())
    return [entry_fee(purse, entry) for entry in entries]


def entry_fee(purse: Purse, entry: Entry) -> int:
    own = getattr(entry, "own_fee", None)
    return purse.fee if own is None else own.amount


def terms_of(purse: Purse) -> Terms:
    deductions = [Deduction(d.name, d.basis_points, d.fixed) for d in purse.deductions.all()]
    return Terms(tuple(deductions), purse.added, purse.guaranteed)


def plan_of(purse: Purse) -> Plan:
    return Plan(
        split=Split(purse.split),
        preset=purse.preset,
        consolation_share=purse.consolation_share,
        parts={Position(prize.bracket, prize.place): prize.part for prize in purse.prizes.all()},
        unit=purse.unit,
    )


class _Reader:
    """One moment of an event, for all its purses."""

    def __init__(
        self,
        event: Event,
        currency: str,
        entries: Mapping[int, Entry],
        standings: Mapping[str, Standing],
    ) -> None:
        self.event = event
        self.currency = currency
        self.entries = entries
        self.names = {pk: entry.name for pk, entry in entries.items()}
        self.standings = standings
        self.lots = lots_of(event, [EntrantId(pk) for pk in entries])

    def purse(self, row: Purse) -> PurseView:
        fees = fees_of(row, self.entries.values())
        name = row.name or _("Prizes")
        found: Pool | None = None
        schedule: Mapping[Position, int] = {}
        problem = ""
        try:
            found = pool(fees, terms_of(row))
            if fees or (found.amount and row.split != Purse.Split.PRESET):
                schedule = planned(plan_of(row), found.amount, len(fees), self.brackets(row))
        except FormatError as error:
            problem = refusal_words(error, self.currency, self.names) if fees else ""
        heaps = [self.heap(row, bracket, schedule) for bracket in _brackets(schedule, row)]
        return PurseView(row, name, len(fees), found, schedule, heaps, problem)

    def brackets(self, row: Purse) -> Collection[str]:
        return brackets_of(self.event) if row.number == PRIZES else (MAIN,)

    def heap(self, row: Purse, bracket: str, schedule: Mapping[Position, int]) -> HeapView:
        by_place = {at.place: sum_ for at, sum_ in schedule.items() if at.bracket == bracket}
        deal = next((deal for deal in row.deals.all() if deal.bracket == bracket), None)
        shares = {EntrantId(s.entry_id): s.amount for s in deal.shares.all()} if deal else {}
        problem = ""
        try:
            found = self.settled(row, bracket, by_place, shares)
        except FormatError as error:
            problem = refusal_words(error, self.currency, self.names)
            found = Settled((), by_place, ())
        payouts = {p.entry_id: p for p in row.payouts.all() if p.bracket == bracket}
        for payout in payouts.values():
            payout.entry = self.entries[payout.entry_id]  # read already: no query for the name
        lines = [self.line(row, line, payouts.pop(line.payee.id, None)) for line in found.lines]
        return HeapView(
            bracket=bracket,
            name=row.name or bracket_title(self.event, bracket),
            is_side=row.number != PRIZES,
            by_place=by_place,
            standing=self.standings.get(bracket, Standing()),
            lines=sorted(lines, key=lambda line: line.place != ""),  # a deal is on the first places
            open=sorted(found.open.items()),
            scheduled=_by_entry(found.scheduled),
            deal=deal,
            stray=list(payouts.values()),
            problem=problem,
        )

    def settled(
        self, row: Purse, bracket: str, by_place: Mapping[int, int], deal: Mapping[EntrantId, int]
    ) -> Settled:
        standing = self.standings.get(bracket, Standing())
        if row.number == PRIZES:
            pattern = Line(HOUSE, 0, Reason.PRIZE, bracket)
            return settled(by_place, standing, self.lots, pattern, deal)
        amount = sum(by_place.values())
        if not standing.finished or not amount:
            return Settled((), by_place, ())
        placed = {place.entrant for place in standing.places}  # all who are not disqualified
        members = {EntrantId(member.entry_id) for member in row.members.all()}
        lines = side_pool(
            SidePool(
                row.name,
                frozenset(members & placed),
                amount,
                {Position(MAIN, place): sum_ for place, sum_ in by_place.items()},
            ),
            ranking({MAIN: finishes(standing.places)}),
            self.lots,
        )
        if not deal:
            return Settled(lines, {}, lines)
        paid = apply_deal(lines, {payee_of(one): sum_ for one, sum_ in deal.items()}, row.name)
        return Settled(paid.actual, {}, paid.scheduled)

    def line(self, row: Purse, line: Line, payout: Payout | None) -> LineView:
        place = place_range(line.first, line.last)
        if line.reason is Reason.DEAL:
            place, why = "", _("by the deal")
        elif line.reason is Reason.SIDE_POOL:
            why = _("place %(place)s in the side pool %(pool)s") % {
                "place": place,
                "pool": row.name,
            }
        else:
            why = _("place %(place)s, %(bracket)s") % {
                "place": place,
                "bracket": bracket_title(self.event, line.source),
            }
        name = self.names.get(line.payee.id, "")
        return LineView(line.payee.id, name, place, line.amount, why, payout)


def _brackets(schedule: Mapping[Position, int], row: Purse) -> list[str]:
    """Those that are paid, and those in which somebody was paid or made a deal before."""
    before = [payout.bracket for payout in row.payouts.all()]
    before += [deal.bracket for deal in row.deals.all()]
    return list(dict.fromkeys([*(at.bracket for at in schedule), *before]))


def _by_entry(lines: Iterable[Line]) -> dict[int, int]:
    found: dict[int, int] = {}
    for line in lines:
        found[line.payee.id] = found.get(line.payee.id, 0) + line.amount
    return found
