"""Entries: reading a list, adding its rows, correcting or removing one."""

from dataclasses import fields
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import in_words
from players.entrylists import MAX_LINES, Finding, read_entries
from players.services.people import PersonFacts
from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.events import EventOutput, answer_change, event_body
from tournaments.api.parsing import JsonParser, LineField, ListParser, TooLargeError, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.squads import (
    MAX_SQUAD,
    MemberInput,
    MemberNameOutput,
    MemberOutput,
    people_in,
    team_rows,
)
from tournaments.api.versions import answer, seen_version, showing_newer
from tournaments.models import Entry, Event
from tournaments.selectors.access import MANAGE, SCORE, access_entry, access_event_by_id, may
from tournaments.selectors.staffed import entries_of
from tournaments.services.entries import (
    NewEntry,
    entries_add,
    entry_change,
    entry_facts,
    entry_remove,
)

TAG = "Entries"
CLOSED = "`draw_in_draft`, `draw_published`"
FACTS = [field.name for field in fields(PersonFacts)]


class TextInput(serializers.Serializer[Any]):
    text = serializers.CharField(
        trim_whitespace=False, help_text="The list as it is: one entry a line, or a table."
    )


class RowInput(serializers.Serializer[Any]):
    """A row of the preview; what is unknown here (`line`, `text`, `paid`) is passed over."""

    name = LineField(
        max_length=80, allow_blank=True, help_text="A pair may go without: then by its members."
    )
    members = serializers.ListField(
        child=MemberInput(),
        required=False,
        max_length=MAX_SQUAD,
        help_text="Of a team in the order of its boards, reserves after them; of a pair its two.",
    )
    given = LineField(max_length=80, required=False, allow_blank=True)
    family = LineField(max_length=80, required=False, allow_blank=True)
    country = LineField(max_length=3, required=False, allow_blank=True)
    club = LineField(max_length=80, required=False, allow_blank=True)
    federation_no = LineField(max_length=20, required=False, allow_blank=True)
    rating = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=9999)
    note = LineField(max_length=200, required=False, allow_blank=True)
    include = serializers.BooleanField(default=True, help_text="false: leave this row out.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs["name"].strip() and not attrs.get("members"):
            raise serializers.ValidationError(_("A name is needed."), code="blank")
        return attrs


class RowsInput(serializers.Serializer[Any]):
    rows = serializers.ListField(child=RowInput(), max_length=MAX_LINES)


class EntryInput(serializers.Serializer[Any]):
    name = LineField(max_length=80)
    country = LineField(max_length=3, required=False, allow_blank=True)
    club = LineField(max_length=80, required=False, allow_blank=True)
    rating = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=9999)
    note = LineField(max_length=200, required=False, allow_blank=True)


class RowOutput(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    text = serializers.CharField()
    name = serializers.CharField()
    given = serializers.CharField()
    family = serializers.CharField()
    country = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    club = serializers.CharField()
    federation_no = serializers.CharField()
    paid = serializers.BooleanField(allow_null=True)
    note = serializers.CharField()
    include = serializers.BooleanField()
    members = MemberNameOutput(many=True, required=False, help_text="Where teams or pairs enter.")


class FindingOutput(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="From 1; 0 is the list as a whole.")
    code = serializers.CharField()
    severity = serializers.ChoiceField(choices=["info", "warning", "error"])
    message = serializers.SerializerMethodField()
    text = serializers.CharField()
    value = serializers.CharField()
    other_line = serializers.IntegerField(allow_null=True)

    def get_message(self, finding: Finding) -> str:
        return in_words(finding)


class PreviewOutput(serializers.Serializer[Any]):
    rows = RowOutput(many=True)
    findings = FindingOutput(many=True)


class PublicEntryOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Order of entry, which is what the draw shuffles.")
    name = serializers.CharField()
    country = serializers.CharField()
    club = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    first_round = serializers.IntegerField(help_text="In rounds: more than 1 for who came late.")
    late = serializers.ChoiceField(
        choices=Entry.Late.choices, help_text="What each round before that counts as."
    )
    last_round = serializers.IntegerField(
        allow_null=True, help_text="Who has left was last paired in this round or before."
    )
    away = serializers.ListField(
        child=serializers.IntegerField(), help_text="Rounds missed before coming back."
    )
    came_group = serializers.IntegerField(
        allow_null=True, help_text="Who came from another event: of which group, from 1,"
    )
    came_place = serializers.IntegerField(allow_null=True, help_text="and as which place of it.")
    members = serializers.SerializerMethodField(help_text="Of a team or pair; else empty.")

    @extend_schema_field(MemberOutput(many=True))
    def get_members(self, entry: Entry) -> Any:
        if entry.event.of_singles:
            return []
        return MemberOutput(entry.members.all(), many=True).data


class EntryOutput(PublicEntryOutput):
    """Staff also see the note and which player it is."""

    note = serializers.CharField(required=False, help_text="For staff only.")
    player = serializers.IntegerField(
        source="player_id", required=False, help_text="For staff only."
    )
    present_at = serializers.DateTimeField(
        allow_null=True,
        required=False,
        help_text="When it was said that he is here. For staff only.",
    )


class EntriesOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="The event's version.")
    entries = EntryOutput(many=True)


class EntriesView(ApiView):
    @operation(
        "List the entries of an event",
        TAG,
        answer=EntriesOutput,
        errors={404: "`no_such_event`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        output = EntryOutput if may(request.user, SCORE, event) else PublicEntryOutput
        entries = output(entries_of(event), many=True).data
        return Response({"version": event.version, "entries": entries})

    @operation(
        "Add entries: all or none",
        TAG,
        answer=EventOutput,
        status=201,
        auth=STAFF,
        request=RowsInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: "`too_many_entries`, `no_names`",
            404: "`no_such_event`",
            409: CLOSED,
        },
        description="Takes the rows of the preview as they are; rows with `include: false` stay "
        "out. Known players are found again by name, country and federation number.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)
        rows = parse(RowsInput, request)["rows"]
        new = [_new_entry(row) for row in rows if row["include"]]

        def change() -> list[Entry]:
            return entries_add(event_id=event_id, entries=new, act=act, seen_version=seen)

        return answer_change(request, act, event_id, change, status=201)


class EntriesPreviewView(ApiView):
    parser_classes = [JsonParser, ListParser]

    @operation(
        "Read an entry list without storing anything",
        TAG,
        answer=PreviewOutput,
        auth=STAFF,
        request={"application/json": TextInput, "text/plain": bytes},
        errors={404: "`no_such_event`"},
        description="Send the text as JSON, or the bytes of a text or CSV file as `text/plain` or "
        "`text/csv`: the encoding is found out. What is wrong with a list is among the findings.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        sent: object = request.data
        source = sent if isinstance(sent, bytes) else parse(TextInput, request)["text"]
        if len(source) > settings.MAX_UPLOAD:
            raise TooLargeError("too_large", _("This list is too long."), limit=settings.MAX_UPLOAD)
        if event.of_singles:
            return answer(PreviewOutput(read_entries(source)).data)
        pairs = event.entrants == Event.Entrants.PAIRS
        return answer(PreviewOutput(team_rows(source, pairs=pairs)).data)


class EntryView(ApiView):
    @operation(
        "Correct what the list said about an entrant",
        TAG,
        answer=EntryOutput,
        auth=STAFF,
        request=EntryInput,
        versioned="must",
        errors={404: "`no_such_event`, `no_such_entry`"},
        description="Possible at any time; the draw stays. Only what is sent is changed. If-Match "
        "is the event's version.",
    )
    def patch(self, request: Request, event_id: int, entry_id: int) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, MANAGE, event)
        seen = seen_version(request)
        said = parse(EntryInput, request, partial=True)
        note = said.pop("note", None)
        facts = PersonFacts(**entry_facts(access_entry(event, entry_id)) | said)
        with showing_newer(lambda: event_body(event_id)):
            entry = entry_change(
                event_id=event_id,
                entry_id=entry_id,
                facts=facts,
                note=note,
                act=act,
                seen_version=seen,
            )
        return answer(EntryOutput(entry).data)

    @operation(
        "Take an entry off the list, before the draw",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={
            404: "`no_such_event`, `no_such_entry`",
            409: f"{CLOSED}, `entry_has_paid`, `entry_in_auction`",
        },
    )
    def delete(self, request: Request, event_id: int, entry_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)
        with showing_newer(lambda: event_body(event_id)):
            entry_remove(event_id=event_id, entry_id=entry_id, act=act, seen_version=seen)
        return answer(event_body(event_id))


def _new_entry(row: dict[str, Any]) -> NewEntry:
    facts = {name: row[name] for name in FACTS if name in row}
    return NewEntry(PersonFacts(**facts), row.get("note", ""), people_in(row))
