"""Events of rounds while they run: the rounds with their reasons, drafted and published."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import NotFoundError
from players.actors import Act
from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.draw import sees_draw
from tournaments.api.events import EventOutput, change_event
from tournaments.api.parsing import parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import answer
from tournaments.selectors.access import MANAGE, SCORE, access_event_by_id, may
from tournaments.selectors.fixtures import fixture_rows
from tournaments.selectors.round_pages import rounds_view
from tournaments.services import rounds

TAG = "Rounds"
STATE = "`not_in_rounds`, `not_running`"


class PairingOutput(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="That of the fixture, once the round is published.")
    first = serializers.CharField()
    second = serializers.CharField(help_text="Empty: `first` has a bye.")
    group = serializers.CharField(help_text="The name of the group, where there are several.")
    why = serializers.ListField(
        child=serializers.CharField(), help_text="Why the two meet, in the language asked for."
    )


class RoundOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    length = serializers.IntegerField(help_text="Of its matches, in points.")
    drafts = serializers.IntegerField(
        help_text="How many drafts of it there were that differed, this one included."
    )
    matches = serializers.IntegerField()
    played = serializers.IntegerField()
    notices = serializers.ListField(child=serializers.CharField())
    sitting_out = serializers.ListField(child=serializers.CharField())
    pairings = PairingOutput(many=True)


class RoundsOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="The event's version.")
    total = serializers.IntegerField(
        allow_null=True, help_text="How many rounds there will be; null where results decide that."
    )
    published = RoundOutput(many=True, help_text="The latest first.")
    draft = RoundOutput(allow_null=True, help_text="For staff only.")
    coming = RoundOutput(many=True, help_text="What is left of a round robin.")
    said = serializers.CharField(
        help_text="How the end of an event of lives stands, in the language asked for."
    )


class PublishInput(serializers.Serializer[Any]):
    everything = serializers.BooleanField(
        default=False, help_text="All that is left of a round robin, not the next round alone."
    )


class PlannedInput(serializers.Serializer[Any]):
    rounds = serializers.IntegerField(help_text="Not fewer than are published.")


class RoundsView(ApiView):
    @operation(
        "Show the rounds, with the reason for each pairing",
        TAG,
        answer=RoundsOutput,
        errors={404: "`no_such_event`, `not_in_rounds`, `no_draw`"},
        description="Results are with the fixtures. Staff also see the draft of the next round.",
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        if not event.in_rounds:
            raise NotFoundError("not_in_rounds", _("This event is not played in rounds."))
        if event.draw is None or not sees_draw(request, event):
            raise NotFoundError("no_draw", _("The draw is not published yet."))
        view = rounds_view(event, fixture_rows(event))
        data = {
            "version": event.version,
            "total": view.total,
            "published": view.published,
            "draft": view.draft if may(request.user, SCORE, event) else None,
            "coming": view.coming,
            "said": view.said,
        }
        return answer(RoundsOutput(data).data)


class RoundDraftView(ApiView):
    @operation(
        "Pair the next round, for staff to look at",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: "`results_missing`, `rounds_over`, `too_few_present`, ...",
            404: "`no_such_event`",
            409: STATE,
        },
        description="It follows from the results, the seed of the draw, who is there, and "
        "`rounds/pairs/`; where nothing of it has changed, nothing happens. The first round is "
        "the draw: see `draft/`.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        def change(act: Act, seen: int | None) -> object:
            return rounds.round_draft(event_id=event_id, act=act, seen_version=seen)

        return change_event(request, event_id, change)

    @operation(
        "Discard the draft of the next round",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`", 409: f"{STATE}, `no_draft`"},
    )
    def delete(self, request: Request, event_id: int) -> Response:
        def change(act: Act, seen: int | None) -> object:
            return rounds.round_discard(event_id=event_id, act=act, seen_version=seen)

        return change_event(request, event_id, change)


class RoundPublishView(ApiView):
    @operation(
        "Publish the next round: matches are made and sent to tables",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=PublishInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: "`rounds_over`",
            404: "`no_such_event`",
            409: f"{STATE}, `no_draft`, `draft_outdated`",
        },
        description="A round robin needs no draft, nor the results of the round before.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        staff_act(request, MANAGE, access_event_by_id(event_id))
        everything = parse(PublishInput, request)["everything"]

        def change(act: Act, seen: int | None) -> object:
            return rounds.round_publish(
                event_id=event_id, act=act, seen_version=seen, everything=everything
            )

        return change_event(request, event_id, change)


class RoundTakeBackView(ApiView):
    @operation(
        "Take the last round back, while it has no result",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            404: "`no_such_event`",
            409: f"{STATE}, `round_in_draft`, `round_is_the_draw`, `round_begun`",
        },
    )
    def post(self, request: Request, event_id: int) -> Response:
        def change(act: Act, seen: int | None) -> object:
            return rounds.round_take_back(event_id=event_id, act=act, seen_version=seen)

        return change_event(request, event_id, change)


class RoundsPlannedView(ApiView):
    @operation(
        "Change how many rounds of a running Swiss are played",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=PlannedInput,
        versioned="must",
        etag=True,
        errors={
            400: "`rounds_out_of_range`",
            404: "`no_such_event`",
            409: "`rounds_fixed`, `not_running`, `round_in_draft`",
        },
    )
    def put(self, request: Request, event_id: int) -> Response:
        staff_act(request, MANAGE, access_event_by_id(event_id))
        planned = parse(PlannedInput, request)["rounds"]

        def change(act: Act, seen: int | None) -> object:
            return rounds.rounds_set(event_id=event_id, rounds=planned, act=act, seen_version=seen)

        return change_event(request, event_id, change)
