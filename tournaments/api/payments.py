"""Money that comes in and goes out: payments, fees of one's own, payouts, deals."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView
from tournaments.api.money import BIG, TAG, answer_money, answer_money_once, director
from tournaments.api.money_shown import MoneyOutput
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import seen_version
from tournaments.services.money_paying_out import (
    deal_remove,
    deal_set,
    payout_make,
    payout_take_back,
)
from tournaments.services.money_taking import fee_set, payment_add, payment_take_back


class PaymentInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(max_value=BIG)
    amount = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=BIG,
        help_text="Left out: all that is left.",
    )
    left = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text="What you saw to be left: if it is another sum by now, nothing is noted.",
    )
    note = LineField(max_length=100, required=False, allow_blank=True)


class FeeInput(serializers.Serializer[Any]):
    amount = serializers.IntegerField(
        allow_null=True, max_value=BIG, help_text="null: the same as everybody."
    )


class PayoutInput(serializers.Serializer[Any]):
    purse = serializers.IntegerField(default=0, help_text="0 are the prizes, else a side pool.")
    bracket = LineField(max_length=2, default="M")
    entry = serializers.IntegerField(max_value=BIG)
    amount = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text="What you saw to be owed: if it is another sum by now, nothing is noted.",
    )


class ShareInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(max_value=BIG)
    amount = serializers.IntegerField(max_value=BIG)


class DealInput(serializers.Serializer[Any]):
    shares = ShareInput(many=True)
    reason = LineField(max_length=300)

    def validate_shares(self, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len({share["entry"] for share in value}) < len(value):
            raise serializers.ValidationError(_("One entry has two shares."), code="entry_twice")
        return value


class PaymentsView(ApiView):
    @operation(
        "Note a payment",
        TAG,
        answer=MoneyOutput,
        status=201,
        auth=STAFF,
        request=PaymentInput,
        idempotent=True,
        etag=True,
        errors={
            400: "`amount_out_of_range`",
            404: "`no_such_event`, `no_such_entry`, `no_purse`",
            409: "`nothing_left`, `left_changed` (with `detail.left`)",
        },
        description="Needs no version: say what you saw to be `left` instead.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        act = director(request, event_id)
        said = parse(PaymentInput, request)
        return answer_money_once(
            request,
            act,
            event_id,
            lambda: payment_add(
                event_id=event_id,
                entry_id=said["entry"],
                amount=said.get("amount"),
                seen_left=said.get("left"),
                note=said.get("note", ""),
                act=act,
            ),
        )


class PaymentView(ApiView):
    @operation(
        "Take a payment back: it stays on record and no longer counts",
        TAG,
        answer=MoneyOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`, `no_such_payment`", 409: "`taken_back_already`"},
    )
    def delete(self, request: Request, event_id: int, payment_id: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        return answer_money(
            event_id,
            lambda: payment_take_back(
                event_id=event_id, payment_id=payment_id, act=act, seen_version=seen
            ),
        )


class FeeView(ApiView):
    @operation(
        "Give an entrant another entry fee",
        TAG,
        answer=MoneyOutput,
        auth=STAFF,
        request=FeeInput,
        versioned="must",
        etag=True,
        errors={
            400: "`amount_out_of_range`",
            404: "`no_such_event`, `no_such_entry`, `no_purse`",
            409: "`paid_out_already`",
        },
    )
    def put(self, request: Request, event_id: int, entry_id: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        amount = parse(FeeInput, request)["amount"]
        return answer_money(
            event_id,
            lambda: fee_set(
                event_id=event_id, entry_id=entry_id, amount=amount, act=act, seen_version=seen
            ),
        )


class PayoutsView(ApiView):
    @operation(
        "Note that a line was paid out",
        TAG,
        answer=MoneyOutput,
        status=201,
        auth=STAFF,
        request=PayoutInput,
        idempotent=True,
        etag=True,
        errors={
            404: "`no_such_event`, `no_purse`, `no_such_pool`, `no_such_prizes`, `nothing_owed`",
            409: "`paid_out_already`, `amount_changed` (with `detail.amount`)",
        },
        description="Needs no version: say the `amount` that you saw instead.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        act = director(request, event_id)
        said = parse(PayoutInput, request)
        return answer_money_once(
            request,
            act,
            event_id,
            lambda: payout_make(
                event_id=event_id,
                number=said["purse"],
                bracket=said["bracket"],
                entry_id=said["entry"],
                seen_amount=said.get("amount"),
                act=act,
            ),
        )


class PayoutView(ApiView):
    @operation(
        "Take a payout back",
        TAG,
        answer=MoneyOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`, `no_such_payout`"},
    )
    def delete(self, request: Request, event_id: int, payout_id: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        return answer_money(
            event_id,
            lambda: payout_take_back(
                event_id=event_id, payout_id=payout_id, act=act, seen_version=seen
            ),
        )


DEAL_404 = "`no_such_event`, `no_purse`, `no_such_pool`, `no_such_prizes`"


class DealView(ApiView):
    @operation(
        "Pay some entrants what they agreed on instead",
        TAG,
        answer=MoneyOutput,
        auth=STAFF,
        request=DealInput,
        versioned="must",
        etag=True,
        errors={
            400: "`deal_differs`, `deal_negative`, `deal_empty`, `reason_missing`",
            404: f"{DEAL_404}, `no_such_entry`",
            409: "`deal_too_early`, `deal_not_all`, `paid_out_already`",
        },
        description="The sum stays the same. Before the bracket is over it is a deal of all who "
        "are still in it.",
    )
    def put(self, request: Request, event_id: int, number: int, bracket: str) -> Response:
        seen = seen_version(request)
        director(request, event_id)
        said = parse(DealInput, request)
        act = director(request, event_id, said["reason"])
        shares = {share["entry"]: share["amount"] for share in said["shares"]}
        return answer_money(
            event_id,
            lambda: deal_set(
                event_id=event_id,
                number=number,
                bracket=bracket,
                shares=shares,
                act=act,
                seen_version=seen,
            ),
        )

    @operation(
        "Drop a deal: the schedule counts again",
        TAG,
        answer=MoneyOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={404: f"{DEAL_404}, `no_deal`", 409: "`paid_out_already`"},
    )
    def delete(self, request: Request, event_id: int, number: int, bracket: str) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        return answer_money(
            event_id,
            lambda: deal_remove(
                event_id=event_id, number=number, bracket=bracket, act=act, seen_version=seen
            ),
        )
