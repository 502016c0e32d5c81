"""Rulings for programs: players call and appeal, staff rule, and have appeals decided."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import NotFoundError
from tournaments.api.attendance import ReasonInput
from tournaments.api.auth import PlayerPass, player, player_act, staff_act
from tournaments.api.base import ApiView
from tournaments.api.idempotency import answer_once
from tournaments.api.parsing import parse
from tournaments.api.players import CardMatchOutput, match_deed
from tournaments.api.rulings_shown import (
    TAG,
    CallInput,
    CandidatesOutput,
    CommitteeInput,
    DecisionInput,
    RulingInput,
    RulingOutput,
    RulingsOutput,
    WordsInput,
    spec_of,
)
from tournaments.api.schema import NO_FIXTURE, PLAYER, STAFF, operation
from tournaments.api.versions import Body, seen_if_sent
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, SCORE, access_event_by_id
from tournaments.selectors.card_views import CardMatch
from tournaments.selectors.judges import judges_for, may_judge
from tournaments.selectors.rulings import ruling_view, rulings_of
from tournaments.services.appeals import (
    Candidate,
    appeal_decide,
    appeal_make,
    committee_draw_up,
)
from tournaments.services.calls import call_make, call_withdraw
from tournaments.services.rulings import ruling_amend, ruling_make, ruling_withdraw

STRANGER = "`not_your_match`"
NO_RULING = "`no_such_event`, `no_such_ruling`"
EFFECTS = "`penalty_points`, `clock_...`, `score_...`, `winner_...`"
SAID = f"`decision_missing`, `reason_missing`, `rule_unknown`, {EFFECTS}"


# --- Players -------------------------------------------------------------------------------------
class MyCallView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Call the director to my match",
        TAG,
        answer=CardMatchOutput,
        auth=PLAYER,
        request=CallInput,
        idempotent=True,
        etag=True,
        errors={403: STRANGER, 409: "`match_void`, `breaks_off`"},
        description="A running clock stops, unless it is for a break. A second call joins the "
        "first one.",
    )
    def post(self, request: Request, match_id: int) -> Response:
        data, act = parse(CallInput, request), player_act(request)

        def change(_mine: CardMatch) -> None:
            player_id = player(request).player_id
            call_make(match_id=match_id, player_id=player_id, act=act, **data)

        return match_deed(request, match_id, change)

    @operation(
        "Say that we have settled it among us",
        TAG,
        answer=CardMatchOutput,
        auth=PLAYER,
        etag=True,
        errors={403: STRANGER, 409: "`no_call`"},
    )
    def delete(self, request: Request, match_id: int) -> Response:
        act = player_act(request)

        def change(_mine: CardMatch) -> None:
            call_withdraw(match_id=match_id, player_id=player(request).player_id, act=act)

        return match_deed(request, match_id, change)


class MyAppealView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Appeal against a ruling on my match",
        TAG,
        answer=CardMatchOutput,
        auth=PLAYER,
        request=WordsInput,
        idempotent=True,
        etag=True,
        errors={
            400: "`appeal_final`",
            403: STRANGER,
            404: "`no_such_ruling`",
            409: "`ruling_ended`, `already_appealed`, `appeal_late`",
        },
    )
    def post(self, request: Request, match_id: int, number: int) -> Response:
        data, act = parse(WordsInput, request), player_act(request)

        def change(mine: CardMatch) -> None:
            found = [each.row.pk for each in mine.rulings if each.row.number == number]
            if not found:
                raise NotFoundError("no_such_ruling", _("There is no such ruling."))
            player_id = player(request).player_id
            appeal_make(ruling_id=found[0], player_id=player_id, act=act, **data)

        return match_deed(request, match_id, change)


# --- Rulings -------------------------------------------------------------------------------------
def _body(event: Event, number: int) -> Body:
    return RulingOutput(ruling_view(event, number)).data


class RulingsView(ApiView):
    @operation(
        "List the rulings of an event",
        TAG,
        name="events_rulings_list",
        answer=RulingsOutput,
        auth=STAFF,
        errors={404: "`no_such_event`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, SCORE, event)
        return Response(RulingsOutput({"rulings": rulings_of(event)}).data)


class FixtureRulingsView(ApiView):
    @operation(
        "Rule on a match",
        TAG,
        answer=RulingOutput,
        status=201,
        auth=STAFF,
        request=RulingInput,
        versioned="may",
        idempotent=True,
        errors={
            400: SAID,
            404: f"{NO_FIXTURE}, `no_clock`",
            409: "`players_not_known`, `tie_by_boards`, `match_over`, `would_clear` with "
            "`detail.fixtures`",
        },
        description="Answers the open call of the match, if there is one.",
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        data = parse(RulingInput, request)
        act = staff_act(request, MANAGE, event, reason=data["reason"])
        seen = seen_if_sent(request).version

        def work() -> Body:
            made = ruling_make(
                event_id=event_id, key=key, spec=spec_of(data), act=act, seen_version=seen
            )
            return _body(event, made.number)

        return answer_once(request, act.by, work, status=201)


class RulingView(ApiView):
    @operation("Show a ruling", TAG, answer=RulingOutput, auth=STAFF, errors={404: NO_RULING})
    def get(self, request: Request, event_id: int, number: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, SCORE, event)
        return Response(_body(event, number))

    @operation(
        "Amend a ruling",
        TAG,
        answer=RulingOutput,
        auth=STAFF,
        request=RulingInput,
        errors={400: SAID, 404: NO_RULING, 409: "`ruling_ended`, `match_over`, `would_clear`"},
        description="Another ruling takes its place, and is answered. What the first one did is "
        "taken back as far as that can be.",
    )
    def put(self, request: Request, event_id: int, number: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        data = parse(RulingInput, request)
        act = staff_act(request, MANAGE, event, reason=data["reason"])
        made = ruling_amend(event_id=event_id, number=number, spec=spec_of(data), act=act)
        return Response(_body(event, made.number))


class RulingWithdrawView(ApiView):
    @operation(
        "Withdraw a ruling",
        TAG,
        answer=RulingOutput,
        auth=STAFF,
        request=ReasonInput,
        errors={400: "`reason_missing`", 404: NO_RULING, 409: "`ruling_ended`"},
    )
    def post(self, request: Request, event_id: int, number: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        reason = parse(ReasonInput, request)["reason"]
        act = staff_act(request, MANAGE, event, reason=reason)
        ruling_withdraw(event_id=event_id, number=number, act=act)
        return Response(_body(event, number))


# --- Appeals -------------------------------------------------------------------------------------
class CommitteeView(ApiView):
    @operation(
        "List who may sit on the committee for a ruling",
        TAG,
        answer=CandidatesOutput,
        auth=STAFF,
        errors={404: NO_RULING},
    )
    def get(self, request: Request, event_id: int, number: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        view = ruling_view(event, number)
        without = view.policy == "committee"
        found = may_judge(judges_for(event, view.row), without_directors=without)
        return Response(CandidatesOutput({"candidates": found}).data)

    @operation(
        "Draw up the committee on an appeal",
        TAG,
        answer=RulingOutput,
        auth=STAFF,
        request=CommitteeInput,
        errors={
            400: "`appeal_final`, `committee_size`, `committee_twice`, `committee_ruled`, "
            "`committee_plays`, `committee_directs`, `member_unknown`, `minutes_out_of_range`",
            404: NO_RULING,
            409: "`no_appeal`",
        },
    )
    def put(self, request: Request, event_id: int, number: int) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, MANAGE, event)
        data = parse(CommitteeInput, request)
        members = [Candidate(one.get("player"), one.get("user")) for one in data["members"]]
        committee_draw_up(
            event_id=event_id, number=number, members=members, minutes=data["minutes"], act=act
        )
        return Response(_body(event, number))


class DecisionView(ApiView):
    @operation(
        "Record how the committee voted",
        TAG,
        answer=RulingOutput,
        auth=STAFF,
        request=DecisionInput,
        errors={400: "`votes_missing`", 404: NO_RULING, 409: "`no_appeal`, `no_committee`"},
        description="The majority decides. What is `left` of an overturned ruling is for you.",
    )
    def post(self, request: Request, event_id: int, number: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        data: dict[str, Any] = parse(DecisionInput, request)
        act = staff_act(request, MANAGE, event, reason=data["reason"])
        votes = {one["seat"]: one["vote"] for one in data["votes"]}
        appeal_decide(event_id=event_id, number=number, votes=votes, act=act)
        return Response(_body(event, number))
