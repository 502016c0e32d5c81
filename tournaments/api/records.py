"""Records of matches: files to hand in and to take away, the score sheet, who disagrees."""

from typing import IO, Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Match
from matches.selectors.downloads import download
from matches.selectors.recorded import account_of
from matches.services.record_import import (
    Upload,
    record_import,
    record_remove,
    record_set,
    record_sides,
)
from matches.services.record_sheet import sheet_write
from players.actors import Act
from tournaments.api.auth import PlayerPass, player, player_act, staff_act
from tournaments.api.base import ApiView
from tournaments.api.idempotency import answer_once
from tournaments.api.parsing import parse, parse_query
from tournaments.api.records_shown import (
    IMPORT_ERRORS,
    SET_ERRORS,
    SHEET_ERRORS,
    SIDES_ERRORS,
    TAG,
    RecordSetInput,
    RecordSidesInput,
    RecordsOutput,
    SheetInput,
    SheetOutput,
    SheetQuery,
    UploadInput,
    accounts_body,
    games_in,
    sheet_body,
)
from tournaments.api.schema import NO_FIXTURE, NO_MATCH, PLAYER, STAFF, operation
from tournaments.api.versions import Body, answer, answer_if_changed, seen_version, showing_newer
from tournaments.api.watchers import sight_of
from tournaments.selectors.access import SCORE, access_event_by_id
from tournaments.selectors.clocks import match_of
from tournaments.selectors.passes import own_side

STRANGER = {403: "`not_your_match`"}
HANDING_IN = (
    "The body is the file as it is, whatever program wrote it. The same file again changes "
    "nothing, and no file changes the result."
)
SHEET = (
    "All games anew, each with its winner, kind and cube; points, score, Crawford game and end "
    "follow. The result of the match is not changed by it."
)


class BytesParser(BaseParser):
    """A file as it is."""

    media_type = "*/*"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None
    ) -> Any:
        return stream.read()


def _import(request: Request, match_id: int, act: Act) -> Response:
    asked = parse_query(UploadInput, request)
    sent: Any = request.data
    upload = Upload(
        sent if isinstance(sent, bytes) else b"",
        asked["filename"],
        asked.get("number"),
        asked.get("set"),
    )
    record_import(match_id=match_id, upload=upload, act=act)
    return Response(accounts_body(match_id))


def _sides(request: Request, match_id: int, record_id: int, act: Act) -> Response:
    exchange = parse(RecordSidesInput, request)["exchange"]
    record_sides(match_id=match_id, record_id=record_id, exchange=exchange, act=act)
    return Response(accounts_body(match_id))


def _set(request: Request, match_id: int, record_id: int, act: Act) -> Response:
    number = parse(RecordSetInput, request)["set"]
    record_set(match_id=match_id, record_id=record_id, set_number=number, act=act)
    return Response(accounts_body(match_id))


def _write(request: Request, match_id: int, act: Act) -> Response:
    number = parse_query(SheetQuery, request)["set"]
    games, seen = games_in(parse(SheetInput, request)["games"]), seen_version(request)

    def work() -> Body:
        sheet_write(match_id=match_id, games=games, act=act, seen_version=seen, set_number=number)
        return sheet_body(match_id, number)

    with showing_newer(lambda: sheet_body(match_id, number)):
        return answer_once(request, act.by, work)


# --- Everybody, and staff ------------------------------------------------------------------------
class FixtureRecordsView(ApiView):
    parser_classes = [BytesParser]

    @operation(
        "List what is recorded of a match",
        TAG,
        answer=RecordsOutput,
        errors={404: NO_FIXTURE, 409: NO_MATCH},
        description="Each record with its games and what was found in it, and where records and "
        "the result do not agree.",
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        match_id = match_of(access_event_by_id(event_id), key)
        return Response(accounts_body(match_id, sight_of(request, match_id)))

    @operation(
        "Hand in a file of a match",
        TAG,
        answer=RecordsOutput,
        auth=STAFF,
        request={"application/octet-stream": bytes},
        parameters=[UploadInput],
        errors={
            **IMPORT_ERRORS,
            404: NO_FIXTURE,
            409: f"{IMPORT_ERRORS[409]}, {NO_MATCH}",
        },
        description=HANDING_IN,
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, SCORE, event)
        return _import(request, match_of(event, key), act)


class FixtureRecordView(ApiView):
    @operation(
        "Remove a file from a match",
        TAG,
        answer=RecordsOutput,
        auth=STAFF,
        errors={
            400: "`record_no_file`",
            404: f"{NO_FIXTURE}, `no_such_record`",
            409: NO_MATCH,
        },
        name="fixture_record_remove",
    )
    def delete(self, request: Request, event_id: int, key: str, record_id: int) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, SCORE, event)
        match_id = match_of(event, key)
        record_remove(match_id=match_id, record_id=record_id, act=act)
        return Response(accounts_body(match_id))


class FixtureRecordSidesView(ApiView):
    @operation(
        "Say who is who in a file",
        TAG,
        answer=RecordsOutput,
        auth=STAFF,
        request=RecordSidesInput,
        errors={
            **SIDES_ERRORS,
            404: f"{NO_FIXTURE}, `no_such_record`",
            409: f"{SIDES_ERRORS[409]}, {NO_MATCH}",
        },
    )
    def post(self, request: Request, event_id: int, key: str, record_id: int) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, SCORE, event)
        return _sides(request, match_of(event, key), record_id, act)


class FixtureRecordSetView(ApiView):
    @operation(
        "Say of which set a file is",
        TAG,
        answer=RecordsOutput,
        auth=STAFF,
        request=RecordSetInput,
        errors={
            **SET_ERRORS,
            404: f"{NO_FIXTURE}, `no_such_record`",
            409: f"{SET_ERRORS[409]}, {NO_MATCH}",
        },
    )
    def post(self, request: Request, event_id: int, key: str, record_id: int) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, SCORE, event)
        return _set(request, match_of(event, key), record_id, act)


class FixtureRecordFileView(ApiView):
    @operation(
        "Take a record away as a file",
        TAG,
        answer=OpenApiTypes.BINARY,
        errors={
            400: "the engine's codes for what the form has no words for",
            404: f"{NO_FIXTURE}, `no_such_record`, `no_such_form`",
            409: f"`record_open`, {NO_MATCH}",
        },
        name="fixture_record_file",
        description="`mat`, `sgf`, `json` (version 1), `txt`: a line with Position ID, Match ID "
        "and XGID for each position; `original`: the file as it was handed in.",
    )
    def get(
        self, request: Request, event_id: int, key: str, record_id: int, form: str
    ) -> HttpResponse:
        match_id = match_of(access_event_by_id(event_id), key)
        match = Match.objects.prefetch_related("sides").get(pk=match_id)
        given = download(match, account_of(match, record_id, sight_of(request, match_id)), form)
        response = HttpResponse(given.data, content_type=given.content_type)
        response["Content-Disposition"] = f'attachment; filename="{given.filename}"'
        return response


class FixtureSheetView(ApiView):
    @operation(
        "Show the score sheet of a match",
        TAG,
        answer=SheetOutput,
        etag=True,
        conditional=True,
        parameters=[SheetQuery],
        errors={400: "`no_such_set`", 404: NO_FIXTURE, 409: NO_MATCH},
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        match_id = match_of(access_event_by_id(event_id), key)
        number = parse_query(SheetQuery, request)["set"]
        body = sheet_body(match_id, number, sight_of(request, match_id))
        return answer_if_changed(request, body)

    @operation(
        "Write the score sheet of a match",
        TAG,
        answer=SheetOutput,
        auth=STAFF,
        request=SheetInput,
        parameters=[SheetQuery],
        versioned="must",
        idempotent=True,
        etag=True,
        errors={**SHEET_ERRORS, 404: NO_FIXTURE, 409: f"{SHEET_ERRORS[409]}, {NO_MATCH}"},
        description=SHEET,
    )
    def put(self, request: Request, event_id: int, key: str) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, SCORE, event)
        return _write(request, match_of(event, key), act)


# --- A player with the card ----------------------------------------------------------------------
class MyRecordsView(ApiView):
    authentication_classes = [PlayerPass]
    parser_classes = [BytesParser]

    @operation(
        "Hand in a file of my match",
        TAG,
        answer=RecordsOutput,
        auth=PLAYER,
        request={"application/octet-stream": bytes},
        parameters=[UploadInput],
        errors={**IMPORT_ERRORS, **STRANGER},
        description=HANDING_IN,
    )
    def post(self, request: Request, match_id: int) -> Response:
        own_side(player(request), match_id)
        return _import(request, match_id, player_act(request))


class MyRecordSidesView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Say who is who in a file of my match",
        TAG,
        answer=RecordsOutput,
        auth=PLAYER,
        request=RecordSidesInput,
        errors={**SIDES_ERRORS, **STRANGER},
    )
    def post(self, request: Request, match_id: int, record_id: int) -> Response:
        own_side(player(request), match_id)
        return _sides(request, match_id, record_id, player_act(request))


class MyRecordSetView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Say of which set a file of my match is",
        TAG,
        answer=RecordsOutput,
        auth=PLAYER,
        request=RecordSetInput,
        errors={**SET_ERRORS, **STRANGER},
    )
    def post(self, request: Request, match_id: int, record_id: int) -> Response:
        own_side(player(request), match_id)
        return _set(request, match_id, record_id, player_act(request))


class MySheetView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Write the score sheet of my match",
        TAG,
        answer=SheetOutput,
        auth=PLAYER,
        request=SheetInput,
        parameters=[SheetQuery],
        versioned="must",
        idempotent=True,
        etag=True,
        errors={**SHEET_ERRORS, **STRANGER},
        description=SHEET,
    )
    def put(self, request: Request, match_id: int) -> Response:
        own_side(player(request), match_id)
        return _write(request, match_id, player_act(request))

    @operation(
        "Show the score sheet of my match",
        TAG,
        answer=SheetOutput,
        auth=PLAYER,
        etag=True,
        parameters=[SheetQuery],
        errors={400: "`no_such_set`", **STRANGER},
    )
    def get(self, request: Request, match_id: int) -> Response:
        own_side(player(request), match_id)
        return answer(sheet_body(match_id, parse_query(SheetQuery, request)["set"]))
