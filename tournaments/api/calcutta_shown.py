"""How the API shows calcuttas: everything to directors, the sales to everybody once published."""

from typing import Any

from rest_framework import serializers

from tournaments.api.versions import Body
from tournaments.formats.currency import CURRENCIES
from tournaments.models import Event
from tournaments.selectors.calcutta import calcuttas
from tournaments.selectors.calcutta_views import AuctionView, LotView, OwnerView

Out = serializers.Serializer[Any]


class KeptOutput(Out):
    name = serializers.CharField()
    amount = serializers.IntegerField()


class CalcuttaPoolOutput(Out):
    collected = serializers.IntegerField(help_text="The prices of all lots, paid already or not.")
    deducted = KeptOutput(many=True)
    added = serializers.IntegerField()
    amount = serializers.IntegerField(help_text="What is paid to the owners.")


class SoldPlaceOutput(Out):
    place = serializers.IntegerField()
    amount = serializers.IntegerField()


class LotOutput(Out):
    number = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField())
    names = serializers.ListField(child=serializers.CharField())
    buyer = serializers.CharField(allow_null=True, help_text="null until it is sold.")
    price = serializers.IntegerField(allow_null=True)
    bought_back = serializers.IntegerField(
        help_text="The entrant's own share in basis points: 5000 is half."
    )


class BidPaymentOutput(Out):
    id = serializers.IntegerField()
    amount = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by_name")
    note = serializers.CharField()
    taken_back_at = serializers.DateTimeField(allow_null=True)


class BidPayoutOutput(Out):
    id = serializers.IntegerField()
    amount = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by_name")


class WonOutput(Out):
    name = serializers.CharField(help_text="By whom it was won.")
    place = serializers.CharField(help_text="Among those who were sold; `3–4` if shared.")
    amount = serializers.IntegerField()


class OwnerOutput(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()
    entry = serializers.IntegerField(allow_null=True, help_text="Set if he plays himself.")
    lots = serializers.ListField(child=serializers.IntegerField(), help_text="What he bought.")
    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    left = serializers.IntegerField(help_text="Below 0 it is to be given back.")
    payments = BidPaymentOutput(many=True)
    won = WonOutput(many=True, help_text="Empty until the places are known.")
    owed = serializers.IntegerField()
    payout = BidPayoutOutput(allow_null=True)


class SalesOutput(Out):
    number = serializers.IntegerField()
    name = serializers.CharField()
    order = serializers.CharField(help_text="`entry`, `draw`, `seed` or `lots`.")
    seed = serializers.CharField(help_text="Of an order by lot.")
    ranking = serializers.CharField(help_text="`main` or `overall`: which places count.")
    pool = CalcuttaPoolOutput(allow_null=True)
    schedule = SoldPlaceOutput(many=True)
    lots = LotOutput(many=True)


class CalcuttaOutput(SalesOutput):
    added = serializers.IntegerField()
    unit = serializers.IntegerField()
    split = serializers.CharField()
    preset = serializers.CharField()
    outside = serializers.ListField(
        child=serializers.IntegerField(), help_text="Entries in no lot yet."
    )
    finished = serializers.BooleanField(help_text="Whether the places are known.")
    owners = OwnerOutput(many=True)
    problem = serializers.CharField(help_text="What does not add up; empty if all does.")


class CalcuttasOutput(Out):
    version = serializers.IntegerField(help_text="The event's version.")
    currency = serializers.CharField()
    decimals = serializers.IntegerField()
    calcuttas = SalesOutput(many=True)


class CalcuttaMoneyOutput(CalcuttasOutput):
    published = serializers.BooleanField(help_text="Whether everybody sees the sales.")
    calcuttas = CalcuttaOutput(many=True)


def calcuttas_body(event: Event) -> Body:
    """All of it, for directors."""
    found = [{**_sales(view), **_private(view)} for view in calcuttas(event)]
    head = {**_head(event), "published": event.auction_published}
    return CalcuttaMoneyOutput({**head, "calcuttas": found}).data


def sales_body(event: Event) -> Body:
    """Who was sold to whom for how much."""
    return CalcuttasOutput(
        {**_head(event), "calcuttas": [_sales(view) for view in calcuttas(event)]}
    ).data


def _head(event: Event) -> dict[str, Any]:
    currency = event.tournament.currency
    return {
        "version": event.version,
        "currency": currency,
        "decimals": CURRENCIES.get(currency, 0),
    }


def _sales(view: AuctionView) -> dict[str, Any]:
    pool = view.pool
    return {
        "number": view.row.number,
        "name": view.name,
        "order": view.auction.order,
        "seed": view.auction.seed,
        "ranking": view.auction.ranking,
        "pool": pool
        and {
            "collected": pool.collected,
            "deducted": [{"name": name, "amount": amount} for name, amount in pool.deducted],
            "added": pool.added,
            "amount": pool.amount,
        },
        "schedule": [{"place": place, "amount": amount} for place, amount in view.by_place.items()],
        "lots": [_lot(lot) for lot in view.lots],
    }


def _lot(lot: LotView) -> dict[str, Any]:
    return {
        "number": lot.row.number,
        "entries": [entry.pk for entry in lot.entries],
        "names": lot.labels,
        "buyer": lot.buyer and lot.buyer.name,
        "price": lot.row.price,
        "bought_back": lot.row.bought_back,
    }


def _private(view: AuctionView) -> dict[str, Any]:
    return {
        **{name: getattr(view.row, name) for name in ("added", "unit", "split", "preset")},
        "outside": [entry.pk for entry in view.outside],
        "finished": view.finished,
        "owners": [_owner(owner) for owner in view.owners],
        "problem": view.problem,
    }


def _owner(owner: OwnerView) -> dict[str, Any]:
    return {
        "id": owner.bidder.pk,
        "name": owner.name,
        "entry": owner.bidder.entry_id,
        "lots": [lot.row.number for lot in owner.bought],
        "due": owner.due,
        "paid": owner.paid,
        "left": owner.left,
        "payments": owner.payments,
        "won": owner.won,
        "owed": owner.owed,
        "payout": owner.payout,
    }
