"""Matches that are played on the site: for players with a card, for staff, and to look at."""

import secrets

from rest_framework.request import Request
from rest_framework.response import Response

from matches.engine.fairdice import SECRET_BYTES
from matches.selectors.live import board_at, live_board
from matches.selectors.live_data import live_state, record_data
from matches.selectors.records import live_record
from matches.services.live_acting import Deed, live_act
from matches.services.live_begin import Table, live_begin, live_join
from players.actors import Act
from tournaments.api.auth import PlayerPass, player, player_act, staff_act
from tournaments.api.base import ApiView
from tournaments.api.idempotency import answer_once
from tournaments.api.live_shown import (
    ACT_ERRORS,
    ACTING,
    BEGIN_ERRORS,
    NOT_HERE,
    TAG,
    AtInput,
    BeginInput,
    DeedInput,
    JoinInput,
    LiveOutput,
    LiveRecordOutput,
    SetInput,
    StaffDeedInput,
    deed_of,
    live_body,
    staff_deed_of,
)
from tournaments.api.parsing import parse, parse_query
from tournaments.api.schema import NO_FIXTURE, NO_MATCH, PLAYER, STAFF, operation
from tournaments.api.versions import Body, answer, answer_if_changed, seen_version, showing_newer
from tournaments.api.watchers import sight_of
from tournaments.selectors.access import SCORE, access_event_by_id
from tournaments.selectors.clocks import match_of
from tournaments.selectors.passes import own_side

STRANGER = {403: "`not_your_match`"}


def _begin(request: Request, match_id: int, act: Act, viewer: int) -> Response:
    data = parse(BeginInput, request)
    secret = secrets.token_bytes(SECRET_BYTES)
    table = Table(secret, data["game"], data["dice"], data["by_agreement"])
    live_begin(match_id=match_id, table=table, act=act)
    return answer(live_body(match_id, viewer))


def _act(request: Request, match_id: int, deed: Deed, act: Act, viewer: int) -> Response:
    """Do it once; a stale version is told where the match stands."""
    seen = seen_version(request)

    def work() -> Body:
        now = live_act(match_id=match_id, deed=deed, act=act, seen_version=seen)
        return live_body(match_id, viewer, now)

    with showing_newer(lambda: live_body(match_id, viewer)):
        return answer_once(request, act.by, work)


# --- A player with the card ----------------------------------------------------------------------
class MyLiveView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Show the board of my match",
        TAG,
        answer=LiveOutput,
        auth=PLAYER,
        etag=True,
        conditional=True,
        errors={**STRANGER, **NOT_HERE},
    )
    def get(self, request: Request, match_id: int) -> Response:
        side = own_side(player(request), match_id)
        body = live_body(match_id, side)
        if body["suggestions"]:  # these leave the version of the board as it is
            return answer(body)
        return answer_if_changed(request, body)

    @operation(
        "Set up a board for my match",
        TAG,
        answer=LiveOutput,
        auth=PLAYER,
        request=BeginInput,
        etag=True,
        errors={**BEGIN_ERRORS, **STRANGER},
        description="Either player does; the same again changes nothing. Until both have joined "
        "it can be set up otherwise. In a match of sets every set is set up, and joined, anew. "
        "The commitment of the site's dice is in the answer.",
    )
    def post(self, request: Request, match_id: int) -> Response:
        side = own_side(player(request), match_id)
        return _begin(request, match_id, player_act(request), side)


class MyLiveJoinView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Sit down at the board of my match",
        TAG,
        answer=LiveOutput,
        auth=PLAYER,
        request=JoinInput,
        etag=True,
        errors={**STRANGER, **NOT_HERE, 400: "`seed_...`", 409: "`match_over`, `record_closed`"},
        description="Once and for all, with a seed for the dice of the site; empty: one is made.",
    )
    def post(self, request: Request, match_id: int) -> Response:
        side = own_side(player(request), match_id)
        seed = parse(JoinInput, request)["seed"] or secrets.token_urlsafe(12)
        live_join(match_id=match_id, side=side, seed=seed, act=player_act(request))
        return answer(live_body(match_id, side))


class MyLiveActionsView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Throw, play, double, answer or resign in my match",
        TAG,
        answer=LiveOutput,
        auth=PLAYER,
        request=DeedInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={**ACT_ERRORS, **STRANGER},
        description=ACTING,
    )
    def post(self, request: Request, match_id: int) -> Response:
        side = own_side(player(request), match_id)
        deed = deed_of(request, side)
        return _act(request, match_id, deed, player_act(request), side)


# --- Everybody, and staff ------------------------------------------------------------------------
class FixtureLiveView(ApiView):
    @operation(
        "Show the board of a match",
        TAG,
        answer=LiveOutput,
        etag=True,
        parameters=[AtInput],
        errors={404: f"{NO_FIXTURE}, `not_played_here`", 409: NO_MATCH},
        description="With a delay for spectators, as it stood so long ago, for all but the staff; "
        "the version is then that of what is shown.",
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        match_id = match_of(access_event_by_id(event_id), key)
        asked, sight = parse_query(AtInput, request), sight_of(request, match_id)
        if not asked and sight.is_whole:
            return answer(live_state(live_board(match_id)))
        record = live_record(match_id, asked.get("set"), sight=sight)
        return answer(live_state(board_at(match_id, asked.get("at"), record, sight=sight)))

    @operation(
        "Set up a board for a match",
        TAG,
        answer=LiveOutput,
        auth=STAFF,
        request=BeginInput,
        etag=True,
        errors={**BEGIN_ERRORS, 404: NO_FIXTURE, 409: f"{BEGIN_ERRORS[409]}, {NO_MATCH}"},
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, SCORE, event)
        return _begin(request, match_of(event, key), act, 0)


class FixtureLiveActionsView(ApiView):
    @operation(
        "Do something for a side in a match on the site",
        TAG,
        answer=LiveOutput,
        auth=STAFF,
        request=StaffDeedInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            **ACT_ERRORS,
            404: f"{NO_FIXTURE}, `not_played_here`",
            409: f"{ACT_ERRORS[409]}, {NO_MATCH}",
        },
        description=f"{ACTING} Staff also void a roll, award a game or declare it a draw.",
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, SCORE, event)
        deed = staff_deed_of(request)
        return _act(request, match_of(event, key), deed, act, 0)


class FixtureRecordView(ApiView):
    @operation(
        "Give the record of a match that is played on the site",
        TAG,
        answer=LiveRecordOutput,
        etag=True,
        parameters=[SetInput],
        errors={404: f"{NO_FIXTURE}, `not_played_here`", 409: NO_MATCH},
        description="Every action as the engine replays it. Once the match, or the set, is over "
        "also what the dice of the site followed from, so that anybody can recompute them. "
        "Spectators get as much of it as they see by now.",
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        match_id = match_of(access_event_by_id(event_id), key)
        number = parse_query(SetInput, request).get("set")
        return answer(record_data(match_id, number, sight=sight_of(request, match_id)))
