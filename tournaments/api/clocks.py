"""The match clock for programs: of the phone at the table, of players, of staff, and to look at."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.selectors.clocks import clock_view
from matches.services.clock_links import SHARED, clock_token
from matches.services.clock_steps import ms
from matches.services.clocks import clock_correct, clock_renew_links, clock_seen, clock_set_up
from players.actors import Act
from tournaments.api.auth import ClockPass, PlayerPass, hand, player, player_act, staff_act
from tournaments.api.base import ApiView
from tournaments.api.clocks_shown import (
    PRESS_ERRORS,
    PRESSES,
    TAG,
    ClockInput,
    ClockOutput,
    HistoryOutput,
    LinksOutput,
    PressesInput,
    PressesOutput,
    ScoresInput,
    SideInput,
    TimesInput,
    clock_body,
    confirmed,
    given_settings,
    pressed,
)
from tournaments.api.parsing import parse
from tournaments.api.schema import CLOCK, PLAYER, STAFF, operation
from tournaments.api.versions import answer, seen_if_sent
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, SCORE, access_event_by_id, may
from tournaments.selectors.clocks import match_of
from tournaments.selectors.passes import own_match

BOTH = (1, 2)
PLACE = "`no_such_event`, `no_such_fixture`, `no_clock`"
CONFIRM: dict[str, Any] = {"answer": ClockOutput, "request": SideInput, "etag": True}
PRESS: dict[str, Any] = {"answer": PressesOutput, "request": PressesInput, "description": PRESSES}
NO_CLOCK = {404: "`no_clock`"}
SET_UP_ERRORS = {
    400: "`clock_...`, `reason_missing`",
    409: "`match_over`, `clock_has_run`",
}


class TimeOutput(serializers.Serializer[Any]):
    now = serializers.IntegerField(help_text="Milliseconds since 1970.")


class TimeView(ApiView):
    """Asked several times in a row by every clock: nobody is counted."""

    authentication_classes = []
    throttle_classes = []

    @operation(
        "Tell the server's time",
        TAG,
        answer=TimeOutput,
        description="A client takes it for the middle between question and answer, and trusts the "
        "quickest of several.",
    )
    def get(self, request: Request) -> Response:
        return Response({"now": ms(timezone.now())})


# --- A phone with the link -----------------------------------------------------------------------
class ClockView(ApiView):
    authentication_classes = [ClockPass]

    @operation("Show the clock", TAG, answer=ClockOutput, auth=CLOCK, etag=True)
    def get(self, request: Request) -> Response:
        return answer(clock_body(hand(request).match_id))


class ClockSeenView(ApiView):
    authentication_classes = [ClockPass]

    @operation(
        "Say that this phone is here, and look at the clock",
        TAG,
        answer=ClockOutput,
        auth=CLOCK,
        etag=True,
        description="To be sent every 15 seconds, after all presses: nobody loses on time while "
        "the phone on which he presses is out of reach.",
    )
    def post(self, request: Request) -> Response:
        link = hand(request)
        clock_seen(match_id=link.match_id, sides=link.sides, at=timezone.now())
        return answer(clock_body(link.match_id))


class ClockConfirmView(ApiView):
    authentication_classes = [ClockPass]

    @operation(
        "Confirm the settings",
        TAG,
        auth=CLOCK,
        errors={**NO_CLOCK, 409: "`match_over`"},
        **CONFIRM,
    )
    def post(self, request: Request) -> Response:
        link = hand(request)
        act = Act(link.actor, timezone.now())
        return confirmed(request, link.match_id, link.sides, act)


class ClockPressesView(ApiView):
    authentication_classes = [ClockPass]

    @operation("Press, stop or go on", TAG, auth=CLOCK, errors=PRESS_ERRORS, **PRESS)
    def post(self, request: Request) -> Response:
        link = hand(request)
        return pressed(request, link.match_id, link.sides, Act(link.actor, timezone.now()))


# --- A player with the card ----------------------------------------------------------------------
class MyClockView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Show the clock of my match",
        TAG,
        answer=ClockOutput,
        auth=PLAYER,
        etag=True,
        errors={403: "`not_your_match`", **NO_CLOCK},
    )
    def get(self, request: Request, match_id: int) -> Response:
        own_match(player(request), match_id)
        return answer(clock_body(match_id))

    @operation(
        "Put the clock of the rules on my match",
        TAG,
        answer=ClockOutput,
        auth=PLAYER,
        request=ScoresInput,
        etag=True,
        errors={**SET_UP_ERRORS, 403: "`not_your_match`"},
        description="Both players confirm it then.",
    )
    def put(self, request: Request, match_id: int) -> Response:
        own_match(player(request), match_id)
        scores = parse(ScoresInput, request)["scores"]
        clock_set_up(match_id=match_id, act=player_act(request), scores=scores)
        return answer(clock_body(match_id))


class MyClockConfirmView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Confirm the settings of the clock of my match",
        TAG,
        auth=PLAYER,
        errors={403: "`not_your_match`", **NO_CLOCK, 409: "`match_over`"},
        **CONFIRM,
    )
    def post(self, request: Request, match_id: int) -> Response:
        side = own_match(player(request), match_id).side
        return confirmed(request, match_id, (side,), player_act(request))


class MyClockPressesView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Press, stop or go on in my match",
        TAG,
        auth=PLAYER,
        errors={**PRESS_ERRORS, 403: "`not_your_match`, `not_your_side`"},
        **PRESS,
    )
    def post(self, request: Request, match_id: int) -> Response:
        side = own_match(player(request), match_id).side
        return pressed(request, match_id, (side,), player_act(request))


class MyClockLinksView(ApiView):
    authentication_classes = [PlayerPass]
    secret = True

    @operation(
        "Give the links to the clock of my match",
        TAG,
        answer=LinksOutput,
        auth=PLAYER,
        errors={403: "`not_your_match`", **NO_CLOCK},
        description="The last parts of `/clock/.../`: for both sides, and for the own one.",
    )
    def get(self, request: Request, match_id: int) -> Response:
        side = own_match(player(request), match_id).side
        return _links(match_id, (side,))


# --- Everybody, and staff ------------------------------------------------------------------------
class FixtureClockView(ApiView):
    @operation(
        "Show the clock of a match",
        TAG,
        answer=ClockOutput,
        etag=True,
        errors={404: PLACE, 409: "`players_not_known`, `tie_by_boards`"},
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        match_id = match_of(access_event_by_id(event_id), key)
        return answer(clock_body(match_id))

    @operation(
        "Put a clock on a match",
        TAG,
        answer=ClockOutput,
        auth=STAFF,
        request=ClockInput,
        etag=True,
        errors={
            **SET_UP_ERRORS,
            404: "`no_such_event`, `no_such_fixture`",
            409: "`match_over`, `clock_has_run`, `players_not_known`, `tie_by_boards`",
        },
        description="As the rules say, a preset, or these settings; at `scores` where the match "
        "has begun. Both players confirm. Directors replace one that has run, with a reason.",
    )
    def put(self, request: Request, event_id: int, key: str) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, SCORE, event)
        data = parse(ClockInput, request)
        act = staff_act(request, SCORE, event, reason=data["reason"])
        match_id = match_of(event, key)
        clock_set_up(
            match_id=match_id,
            act=act,
            settings=given_settings(data),
            scores=data["scores"],
            by_staff=may(request.user, MANAGE, event),
        )
        return answer(clock_body(match_id))


class FixtureClockConfirmView(ApiView):
    @operation(
        "Confirm the settings of a clock for the players",
        TAG,
        auth=STAFF,
        errors={404: PLACE, 409: "`match_over`, `players_not_known`, `tie_by_boards`"},
        **CONFIRM,
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        match_id, act = _for_staff(request, event_id, key)
        return confirmed(request, match_id, BOTH, act)


class FixtureClockPressesView(ApiView):
    @operation(
        "Press, stop or go on for the players",
        TAG,
        auth=STAFF,
        errors={
            **PRESS_ERRORS,
            404: PLACE,
            409: "`press_id_reused`, `players_not_known`, `tie_by_boards`",
        },
        **PRESS,
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        match_id, act = _for_staff(request, event_id, key)
        return pressed(request, match_id, BOTH, act)


class FixtureClockTimesView(ApiView):
    @operation(
        "Correct the times of a clock",
        TAG,
        answer=ClockOutput,
        auth=STAFF,
        request=TimesInput,
        versioned="may",
        etag=True,
        errors={
            400: "`reason_missing`, `nothing_to_correct`, `clock_...`",
            404: PLACE,
            409: "`match_over`, `players_not_known`, `tie_by_boards`",
        },
        description="In milliseconds. A side that was out of time is in the match again, with "
        "both clocks stopped. The ETag of a clock is its version.",
    )
    def put(self, request: Request, event_id: int, key: str) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        data = parse(TimesInput, request)
        match_id = match_of(event, key)
        left = {side: data[f"left_{side}"] for side in BOTH if f"left_{side}" in data}
        clock_correct(
            match_id=match_id,
            left=left,
            act=staff_act(request, MANAGE, event, reason=data["reason"]),
            seen_version=seen_if_sent(request).version,
        )
        return answer(clock_body(match_id))


class FixtureClockLinksView(ApiView):
    secret = True

    @operation(
        "Give the links to a clock",
        TAG,
        answer=LinksOutput,
        auth=STAFF,
        errors={404: PLACE, 409: "`players_not_known`, `tie_by_boards`"},
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        match_id, _act = _for_staff(request, event_id, key)
        return _links(match_id, BOTH)

    @operation(
        "Make new links to a clock: the old ones open nothing any more",
        TAG,
        answer=LinksOutput,
        auth=STAFF,
        errors={404: PLACE, 409: "`players_not_known`, `tie_by_boards`"},
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        match_id, act = _for_staff(request, event_id, key)
        clock_renew_links(match_id=match_id, act=act)
        return _links(match_id, BOTH)


class FixtureClockHistoryView(ApiView):
    @operation(
        "List everything that was done at a clock, or refused",
        TAG,
        answer=HistoryOutput,
        auth=STAFF,
        errors={404: PLACE, 409: "`players_not_known`, `tie_by_boards`"},
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        match_id, _act = _for_staff(request, event_id, key)
        steps = clock_view(match_id).clock.steps.all()
        return Response(HistoryOutput({"steps": steps}).data)


def _for_staff(request: Request, event_id: int, key: str) -> tuple[int, Act]:
    event: Event = access_event_by_id(event_id)
    act = staff_act(request, SCORE, event)
    return match_of(event, key), act


def _links(match_id: int, sides: tuple[int, ...]) -> Response:
    clock = clock_view(match_id).clock
    own = {f"side_{side}": clock_token(clock, side) if side in sides else None for side in BOTH}
    return Response({"shared": clock_token(clock, SHARED), **own})
