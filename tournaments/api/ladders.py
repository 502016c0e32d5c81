"""Ladders: the order and what has happened, challenges by staff and players, opened and closed."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import NotFoundError
from players.actors import Act
from tournaments.api.auth import PlayerPass, player, player_act, staff_act
from tournaments.api.base import ApiView
from tournaments.api.events import EventOutput, change_event
from tournaments.api.fixtures import FixtureOutput, fixture_body
from tournaments.api.idempotency import answer_once
from tournaments.api.parsing import parse
from tournaments.api.schema import PLAYER, STAFF, operation
from tournaments.api.versions import Body, answer
from tournaments.models import Fixture
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.ladder_pages import ladder_view
from tournaments.services import ladders

TAG = "Ladders"
MISSING = "`no_such_event`, `no_such_entry`"
CLOSED = "`not_a_ladder`, `not_running`, `ladder_closed`"
RULES = (
    "`not_on_ladder`, `not_above`, `out_of_reach`, `already_open`, `challenger_busy`,"
    " `challenged_busy`"
)


class RungOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    entry = serializers.IntegerField(source="entry_id")
    name = serializers.CharField()
    country = serializers.CharField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()


class ChallengeOutput(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="That of its fixture.")
    challenger = serializers.CharField()
    challenged = serializers.CharField()
    made_on = serializers.DateField()
    play_by = serializers.DateField(help_text="The last day to play it.")


class HappenedOutput(serializers.Serializer[Any]):
    on = serializers.DateField()
    words = serializers.CharField(help_text="In the language of the request.")
    key = serializers.CharField(help_text="Of the challenge; empty for who came or went.")
    moves = serializers.ListField(
        child=serializers.CharField(), help_text="Whose places changed, as `Ada 3 → 1`."
    )


class LadderOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="The event's version.")
    rules = serializers.ListField(
        child=serializers.CharField(), help_text="In the language of the request."
    )
    order = RungOutput(source="rungs", many=True)
    challenges = ChallengeOutput(many=True, help_text="Those that are open, the oldest first.")
    history = HappenedOutput(many=True, help_text="The latest first, a hundred at most.")


class ChallengeInput(serializers.Serializer[Any]):
    challenger = serializers.IntegerField(help_text="The id of the entry of who challenges.")
    challenged = serializers.IntegerField(help_text="The id of the entry of who is challenged.")


class MyChallengeInput(serializers.Serializer[Any]):
    challenged = serializers.IntegerField(help_text="The id of the entry of who is challenged.")


class LadderView(ApiView):
    @operation(
        "Show the ladder: its order, open challenges, and what has happened",
        TAG,
        answer=LadderOutput,
        errors={404: "`no_such_event`, `not_a_ladder`, `no_draw`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        if not event.is_ladder:
            raise NotFoundError("not_a_ladder", _("This event is no ladder."))
        if event.published_at is None:
            raise NotFoundError("no_draw", _("The ladder is not open yet."))
        view = ladder_view(event)
        data = {
            "version": event.version,
            "rules": view.rules,
            "rungs": view.rungs,
            "challenges": view.challenges,
            "history": view.history,
        }
        return answer(LadderOutput(data).data)


class LadderOpenView(ApiView):
    @operation(
        "Open a ladder, or open one again that was closed",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: "`field_too_small`",
            404: "`no_such_event`",
            409: "`not_a_ladder`, `ladder_opened`",
        },
        description="The order of entry is its first order: there is no draw.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        was_closed = access_event_by_id(event_id).finished_at is not None
        service = ladders.ladder_reopen if was_closed else ladders.ladder_open

        def change(act: Act, seen: int | None) -> object:
            return service(event_id=event_id, act=act, seen_version=seen)

        return change_event(request, event_id, change)

    @operation(
        "Close a ladder: its order is final",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={
            404: "`no_such_event`",
            409: f"{CLOSED}, `challenges_open` with `detail.fixtures`",
        },
    )
    def delete(self, request: Request, event_id: int) -> Response:
        def change(act: Act, seen: int | None) -> object:
            return ladders.ladder_close(event_id=event_id, act=act, seen_version=seen)

        return change_event(request, event_id, change)


class ChallengesView(ApiView):
    @operation(
        "Enter a challenge",
        TAG,
        answer=FixtureOutput,
        status=201,
        auth=STAFF,
        request=ChallengeInput,
        idempotent=True,
        etag=True,
        errors={400: RULES, 404: MISSING, 409: CLOSED},
        description="Its match is played and reported as any other, and the order follows.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        said = parse(ChallengeInput, request)

        def work() -> Fixture:
            return ladders.challenge_make(
                event_id=event_id,
                challenger_id=said["challenger"],
                challenged_id=said["challenged"],
                act=act,
            )

        return _made(request, act, event_id, work)


class MyChallengesView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Challenge somebody on a ladder",
        TAG,
        answer=FixtureOutput,
        status=201,
        auth=PLAYER,
        request=MyChallengeInput,
        idempotent=True,
        etag=True,
        errors={400: RULES, 403: "`not_on_ladder`", 404: MISSING, 409: CLOSED},
    )
    def post(self, request: Request, event_id: int) -> Response:
        one, act = player(request), player_act(request)
        challenged = parse(MyChallengeInput, request)["challenged"]

        def work() -> Fixture:
            return ladders.card_challenge(
                one=one, event_id=event_id, challenged_id=challenged, act=act
            )

        return _made(request, act, event_id, work)


def _made(request: Request, act: Act, event_id: int, make: Callable[[], Fixture]) -> Response:
    def work() -> Body:
        return fixture_body(event_id, make().key, draft=False)

    return answer_once(request, act.by, work, status=201)


class ChallengeView(ApiView):
    @operation(
        "Call a challenge off, as if it had never been made",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`, `no_such_challenge`", 409: f"{CLOSED}, `result_in_the_way`"},
    )
    def delete(self, request: Request, event_id: int, key: str) -> Response:
        def change(act: Act, seen: int | None) -> object:
            return ladders.challenge_call_off(
                event_id=event_id, key=key, act=act, seen_version=seen
            )

        return change_event(request, event_id, change)


class ChallengeUnplayedView(ApiView):
    @operation(
        "End a challenge that was not played in time, by the rules of the ladder",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            404: "`no_such_event`, `no_such_challenge`",
            409: f"{CLOSED}, `still_time` with `detail.play_by`, `result_in_the_way`",
        },
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        def change(act: Act, seen: int | None) -> object:
            return ladders.challenge_unplayed(
                event_id=event_id, key=key, act=act, seen_version=seen
            )

        return change_event(request, event_id, change)
