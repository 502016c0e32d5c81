"""Chouettes for programs: of who hosts one, of who has a seat, and to look at."""

import secrets
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from matches.engine.fairdice import SECRET_BYTES
from matches.models_chouette import Chouette
from matches.selectors.chouette_books import books, books_data
from matches.selectors.chouette_records import chouette_by_code
from matches.selectors.chouettes import chouettes_of, own_chouette
from matches.services.chouette_acting import SeatDeed, chouette_act
from matches.services.chouettes import (
    ChouetteSpec,
    chouette_close,
    chouette_create,
    chouette_draw_order,
    chouette_join,
    chouette_leave,
    chouette_new_link,
    chouette_sit,
    chouette_void_roll,
)
from tournaments.api.auth import SeatPass, account, account_act, chair
from tournaments.api.base import ApiView
from tournaments.api.chouettes_shown import (
    ACT_ERRORS,
    ACTING,
    CREATE_ERRORS,
    JOIN_ERRORS,
    LEAVE_ERRORS,
    NOT_HERE,
    TAG,
    ChouetteAtInput,
    ChouetteInput,
    ChouetteLineOutput,
    ChouetteLogOutput,
    ChouetteOutput,
    ChouetteRecordOutput,
    ChouetteScoreOutput,
    SeatDeedInput,
    SeatJoinInput,
    SeatLinkOutput,
    SitInput,
    chair_act,
    chair_body,
    chouette_body,
    line_body,
    links_body,
    log_body,
    past_body,
    record_body,
)
from tournaments.api.idempotency import answer_once
from tournaments.api.log import LogQuery
from tournaments.api.parsing import parse, parse_query
from tournaments.api.schema import SEAT, STAFF, operation
from tournaments.api.versions import (
    Body,
    answer,
    answer_if_changed,
    seen_version,
    showing_newer,
)
from tournaments.services.archive_chouettes import chouette_export

CODE_BYTES = 12


# --- Who hosts it --------------------------------------------------------------------------------
class ChouettesView(ApiView):
    @operation("List your chouettes", TAG, answer=ChouetteLineOutput(many=True), auth=STAFF)
    def get(self, request: Request) -> Response:
        return Response([line_body(row) for row in chouettes_of(account(request).pk)])

    @operation(
        "Set up a chouette",
        TAG,
        answer=ChouetteOutput,
        status=201,
        auth=STAFF,
        request=ChouetteInput,
        idempotent=True,
        etag=True,
        errors=CREATE_ERRORS,
    )
    def post(self, request: Request) -> Response:
        act = account_act(request)
        data = parse(ChouetteInput, request)

        def work() -> Body:
            spec = ChouetteSpec(
                data["title"],
                data["names"],
                secrets.token_bytes(SECRET_BYTES),
                secrets.token_urlsafe(CODE_BYTES),
                data["rules"],
                game=data["game"],
                dice=data["dice"],
            )
            row = chouette_create(spec=spec, host_id=act.by.ident, act=act)
            return chouette_body(row.code)

        return answer_once(request, act.by, work, status=201)


def _own(request: Request, code: str) -> Chouette:
    return own_chouette(account(request).pk, code)


class ChouetteLinksView(ApiView):
    secret = True

    @operation(
        "Give the links to the seats",
        TAG,
        answer=SeatLinkOutput(many=True),
        auth=STAFF,
        errors=NOT_HERE,
    )
    def get(self, request: Request, code: str) -> Response:
        return Response(links_body(_own(request, code)))


class ChouetteSeatsView(ApiView):
    @operation(
        "Let somebody join a chouette",
        TAG,
        answer=ChouetteOutput,
        auth=STAFF,
        request=SeatJoinInput,
        versioned="must",
        etag=True,
        errors={**NOT_HERE, **JOIN_ERRORS},
        description="Between games; somebody who has left sits down again by the same name.",
    )
    def post(self, request: Request, code: str) -> Response:
        row, act = _own(request, code), account_act(request)
        data = parse(SeatJoinInput, request)
        with showing_newer(lambda: chouette_body(code)):
            chouette_join(
                chouette_id=row.pk,
                name=data["name"],
                ahead=data.get("ahead"),
                act=act,
                seen=seen_version(request),
            )
        return answer(chouette_body(code))


class ChouetteSeatView(ApiView):
    @operation(
        "Let a player leave a chouette",
        TAG,
        answer=ChouetteOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors=LEAVE_ERRORS,
        description="Between games; the account stays.",
    )
    def delete(self, request: Request, code: str, seat: int) -> Response:
        row, act = _own(request, code), account_act(request)
        with showing_newer(lambda: chouette_body(code)):
            chouette_leave(chouette_id=row.pk, seat=seat, act=act, seen=seen_version(request))
        return answer(chouette_body(code))


class ChouetteSeatLinkView(ApiView):
    secret = True

    @operation(
        "Make another link to a seat",
        TAG,
        answer=SeatLinkOutput(many=True),
        auth=STAFF,
        errors={404: "`no_such_chouette`, `no_such_seat`"},
        description="The one before opens nothing any more.",
    )
    def post(self, request: Request, code: str, seat: int) -> Response:
        row, act = _own(request, code), account_act(request)
        chouette_new_link(chouette_id=row.pk, seat=seat, act=act)
        return Response(links_body(row))


class ChouetteVoidRollView(ApiView):
    @operation(
        "Declare a throw void",
        TAG,
        answer=ChouetteOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={
            **NOT_HERE,
            400: "`no_roll_to_void`, `no_game`, and whatever else the engine says",
            409: "`chouette_over`",
        },
        description="Such as one that was typed wrongly; possible until something is played of it.",
    )
    def post(self, request: Request, code: str) -> Response:
        row, act = _own(request, code), account_act(request)
        with showing_newer(lambda: chouette_body(code)):
            chouette_void_roll(chouette_id=row.pk, act=act, seen=seen_version(request))
        return answer(chouette_body(code))


class ChouetteOrderView(ApiView):
    @operation(
        "Let the site throw for the order",
        TAG,
        answer=ChouetteOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={
            **NOT_HERE,
            400: "`dice_by_hand`, `too_few_players`",
            409: "`chouette_over`, `not_joined`, `thrown_already`",
        },
        description="Before the first throw, with dice of the site: one die for each, and again "
        "for those who tie. The highest is the box, the next the captain.",
    )
    def post(self, request: Request, code: str) -> Response:
        row, act = _own(request, code), account_act(request)
        with showing_newer(lambda: chouette_body(code)):
            chouette_draw_order(chouette_id=row.pk, act=act, seen=seen_version(request))
        return answer(chouette_body(code))


class ChouetteCloseView(ApiView):
    @operation(
        "Close a chouette",
        TAG,
        answer=ChouetteOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={**NOT_HERE, 409: "`chouette_over`, `game_on`"},
        description="Between games. Then the dice of the site may be checked.",
    )
    def post(self, request: Request, code: str) -> Response:
        row, act = _own(request, code), account_act(request)
        with showing_newer(lambda: chouette_body(code)):
            chouette_close(chouette_id=row.pk, act=act, seen=seen_version(request))
        return answer(chouette_body(code))


class ChouetteLogView(ApiView):
    @operation(
        "Read the log of a chouette, latest first",
        TAG,
        answer=ChouetteLogOutput,
        auth=STAFF,
        parameters=[LogQuery],
        errors=NOT_HERE,
        description="Actions at the table, and what was done beside it: `created`, `sat`, `link`, "
        "`closed`, `imported`.",
    )
    def get(self, request: Request, code: str) -> Response:
        row, query = _own(request, code), parse_query(LogQuery, request)
        return Response(log_body(row, query.get("before"), query["limit"]))


class ChouetteArchiveView(ApiView):
    secret = True

    @operation(
        "Give the archive of a chouette",
        TAG,
        answer=OpenApiTypes.OBJECT,
        auth=STAFF,
        errors=NOT_HERE,
        description="All of it, as `import_chouette` reads and replays it. The secret of the dice "
        "is in it once the table is closed.",
    )
    def get(self, request: Request, code: str) -> Response:
        return Response(chouette_export(chouette_id=_own(request, code).pk))


# --- Everybody -----------------------------------------------------------------------------------
class ChouetteView(ApiView):
    @operation(
        "Show a chouette",
        TAG,
        answer=ChouetteOutput,
        etag=True,
        conditional=True,
        parameters=[ChouetteAtInput],
        errors=NOT_HERE,
        description="`at`: as it was after so many actions; what ended a game shows its end.",
    )
    def get(self, request: Request, code: str) -> Response:
        at = parse_query(ChouetteAtInput, request).get("at")
        body = chouette_body(code) if at is None else past_body(code, at)
        return answer_if_changed(request, body)


class ChouetteRecordView(ApiView):
    @operation(
        "Give the record of a chouette",
        TAG,
        answer=ChouetteRecordOutput,
        etag=True,
        errors=NOT_HERE,
        description="Every action as the engine replays it; once it is closed also what the dice "
        "of the site followed from.",
    )
    def get(self, request: Request, code: str) -> Response:
        return answer(record_body(chouette_by_code(code)))


class ChouetteScoreView(ApiView):
    @operation(
        "Give the score sheet of a chouette",
        TAG,
        answer=ChouetteScoreOutput,
        etag=True,
        errors=NOT_HERE,
        description="What each game brought, the accounts, and who would pay whom now.",
    )
    def get(self, request: Request, code: str) -> Response:
        return answer(books_data(books(chouette_by_code(code))))


# --- Who has a seat ------------------------------------------------------------------------------
class SeatView(ApiView):
    authentication_classes = [SeatPass]

    @operation(
        "Show the table from my seat",
        TAG,
        answer=ChouetteOutput,
        auth=SEAT,
        etag=True,
        conditional=True,
    )
    def get(self, request: Request) -> Response:
        return answer_if_changed(request, chair_body(chair(request)))


class SeatJoinView(ApiView):
    authentication_classes = [SeatPass]

    @operation(
        "Sit down at my seat",
        TAG,
        answer=ChouetteOutput,
        auth=SEAT,
        request=SitInput,
        etag=True,
        errors={400: "`seed_too_long`", 409: "`chouette_over`"},
        description="Once and for all, with a seed for the dice of the site; empty: one is made.",
    )
    def post(self, request: Request) -> Response:
        own = chair(request)
        seed = parse(SitInput, request)["seed"] or secrets.token_urlsafe(12)
        chouette_sit(
            chouette_id=own.chouette.pk, seat=own.seat.number, seed=seed, act=chair_act(own)
        )
        return answer(chair_body(own))


class SeatActionsView(ApiView):
    authentication_classes = [SeatPass]

    @operation(
        "Throw, play, turn a cube, answer or resign at my seat",
        TAG,
        answer=ChouetteOutput,
        auth=SEAT,
        request=SeatDeedInput,
        versioned="must",
        etag=True,
        errors=ACT_ERRORS,
        description=f"{ACTING} With an `id` of your own it is done once.",
    )
    def post(self, request: Request) -> Response:
        own, seen = chair(request), seen_version(request)
        what: dict[str, Any] = dict(parse(SeatDeedInput, request))
        deed = SeatDeed(own.seat.number, what, what.pop("id", ""))
        with showing_newer(lambda: chair_body(own)):
            chouette_act(
                chouette_id=own.chouette.pk, deed=deed, act=chair_act(own), seen_version=seen
            )
        return answer(chair_body(own))
