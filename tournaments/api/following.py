"""The next stage: who goes on from an event of rounds, and the event in which they play on."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import NotFoundError
from players.actors import Act
from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.events import EventInput, EventOutput, change_event, event_body
from tournaments.api.idempotency import answer_once
from tournaments.api.parsing import parse, parse_query
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import Body, answer, seen_version, showing_newer
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.qualifying import (
    QualifyingView,
    Rule,
    TieView,
    origin_view,
    qualifying_view,
)
from tournaments.services.following import (
    Cut,
    following_make,
    following_refresh,
    following_remove,
)
from tournaments.services.setting_up import EventSpec

TAG = "Next stage"
REFUSED = "`qualifiers_out_of_range`, `group_too_small`, `order_unreadable`"


class QualifiersQuery(serializers.Serializer[Any]):
    count = serializers.IntegerField(help_text="How many go on.")
    in_order = serializers.BooleanField(
        default=True, help_text="Whether their order counts, as it does for a knockout."
    )


class SettledInput(serializers.Serializer[Any]):
    settled = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        max_length=2048,
        help_text="Numbers (not ids) of entries, in the order that decides ties.",
    )
    by_lot = serializers.BooleanField(
        default=False, help_text="Draw lots for whoever is tied after that."
    )


class FollowingInput(EventInput, SettledInput):
    count = serializers.IntegerField(help_text="How many go on.")


class QualifierOutput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry.pk", help_text="In the event before.")
    number = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    came = serializers.CharField(help_text="`A1`: first of group A; `3` of the only table.")
    tied = serializers.BooleanField(
        source="is_tied", help_text="Listed for the time being: somebody else may have the place."
    )


class CutTieOutput(serializers.Serializer[Any]):
    words = serializers.CharField()
    entries = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of entry.")


class QualifyingOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="The event's version.")
    finished = serializers.BooleanField(help_text="Whether all results are in.")
    qualified = QualifierOutput(many=True)
    ties = CutTieOutput(many=True, help_text="What is to be decided first.")


class OriginOutput(serializers.Serializer[Any]):
    event = serializers.IntegerField(allow_null=True, help_text="null: it is not on this site.")
    name = serializers.CharField()
    count = serializers.IntegerField()
    changed = serializers.BooleanField(help_text="Whether others would go on by now.")
    comes = serializers.ListField(child=serializers.CharField())
    goes = serializers.ListField(child=serializers.CharField())
    moved = serializers.ListField(
        child=serializers.CharField(), help_text="Who goes on from another place."
    )
    ties = CutTieOutput(many=True)


class QualifiersView(ApiView):
    @operation(
        "Tell who would go on from an event of rounds as it stands",
        TAG,
        answer=QualifyingOutput,
        auth=STAFF,
        parameters=[QualifiersQuery],
        errors={400: REFUSED, 404: "`no_such_event`, `not_in_rounds`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        query = parse_query(QualifiersQuery, request)
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        if not event.in_rounds or event.published_at is None:
            raise NotFoundError("not_in_rounds", _("The best of an event of rounds can go on."))
        view = qualifying_view(event, Rule(query["count"], query["in_order"]))
        return answer(QualifyingOutput(_qualifying(view, event.version, event.state)).data)


def _qualifying(view: QualifyingView, version: int, state: str) -> dict[str, Any]:
    return {
        "version": version,
        "finished": state == "finished",
        "qualified": view.qualified,
        "ties": _ties(view.ties),
    }


def _ties(ties: Sequence[TieView]) -> list[dict[str, Any]]:
    return [
        {"words": tie.words, "entries": [entry.number for entry in tie.entries]} for tie in ties
    ]


class FollowingView(ApiView):
    @operation(
        "Make the event in which the best play on",
        TAG,
        answer=EventOutput,
        status=201,
        auth=STAFF,
        request=FollowingInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: REFUSED,
            404: "`no_such_event`",
            409: "`not_finished`, `not_in_rounds`, `tie_at_cut` (see `detail.ties`)",
        },
        description="Answers with the new event. Its draw takes `crossover`.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)
        data = parse(FollowingInput, request)
        cut = Cut(data.pop("count"), data.pop("settled", ()), data.pop("by_lot"))
        spec = EventSpec(**data)

        def work() -> Body:
            made = following_make(event_id=event_id, spec=spec, cut=cut, act=act, seen_version=seen)
            return event_body(made.pk)

        with showing_newer(lambda: event_body(event_id)):
            return answer_once(request, act.by, work, status=201)


class OriginView(ApiView):
    @operation(
        "Tell where the entrants came from, and whether others would by now",
        TAG,
        answer=OriginOutput,
        errors={404: "`no_such_event`, `follows_nothing`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        found = origin_view(access_event_by_id(event_id))
        if found is None:
            raise NotFoundError("follows_nothing", _("This event does not follow another one."))
        data = {
            "event": found.source.pk if found.source else None,
            "name": found.name,
            "count": found.count,
            "changed": found.has_changed,
            "comes": found.comes,
            "goes": found.goes,
            "moved": found.moved,
            "ties": _ties(found.ties),
        }
        return answer(OriginOutput(data).data)

    @operation(
        "Enter those who go on by now, before the draw",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=SettledInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: REFUSED,
            404: "`no_such_event`",
            409: "`follows_nothing`, `draw_exists`, `not_finished`, `tie_at_cut`, `entry_has_paid`",
        },
        description="Whoever still goes on keeps his entry; others who were entered stay.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        data = parse(SettledInput, request)

        def change(act: Act, seen: int | None) -> object:
            return following_refresh(
                event_id=event_id,
                settled=data.get("settled"),
                by_lot=data["by_lot"],
                act=act,
                seen_version=seen,
            )

        return change_event(request, event_id, change)

    @operation(
        "Take the event that follows back; answers with the one before",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`", 409: "`follows_nothing`, `following_begun`"},
    )
    def delete(self, request: Request, event_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)
        with showing_newer(lambda: event_body(event_id)):
            source = following_remove(event_id=event_id, act=act, seen_version=seen)
        return answer(event_body(source.pk))
