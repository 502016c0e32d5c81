"""What is sold together in a calcutta, and in which order. What is sold stays as it is."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from players.actors import Act
from tournaments.formats import FormatError, Lots
from tournaments.models import Entry, Event
from tournaments.models_auction import Auction, Bidder, Lot, LotEntry
from tournaments.selectors.access import access_entry
from tournaments.selectors.calcutta import calcutta
from tournaments.selectors.calcutta_views import AuctionView, LotView
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log


@transaction.atomic
def lots_order(
    *,
    event_id: int,
    number: int,
    order: str,
    act: Act,
    seed: str = "",
    seen_version: int | None = None,
) -> Auction:
    """Number all lots anew before the first sale; every entrant in no lot yet gets one.

    A bundle stands where the first of its entrants would.
    """
    event = lock_event(event_id, seen_version=seen_version)
    view = calcutta(event, number)
    if view.sold:
        raise ConflictError("auction_begun", _("Lots were sold already: the order stays as it is."))
    if order not in Auction.Order.values:
        raise InvalidError("order_unknown", _("Say in which order the lots are sold."))
    seed = seed.strip() if order == Auction.Order.LOTS else ""
    place = {pk: n for n, pk in enumerate(_ordered(event, order, seed))}
    lots = [list(lot.entries) for lot in view.lots] + [[entry] for entry in view.outside]
    lots.sort(key=lambda lot: min(place[entry.pk] for entry in lot))
    _write_anew(view, lots)
    before = {"order": view.auction.order, "seed": view.auction.seed}
    view.auction.order, view.auction.seed = order, seed
    view.auction.save(update_fields=["order", "seed"])
    log(
        event.tournament_id,
        "money.lots.changed",
        act,
        event=event,
        subject=view.name,
        before=before,
        after={"order": order, "seed": seed},
    )
    bump(event)
    return view.auction


@transaction.atomic
def lots_put(
    *,
    event_id: int,
    number: int,
    entry_ids: Sequence[int],
    together: bool,
    act: Act,
    seen_version: int | None = None,
) -> None:
    """Put these entrants, none of whom is sold, into one lot, or each into a lot of his own.

    New lots come last; a lot that somebody leaves stays for the rest of it. Once something is sold
    the lots keep their numbers, which may be on paper by then.
    """
    event = lock_event(event_id, seen_version=seen_version)
    view = calcutta(event, number)
    moved = [access_entry(event, pk) for pk in dict.fromkeys(entry_ids)]
    if not moved:
        raise InvalidError("nobody_chosen", _("Choose whom to sell together."))
    ids = {entry.pk for entry in moved}
    for lot in view.sold:
        if taken := [
            name for entry, name in zip(lot.entries, lot.labels, strict=True) if entry.pk in ids
        ]:
            raise ConflictError(
                "lot_sold", _("%(name)s is sold already.") % {"name": taken[0]}, lot=lot.row.number
            )
    new = [moved] if together else [[entry] for entry in moved]
    if view.sold:
        _take_out(view.unsold, ids)
        _write(view.auction, new, max(lot.row.number for lot in view.lots) + 1)
    else:
        left = [[entry for entry in lot.entries if entry.pk not in ids] for lot in view.lots]
        _write_anew(view, [lot for lot in left if lot] + new)
    names = ", ".join(entry.name for entry in moved)
    log(
        event.tournament_id,
        "money.lots.bundled" if together and len(moved) > 1 else "money.lots.parted",
        act,
        event=event,
        subject=names[:200],
    )
    bump(event)


def lots_leave(event: Event, entry: Entry) -> None:
    """Take an entrant who is removed out of his lots. Needs the event locked and a transaction."""
    sold = LotEntry.objects.filter(entry=entry, lot__buyer__isnull=False)
    if sold.exists() or Bidder.objects.filter(entry=entry).exists():
        raise ConflictError(
            "entry_in_auction",
            _("%(name)s was sold or has bought in the calcutta: take the sale back first.")
            % {"name": entry.name},
        )
    LotEntry.objects.filter(entry=entry).delete()
    Lot.objects.filter(auction__purse__event=event, members=None).delete()


def _take_out(lots: Sequence[LotView], ids: set[int]) -> None:
    for lot in lots:
        staying = [entry for entry in lot.entries if entry.pk not in ids]
        if not staying:
            lot.row.delete()
        elif len(staying) < len(lot.entries):
            lot.row.members.filter(entry_id__in=ids).delete()


def _write_anew(view: AuctionView, lots: Sequence[Sequence[Entry]]) -> None:
    for lot in view.lots:
        lot.row.delete()
    _write(view.auction, lots, 1)


def _write(auction: Auction, lots: Sequence[Sequence[Entry]], first: int) -> None:
    rows = Lot.objects.bulk_create(
        Lot(auction=auction, number=number) for number, _entries in enumerate(lots, first)
    )
    LotEntry.objects.bulk_create(
        LotEntry(auction=auction, lot=row, entry=entry)
        for row, entries in zip(rows, lots, strict=True)
        for entry in entries
    )


def _ordered(event: Event, order: str, seed: str) -> list[int]:
    entries = list(event.entries.all())
    if order == Auction.Order.LOTS:
        try:
            return Lots(seed).shuffled([entry.pk for entry in entries])
        except FormatError as error:
            raise InvalidError.of(error) from error
    if order == Auction.Order.DRAW:
        return _as_drawn(event, entries)
    if order == Auction.Order.SEED:
        seeds = ((event.draw or {}).get("options") or {}).get("seeds", ())
        best = {number: n for n, number in enumerate(seeds)}
        entries.sort(key=lambda e: (best.get(e.number, len(best)), -(e.rating or 0), e.number))
    return [entry.pk for entry in entries]


def _as_drawn(event: Event, entries: Sequence[Entry]) -> list[int]:
    """From the top of the bracket down, or of the first round; who came later is last."""
    if event.published_at is None:
        raise ConflictError("not_drawn", _("The draw is not published yet: choose another order."))
    rows = event.fixtures.order_by("stage_id", "round", "number")
    sides = rows.values_list("source_1", "entry_1", "source_2", "entry_2")
    drawn = [
        pk
        for one, a, two, b in sides
        for source, pk in ((one, a), (two, b))
        if source.startswith("entrant:") and pk is not None
    ]
    return list(dict.fromkeys([*drawn, *(entry.pk for entry in entries)]))
