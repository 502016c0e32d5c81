"""Calcuttas of an event: the lots, who bought what, who has paid, and what the owners are owed.

What is owed follows from the sales and the places, each time anew. A fixed number of queries for
each calcutta, whatever the size of the event.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from config.errors import NotFoundError
from tournaments.formats import MAIN, EntrantId, FormatError
from tournaments.formats.calcutta import BuyerId, Lot as SoldLot, Won, winnings
from tournaments.formats.money import PayeeKind, Pool, finishes, pool
from tournaments.formats.payouts import Position
from tournaments.formats.plans import Standing, planned
from tournaments.formats.sidepools import ranking
from tournaments.models import Entry, Event
from tournaments.models_auction import Auction, Bidder, Lot
from tournaments.models_money import Purse
from tournaments.selectors.calcutta_views import AuctionView, LotView, OwnerView, WonView
from tournaments.selectors.final_places import final_places, lots_of, overall_places
from tournaments.selectors.money import plan_of, terms_of
from tournaments.selectors.money_words import refusal_words
from tournaments.selectors.places import place_range


def calcuttas(event: Event) -> list[AuctionView]:
    """All of an event; one query if there is none."""
    rows = list(
        Purse.objects.filter(event=event, auction__isnull=False)
        .select_related("auction")
        .prefetch_related(
            "deductions",
            "prizes",
            "auction__lots__members",
            "auction__bidders__payments",
            "auction__bidders__payout",
        )
    )
    if not rows:
        return []
    reader = _Reader(event)
    return [reader.view(row) for row in rows]


def calcutta(event: Event, number: int) -> AuctionView:
    for view in calcuttas(event):
        if view.row.number == number:
            return view
    raise NotFoundError("no_such_calcutta", _("There is no such calcutta."))


def owner_in(event: Event, bidder_id: int) -> tuple[AuctionView, OwnerView]:
    """An owner, and the calcutta he is in."""
    for view in calcuttas(event):
        for owner in view.owners:
            if owner.bidder.pk == bidder_id:
                return view, owner
    raise NotFoundError("no_such_owner", _("Nobody of that number owns anything here."))


def labels_of(entries: Iterable[Entry]) -> dict[int, str]:
    """Names by entry; those that two have come with the number of entry."""
    listed = list(entries)
    seen: dict[str, int] = defaultdict(int)
    for entry in listed:
        seen[entry.name] += 1
    return {
        entry.pk: entry.name if seen[entry.name] == 1 else f"{entry.name} #{entry.number}"
        for entry in listed
    }


class _Reader:
    """One moment of an event, for all its calcuttas."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.currency = event.tournament.currency
        self.entries = {entry.pk: entry for entry in event.entries.all()}
        self.labels = labels_of(self.entries.values())
        self.order = lots_of(event, [EntrantId(pk) for pk in self.entries])
        self._standings: dict[str, Standing] = {}

    def standing(self, kind: str) -> Standing:
        if kind not in self._standings:
            by_bracket = kind == Auction.Ranking.MAIN
            self._standings[kind] = (
                final_places(self.event).get(MAIN, Standing())
                if by_bracket
                else overall_places(self.event)
            )
        return self._standings[kind]

    def view(self, row: Purse) -> AuctionView:
        auction: Auction = row.auction
        bidders = {bidder.pk: bidder for bidder in auction.bidders.all()}
        for bidder in bidders.values():  # an entrant is called as his entry is by now
            bidder.name = self.labels.get(bidder.entry_id or 0, bidder.name)
        lots = [self.lot(lot, bidders) for lot in auction.lots.all()]
        owners = _owners(lots, bidders.values())
        problem, found, by_place = self.worth(row, lots)
        standing = self.standing(auction.ranking)
        if standing.finished and by_place and not problem:
            problem = self.settle(row, lots, owners, by_place, standing)
        placed = {entry.pk for lot in lots for entry in lot.entries}
        return AuctionView(
            row=row,
            auction=auction,
            currency=self.currency,
            lots=lots,
            outside=[entry for pk, entry in self.entries.items() if pk not in placed],
            owners=sorted(owners.values(), key=lambda owner: owner.name.casefold()),
            pool=found,
            by_place=by_place,
            finished=standing.finished,
            problem=problem,
        )

    def lot(self, row: Lot, bidders: Mapping[int, Bidder]) -> LotView:
        members = [self.entries[member.entry_id] for member in row.members.all()]
        buyer = None if row.buyer_id is None else bidders[row.buyer_id]
        return LotView(row, members, [self.labels[entry.pk] for entry in members], buyer)

    def worth(
        self, row: Purse, lots: Sequence[LotView]
    ) -> tuple[str, Pool | None, Mapping[int, int]]:
        """What does not add up, the pool so far, and what each place would get of it."""
        prices = [lot.price for lot in lots if lot.is_sold]
        if not prices:
            return "", None, {}
        found: Pool | None = None
        try:
            found = pool(prices, terms_of(row))
            offered = sum(len(lot.entries) for lot in lots)
            schedule = planned(plan_of(row), found.amount, offered, (MAIN,))
        except FormatError as error:
            return refusal_words(error, self.currency, self.labels), found, {}
        return "", found, {at.place: amount for at, amount in schedule.items()}

    def settle(
        self,
        row: Purse,
        lots: Sequence[LotView],
        owners: Mapping[int, OwnerView],
        by_place: Mapping[int, int],
        standing: Standing,
    ) -> str:
        """Give every owner what he has won; returns what does not add up."""
        prizes = {Position(MAIN, place): amount for place, amount in by_place.items()}
        sold = [_as_sold(lot) for lot in lots if lot.is_sold]
        try:
            ranked = ranking({MAIN: finishes(standing.places)})
            found = winnings(row.name, prizes, sold, ranked, self.order)
        except FormatError as error:
            return refusal_words(error, self.currency, self.labels)
        of_entry = {owner.bidder.entry_id: owner for owner in owners.values()}
        for won in found:
            by_id = owners if won.owner.kind is PayeeKind.BUYER else of_entry
            by_id[won.owner.id].won.append(self.won(won))
        return ""

    def won(self, won: Won) -> WonView:
        place = place_range(won.first, won.last)
        return WonView(self.labels[won.entrant], place, won.amount)


def _owners(lots: Iterable[LotView], bidders: Iterable[Bidder]) -> dict[int, OwnerView]:
    owners = {
        bidder.pk: OwnerView(bidder, list(bidder.payments.all()), getattr(bidder, "payout", None))
        for bidder in bidders
    }
    of_entry = {owner.bidder.entry_id: owner for owner in owners.values()}
    for lot in lots:
        if lot.buyer is not None:
            owners[lot.buyer.pk].bought.append(lot)
        if lot.row.bought_back:
            of_entry[lot.entries[0].pk].backs.append(lot)
    return owners


def _as_sold(lot: LotView) -> SoldLot:
    assert lot.buyer is not None
    entrants = tuple(EntrantId(entry.pk) for entry in lot.entries)
    return SoldLot(entrants, BuyerId(lot.buyer.pk), lot.price, lot.row.bought_back)
