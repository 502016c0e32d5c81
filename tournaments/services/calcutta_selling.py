"""The sales of a calcutta: entered live, corrected, taken back. The log keeps what was before."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from players.actors import Act
from tournaments.formats import EntrantId, FormatError
from tournaments.formats.calcutta import BuyerId, Lot as SoldLot, stakes
from tournaments.formats.currency import MAX_AMOUNT
from tournaments.models import Entry, Event
from tournaments.models_auction import Auction, Bidder, Lot
from tournaments.selectors.access import access_entry
from tournaments.selectors.calcutta import calcutta, labels_of
from tournaments.selectors.calcutta_views import AuctionView, LotView
from tournaments.selectors.money_words import amount_words, logged, refused
from tournaments.services.calcutta_setting_up import require_no_payouts
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log


@dataclass(frozen=True, slots=True)
class Sale:
    """To whom (a name, or an entrant by his key), for how much, and what was bought back of it.

    A name that is that of an entrant, or of an earlier buyer, means him.
    """

    price: int
    buyer: str = ""
    entry_id: int | None = None
    bought_back: int = 0  # basis points


@transaction.atomic
def lot_sell(*, event_id: int, number: int, lot: int, sale: Sale, act: Act) -> Lot:
    """Note that a lot was sold. Needs no version: what was sold meanwhile is not sold again."""
    event = lock_event(event_id)
    view = calcutta(event, number)
    require_no_payouts(view)
    found = view.lot(lot)
    if found.buyer is not None:
        raise ConflictError(
            "lot_sold",
            _("%(lot)s is sold already: to %(buyer)s for %(price)s.")
            % {
                "lot": found.name,
                "buyer": found.buyer.name,
                "price": amount_words(found.price, view.currency),
            },
            lot=lot,
            buyer=found.buyer.name,
            price=found.price,
        )
    _write(event, view, found, sale)
    log(
        event.tournament_id,
        "money.lot.sold",
        act,
        event=event,
        subject=found.name[:200],
        after=_facts(found.row, view.currency),
    )
    bump(event)
    return found.row


@transaction.atomic
def sale_correct(
    *,
    event_id: int,
    number: int,
    lot: int,
    sale: Sale,
    act: Act,
    seen_version: int | None = None,
) -> Lot:
    """The lot was sold to somebody else, or for another price."""
    event = lock_event(event_id, seen_version=seen_version)
    view = calcutta(event, number)
    require_no_payouts(view)
    found = _sold(view, lot)
    before = _facts(found.row, view.currency)
    _write(event, view, found, sale)
    _drop_idle(view.auction)
    log(
        event.tournament_id,
        "money.lot.changed",
        act,
        event=event,
        subject=found.name[:200],
        before=before,
        after=_facts(found.row, view.currency),
    )
    bump(event)
    return found.row


@transaction.atomic
def sale_take_back(
    *, event_id: int, number: int, lot: int, act: Act, seen_version: int | None = None
) -> None:
    """It was not sold after all. What the buyer has paid for it is to be given back."""
    event = lock_event(event_id, seen_version=seen_version)
    view = calcutta(event, number)
    require_no_payouts(view)
    row = _sold(view, lot).row
    log(
        event.tournament_id,
        "money.lot.taken_back",
        act,
        event=event,
        subject=view.lot(lot).name[:200],
        before=_facts(row, view.currency),
    )
    row.buyer, row.price, row.bought_back = None, None, 0
    row.save(update_fields=["buyer", "price", "bought_back"])
    _drop_idle(view.auction)
    bump(event)


def _sold(view: AuctionView, number: int) -> LotView:
    lot = view.lot(number)
    if not lot.is_sold:
        raise ConflictError("lot_unsold", _("%(lot)s is not sold yet.") % {"lot": lot.name})
    return lot


def _write(event: Event, view: AuctionView, lot: LotView, sale: Sale) -> None:
    if not 1 <= sale.price <= MAX_AMOUNT:
        raise InvalidError("amount_out_of_range", _("This amount is not possible."))
    entries = list(event.entries.all())
    buyer = _buyer(event, view.auction, entries, sale)
    _check_share(view, lot, buyer, sale)
    if sale.bought_back:
        own = lot.entries[0]
        _bidder(view.auction, labels_of(entries)[own.pk], own)
    row = lot.row
    row.buyer, row.price, row.bought_back = buyer, sale.price, sale.bought_back
    row.save(update_fields=["buyer", "price", "bought_back"])


def _check_share(view: AuctionView, lot: LotView, buyer: Bidder, sale: Sale) -> None:
    entrants = tuple(EntrantId(entry.pk) for entry in lot.entries)
    names = {entry.pk: label for entry, label in zip(lot.entries, lot.labels, strict=True)}
    try:
        stakes([SoldLot(entrants, BuyerId(buyer.pk), sale.price, sale.bought_back)])
    except FormatError as error:
        raise refused(error, view.currency, names) from error
    if sale.bought_back and buyer.entry_id == lot.entries[0].pk:
        raise InvalidError(
            "owns_himself",
            _("%(name)s has bought all of himself: there is no share to buy back.")
            % {"name": buyer.name},
        )


def _buyer(event: Event, auction: Auction, entries: list[Entry], sale: Sale) -> Bidder:
    labels = labels_of(entries)
    if sale.entry_id is not None:
        entry = access_entry(event, sale.entry_id)
        return _bidder(auction, labels[entry.pk], entry)
    name = " ".join(sale.buyer.split())
    if not name:
        raise InvalidError("buyer_missing", _("Say who has bought it."))
    same = [entry for entry in entries if labels[entry.pk].casefold() == name.casefold()]
    if not same and any(entry.name.casefold() == name.casefold() for entry in entries):
        raise InvalidError(
            "buyer_ambiguous",
            _("There are several entrants called %(name)s: add the number, such as %(label)s.")
            % {
                "name": name,
                "label": next(
                    labels[e.pk] for e in entries if e.name.casefold() == name.casefold()
                ),
            },
        )
    return _bidder(auction, labels[same[0].pk] if same else name, same[0] if same else None)


def _bidder(auction: Auction, name: str, entry: Entry | None) -> Bidder:
    """The one that is there already, or a new one."""
    for known in Bidder.objects.filter(auction=auction):
        if entry is not None and known.entry_id == entry.pk:
            return known
        if known.name.casefold() == name.casefold():
            if entry is not None and known.entry_id is None:
                known.entry = entry
                known.save(update_fields=["entry"])
            return known
    numbers = Bidder.objects.filter(auction=auction).values_list("number", flat=True)
    number = max(numbers, default=0) + 1
    return Bidder.objects.create(auction=auction, number=number, name=name[:100], entry=entry)


def _drop_idle(auction: Auction) -> None:
    """Forget those who own nothing by now, and with whom no money has changed hands."""
    backed = Lot.objects.filter(auction=auction, bought_back__gt=0).values_list("members__entry")
    idle = Bidder.objects.filter(auction=auction, lots=None, payments=None, payout=None)
    for bidder in idle:
        if (bidder.entry_id,) not in set(backed):
            bidder.delete()


def _facts(row: Lot, currency: str) -> dict[str, Any]:
    assert row.buyer is not None
    return {
        "buyer": row.buyer.name,
        "price": logged(row.price or 0, currency),
        "bought_back": f"{row.bought_back / 100:g} %",
    }
