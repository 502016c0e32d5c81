"""Undo: what was done last to an event, and taking it back."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.events import EventOutput, answer_change
from tournaments.api.parsing import LineField, parse
from tournaments.api.results import ImpactOutput, impact_body
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import answer, seen_version
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.services.undoing import Undoing, event_undo, undo_offers
from tournaments.services.undoing_results import NOTHING

TAG = "Undo"


class UndoInput(serializers.Serializer[Any]):
    deed = serializers.IntegerField(help_text="The deed that was seen, as GET names it.")
    reason = LineField(max_length=300, default="", allow_blank=True)
    clear = serializers.BooleanField(
        default=False, help_text="Take back results further on that would no longer fit."
    )


class RefusalOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()


class DoneOutput(serializers.Serializer[Any]):
    deed = serializers.IntegerField(allow_null=True, help_text="null: it cannot be undone.")
    action = serializers.CharField(
        help_text="As in the log, such as `result.entered`. Without a deed, what is in the way of "
        "undoing: it, and all before it, stays; `refused` says what has to be done first."
    )
    fixture = serializers.CharField()
    impact = ImpactOutput()
    refused = RefusalOutput(allow_null=True)


class DeedOutput(DoneOutput):
    by_site = DoneOutput(
        allow_null=True,
        help_text="What the site did last by itself since then: `late.point`, `late.forfeit`, "
        "`clock.lost`, `result.confirmed_by_silence`. It may be undone as well.",
    )


def _body(found: Undoing | None) -> dict[str, Any]:
    if found is None:
        nothing = {"deed": None, "action": "", "fixture": "", "refused": None}
        return {**nothing, "impact": impact_body(NOTHING)}
    first, refusal = found.deed.first, found.refusal
    return {
        "deed": found.deed.id if found.is_possible else None,
        "action": first.action,
        "fixture": first.fixture_key,
        "impact": impact_body(found.impact),
        "refused": refusal and {"code": refusal.code, "message": refusal.message},
    }


class UndoView(ApiView):
    @operation(
        "Tell what would be undone, and what else that would change",
        TAG,
        answer=DeedOutput,
        auth=STAFF,
        errors={404: "`no_such_event`"},
        description="Changes nothing.",
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        offers = undo_offers(event=event, act=staff_act(request, MANAGE, event))
        by_site = None if offers.by_site is None else _body(offers.by_site)
        return answer({**_body(offers.last), "by_site": by_site})

    @operation(
        "Undo what was done last",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=UndoInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            404: "`no_such_event`",
            409: "`nothing_to_undo`, `other_undo`, `would_clear` with `detail.fixtures`, "
            "`play_has_begun`, `undo_blocked`, `paid_out_already`",
        },
        description="The log keeps both, the deed and its undoing.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        data = parse(UndoInput, request)
        act = staff_act(request, MANAGE, event, reason=data["reason"])
        seen = seen_version(request)

        def change() -> Event:
            return event_undo(
                event_id=event_id,
                deed_id=data["deed"],
                act=act,
                seen_version=seen,
                clear=data["clear"],
            )

        return answer_change(request, act, event_id, change)
