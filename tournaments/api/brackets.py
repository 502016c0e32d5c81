"""Brackets: their settings, what is changed in a draft by hand, and who comes late or leaves."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.services.people import PersonFacts
from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.entries import EntryInput
from tournaments.api.events import EventOutput, answer_change
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import seen_version
from tournaments.models import Entry, Event
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.services.attendance import entry_reinstate, entry_withdraw
from tournaments.services.entries import NewEntry
from tournaments.services.redrawing import BY_HAND, LATE, draft_alter, entry_add_to_bracket

TAG = "Brackets"


class AlterInput(serializers.Serializer[Any]):
    change = serializers.ChoiceField(
        choices=[each.value for each in BY_HAND],
        help_text="`swap` the lines of two, or `move_bye` of the first to the second.",
    )
    entries = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, help_text="Ids of entries."
    )


class LateInput(EntryInput):
    way = serializers.ChoiceField(
        choices=[each.value for each in LATE],
        help_text="`fill_bye`: plays `beside` instead of that one's bye; `preliminary`: plays "
        "`beside` for that one's line; `grow`: twice as many lines, all others have a bye.",
    )
    beside = serializers.IntegerField(
        required=False, allow_null=True, help_text="The id of an entry."
    )


class ReasonInput(serializers.Serializer[Any]):
    reason = LineField(max_length=300, default="", allow_blank=True)


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
            409: "`no_draft`, `in_rounds`",
        },
        description="The draw remembers it and shows it to everybody.",
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


class LateView(ApiView):
    @operation(
        "Let somebody into a bracket after the draw is published",
        TAG,
        answer=EventOutput,
        status=201,
        auth=STAFF,
        request=LateInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: "`no_bye`, `byes_left`, `beside_missing`, `entrant_not_on_line`",
            404: "`no_such_event`, `no_such_entry`",
            409: "`not_published`, `in_rounds`, `result_in_the_way` with `detail.keys`",
        },
    )
    def post(self, request: Request, event_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)
        data = parse(LateInput, request)
        way, beside, note = data.pop("way"), data.pop("beside", None), data.pop("note", "")

        def change() -> Entry:
            return entry_add_to_bracket(
                event_id=event_id,
                entry=NewEntry(PersonFacts(**data), note),
                way=way,
                beside_id=beside,
                act=act,
                seen_version=seen,
            )

        return answer_change(request, act, event_id, change, status=201)


class WithdrawView(ApiView):
    @operation(
        "Withdraw an entrant: what he still has to play is a walkover for the other",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=ReasonInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            404: "`no_such_event`, `no_such_entry`",
            409: "`already_withdrawn`, `not_published`",
        },
        description="Results so far stay. In rounds he is paired no more.",
    )
    def post(self, request: Request, event_id: int, entry_id: int) -> Response:
        return _attend(request, event_id, entry_id, entry_withdraw)


class ReinstateView(ApiView):
    @operation(
        "Let an entrant who has left play again",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=ReasonInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            404: "`no_such_event`, `no_such_entry`",
            409: "`not_withdrawn`, `results_depend` with `detail.fixtures`",
        },
    )
    def post(self, request: Request, event_id: int, entry_id: int) -> Response:
        return _attend(request, event_id, entry_id, entry_reinstate)


def _attend(request: Request, event_id: int, entry_id: int, deed: Any) -> Response:
    event = access_event_by_id(event_id)
    staff_act(request, MANAGE, event)
    reason = parse(ReasonInput, request)["reason"]
    act = staff_act(request, MANAGE, event, reason=reason)
    seen = seen_version(request)

    def change() -> Entry:
        entry: Entry = deed(event_id=event_id, entry_id=entry_id, act=act, seen_version=seen)
        return entry

    return answer_change(request, act, event_id, change)
