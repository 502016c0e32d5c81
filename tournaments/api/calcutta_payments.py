"""The money of calcuttas: what buyers pay for their lots, and what owners are paid."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView
from tournaments.api.calcutta import answer_calcutta, answer_calcutta_once
from tournaments.api.calcutta_shown import CalcuttaMoneyOutput
from tournaments.api.money import BIG, TAG, director
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import seen_version
from tournaments.services.calcutta_paying import (
    bid_pay,
    bid_pay_out,
    bid_payment_take_back,
    bid_payout_take_back,
)


class BidPaymentInput(serializers.Serializer[Any]):
    owner = serializers.IntegerField(max_value=BIG)
    amount = serializers.IntegerField(
        required=False,
        allow_null=True,
        max_value=BIG,
        help_text="Left out: all that is left. Never more than that.",
    )
    left = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text="What you saw to be left: if it is another sum by now, nothing is noted.",
    )
    note = LineField(max_length=100, required=False, allow_blank=True)


class BidPayoutInput(serializers.Serializer[Any]):
    owner = serializers.IntegerField(max_value=BIG)
    amount = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text="What you saw to be owed: if it is another sum by now, nothing is noted.",
    )


class BidPaymentsView(ApiView):
    @operation(
        "Note that an owner paid for his lots",
        TAG,
        answer=CalcuttaMoneyOutput,
        status=201,
        auth=STAFF,
        request=BidPaymentInput,
        idempotent=True,
        etag=True,
        errors={
            400: "`amount_out_of_range`",
            404: "`no_such_event`, `no_such_owner`",
            409: "`nothing_left`, `more_than_left`, `left_changed` (with `detail.left`)",
        },
        description="Needs no version: say what you saw to be `left` instead.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        act = director(request, event_id)
        said = parse(BidPaymentInput, request)
        return answer_calcutta_once(
            request,
            act,
            event_id,
            lambda: bid_pay(
                event_id=event_id,
                bidder_id=said["owner"],
                amount=said.get("amount"),
                seen_left=said.get("left"),
                note=said.get("note", ""),
                act=act,
            ),
        )


class BidPaymentView(ApiView):
    @operation(
        "Take a payment for lots back: it stays on record and no longer counts",
        TAG,
        answer=CalcuttaMoneyOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`, `no_such_payment`", 409: "`taken_back_already`"},
    )
    def delete(self, request: Request, event_id: int, payment_id: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        return answer_calcutta(
            event_id,
            lambda: bid_payment_take_back(
                event_id=event_id, payment_id=payment_id, act=act, seen_version=seen
            ),
        )


class BidPayoutsView(ApiView):
    @operation(
        "Note that an owner was paid all that he has won",
        TAG,
        answer=CalcuttaMoneyOutput,
        status=201,
        auth=STAFF,
        request=BidPayoutInput,
        idempotent=True,
        etag=True,
        errors={
            404: "`no_such_event`, `no_such_owner`, `nothing_owed`",
            409: "`paid_out_already`, `still_to_pay` (with `detail.left`), `amount_changed` (with "
            "`detail.amount`)",
        },
        description="Needs no version: say the `amount` that you saw instead.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        act = director(request, event_id)
        said = parse(BidPayoutInput, request)
        return answer_calcutta_once(
            request,
            act,
            event_id,
            lambda: bid_pay_out(
                event_id=event_id,
                bidder_id=said["owner"],
                seen_amount=said.get("amount"),
                act=act,
            ),
        )


class BidPayoutView(ApiView):
    @operation(
        "Take the payout of an owner back",
        TAG,
        answer=CalcuttaMoneyOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`, `no_such_payout`"},
    )
    def delete(self, request: Request, event_id: int, payout_id: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        return answer_calcutta(
            event_id,
            lambda: bid_payout_take_back(
                event_id=event_id, payout_id=payout_id, act=act, seen_version=seen
            ),
        )
