"""What spectators see of matches on the site, and what they say of them."""

from typing import Any, cast

from django.http import HttpRequest
from django.utils import timezone
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Match
from matches.selectors.comments import comments_of
from matches.services.comments import Said, comment_add, comment_remove, plays_here
from matches.services.watching import MAX_DELAY, Watching
from tournaments import web
from tournaments.api.auth import PlayerPass, StaffToken, staff_act
from tournaments.api.base import ApiView
from tournaments.api.idempotency import answer_once
from tournaments.api.live_shown import TAG
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import NO_FIXTURE, NO_MATCH, PLAYER, STAFF, operation
from tournaments.api.versions import Body, answer, seen_version, showing_newer
from tournaments.api.watchers import spectator_of
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, SCORE, access_event_by_id
from tournaments.selectors.clocks import match_of
from tournaments.selectors.passes import match_place
from tournaments.services.watching import event_watching_set, fixture_watching_set

DELAY = {400: "`delay_out_of_range`"}
SAY_ERRORS = {
    400: "`comment_empty`, `comment_too_long`, `comment_unreadable`",
    403: "`plays_here`, `no_card`",
    404: f"{NO_FIXTURE}, `not_played_here`",
    409: f"`comments_off`, `match_over`, {NO_MATCH}",
    429: "`too_many_comments`",
}


class WatchingInput(serializers.Serializer[Any]):
    delay = serializers.IntegerField(
        min_value=0, max_value=MAX_DELAY, help_text="Seconds that spectators are behind; 0: none."
    )
    comments = serializers.BooleanField(help_text="Whether spectators may comment.")


class WatchingOutput(serializers.Serializer[Any]):
    delay = serializers.IntegerField()
    comments = serializers.BooleanField()


class EventWatchingOutput(WatchingOutput):
    version = serializers.IntegerField()


class CommentInput(serializers.Serializer[Any]):
    text = serializers.CharField(
        allow_blank=True,
        trim_whitespace=False,
        help_text="One line of up to 500 characters; it is text, whatever is in it.",
    )
    number = serializers.IntegerField(
        required=False, min_value=0, help_text="The action that was looked at; else the last one."
    )


class RemovalInput(serializers.Serializer[Any]):
    reason = LineField(default="", allow_blank=True, max_length=300)


class CommentOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    set = serializers.IntegerField(
        source="set_number", help_text="Of a match of sets, which one was played; else 1."
    )
    number = serializers.IntegerField(help_text="The action of the record that was looked at.")
    text = serializers.CharField()
    at = serializers.DateTimeField()
    by_name = serializers.CharField()


class CommentsOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    on = serializers.BooleanField(help_text="Whether anybody may comment.")
    comments = CommentOutput(many=True, help_text="The last 100, oldest first.")


def _watching(kept: Event | Match) -> dict[str, Any]:
    seen = Watching.of(kept)
    return {"delay": seen.delay, "comments": seen.comments}


def _of_event(event: Event) -> Body:
    return {"version": event.version, **_watching(event)}


def _asked(request: Request) -> Watching:
    return Watching(**parse(WatchingInput, request))


class EventWatchingView(ApiView):
    @operation(
        "Tell what spectators see of the matches of an event",
        TAG,
        answer=EventWatchingOutput,
        etag=True,
        errors={404: "`no_such_event`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        return answer(_of_event(access_event_by_id(event_id)))

    @operation(
        "Say what spectators see of the matches of an event",
        TAG,
        answer=EventWatchingOutput,
        auth=STAFF,
        request=WatchingInput,
        versioned="must",
        etag=True,
        errors={**DELAY, 404: "`no_such_event`"},
        description="At once for all its matches that are not over, and for those to come.",
    )
    def put(self, request: Request, event_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen, watching = seen_version(request), _asked(request)
        with showing_newer(lambda: _of_event(access_event_by_id(event_id))):
            event = event_watching_set(
                event_id=event_id, watching=watching, act=act, seen_version=seen
            )
        return answer(_of_event(event))


class FixtureWatchingView(ApiView):
    @operation(
        "Tell what spectators see of a match",
        TAG,
        answer=WatchingOutput,
        errors={404: NO_FIXTURE, 409: NO_MATCH},
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        match_id = match_of(access_event_by_id(event_id), key)
        return Response(_watching(Match.objects.get(pk=match_id)))

    @operation(
        "Say what spectators see of a match",
        TAG,
        answer=WatchingOutput,
        auth=STAFF,
        request=WatchingInput,
        errors={**DELAY, 404: NO_FIXTURE, 409: f"`match_void`, {NO_MATCH}"},
        description="Until the event is set anew, which is for all its matches.",
    )
    def put(self, request: Request, event_id: int, key: str) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        watching = _asked(request)
        match = fixture_watching_set(event_id=event_id, key=key, watching=watching, act=act)
        return Response(_watching(match))


class CommentsView(ApiView):
    authentication_classes = [PlayerPass, StaffToken, SessionAuthentication]

    @operation(
        "List what spectators say of a match",
        TAG,
        answer=CommentsOutput,
        errors={403: "`plays_here`", 404: NO_FIXTURE, 409: NO_MATCH},
        description="For everybody but the players of the match, who read it when it is over. "
        "With a delay nothing is told before the action that its author knew of.",
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        match_id = match_of(access_event_by_id(event_id), key)
        place = match_place(match_id)
        who = spectator_of(request, place)
        assert place.match is not None
        if not who.reads(place.match):
            raise plays_here()
        said = comments_of(match_id, who.sight(match_id, timezone.now()))
        on = place.match.watch_comments
        return Response(CommentsOutput({"match": match_id, "on": on, "comments": said}).data)

    @operation(
        "Say something of a match",
        TAG,
        answer=CommentOutput,
        status=201,
        auth=[*PLAYER, *STAFF],
        request=CommentInput,
        idempotent=True,
        errors=SAY_ERRORS,
        description="With the card of another player of the tournament, or as staff. Ten a minute.",
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        match_id = match_of(access_event_by_id(event_id), key)
        who = spectator_of(request, match_place(match_id))
        act = web.comment_act(cast("HttpRequest", request), who)
        data = parse(CommentInput, request)
        said = Said(data["text"], data.get("number"), sees_all=who.sees_all)

        def work() -> Body:
            return CommentOutput(comment_add(match_id=match_id, said=said, act=act)).data

        return answer_once(request, act.by, work, status=201)


class CommentRemovalView(ApiView):
    @operation(
        "Remove what a spectator said",
        TAG,
        answer=CommentOutput,
        auth=STAFF,
        request=RemovalInput,
        errors={404: f"{NO_FIXTURE}, `no_such_comment`", 409: NO_MATCH},
        description="For good; the log keeps what it said, who removed it and why.",
    )
    def post(self, request: Request, event_id: int, key: str, comment_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, SCORE, event)
        reason = parse(RemovalInput, request)["reason"]
        act = staff_act(request, SCORE, event, reason=reason)
        removed = comment_remove(match_id=match_of(event, key), comment_id=comment_id, act=act)
        return Response(CommentOutput(removed).data)
