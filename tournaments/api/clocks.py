"""The match clock for programs: of the phone at the table, of players, of staff, and to look at."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models_clock import ms
from matches.services.clocks import clock_seen, clock_set_up
from players.actors import Act
from tournaments.api.auth import ClockPass, PlayerPass, hand, player, player_act
from tournaments.api.base import ApiView
from tournaments.api.clocks_shown import (
    CONFIRM,
    NO_CLOCK,
    PRESS,
    PRESS_ERRORS,
    SAY,
    SAY_ERRORS,
    SET_UP_ERRORS,
    TAG,
    ClockOutput,
    LinksOutput,
    ScoresInput,
    clock_body,
    confirmed,
    links,
    pressed,
    said,
)
from tournaments.api.parsing import parse
from tournaments.api.schema import CLOCK, PLAYER, operation
from tournaments.api.versions import answer
from tournaments.selectors.passes import own_match


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


class ClockGameView(ApiView):
    authentication_classes = [ClockPass]

    @operation(
        "Say what stood on the board when time was up",
        TAG,
        auth=CLOCK,
        errors={**SAY_ERRORS, **NO_CLOCK},
        **SAY,
    )
    def post(self, request: Request) -> Response:
        link = hand(request)
        return said(request, link.match_id, link.sides, Act(link.actor, timezone.now()))


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


class MyClockGameView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Say what stood on the board when time was up in my match",
        TAG,
        auth=PLAYER,
        errors={**SAY_ERRORS, 403: "`not_your_match`", **NO_CLOCK},
        **SAY,
    )
    def post(self, request: Request, match_id: int) -> Response:
        side = own_match(player(request), match_id).side
        return said(request, match_id, (side,), player_act(request))


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
        return links(match_id, (side,))
