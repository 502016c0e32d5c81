"""The log of a tournament or event, for its staff."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.parsing import parse_query
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import answer
from tournaments.models import Event, LogEntry, Tournament
from tournaments.selectors.access import MANAGE, SCORE, access_event_by_id, access_tournament, may
from tournaments.selectors.listing import log_entries
from tournaments.selectors.ruling_ends import ruling_ends

TAG = "Log"
MAX_PAGE = 200
BIG = 2**63 - 1


class LogQuery(serializers.Serializer[Any]):
    before = serializers.IntegerField(
        required=False, min_value=1, max_value=BIG, help_text="Entries older than this id."
    )
    limit = serializers.IntegerField(default=50, min_value=1, max_value=MAX_PAGE)


class LogEntryOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField(source="actor_name")
    actor_kind = serializers.CharField(help_text="`staff`, `player` or `system`.")
    action = serializers.CharField(help_text="Such as `result.corrected`.")
    event = serializers.IntegerField(source="event_id", allow_null=True)
    fixture = serializers.CharField(source="fixture_key", help_text="Empty if it is none.")
    subject = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    reason = serializers.CharField()
    ended = serializers.SerializerMethodField(
        help_text="Of a ruling that does not stand any more: its state; else empty."
    )

    def get_ended(self, entry: LogEntry) -> str:
        return str(self.context["ends"].get(entry.pk, ""))


class LogOutput(serializers.Serializer[Any]):
    entries = LogEntryOutput(many=True)
    next = serializers.IntegerField(
        allow_null=True, help_text="Send it as `before` for older entries; null: there are none."
    )


def _page(request: Request, tournament: Tournament, event: Event | None = None) -> Response:
    query = parse_query(LogQuery, request)
    limit = query["limit"]
    found = log_entries(
        tournament,
        event=event,
        before=query.get("before"),
        limit=limit + 1,
        with_money=may(request.user, MANAGE, tournament),
    )
    following = found[limit - 1].pk if len(found) > limit else None
    shown = found[:limit]
    context = {"ends": ruling_ends(shown)}
    return answer(LogOutput({"entries": shown, "next": following}, context=context).data)


class TournamentLogView(ApiView):
    @operation(
        "Read the log of a tournament, latest first",
        TAG,
        answer=LogOutput,
        auth=STAFF,
        parameters=[LogQuery],
        errors={404: "`no_such_tournament`"},
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = access_tournament(slug)
        staff_act(request, SCORE, tournament)
        return _page(request, tournament)


class EventLogView(ApiView):
    @operation(
        "Read the log of an event, latest first",
        TAG,
        answer=LogOutput,
        auth=STAFF,
        parameters=[LogQuery],
        errors={404: "`no_such_event`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, SCORE, event)
        return _page(request, event.tournament, event)
