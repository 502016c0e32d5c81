"""Events with a calcutta: what the tests of lots, sales and owners start from."""

from collections.abc import Sequence
from typing import Any

from tests.builders import by_director, enter, entry_id, make_event
from tests.tournaments.purses import percent, set_purse
from tournaments.models import Event
from tournaments.selectors.calcutta import calcutta
from tournaments.selectors.calcutta_views import AuctionView, OwnerView
from tournaments.services.calcutta_lots import lots_order, lots_put
from tournaments.services.calcutta_paying import bid_pay, bid_pay_out
from tournaments.services.calcutta_selling import Sale, lot_sell, sale_correct, sale_take_back
from tournaments.services.calcutta_setting_up import auction_set
from tournaments.services.money_setting_up import PurseSpec


def set_auction(event: Event, name: str = "Calcutta", *, ranking: str = "main", **spec: Any) -> int:
    """70 and 30 per cent to the owners of the first two, unless told otherwise."""
    spec = {"prizes": percent(70, 30), **spec}
    purse = auction_set(
        event_id=event.pk,
        spec=PurseSpec(name=name, **spec),
        ranking=ranking,
        act=by_director(),
    )
    return purse.number


def with_auction(
    names: Sequence[str] = "ABCD", *, event: Event | None = None, **spec: Any
) -> Event:
    """Nobody pays an entry fee; a lot for everybody, in order of entry."""
    event = event or make_event()
    enter(event, names)
    set_purse(event, fee=0)
    number = set_auction(event, **spec)
    lots_order(event_id=event.pk, number=number, order="entry", act=by_director())
    event.refresh_from_db()
    return event


def view(event: Event, number: int = 1) -> AuctionView:
    return calcutta(Event.objects.select_related("tournament").get(pk=event.pk), number)


def lot_of(event: Event, name: str) -> int:
    """The number of the lot that an entrant is in."""
    return next(lot.row.number for lot in view(event).lots if name in lot.labels)


def sell(event: Event, name: str, buyer: str, price: int, back: int = 0) -> None:
    sale = Sale(price, buyer, bought_back=back)
    lot_sell(event_id=event.pk, number=1, lot=lot_of(event, name), sale=sale, act=by_director(1))


def put(event: Event, names: Sequence[str], *, together: bool = True) -> None:
    ids = [entry_id(event, name) for name in names]
    lots_put(event_id=event.pk, number=1, entry_ids=ids, together=together, act=by_director())


def owner(event: Event, name: str) -> OwnerView:
    return next(owner for owner in view(event).owners if owner.name == name)


def pay(event: Event, name: str, amount: int | None = None, *, seen: int | None = None) -> int:
    who = owner(event, name).bidder.pk
    return bid_pay(
        event_id=event.pk, bidder_id=who, amount=amount, seen_left=seen, act=by_director(2)
    ).pk


def pay_out(event: Event, name: str, *, seen: int | None = None) -> int:
    who = owner(event, name).bidder.pk
    return bid_pay_out(event_id=event.pk, bidder_id=who, seen_amount=seen, act=by_director(3)).pk


def lots(event: Event) -> list[str]:
    return [lot.name for lot in view(event).lots]


def correct(event: Event, name: str, sale: Sale, **more: Any) -> None:
    number = lot_of(event, name)
    sale_correct(event_id=event.pk, number=1, lot=number, sale=sale, act=by_director(5), **more)


def take_back(event: Event, name: str) -> None:
    sale_take_back(event_id=event.pk, number=1, lot=lot_of(event, name), act=by_director(6))
