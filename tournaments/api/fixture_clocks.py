"""The match clock for programs of staff, by the place of its match, and to look at for all."""

from rest_framework.request import Request
from rest_framework.response import Response

from matches.selectors.clocks import clock_view
from matches.services.clocks import clock_correct, clock_renew_links, clock_set_up
from players.actors import Act
from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.clocks_shown import (
    BOTH,
    CONFIRM,
    PRESS,
    PRESS_ERRORS,
    SAY,
    SAY_ERRORS,
    SET_UP_ERRORS,
    TAG,
    ClockInput,
    ClockOutput,
    HistoryOutput,
    LinksOutput,
    TimesInput,
    clock_body,
    confirmed,
    given_settings,
    links,
    pressed,
    said,
)
from tournaments.api.parsing import parse
from tournaments.api.schema import NO_FIXTURE, NO_MATCH, STAFF, operation
from tournaments.api.versions import answer, seen_if_sent
from tournaments.api.watchers import spectator_of
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, SCORE, access_event_by_id, may
from tournaments.selectors.clocks import match_of
from tournaments.selectors.passes import match_place

NO_CLOCK = f"{NO_FIXTURE}, `no_clock`"


class FixtureClockView(ApiView):
    @operation(
        "Show the clock of a match",
        TAG,
        answer=ClockOutput,
        etag=True,
        errors={404: NO_CLOCK, 409: NO_MATCH},
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        match_id = match_of(access_event_by_id(event_id), key)
        who = spectator_of(request, match_place(match_id))
        return answer(clock_body(match_id, for_spectators=not who.sees_all))

    @operation(
        "Put a clock on a match",
        TAG,
        answer=ClockOutput,
        auth=STAFF,
        request=ClockInput,
        etag=True,
        errors={
            **SET_UP_ERRORS,
            404: NO_FIXTURE,
            409: f"`match_over`, `clocks_off`, `clock_has_run`, {NO_MATCH}",
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
            on_turn=data["on_turn"],
            by_staff=may(request.user, MANAGE, event),
        )
        return answer(clock_body(match_id))


class FixtureClockConfirmView(ApiView):
    @operation(
        "Confirm the settings of a clock for the players",
        TAG,
        auth=STAFF,
        errors={404: NO_CLOCK, 409: f"`match_over`, {NO_MATCH}"},
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
            404: NO_CLOCK,
            409: f"`press_id_reused`, {NO_MATCH}",
        },
        **PRESS,
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        match_id, act = _for_staff(request, event_id, key)
        return pressed(request, match_id, BOTH, act, by_staff=True)


class FixtureClockGameView(ApiView):
    @operation(
        "Say for the players what stood on the board when time was up",
        TAG,
        auth=STAFF,
        errors={
            **SAY_ERRORS,
            404: NO_CLOCK,
            409: f"`match_over`, `nothing_asked`, {NO_MATCH}",
        },
        **SAY,
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        match_id, act = _for_staff(request, event_id, key)
        return said(request, match_id, BOTH, act)


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
            404: NO_CLOCK,
            409: f"`match_over`, {NO_MATCH}",
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
        errors={404: NO_CLOCK, 409: NO_MATCH},
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        match_id, _act = _for_staff(request, event_id, key)
        return links(match_id, BOTH)

    @operation(
        "Make new links to a clock: the old ones open nothing any more",
        TAG,
        answer=LinksOutput,
        auth=STAFF,
        errors={404: NO_CLOCK, 409: NO_MATCH},
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        match_id, act = _for_staff(request, event_id, key)
        clock_renew_links(match_id=match_id, act=act)
        return links(match_id, BOTH)


class FixtureClockHistoryView(ApiView):
    @operation(
        "List everything that was done at a clock, or refused",
        TAG,
        answer=HistoryOutput,
        auth=STAFF,
        errors={404: NO_CLOCK, 409: NO_MATCH},
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        match_id, _act = _for_staff(request, event_id, key)
        steps = clock_view(match_id).clock.steps.all()
        return Response(HistoryOutput({"steps": steps}).data)


def _for_staff(request: Request, event_id: int, key: str) -> tuple[int, Act]:
    event: Event = access_event_by_id(event_id)
    act = staff_act(request, SCORE, event)
    return match_of(event, key), act
