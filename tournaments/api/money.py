"""The terms of an event's money: prizes, side pools, and whether everybody sees them."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import NotFoundError
from players.actors import Act
from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.idempotency import answer_once
from tournaments.api.money_shown import (
    LedgerOutput,
    MoneyOutput,
    PrizesOutput,
    money_body,
    prizes_body,
)
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import Body, answer, answer_if_changed, seen_version, showing_newer
from tournaments.formats.money import Deduction
from tournaments.formats.payouts import Position
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.ledger import ledger
from tournaments.services.money_setting_up import (
    MAX_PLACES,
    PurseSpec,
    pool_remove,
    pool_set,
    prizes_publish,
    purse_set,
)
from tournaments.services.money_taking import pool_fill

TAG = "Money"
BIG = 2**53
TERMS = (
    "`amount_out_of_range`, `not_all_of_it`, `amounts_differ`, `table_empty`, `bracket_missing`, "
    "`preset_unknown`, `preset_out_of_range`, `deductions_exceed_fees`, `deduction_names`, "
    "`deduction_out_of_range`, `unit_too_small`, `share_too_large`, `consolation_twice`, "
    "`consolation_unpaid`, `too_many_places`"
)


class DeductionInput(serializers.Serializer[Any]):
    name = LineField(max_length=40)
    basis_points = serializers.IntegerField(default=0, help_text="1000 is 10 per cent.")
    fixed = serializers.IntegerField(default=0, max_value=BIG)


class PartInput(serializers.Serializer[Any]):
    bracket = serializers.ChoiceField(choices=["M", "C"], default="M")
    place = serializers.IntegerField(min_value=1, max_value=1000)
    part = serializers.IntegerField(min_value=0, max_value=BIG)


class TermsInput(serializers.Serializer[Any]):
    """Amounts are in minor units: 5000 is 50.00 EUR."""

    fee = serializers.IntegerField(default=0, max_value=BIG)
    deductions = DeductionInput(many=True, default=list)
    added = serializers.IntegerField(default=0, max_value=BIG)
    guaranteed = serializers.IntegerField(default=0, max_value=BIG)
    unit = serializers.IntegerField(default=1, max_value=BIG, help_text="Prizes are rounded to it.")
    split = serializers.ChoiceField(choices=["preset", "percent", "amounts"])
    preset = LineField(max_length=30, default="", allow_blank=True)
    consolation_share = serializers.IntegerField(
        default=0, help_text="Basis points that a preset leaves to the consolation."
    )
    prizes = PartInput(many=True, default=list)

    def validate_prizes(self, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len({(prize["bracket"], prize["place"]) for prize in value}) < len(value):
            raise serializers.ValidationError(_("One place has two prizes."), code="place_twice")
        return value[: MAX_PLACES + 1]


class PurseInput(TermsInput):
    currency = LineField(max_length=3, help_text="ISO code, one for the whole tournament.")


class PoolInput(TermsInput):
    name = LineField(max_length=60)


class MembersInput(serializers.Serializer[Any]):
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=BIG), max_length=4096
    )


class PublishedInput(serializers.Serializer[Any]):
    published = serializers.BooleanField()


def _spec(said: dict[str, Any]) -> PurseSpec:
    return PurseSpec(
        name=said.get("name", ""),
        fee=said["fee"],
        deductions=tuple(Deduction(**one) for one in said["deductions"]),
        added=said["added"],
        guaranteed=said["guaranteed"],
        unit=said["unit"],
        split=said["split"],
        preset=said["preset"] if said["split"] == "preset" else "",
        consolation_share=said["consolation_share"],
        prizes={Position(one["bracket"], one["place"]): one["part"] for one in said["prizes"]},
    )


def director(request: Request, event_id: int, reason: str = "") -> Act:
    return staff_act(request, MANAGE, access_event_by_id(event_id), reason=reason)


def answer_money(event_id: int, change: Callable[[], object]) -> Response:
    """Carry out a change, and answer with all the money as it is then."""
    with showing_newer(lambda: money_body(event_id)):
        change()
    return answer(money_body(event_id))


def answer_money_once(
    request: Request, act: Act, event_id: int, change: Callable[[], object]
) -> Response:
    def work() -> Body:
        change()
        return money_body(event_id)

    with showing_newer(lambda: money_body(event_id)):
        return answer_once(request, act.by, work, status=201)


class MoneyView(ApiView):
    @operation(
        "Show the money of an event",
        TAG,
        answer=MoneyOutput,
        auth=STAFF,
        etag=True,
        errors={404: "`no_such_event`"},
        description="What comes in, what each place is worth, who is owed what and why, who has "
        "paid. For directors.",
    )
    def get(self, request: Request, event_id: int) -> Response:
        director(request, event_id)
        return answer(money_body(event_id))

    @operation(
        "Set up the prizes of an event",
        TAG,
        answer=MoneyOutput,
        auth=STAFF,
        request=PurseInput,
        versioned="must",
        etag=True,
        errors={
            400: f"{TERMS}, `currency_unknown`",
            404: "`no_such_event`",
            409: "`currency_fixed`, `paid_out_already`",
        },
    )
    def put(self, request: Request, event_id: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        said = parse(PurseInput, request)
        return answer_money(
            event_id,
            lambda: purse_set(
                event_id=event_id,
                spec=_spec(said),
                currency=said["currency"],
                act=act,
                seen_version=seen,
            ),
        )


class PoolsView(ApiView):
    @operation(
        "Make a side pool",
        TAG,
        answer=MoneyOutput,
        status=201,
        auth=STAFF,
        request=PoolInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: f"{TERMS}, `name_missing`, `pool_name_taken`",
            404: "`no_such_event`, `no_purse`",
        },
    )
    def post(self, request: Request, event_id: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        spec = _spec(parse(PoolInput, request))
        return answer_money_once(
            request,
            act,
            event_id,
            lambda: pool_set(event_id=event_id, spec=spec, act=act, seen_version=seen),
        )


class PoolView(ApiView):
    @operation(
        "Change the terms of a side pool",
        TAG,
        answer=MoneyOutput,
        auth=STAFF,
        request=PoolInput,
        versioned="must",
        etag=True,
        errors={
            400: f"{TERMS}, `name_missing`, `pool_name_taken`",
            404: "`no_such_event`, `no_such_pool`",
            409: "`paid_out_already`",
        },
    )
    def put(self, request: Request, event_id: int, number: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        spec = _spec(parse(PoolInput, request))
        return answer_money(
            event_id,
            lambda: pool_set(
                event_id=event_id, spec=spec, act=act, number=number, seen_version=seen
            ),
        )

    @operation(
        "Remove a side pool",
        TAG,
        answer=MoneyOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`, `no_such_pool`", 409: "`paid_out_already`"},
    )
    def delete(self, request: Request, event_id: int, number: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        return answer_money(
            event_id,
            lambda: pool_remove(event_id=event_id, number=number, act=act, seen_version=seen),
        )


class PoolMembersView(ApiView):
    @operation(
        "Say who is in a side pool",
        TAG,
        answer=MoneyOutput,
        auth=STAFF,
        request=MembersInput,
        versioned="must",
        etag=True,
        errors={
            404: "`no_such_event`, `no_such_pool`, `no_such_entry`",
            409: "`paid_out_already`",
        },
        description="Exactly these entries are in it afterwards.",
    )
    def put(self, request: Request, event_id: int, number: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        entries = parse(MembersInput, request)["entries"]
        return answer_money(
            event_id,
            lambda: pool_fill(
                event_id=event_id, number=number, entry_ids=entries, act=act, seen_version=seen
            ),
        )


class PublishedView(ApiView):
    @operation(
        "Show the prize table to everybody, or hide it",
        TAG,
        answer=MoneyOutput,
        auth=STAFF,
        request=PublishedInput,
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`, `no_purse`"},
    )
    def put(self, request: Request, event_id: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        published = parse(PublishedInput, request)["published"]
        return answer_money(
            event_id,
            lambda: prizes_publish(
                event_id=event_id, published=published, act=act, seen_version=seen
            ),
        )


class LedgerView(ApiView):
    @operation(
        "List what came in and went out, oldest first",
        TAG,
        answer=LedgerOutput,
        auth=STAFF,
        errors={404: "`no_such_event`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        director(request, event_id)
        event = access_event_by_id(event_id)
        found = {"currency": event.tournament.currency, "rows": ledger(event)}
        return answer(LedgerOutput(found).data)


class PrizesView(ApiView):
    @operation(
        "Show the published prize table",
        TAG,
        answer=PrizesOutput,
        conditional=True,
        etag=True,
        errors={404: "`no_such_event`, `no_prizes` (not published)"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        if not event.prizes_published:
            raise NotFoundError("no_prizes", _("No prizes are published."))
        return answer_if_changed(request, prizes_body(event))
