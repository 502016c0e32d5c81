"""What goes with an entry that is removed, and comes back with it: its fee, side pools and lots."""

from collections.abc import Iterable, Mapping
from typing import Any

from players.actors import Act
from tournaments.models import Entry, Event, LogEntry
from tournaments.models_auction import Lot, LotEntry
from tournaments.models_money import OwnFee, PoolMember
from tournaments.selectors.money_words import logged
from tournaments.services.log import log


def stakes_log(event: Event, entry: Entry, act: Act) -> None:
    """In lines only directors read."""

    def tell(action: str, **facts: Any) -> None:
        log(event.tournament_id, action, act, event=event, subject=entry.name, **facts)

    own = OwnFee.objects.filter(entry=entry).first()
    if own is not None:
        currency = event.tournament.currency
        tell("money.fee.changed", before={"fee": logged(own.amount, currency), "own": own.amount})
    for name in entry.pools.values_list("purse__name", flat=True):
        tell("money.pool.left", after={"pool": name})
    for place in entry.in_lots.select_related("lot__auction__purse"):
        lot = place.lot
        after = {"pool": lot.auction.purse.name, "lot": lot.number}
        tell("money.lot.left", after={**after, "alone": lot.members.count() == 1})


def stakes_restore(*, event: Event, number: int, lines: Iterable[LogEntry]) -> None:
    """Give a restored entry what these lines tell of.

    A pool that is gone by now stays gone. Needs the event locked and a transaction.
    """
    entry = event.entries.get(number=number)
    for line in lines:
        if line.action == "money.fee.changed" and line.before:
            OwnFee.objects.create(entry=entry, amount=line.before["own"])
        elif line.action == "money.pool.left" and line.after:
            for purse in event.purses.filter(name=line.after["pool"]):
                PoolMember.objects.create(purse=purse, entry=entry)
        elif line.action == "money.lot.left" and line.after:
            _into_lot(event, entry, line.after)


def _into_lot(event: Event, entry: Entry, was: Mapping[str, Any]) -> None:
    """Where the lots were numbered anew, or the others of it sold, he is in none."""
    purse = event.purses.filter(name=was["pool"], auction__isnull=False).first()
    if purse is None:
        return
    lot = purse.auction.lots.filter(number=was["lot"]).first()
    if lot is None:
        lot = Lot.objects.create(auction=purse.auction, number=was["lot"])
    elif was["alone"] or lot.buyer_id is not None:
        return
    LotEntry.objects.create(auction=purse.auction, lot=lot, entry=entry)
