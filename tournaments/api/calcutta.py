"""Calcuttas: their terms, and whether everybody sees the sales."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import NotFoundError
from players.actors import Act
from tournaments.api.base import ApiView
from tournaments.api.calcutta_shown import (
    CalcuttaMoneyOutput,
    CalcuttasOutput,
    calcuttas_body,
    sales_body,
)
from tournaments.api.idempotency import answer_once
from tournaments.api.money import BIG, TAG, DeductionInput, director
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import Body, answer, answer_if_changed, seen_version, showing_newer
from tournaments.formats.money import Deduction
from tournaments.formats.payouts import Position
from tournaments.selectors.access import access_event_by_id
from tournaments.services.calcutta_setting_up import auction_publish, auction_remove, auction_set
from tournaments.services.money_setting_up import MAX_PLACES, PurseSpec

TERMS = (
    "`name_missing`, `pool_name_taken`, `ranking_unknown`, `split_by_amounts`, "
    "`amount_out_of_range`, `not_all_of_it`, `table_empty`, `bracket_missing`, `preset_unknown`, "
    "`preset_out_of_range`, `deductions_exceed_fees`, `deduction_names`, "
    "`deduction_out_of_range`, `unit_too_small`, `too_many_places`"
)
NONE = "`no_such_event`, `no_such_calcutta`"


class PlacePartInput(serializers.Serializer[Any]):
    place = serializers.IntegerField(min_value=1, max_value=1000)
    part = serializers.IntegerField(min_value=0, max_value=BIG, help_text="Basis points.")


class CalcuttaInput(serializers.Serializer[Any]):
    """Amounts are in minor units, parts in basis points."""

    name = LineField(max_length=60)
    ranking = serializers.ChoiceField(choices=["main", "overall"], default="main")
    deductions = DeductionInput(many=True, default=list)
    added = serializers.IntegerField(default=0, max_value=BIG)
    unit = serializers.IntegerField(default=1, max_value=BIG)
    split = serializers.ChoiceField(choices=["preset", "percent", "amounts"])
    preset = LineField(max_length=30, default="", allow_blank=True)
    prizes = PlacePartInput(many=True, default=list)

    def validate_prizes(self, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len({prize["place"] for prize in value}) < len(value):
            raise serializers.ValidationError(_("One place has two prizes."), code="place_twice")
        return value[: MAX_PLACES + 1]


class SalesPublishedInput(serializers.Serializer[Any]):
    published = serializers.BooleanField()


def _spec(said: dict[str, Any]) -> PurseSpec:
    return PurseSpec(
        name=said["name"],
        deductions=tuple(Deduction(**one) for one in said["deductions"]),
        added=said["added"],
        unit=said["unit"],
        split=said["split"],
        preset=said["preset"] if said["split"] == "preset" else "",
        prizes={Position("M", one["place"]): one["part"] for one in said["prizes"]},
    )


def body(event_id: int) -> Body:
    return calcuttas_body(access_event_by_id(event_id))


def answer_calcutta(event_id: int, change: Callable[[], object]) -> Response:
    """Carry out a change, and answer with all calcuttas of the event as they are then."""
    with showing_newer(lambda: body(event_id)):
        change()
    return answer(body(event_id))


def answer_calcutta_once(
    request: Request, act: Act, event_id: int, change: Callable[[], object]
) -> Response:
    def work() -> Body:
        change()
        return body(event_id)

    with showing_newer(lambda: body(event_id)):
        return answer_once(request, act.by, work, status=201)


class SalesView(ApiView):
    @operation(
        "Show the published sales of the calcuttas",
        TAG,
        answer=CalcuttasOutput,
        conditional=True,
        etag=True,
        errors={404: "`no_such_event`, `no_sales` (not published)"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        if not event.auction_published:
            raise NotFoundError("no_sales", _("No sales are published."))
        return answer_if_changed(request, sales_body(event))


class CalcuttasView(ApiView):
    @operation(
        "Show the calcuttas of an event",
        TAG,
        answer=CalcuttaMoneyOutput,
        auth=STAFF,
        etag=True,
        errors={404: "`no_such_event`"},
        description="Lots, sales, and what each owner has to pay, has paid, and is owed.",
    )
    def get(self, request: Request, event_id: int) -> Response:
        director(request, event_id)
        return answer(body(event_id))

    @operation(
        "Make a calcutta",
        TAG,
        answer=CalcuttaMoneyOutput,
        status=201,
        auth=STAFF,
        request=CalcuttaInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={400: TERMS, 404: "`no_such_event`, `no_purse`"},
        description="Then put its lots into order.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        said = parse(CalcuttaInput, request)
        spec, ranking = _spec(said), said["ranking"]
        return answer_calcutta_once(
            request,
            act,
            event_id,
            lambda: auction_set(
                event_id=event_id, spec=spec, ranking=ranking, act=act, seen_version=seen
            ),
        )


class CalcuttaView(ApiView):
    @operation(
        "Change the terms of a calcutta",
        TAG,
        answer=CalcuttaMoneyOutput,
        auth=STAFF,
        request=CalcuttaInput,
        versioned="must",
        etag=True,
        errors={400: TERMS, 404: f"{NONE}, `no_purse`", 409: "`paid_out_already`"},
    )
    def put(self, request: Request, event_id: int, number: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        said = parse(CalcuttaInput, request)
        return answer_calcutta(
            event_id,
            lambda: auction_set(
                event_id=event_id,
                spec=_spec(said),
                ranking=said["ranking"],
                act=act,
                number=number,
                seen_version=seen,
            ),
        )

    @operation(
        "Remove a calcutta with its sales",
        TAG,
        answer=CalcuttaMoneyOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={404: NONE, 409: "`paid_out_already`, `auction_has_paid`"},
    )
    def delete(self, request: Request, event_id: int, number: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        return answer_calcutta(
            event_id,
            lambda: auction_remove(event_id=event_id, number=number, act=act, seen_version=seen),
        )


class SalesPublishedView(ApiView):
    @operation(
        "Show everybody who was sold for what, or hide it",
        TAG,
        answer=CalcuttaMoneyOutput,
        auth=STAFF,
        request=SalesPublishedInput,
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`", 409: "`no_calcutta`"},
    )
    def put(self, request: Request, event_id: int) -> Response:
        act, seen = director(request, event_id), seen_version(request)
        published = parse(SalesPublishedInput, request)["published"]
        return answer_calcutta(
            event_id,
            lambda: auction_publish(
                event_id=event_id, published=published, act=act, seen_version=seen
            ),
        )
