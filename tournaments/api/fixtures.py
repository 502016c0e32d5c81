"""Fixtures as everybody may read them: the bracket, results, standings."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Match
from tournaments.api.base import ApiView
from tournaments.api.draw import sees_draw
from tournaments.api.parsing import parse_query
from tournaments.api.schema import NO_FIXTURE, operation
from tournaments.api.versions import Body, answer_if_changed
from tournaments.models import Event, Fixture
from tournaments.selectors.access import access_event_by_id
from tournaments.selectors.fixtures import FixtureView as View, SlotView
from tournaments.selectors.listing import SourcedFixture, sourced_fixture, sourced_fixtures
from tournaments.selectors.overall import overall
from tournaments.selectors.standings import standings

TAG = "Fixtures"


class FixtureFilter(serializers.Serializer[Any]):
    bracket = serializers.CharField(
        required=False,
        help_text="`M` is the main draw, `C` the consolation or lower bracket, `F` the finals, "
        "`LC` the last chance, `P` preliminary matches.",
    )
    status = serializers.ChoiceField(choices=Fixture.Status.choices, required=False)


class SlotOutput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=["entry", "bye", "open"])
    fed_by = serializers.CharField(
        help_text="`entrant:17`, `winner:M1.1`, `loser:M1.1` or `bye`: who comes here. "
        "`loser:F1.1:1` is the loser only if he stood in slot 1 there, else a bye."
    )
    entry = serializers.IntegerField(allow_null=True, help_text="The id of the entry, if known.")
    name = serializers.CharField(help_text="Empty unless the entry is known.")
    country = serializers.CharField()
    score = serializers.IntegerField(allow_null=True, help_text="Of a tie: the boards won.")
    won = serializers.BooleanField()
    team = serializers.CharField(
        help_text="At a board of a tie, where `name` is who sits there; else empty."
    )


class BoardOutput(serializers.Serializer[Any]):
    """A board of a tie; it is a fixture of its own with this key."""

    key = serializers.CharField()
    board = serializers.IntegerField()
    status = serializers.ChoiceField(
        choices=Fixture.Status.choices, help_text="`empty`: it need not be played."
    )
    slots = SlotOutput(many=True)
    match = serializers.IntegerField(allow_null=True)
    match_state = serializers.ChoiceField(choices=Match.State.choices, allow_blank=True)
    outcome = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField(help_text="The version of the match; 0 without one.")


class FixtureOutput(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="`M1.3`; a board of a tie is `M1.3.2`.")
    bracket = serializers.CharField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    length = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Fixture.Status.choices)
    if_needed = serializers.BooleanField(
        help_text="Waiting, and perhaps never played, such as a second final."
    )
    slots = SlotOutput(many=True)
    match = serializers.IntegerField(allow_null=True, help_text="The id of the match, once known.")
    match_state = serializers.ChoiceField(choices=Match.State.choices, allow_blank=True)
    outcome = serializers.CharField(
        help_text="`played`, `walkover`, `forfeit`, `double_forfeit`, `double_loss`, or empty."
    )
    start = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="What the match begins with, in slot order: the points of penalties.",
    )
    called_at = serializers.DateTimeField(
        allow_null=True, help_text="When its players were called to a table."
    )
    begun_at = serializers.DateTimeField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    ready_at = serializers.DateTimeField(allow_null=True)
    play_by = serializers.DateField(
        allow_null=True, help_text="In leagues and on ladders: the last day for it."
    )
    slot_at = serializers.DateTimeField(
        allow_null=True, help_text="The hour it was given, not having been played in time."
    )
    slot_table = serializers.IntegerField(allow_null=True, help_text="And the table, if named.")
    decided_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField(help_text="The version of the match; 0 without one.")
    event_version = serializers.IntegerField()
    tie = serializers.CharField(help_text="Of a board: the key of its tie; else empty.")
    board = serializers.IntegerField(allow_null=True)
    boards = BoardOutput(many=True, help_text="Of a tie between teams that are known.")


class FixturesOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="The event's version.")
    fixtures = FixtureOutput(many=True)


class PlaceOutput(serializers.Serializer[Any]):
    place = serializers.CharField(help_text="`1`, `3–4`, or empty while still in.")
    first = serializers.IntegerField(help_text="The best place that is still possible.")
    last = serializers.IntegerField()
    final = serializers.BooleanField()
    entry = serializers.IntegerField(source="entry_id")
    name = serializers.CharField()
    country = serializers.CharField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    values = serializers.ListField(
        child=serializers.CharField(), help_text="In rounds: of each criterion, as printed."
    )
    note = serializers.CharField(help_text="In rounds: such as that somebody has left.")


class BracketStandingsOutput(serializers.Serializer[Any]):
    bracket = serializers.CharField(
        source="letter", help_text="`S`, `L` or `R` is all of an event of rounds."
    )
    group = serializers.CharField(help_text="`A`, `B`, ... of a round robin in groups, or empty.")
    criteria = serializers.ListField(
        source="codes", child=serializers.CharField(), help_text="In rounds: first to last."
    )
    rule = serializers.CharField(help_text="What a round without an opponent counts for.")
    open_matches = serializers.IntegerField(help_text="In rounds: they count for nobody yet.")
    places = PlaceOutput(many=True)


class OverallOutput(serializers.Serializer[Any]):
    place = serializers.CharField(help_text="`1`, `3–4`, or empty while it is open.")
    first = serializers.IntegerField(help_text="The best place that is still possible.")
    last = serializers.IntegerField()
    final = serializers.BooleanField()
    entry = serializers.IntegerField(source="entry_id")
    name = serializers.CharField()
    country = serializers.CharField()
    bracket = serializers.CharField(source="letter", help_text="Where he was last.")
    left = serializers.BooleanField(help_text="Whether he has withdrawn.")
    disqualified = serializers.BooleanField(help_text="Has the place `—`, which is none.")


class StandingsOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="The event's version.")
    overall = OverallOutput(
        many=True, help_text="Every entrant once, where there are several brackets."
    )
    standings = BracketStandingsOutput(many=True)


MOMENTS = ("table", "ready_at", "play_by", "slot_at", "slot_table", "decided_at")


def fixture_body(event_id: int, key: str, *, draft: bool) -> Body:
    return FixtureOutput(fixture_data(sourced_fixture(event_id, key, draft=draft))).data


def fixture_data(fixture: SourcedFixture) -> dict[str, Any]:
    view = fixture.view
    own = ("key", "bracket", "round", "number", "length", "status", "match_state", "outcome")
    return {name: getattr(view, name) for name in (*own, *MOMENTS)} | {
        "slots": [
            _slot_data(slot, source)
            for slot, source in zip(view.slots, fixture.sources, strict=True)
        ],
        "if_needed": view.is_maybe,
        "start": view.begins.start if view.begins else None,
        "called_at": view.begins.called_at if view.begins else None,
        "begun_at": view.begins.begun_at if view.begins else None,
        "match": view.match_id,
        "version": view.match_version,
        "event_version": fixture.event_version,
        "tie": view.tie,
        "board": view.board,
        "boards": [_board_data(board) for board in view.boards],
    }


def _board_data(view: View) -> dict[str, Any]:
    own = ("key", "board", "status", "match_state", "outcome", "table")
    return {name: getattr(view, name) for name in own} | {
        "slots": [_slot_data(slot, f"entrant:{slot.entry_id}") for slot in view.slots],
        "match": view.match_id,
        "version": view.match_version,
    }


def _slot_data(slot: SlotView, source: str) -> dict[str, Any]:
    return {
        "kind": slot.kind,
        "fed_by": source,
        "entry": slot.entry_id,
        "name": slot.label if slot.kind == "entry" else "",
        "country": slot.country,
        "score": slot.score,
        "won": slot.won,
        "team": slot.team,
    }


def _fixtures_body(event: Event, fixtures: Sequence[SourcedFixture]) -> Body:
    data = [fixture_data(fixture) for fixture in fixtures]
    return FixturesOutput({"version": event.version, "fixtures": data}).data


class FixturesView(ApiView):
    @operation(
        "List the fixtures of an event in play order",
        TAG,
        answer=FixturesOutput,
        name="events_fixtures_list",
        parameters=[FixtureFilter],
        errors={404: "`no_such_event`"},
        description="None before the draw is published; staff also see a draft.",
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        wanted = parse_query(FixtureFilter, request)
        found = [
            fixture
            for fixture in sourced_fixtures(event, draft=sees_draw(request, event))
            if all(getattr(fixture.view, name) == value for name, value in wanted.items())
        ]
        return Response(_fixtures_body(event, found))


class FixtureView(ApiView):
    @operation(
        "Show a fixture",
        TAG,
        answer=FixtureOutput,
        conditional=True,
        etag=True,
        errors={404: NO_FIXTURE},
        description="Its ETag is `<match version>.<match>.<event version>`: it changes with the "
        "slots and the table, too. If-Match takes the version of the match alone as well.",
    )
    def get(self, request: Request, event_id: int, key: str) -> Response:
        draft = sees_draw(request, access_event_by_id(event_id))
        return answer_if_changed(request, fixture_body(event_id, key, draft=draft))


class ResultsView(ApiView):
    @operation(
        "List the results of an event, latest first",
        TAG,
        answer=FixturesOutput,
        errors={404: "`no_such_event`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        decided = [f for f in sourced_fixtures(event, draft=False) if f.view.decided_at]
        decided.sort(key=lambda fixture: str(fixture.view.decided_at), reverse=True)
        return Response(_fixtures_body(event, decided))


class StandingsView(ApiView):
    @operation(
        "Show who came where, bracket by bracket",
        TAG,
        answer=StandingsOutput,
        errors={404: "`no_such_event`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        data = {
            "version": event.version,
            "overall": overall(event),
            "standings": standings(event),
        }
        return Response(StandingsOutput(data).data)
