"""What is changed in a draft of brackets by hand."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.events import EventOutput, answer_change
from tournaments.api.parsing import parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import seen_version
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.services.redrawing import BY_HAND, draft_alter

TAG = "Brackets"


class AlterInput(serializers.Serializer[Any]):
    change = serializers.ChoiceField(
        choices=[each.value for each in BY_HAND],
        help_text="`swap` the lines of two, or `move_bye` of the first to the second.",
    )
    entries = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, help_text="Ids of entries."
    )


class AlterView(ApiView):
    @operation(
        "Change the draft by hand: swap two entrants, or move a bye",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=AlterInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: "`no_bye`, `bye_already`, `entrant_twice`",
            404: "`no_such_event`, `no_such_entry`",
            409: "`no_draft`, `in_rounds`, `result_in_the_way` with `detail.keys`",
        },
        description="The draw remembers it and shows it to everybody. After publishing, too, "
        "unless it would cost a result: take that back first.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)
        data = parse(AlterInput, request)

        def change() -> Event:
            return draft_alter(
                event_id=event_id,
                change=data["change"],
                entry_ids=data["entries"],
                act=act,
                seen_version=seen,
            )

        return answer_change(request, act, event_id, change)
