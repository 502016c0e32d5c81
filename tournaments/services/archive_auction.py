"""A calcutta in the archive of its event: owners by their numbers, lots, payments and payouts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats.currency import MAX_AMOUNT
from tournaments.formats.payouts import WHOLE
from tournaments.models import Entry
from tournaments.models_auction import Auction, Bidder, BidPayment, BidPayout, Lot, LotEntry
from tournaments.models_money import Purse
from tournaments.services.archive_places import SMALL, Place, moment_out

BATCH = 500

#: What is to be read ahead with the purses.
AUCTION_ROWS = (
    "auction__lots__members",
    "auction__bidders__payments",
    "auction__bidders__payout",
)


def auction_out(purse: Purse, number: Mapping[int, int]) -> dict[str, Any] | None:
    """None for a purse that is no calcutta."""
    auction: Auction | None = getattr(purse, "auction", None)
    if auction is None:
        return None
    bidders = {bidder.pk: bidder.number for bidder in auction.bidders.all()}
    return {
        "order": auction.order,
        "seed": auction.seed,
        "ranking": auction.ranking,
        "owners": [_owner_out(bidder, number) for bidder in auction.bidders.all()],
        "lots": [
            {
                "number": lot.number,
                "entries": [number[member.entry_id] for member in lot.members.all()],
                "buyer": lot.buyer_id and bidders[lot.buyer_id],
                "price": lot.price,
                "bought_back": lot.bought_back,
            }
            for lot in auction.lots.all()
        ],
    }


def _owner_out(bidder: Bidder, number: Mapping[int, int]) -> dict[str, Any]:
    payout: BidPayout | None = getattr(bidder, "payout", None)
    return {
        "number": bidder.number,
        "name": bidder.name,
        "entry": bidder.entry_id and number[bidder.entry_id],
        "payments": [
            {
                "amount": payment.amount,
                "at": moment_out(payment.at),
                "by_name": payment.by_name,
                "note": payment.note,
                "taken_back_at": payment.taken_back_at and moment_out(payment.taken_back_at),
            }
            for payment in bidder.payments.all()
        ],
        "payout": payout
        and {"amount": payout.amount, "at": moment_out(payout.at), "by_name": payout.by_name},
    }


@dataclass(frozen=True, slots=True)
class OwnerFacts:
    row: Bidder
    entry: int | None
    payments: Sequence[BidPayment]
    payout: BidPayout | None


@dataclass(frozen=True, slots=True)
class LotFacts:
    row: Lot
    entries: Sequence[int]
    buyer: int | None


@dataclass(frozen=True, slots=True)
class AuctionFacts:
    row: Auction
    owners: Sequence[OwnerFacts]
    lots: Sequence[LotFacts]


def auction_read(place: Place, numbers: set[int]) -> AuctionFacts:
    part = place.record("order", "seed", "ranking", "owners", "lots")
    row = Auction(
        order=part["order"].choice(Auction.Order.values),
        seed=part["seed"].exact(Auction, "seed"),
        ranking=part["ranking"].choice(Auction.Ranking.values),
    )
    if (row.order == Auction.Order.LOTS) != (row.seed != ""):
        raise part["seed"].fault(_("this does not go with the order"))
    owners = [_owner(each, numbers) for each in part["owners"].items()]
    part["owners"].once(owner.row.number for owner in owners)
    part["owners"].once(owner.row.name for owner in owners)
    part["owners"].once(owner.entry for owner in owners if owner.entry is not None)
    known = {owner.row.number for owner in owners}
    lots = [_lot(each, numbers, known) for each in part["lots"].items()]
    part["lots"].once(lot.row.number for lot in lots)
    part["lots"].once(entry for lot in lots for entry in lot.entries)
    own = {owner.entry for owner in owners}
    for lot in lots:
        if lot.row.bought_back and lot.entries[0] not in own:
            raise part["owners"].fault(_("who bought back a share is an owner"))
    return AuctionFacts(row, owners, lots)


def _owner(place: Place, numbers: set[int]) -> OwnerFacts:
    part = place.record("number", "name", "entry", "payments", "payout")
    row = Bidder(
        number=part["number"].whole(1, SMALL),
        name=part["name"].column(Bidder, "name"),
    )
    return OwnerFacts(
        row,
        part["entry"].maybe(lambda place: place.known(numbers)),
        [_payment(each) for each in part["payments"].items()],
        part["payout"].maybe(_payout),
    )


def _payment(place: Place) -> BidPayment:
    part = place.record("amount", "at", "by_name", "note", "taken_back_at")
    return BidPayment(
        amount=part["amount"].whole(1, MAX_AMOUNT),
        at=part["at"].moment(),
        by_name=part["by_name"].column(BidPayment, "by_name"),
        note=part["note"].column(BidPayment, "note"),
        taken_back_at=part["taken_back_at"].maybe(Place.moment),
    )


def _payout(place: Place) -> BidPayout:
    part = place.record("amount", "at", "by_name")
    return BidPayout(
        amount=part["amount"].whole(1, MAX_AMOUNT),
        at=part["at"].moment(),
        by_name=part["by_name"].column(BidPayout, "by_name"),
    )


def _lot(place: Place, numbers: set[int], owners: set[int]) -> LotFacts:
    part = place.record("number", "entries", "buyer", "price", "bought_back")
    entries = [each.known(numbers) for each in part["entries"].items()]
    if not entries:
        raise part["entries"].fault(_("this may not be empty"))
    buyer = part["buyer"].maybe(lambda place: place.whole(1, SMALL))
    if buyer is not None and buyer not in owners:
        raise part["buyer"].fault(_("there is no such owner"))
    row = Lot(
        number=part["number"].whole(1, SMALL),
        price=part["price"].maybe(lambda place: place.whole(1, MAX_AMOUNT)),
        bought_back=part["bought_back"].whole(0, WHOLE - 1),
    )
    if (row.price is None) != (buyer is None):
        raise part["price"].fault(_("this does not go with the buyer"))
    if row.bought_back and (buyer is None or len(entries) > 1):
        raise part["bought_back"].fault(_("only who is sold alone buys back a share"))
    return LotFacts(row, entries, buyer)


def auction_in(facts: AuctionFacts, purse: Purse, entries: Mapping[int, Entry]) -> None:
    auction = facts.row
    auction.purse = purse
    auction.save()
    for owner in facts.owners:
        owner.row.auction = auction
        owner.row.entry = None if owner.entry is None else entries[owner.entry]
    bidders = Bidder.objects.bulk_create([owner.row for owner in facts.owners], batch_size=BATCH)
    by_number = {bidder.number: bidder for bidder in bidders}
    _write_money(facts.owners)
    for lot in facts.lots:
        lot.row.auction = auction
        lot.row.buyer = None if lot.buyer is None else by_number[lot.buyer]
    Lot.objects.bulk_create([lot.row for lot in facts.lots], batch_size=BATCH)
    LotEntry.objects.bulk_create(
        [
            LotEntry(auction=auction, lot=lot.row, entry=entries[number])
            for lot in facts.lots
            for number in lot.entries
        ],
        batch_size=BATCH,
    )


def _write_money(owners: Sequence[OwnerFacts]) -> None:
    for owner in owners:
        for payment in owner.payments:
            payment.bidder = owner.row
        if owner.payout is not None:
            owner.payout.bidder = owner.row
    BidPayment.objects.bulk_create(
        [payment for owner in owners for payment in owner.payments], batch_size=BATCH
    )
    BidPayout.objects.bulk_create(
        [owner.payout for owner in owners if owner.payout is not None], batch_size=BATCH
    )
