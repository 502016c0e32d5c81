"""What is due in an event and when; the check-in; what becomes of matches not played in time."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import NotFoundError
from tournaments.api.auth import PlayerPass, player, player_act, staff_act
from tournaments.api.base import ApiView
from tournaments.api.events import EventOutput, answer_change, change_event
from tournaments.api.idempotency import answer_once
from tournaments.api.parsing import parse
from tournaments.api.schema import PLAYER, STAFF, operation
from tournaments.api.versions import Body
from tournaments.formats.overdue import Overdue
from tournaments.selectors.access import SCORE, access_event_by_id
from tournaments.selectors.checkin import check_in
from tournaments.selectors.deadlines import DeadlineView, deadline_views
from tournaments.services.checkin import card_check_in, entries_leave_out, entry_check_in
from tournaments.services.overdue import overdue_set

TAG = "Due"


class OverdueInput(serializers.Serializer[Any]):
    """What becomes of matches of leagues and ladders that are not played by their day."""

    then = serializers.ChoiceField(
        choices=[each.value for each in Overdue],
        required=False,
        help_text="`director`: it is left to him. `slot`: the next of the hours below. `forfeit`: a"
        " double forfeit, on a ladder what its rules say. `loss`: both lose.",
    )
    weekday = serializers.IntegerField(required=False, help_text="0 (Monday) to 6 (Sunday).")
    hour = serializers.CharField(
        required=False, max_length=5, help_text="`19:30`, in the time of the tournament."
    )
    table = serializers.IntegerField(
        required=False, allow_null=True, help_text="null: any; one takes one match at a time."
    )


class DeadlineOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.CharField(
        help_text="`confirm_report`, `dispute_unanswered`, `clock_flag`, `break_over`, "
        "`play_by_24h`, `play_by_1h`, `play_by_over`, `entries_open`, `entries_close`, "
        "`checkin_close`, `rest_over`."
    )
    fixture = serializers.CharField(source="key", help_text="Empty where it is about the event.")
    subject = serializers.CharField(help_text="In the language of the request.")
    what = serializers.CharField(help_text="What will happen, in the language of the request.")
    due_at = serializers.DateTimeField()
    overdue = serializers.BooleanField()
    late_seconds = serializers.SerializerMethodField(help_text="0 unless it is overdue.")
    attempts = serializers.IntegerField(help_text="How often it was tried and failed.")
    last_error = serializers.CharField()
    retry_at = serializers.DateTimeField(allow_null=True)

    def get_late_seconds(self, view: DeadlineView) -> int:
        return int(view.late.total_seconds())


class DeadlinesOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="The event's version.")
    deadlines = DeadlineOutput(many=True, help_text="Soonest first.")


class MissingOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField()
    name = serializers.CharField()


class CheckInOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="The event's version.")
    closes_at = serializers.DateTimeField()
    is_closed = serializers.BooleanField()
    present = serializers.IntegerField(help_text="How many have said that they are here.")
    missing = MissingOutput(many=True)


class LeaveOutInput(serializers.Serializer[Any]):
    entries = serializers.ListField(
        child=serializers.IntegerField(),
        max_length=2048,
        help_text="The ids of those who are missing: exactly these are taken off the list.",
    )


class CheckedInOutput(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    present_at = serializers.DateTimeField()


class DeadlinesView(ApiView):
    @operation(
        "Show what is due in an event, and when",
        TAG,
        answer=DeadlinesOutput,
        auth=STAFF,
        errors={404: "`no_such_event`"},
        description="What happens by itself at a moment, soonest first, with what has not happened "
        "though it should have, and why.",
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        at = staff_act(request, SCORE, event).at
        found = deadline_views(at, event=event)
        output = DeadlinesOutput({"version": event.version, "deadlines": found}).data
        return Response(output)


class OverdueView(ApiView):
    @operation(
        "Choose what becomes of matches not played in time",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=OverdueInput,
        versioned="must",
        etag=True,
        errors={
            400: "`overdue_unknown`, `weekday_out_of_range`, `hour_unreadable`, "
            "`table_out_of_range`",
            404: "`no_such_event`",
            409: "`no_dates`",
        },
        description="At any time. What is not sent is as usual.",
    )
    def put(self, request: Request, event_id: int) -> Response:
        rules = parse(OverdueInput, request)
        return change_event(
            request,
            event_id,
            lambda act, seen: overdue_set(
                event_id=event_id, rules=rules, act=act, seen_version=seen
            ),
        )


class CheckInView(ApiView):
    @operation(
        "Show who is here and who is missing",
        TAG,
        answer=CheckInOutput,
        auth=STAFF,
        errors={404: "`no_such_event`, `no_checkin`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        at = staff_act(request, SCORE, event).at
        found = check_in(event, at)
        if found is None:
            raise NotFoundError("no_checkin", _("This event has no check-in now."))
        data = {
            "version": event.version,
            "closes_at": found.closes_at,
            "is_closed": found.is_closed,
            "present": found.present,
            "missing": found.missing,
        }
        return Response(CheckInOutput(data).data)


class LeaveOutView(ApiView):
    @operation(
        "Leave out who is missing",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=LeaveOutInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            404: "`no_such_event`",
            409: "`nobody_missing`, `other_missing` with `detail.entries`, `draw_in_draft`, "
            "`draw_published`, `entry_has_paid`, `paid_out_already`",
        },
    )
    def post(self, request: Request, event_id: int) -> Response:
        ids = parse(LeaveOutInput, request)["entries"]
        return change_event(
            request,
            event_id,
            lambda act, seen: entries_leave_out(
                event_id=event_id, entry_ids=ids, act=act, seen_version=seen
            ),
        )


class PresenceView(ApiView):
    @operation(
        "Say that an entrant is here",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        idempotent=True,
        etag=True,
        errors={404: "`no_such_event`, `no_such_entry`", 409: "`draw_published`"},
    )
    def post(self, request: Request, event_id: int, entry_id: int) -> Response:
        return _present(request, event_id, entry_id, present=True)

    @operation(
        "Say that an entrant is not here after all",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        etag=True,
        errors={404: "`no_such_event`, `no_such_entry`", 409: "`draw_published`"},
    )
    def delete(self, request: Request, event_id: int, entry_id: int) -> Response:
        return _present(request, event_id, entry_id, present=False)


def _present(request: Request, event_id: int, entry_id: int, *, present: bool) -> Response:
    """Scorers stand at the door, too."""
    act = staff_act(request, SCORE, access_event_by_id(event_id))
    return answer_change(
        request,
        act,
        event_id,
        lambda: entry_check_in(event_id=event_id, entry_id=entry_id, present=present, act=act),
    )


class MyCheckInView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Say that I am here",
        TAG,
        answer=CheckedInOutput,
        auth=PLAYER,
        idempotent=True,
        errors={
            403: "`not_entered`",
            409: "`no_checkin`, `checkin_closed`, `draw_published`",
        },
        description="Before the draw, for the whole team or pair. Saying it again changes nothing.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        one, act = player(request), player_act(request)

        def work() -> Body:
            entry = card_check_in(one=one, event_id=event_id, act=act)
            return CheckedInOutput({"event": event_id, "present_at": entry.present_at}).data

        return answer_once(request, act.by, work)
