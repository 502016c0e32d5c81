"""Calls for the director for programs: the staff come, answer one for a break, or end it."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.parsing import parse
from tournaments.api.rulings_shown import (
    TAG,
    CallsOutput,
    CloseInput,
    GrantInput,
    RefuseInput,
    TournamentCallsOutput,
)
from tournaments.api.schema import STAFF, operation
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, SCORE, access_event_by_id, access_tournament
from tournaments.selectors.rulings import calls_of, calls_of_tournament
from tournaments.services.break_calls import break_grant, break_refuse
from tournaments.services.calls import call_close, call_take


def _calls(event: Event) -> Response:
    return Response(CallsOutput({"calls": calls_of(event)}).data)


class CallsView(ApiView):
    @operation(
        "List the calls for the director",
        TAG,
        answer=CallsOutput,
        auth=STAFF,
        errors={404: "`no_such_event`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, SCORE, event)
        return _calls(event)


class TournamentCallsView(ApiView):
    @operation(
        "List the calls for the director in all events",
        TAG,
        answer=TournamentCallsOutput,
        auth=STAFF,
        errors={404: "`no_such_tournament`"},
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = access_tournament(slug)
        staff_act(request, SCORE, tournament)
        return Response(TournamentCallsOutput({"calls": calls_of_tournament(tournament)}).data)


class CallTakeView(ApiView):
    @operation(
        "Say that I go to a call",
        TAG,
        answer=CallsOutput,
        auth=STAFF,
        errors={404: "`no_such_event`, `no_such_call`", 409: "`call_taken`, `call_closed`"},
    )
    def post(self, request: Request, event_id: int, call_id: int) -> Response:
        event = access_event_by_id(event_id)
        call_take(event_id=event_id, call_id=call_id, act=staff_act(request, SCORE, event))
        return _calls(event)


class CallCloseView(ApiView):
    @operation(
        "End a call without a ruling",
        TAG,
        answer=CallsOutput,
        auth=STAFF,
        request=CloseInput,
        errors={404: "`no_such_event`, `no_such_call`", 409: "`call_closed`"},
    )
    def post(self, request: Request, event_id: int, call_id: int) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, MANAGE, event)
        resumes = parse(CloseInput, request)["resumes"]
        call_close(event_id=event_id, call_id=call_id, act=act, resumes=resumes)
        return _calls(event)


class CallGrantView(ApiView):
    @operation(
        "Grant the break that a call asks for",
        TAG,
        answer=CallsOutput,
        auth=STAFF,
        request=GrantInput,
        errors={
            400: "`break_minutes`",
            404: "`no_such_event`, `no_such_call`",
            409: "`call_closed`, `no_break_asked`, `match_over` and what the clock answers",
        },
        description="Both clocks stand until it is over, or the one that runs goes on, as the "
        "rules of the match say. Who waits for something else still does.",
    )
    def post(self, request: Request, event_id: int, call_id: int) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, SCORE, event)
        minutes = parse(GrantInput, request)["minutes"]
        break_grant(event_id=event_id, call_id=call_id, act=act, minutes=minutes)
        return _calls(event)


class CallRefuseView(ApiView):
    @operation(
        "Refuse the break that a call asks for",
        TAG,
        answer=CallsOutput,
        auth=STAFF,
        request=RefuseInput,
        errors={
            404: "`no_such_event`, `no_such_call`",
            409: "`call_closed`, `no_break_asked`",
        },
    )
    def post(self, request: Request, event_id: int, call_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, SCORE, event)
        act = staff_act(request, SCORE, event, reason=parse(RefuseInput, request)["reason"])
        break_refuse(event_id=event_id, call_id=call_id, act=act)
        return _calls(event)
