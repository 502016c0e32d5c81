"""How a match begins: who is at the table, penalties, excuses; for staff, and for its players."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.engine.lateness import Deed
from matches.models import Match
from matches.models_late import Penalty
from matches.services.lateness import late_excuse, match_begun, match_here, match_not_here
from matches.services.penalties import MAX_POINTS, penalty_add, penalty_remove
from players.actors import Act
from tournaments.api.auth import PlayerPass, player_act, staff_act
from tournaments.api.base import ApiView
from tournaments.api.idempotency import answer_once
from tournaments.api.parsing import LineField, parse, parse_query
from tournaments.api.players import STRANGER, CardMatchOutput, match_deed
from tournaments.api.schema import NO_FIXTURE, NO_MATCH, PLAYER, STAFF, operation
from tournaments.api.versions import Body, answer, seen_if_sent, showing_newer
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, SCORE, access_event_by_id
from tournaments.selectors.beginnings import penalty_id
from tournaments.selectors.card_views import CardMatch
from tournaments.selectors.clocks import match_of
from tournaments.selectors.floor import fixture_page
from tournaments.services.beginnings import event_all_begun

TAG = "Beginning"
OVER = f"`match_over` (take the result back first), {NO_MATCH}"
DEEDS: tuple[Deed, ...] = ("point", "clock", "note", "forfeit")


class SidesInput(serializers.Serializer[Any]):
    sides = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2), min_length=1, max_length=2
    )
    since = serializers.DateTimeField(
        required=False,
        allow_null=True,
        default=None,
        help_text="They have been there since then, at the earliest since the call: points that "
        "the absence of the other has cost since are given now.",
    )


class SideQuery(serializers.Serializer[Any]):
    side = serializers.IntegerField(min_value=1, max_value=2)


class WhyInput(serializers.Serializer[Any]):
    reason = LineField(max_length=300)


class PenaltyInput(WhyInput):
    side = serializers.IntegerField(
        min_value=1, max_value=2, help_text="Who is penalized; the points go to the other."
    )
    points = serializers.IntegerField(min_value=1, max_value=MAX_POINTS)
    kind = serializers.ChoiceField(choices=Penalty.Kind.choices)


class PenaltyOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="In this match, from 1.")
    side = serializers.IntegerField(help_text="Who was penalized.")
    points = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Penalty.Kind.choices)
    words = serializers.CharField(help_text="In the language of the request.")
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    by_name = serializers.CharField()
    removed_at = serializers.DateTimeField(allow_null=True, help_text="null: it holds.")
    removed_by = serializers.CharField()
    removed_why = serializers.CharField()


class LateStepOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    minute = serializers.IntegerField(help_text="Minutes after the call.")
    deed = serializers.ChoiceField(
        choices=[(each, each) for each in DEEDS],
        help_text="`note`: the director is told. It costs whoever is missing then while the other "
        "is there.",
    )


class BeginningOutput(serializers.Serializer[Any]):
    called_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when the two are awaited at a table."
    )
    here = serializers.ListField(
        child=serializers.DateTimeField(allow_null=True),
        help_text="Since when each side is known to be there.",
    )
    begun_at = serializers.DateTimeField(allow_null=True)
    excused_at = serializers.DateTimeField(allow_null=True)
    start = serializers.ListField(
        child=serializers.IntegerField(), help_text="The score at which the match begins."
    )
    next = LateStepOutput(allow_null=True, help_text="What the rules do next by themselves.")
    held_since = serializers.DateTimeField(
        allow_null=True,
        help_text="Since when the director is called: no minutes count until the call is over.",
    )
    penalties = PenaltyOutput(many=True)
    version = serializers.IntegerField(help_text="The version of the match.")


def _body(event: Event, key: str) -> Body:
    page = fixture_page(event, key)
    begins = page.fixture.begins
    assert begins is not None  # there is a match
    own = ("called_at", "begun_at", "excused_at", "start")
    data = {name: getattr(begins, name) for name in own} | {
        "here": begins.here_at,
        "next": begins.late.next if begins.late else None,
        "held_since": begins.late.held_since if begins.late else None,
        "penalties": page.penalties,
        "version": page.fixture.match_version,
    }
    return BeginningOutput(data).data


def _by_staff(
    request: Request,
    event_id: int,
    key: str,
    act: Act,
    change: Callable[[int, int | None], object],
) -> Response:
    """Do it once, to the match of the fixture at the version that was seen; answer with both."""
    event = access_event_by_id(event_id)
    match_id, version = match_of(event, key), seen_if_sent(request).version

    def work() -> Body:
        change(match_id, version)
        return _body(event, key)

    with showing_newer(lambda: _body(event, key)):
        return answer_once(request, act.by, work)


STAFFED: dict[str, Any] = {
    "answer": BeginningOutput,
    "auth": STAFF,
    "versioned": "may",
    "etag": True,
}


class FixtureBeginningView(ApiView):
    @operation(
        "Show how a match begins: who is there, what is due, the penalties",
        TAG,
        answer=BeginningOutput,
        auth=STAFF,
        etag=True,
        errors={404: NO_FIXTURE, 409: NO_MATCH},
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, SCORE, event)
        match_of(event, key)
        return answer(_body(event, key))


class FixtureHereView(ApiView):
    @operation(
        "Say who is at the table",
        TAG,
        request=SidesInput,
        idempotent=True,
        errors={400: "`moment_unknown`", 404: NO_FIXTURE, 409: OVER},
        description="With both there the match begins, and nobody is late any more.",
        **STAFFED,
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        act = staff_act(request, SCORE, access_event_by_id(event_id))
        said = parse(SidesInput, request)

        def change(match_id: int, version: int | None) -> object:
            return match_here(match_id=match_id, act=act, seen_version=version, **said)

        return _by_staff(request, event_id, key, act, change)

    @operation(
        "Say that a side is not at the table, and the match has not begun",
        TAG,
        parameters=[SideQuery],
        errors={404: NO_FIXTURE, 409: OVER},
        **STAFFED,
    )
    def delete(self, request: Request, event_id: int, key: str) -> Response:
        act = staff_act(request, SCORE, access_event_by_id(event_id))
        side = parse_query(SideQuery, request)["side"]

        def change(match_id: int, version: int | None) -> object:
            return match_not_here(match_id=match_id, sides=[side], act=act, seen_version=version)

        return _by_staff(request, event_id, key, act, change)


class FixtureBegunView(ApiView):
    @operation(
        "Say that a match has begun",
        TAG,
        idempotent=True,
        errors={404: NO_FIXTURE, 409: OVER},
        **STAFFED,
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        act = staff_act(request, SCORE, access_event_by_id(event_id))

        def change(match_id: int, version: int | None) -> object:
            return match_begun(match_id=match_id, act=act, seen_version=version)

        return _by_staff(request, event_id, key, act, change)


class FixtureExcuseView(ApiView):
    @operation(
        "Excuse who came late: the points for it go, and no more come",
        TAG,
        request=WhyInput,
        idempotent=True,
        errors={400: "`reason_missing`", 404: f"{NO_FIXTURE}, `nobody_late`", 409: OVER},
        **STAFFED,
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        act = staff_act(request, MANAGE, event, reason=parse(WhyInput, request)["reason"])

        def change(match_id: int, version: int | None) -> object:
            return late_excuse(match_id=match_id, act=act, seen_version=version)

        return _by_staff(request, event_id, key, act, change)


class FixturePenaltiesView(ApiView):
    @operation(
        "Give penalty points",
        TAG,
        request=PenaltyInput,
        idempotent=True,
        errors={
            400: "`side_unknown`, `penalty_points`, `penalty_kind`, `reason_missing`",
            404: NO_FIXTURE,
            409: OVER,
        },
        description="They count in the score, which is reported with them. As many as the match "
        "is long decide it.",
        **STAFFED,
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        data = parse(PenaltyInput, request)
        act = staff_act(request, MANAGE, event, reason=data.pop("reason"))

        def change(match_id: int, version: int | None) -> object:
            return penalty_add(match_id=match_id, act=act, seen_version=version, **data)

        return _by_staff(request, event_id, key, act, change)


class FixturePenaltyView(ApiView):
    @operation(
        "Take a penalty back; it stays on record",
        TAG,
        parameters=[WhyInput],
        errors={400: "`reason_missing`", 404: f"{NO_FIXTURE}, `no_such_penalty`", 409: OVER},
        **STAFFED,
    )
    def delete(self, request: Request, event_id: int, key: str, number: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        reason = parse_query(WhyInput, request)["reason"]
        act = staff_act(request, MANAGE, event, reason=reason)

        def change(match_id: int, version: int | None) -> object:
            wanted = penalty_id(match_id, number)
            return penalty_remove(penalty_id=wanted, act=act, seen_version=version)

        return _by_staff(request, event_id, key, act, change)


class AllBegunOutput(serializers.Serializer[Any]):
    begun = serializers.IntegerField(help_text="How many matches were not known to have begun.")


class AllBegunView(ApiView):
    @operation(
        "Say that all matches at tables have begun",
        TAG,
        answer=AllBegunOutput,
        auth=STAFF,
        idempotent=True,
        errors={404: "`no_such_event`"},
        description="But for those where one side is there and waits for the other.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        act = staff_act(request, SCORE, access_event_by_id(event_id))
        work = partial(event_all_begun, event_id=event_id, act=act)
        return answer_once(request, act.by, lambda: AllBegunOutput({"begun": work()}).data)


# --- A player with the card ----------------------------------------------------------------------
MINE: dict[str, Any] = {
    "answer": CardMatchOutput,
    "auth": PLAYER,
    "versioned": "may",
    "idempotent": True,
    "etag": True,
    "errors": {403: STRANGER, 409: "`match_over`"},
}


class MyHereView(ApiView):
    authentication_classes = [PlayerPass]

    @operation("Say that I am at the table", TAG, **MINE)
    def post(self, request: Request, match_id: int) -> Response:
        act, seen = player_act(request), seen_if_sent(request).version

        def change(mine: CardMatch) -> Match:
            return match_here(match_id=match_id, sides=[mine.side], act=act, seen_version=seen)

        return match_deed(request, match_id, change)


class MyBegunView(ApiView):
    authentication_classes = [PlayerPass]

    @operation("Say that we have begun", TAG, **MINE)
    def post(self, request: Request, match_id: int) -> Response:
        act, seen = player_act(request), seen_if_sent(request).version

        def change(_mine: CardMatch) -> Match:
            return match_begun(match_id=match_id, act=act, seen_version=seen)

        return match_deed(request, match_id, change)
