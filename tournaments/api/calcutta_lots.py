"""The lots of a calcutta: their order, who is sold together, and the sales."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView
from tournaments.api.calcutta import NONE, answer_calcutta, answer_calcutta_once
from tournaments.api.calcutta_shown import CalcuttaMoneyOutput
from tournaments.api.money import BIG, TAG, director
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import seen_version
from tournaments.services.calcutta_lots import lots_order, lots_put
from tournaments.services.calcutta_selling import Sale, lot_sell, sale_correct, sale_take_back

SALE = (
    "`amount_out_of_range`, `buyer_missing`, `buyer_ambiguous`, `share_out_of_range`, "
    "`bundle_bought_back`, `owns_himself`"
)


class OrderInput(serializers.Serializer[Any]):
    order = serializers.ChoiceField(choices=["entry", "draw", "seed", "lots"])
    seed = LineField(max_length=200, default="", allow_blank=True, help_text="For `lots`.")


class LotsInput(serializers.Serializer[Any]):
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=BIG), max_length=4096
    )
    together = serializers.BooleanField(help_text="In one lot, or each in one of his own.")


class SaleInput(serializers.Serializer[Any]):
    buyer = LineField(
        max_length=80,
        default="",
        allow_blank=True,
        help_text="A name; that of an entrant or of an earlier buyer means him.",
    )
    entry = serializers.IntegerField(
        default=None, allow_null=True, max_value=BIG, help_text="The buyer, if he is an entrant."
    )
    price = serializers.IntegerField(max_value=BIG)
    bought_back = serializers.IntegerField(
        default=0, help_text="The share that the entrant buys back, in basis points: 5000 is half."
    )


def _sale(request: Request) -> Sale:
    said = parse(SaleInput, request)
    return Sale(
        said["price"],
        buyer=said["buyer"],
        entry_id=said["entry"],
        bought_back=said["bought_back"],
    )


class LotsOrderView(ApiView):
    @operation(
        "Put the lots into order, each entrant into one",
        TAG,
        answer=CalcuttaMoneyOutput,
        auth=STAFF,
        request=OrderInput,
        versioned="must",
        etag=True,
        errors={
            400: "`seed_missing`",
            404: NONE,
            409: "`auction_begun`, `not_drawn`",
        },
    )
    def put(self, request: Request, event_id: int, number: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        said = parse(OrderInput, request)
        return answer_calcutta(
            event_id,
            lambda: lots_order(
                event_id=event_id, number=number, act=act, seen_version=seen, **said
            ),
        )


class LotsView(ApiView):
    @operation(
        "Sell some entrants together, or each alone",
        TAG,
        answer=CalcuttaMoneyOutput,
        status=201,
        auth=STAFF,
        request=LotsInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={400: "`nobody_chosen`", 404: f"{NONE}, `no_such_entry`", 409: "`lot_sold`"},
    )
    def post(self, request: Request, event_id: int, number: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        said = parse(LotsInput, request)
        return answer_calcutta_once(
            request,
            act,
            event_id,
            lambda: lots_put(
                event_id=event_id,
                number=number,
                entry_ids=said["entries"],
                together=said["together"],
                act=act,
                seen_version=seen,
            ),
        )


class SaleView(ApiView):
    @operation(
        "Sell a lot",
        TAG,
        answer=CalcuttaMoneyOutput,
        status=201,
        auth=STAFF,
        request=SaleInput,
        idempotent=True,
        etag=True,
        errors={
            400: SALE,
            404: f"{NONE}, `no_such_lot`, `no_such_entry`",
            409: "`lot_sold` (with `detail.buyer`, `detail.price`), `paid_out_already`",
        },
        description="Needs no version: what was sold meanwhile is not sold again.",
    )
    def post(self, request: Request, event_id: int, number: int, lot: int) -> Response:
        act, sale = director(request, event_id), _sale(request)
        return answer_calcutta_once(
            request,
            act,
            event_id,
            lambda: lot_sell(event_id=event_id, number=number, lot=lot, sale=sale, act=act),
        )

    @operation(
        "Correct a sale",
        TAG,
        answer=CalcuttaMoneyOutput,
        auth=STAFF,
        request=SaleInput,
        versioned="must",
        etag=True,
        errors={
            400: SALE,
            404: f"{NONE}, `no_such_lot`, `no_such_entry`",
            409: "`lot_unsold`, `paid_out_already`",
        },
    )
    def put(self, request: Request, event_id: int, number: int, lot: int) -> Response:
        act, seen, sale = director(request, event_id), seen_version(request), _sale(request)
        return answer_calcutta(
            event_id,
            lambda: sale_correct(
                event_id=event_id, number=number, lot=lot, sale=sale, act=act, seen_version=seen
            ),
        )

    @operation(
        "Take a sale back",
        TAG,
        answer=CalcuttaMoneyOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={404: f"{NONE}, `no_such_lot`", 409: "`lot_unsold`, `paid_out_already`"},
    )
    def delete(self, request: Request, event_id: int, number: int, lot: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        return answer_calcutta(
            event_id,
            lambda: sale_take_back(
                event_id=event_id, number=number, lot=lot, act=act, seen_version=seen
            ),
        )
