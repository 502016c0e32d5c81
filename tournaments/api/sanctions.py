"""Sanctions for programs: the record of an entrant, and the steps of the ladder."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.attendance import ReasonInput
from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.idempotency import answer_once
from tournaments.api.parsing import parse
from tournaments.api.rulings_shown import (
    TAG,
    PointsInput,
    RecordOutput,
    SanctionInput,
    SanctionOutput,
)
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import Body
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, SCORE, access_entry, access_event_by_id
from tournaments.selectors.sanctions import record_of, sanctions_of
from tournaments.services.sanctions import (
    SanctionSpec,
    sanction_apply,
    sanction_give,
    sanction_withdraw,
)

NO_SANCTION = "`no_such_event`, `no_such_sanction`"


def _body(event: Event, number: int) -> Body:
    return SanctionOutput(next(one for one in sanctions_of(event) if one.number == number)).data


class EntrySanctionsView(ApiView):
    @operation(
        "Show the sanctions of an entrant in the tournament",
        TAG,
        answer=RecordOutput,
        auth=STAFF,
        errors={404: "`no_such_event`, `no_such_entry`"},
    )
    def get(self, request: Request, event_id: int, entry_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, SCORE, event)
        return Response(RecordOutput(record_of(access_entry(event, entry_id))).data)

    @operation(
        "Give an entrant a sanction",
        TAG,
        answer=SanctionOutput,
        status=201,
        auth=STAFF,
        request=SanctionInput,
        idempotent=True,
        errors={
            400: "`reason_missing`, `penalty_points`, `match_missing`, `not_his_match`, "
            "`member_unknown`, `excluded_as_a_whole`",
            404: "`no_such_event`, `no_such_entry`, `no_such_fixture`",
            409: "`match_over`, `excluded_already`, `would_clear` with `detail.fixtures`",
        },
    )
    def post(self, request: Request, event_id: int, entry_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        data = parse(SanctionInput, request)
        act = staff_act(request, MANAGE, event, reason=data.pop("reason"))
        spec = SanctionSpec(key=data.pop("fixture"), **data)

        def work() -> Body:
            given = sanction_give(event_id=event_id, entry_id=entry_id, spec=spec, act=act)
            return _body(event, given.number)

        return answer_once(request, act.by, work, status=201)


class SanctionApplyView(ApiView):
    @operation(
        "Let penalty points that wait count in a match",
        TAG,
        answer=SanctionOutput,
        auth=STAFF,
        request=PointsInput,
        errors={
            400: "`not_his_match`",
            404: f"{NO_SANCTION}, `no_such_fixture`",
            409: "`sanction_waits_not`, `match_over`",
        },
    )
    def post(self, request: Request, event_id: int, number: int) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, MANAGE, event)
        key = parse(PointsInput, request)["fixture"]
        sanction_apply(event_id=event_id, number=number, key=key, act=act)
        return Response(_body(event, number))


class SanctionWithdrawView(ApiView):
    @operation(
        "Take a sanction back",
        TAG,
        answer=SanctionOutput,
        auth=STAFF,
        request=ReasonInput,
        errors={
            400: "`reason_missing`",
            404: NO_SANCTION,
            409: "`sanction_withdrawn`, `match_over`",
        },
    )
    def post(self, request: Request, event_id: int, number: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        reason = parse(ReasonInput, request)["reason"]
        act = staff_act(request, MANAGE, event, reason=reason)
        sanction_withdraw(event_id=event_id, number=number, act=act)
        return Response(_body(event, number))
