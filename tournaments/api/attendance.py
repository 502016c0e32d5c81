"""Who comes late into a running event, who leaves it, and who comes back; whatever its format."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.services.people import PersonFacts
from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.entries import EntryInput
from tournaments.api.events import EventOutput, answer_change
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.squads import MAX_SQUAD, MemberInput, people_in
from tournaments.api.versions import answer, seen_version
from tournaments.models import Entry
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.services.attendance import (
    entry_add_late,
    entry_miss_round,
    entry_play_round,
    entry_reinstate,
    entry_withdraw,
)
from tournaments.services.disqualifying import entry_disqualify, entry_requalify
from tournaments.services.entries import NewEntry
from tournaments.services.ladders import ladder_join
from tournaments.services.late_preview import late_preview
from tournaments.services.redrawing import LATE, LateWay, entry_add_to_bracket

TAG = "Attendance"


class LateInput(EntryInput):
    members = serializers.ListField(child=MemberInput(), required=False, max_length=MAX_SQUAD)
    late = serializers.ChoiceField(
        choices=Entry.Late.choices,
        default=Entry.Late.LOSS,
        help_text="In rounds: what each round missed so far counts as.",
    )
    way = serializers.ChoiceField(
        choices=[each.value for each in LATE],
        required=False,
        help_text="In brackets, and needed there. `fill_bye`: plays `beside` instead of that one's "
        "bye; `preliminary`: plays `beside` for that one's line; `grow`: twice as many lines, all "
        "others have a bye.",
    )
    beside = serializers.IntegerField(
        required=False, allow_null=True, help_text="In brackets: the id of an entry."
    )
    points = serializers.BooleanField(
        default=True,
        help_text="In brackets: whoever waits for him gets the points that the rules give for "
        "entering late.",
    )
    reason = LineField(
        max_length=300,
        default="",
        allow_blank=True,
        help_text="Why he is let in where the rules of the event are against it.",
    )


class LatePreviewOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    round = serializers.IntegerField(help_text="The first one to play in.")
    missed = serializers.IntegerField(help_text="How many rounds are over or published.")
    score = serializers.CharField(help_text="For these, in points as printed.")
    lives = serializers.IntegerField(allow_null=True, help_text="Those left; null but in lives.")
    waits = serializers.BooleanField(
        help_text="Results are missing from which the opponent follows."
    )
    opponent = serializers.CharField(help_text="As it stands now; empty is a bye.")
    why = serializers.ListField(child=serializers.CharField())


class ReasonInput(serializers.Serializer[Any]):
    reason = LineField(max_length=300, default="", allow_blank=True)


class LateView(ApiView):
    @operation(
        "Let somebody into an event after the draw is published",
        TAG,
        answer=EventOutput,
        status=201,
        auth=STAFF,
        request=LateInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: "`too_many_entries`; in rounds `half_a_life`, `no_life_left`; in brackets "
            "`way_unknown`, `no_bye`, `byes_left`, `beside_missing`, `entrant_not_on_line`",
            404: "`no_such_event`, `no_such_entry`",
            409: "in rounds and brackets `late_entry_barred`; in rounds `not_running`, "
            "`round_in_draft`, `schedule_fixed`, `no_round_left`; in brackets `not_published`, "
            "`late_entry_lost`, `result_in_the_way` with `detail.keys`; on a ladder "
            "`ladder_closed`",
        },
        description="On a ladder he is at the bottom.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        seen = seen_version(request)
        data = parse(LateInput, request)
        act = staff_act(request, MANAGE, event, reason=data.pop("reason"))
        late, way, beside = data.pop("late"), data.pop("way", ""), data.pop("beside", None)
        points = data.pop("points")
        members, note = people_in(data), data.pop("note", "")
        data.pop("members", None)
        entry = NewEntry(PersonFacts(**data), note, members)

        def change() -> Entry:
            common: dict[str, Any] = {
                "event_id": event_id,
                "entry": entry,
                "act": act,
                "seen_version": seen,
            }
            if event.is_ladder:
                return ladder_join(**common)
            if event.in_rounds:
                return entry_add_late(late=late, **common)
            return entry_add_to_bracket(late=LateWay(way, beside, points), **common)

        return answer_change(request, act, event_id, change, status=201)


class LatePreviewView(ApiView):
    @operation(
        "Show what a late entry into rounds would mean",
        TAG,
        answer=LatePreviewOutput,
        auth=STAFF,
        request=LateInput,
        errors={
            400: "`half_a_life`, `no_life_left`, `too_few_present`, ...",
            404: "`no_such_event`",
            409: "`not_in_rounds`, `not_running`, `round_in_draft`, `schedule_fixed`, "
            "`no_round_left`",
        },
        description="Nothing is stored.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        data = parse(LateInput, request)
        late = data.pop("late")
        for name in ("way", "beside", "note", "points", "reason"):
            data.pop(name, None)
        found = late_preview(event, NewEntry(PersonFacts(**data)), late)
        return answer(LatePreviewOutput(found).data)


class AbsenceView(ApiView):
    @operation(
        "Let an entrant miss the next round",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        idempotent=True,
        etag=True,
        request=ReasonInput,
        errors={
            404: "`no_such_event`, `no_such_entry`",
            409: "`not_in_rounds`, `not_running`, `round_in_draft`, `no_next_round`, "
            "`not_expected`",
        },
        description="That round alone; it counts as a loss, and in lives costs one.",
    )
    def post(self, request: Request, event_id: int, entry_id: int) -> Response:
        return _attend(request, event_id, entry_id, entry_miss_round)

    @operation(
        "Let an entrant play the next round after all",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={
            404: "`no_such_event`, `no_such_entry`",
            409: "`not_in_rounds`, `not_running`, `round_in_draft`, `no_next_round`, `not_away`",
        },
    )
    def delete(self, request: Request, event_id: int, entry_id: int) -> Response:
        return _attend(request, event_id, entry_id, entry_play_round)


class WithdrawalView(ApiView):
    @operation(
        "Withdraw an entrant who leaves",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=ReasonInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            404: "`no_such_event`, `no_such_entry`",
            409: "`already_withdrawn`; in rounds `not_running`, `round_in_draft`; in brackets "
            "`not_published`",
        },
        description="What was played stays. In brackets, what he still has to play is a walkover "
        "for the other. In rounds he is paired no more; a match of a published round stays as it "
        "is: enter a walkover for the opponent there.",
    )
    def post(self, request: Request, event_id: int, entry_id: int) -> Response:
        return _attend(request, event_id, entry_id, entry_withdraw)

    @operation(
        "Let an entrant who has left play again",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={
            404: "`no_such_event`, `no_such_entry`",
            409: "`not_withdrawn`, `disqualified`; in rounds `not_running`, `round_in_draft`; in "
            "brackets `results_depend` with `detail.fixtures`",
        },
        description="In brackets the walkovers that followed from his leaving are open again. In "
        "rounds he is paired from the next one on, and each round missed between is a loss.",
    )
    def delete(self, request: Request, event_id: int, entry_id: int) -> Response:
        return _attend(request, event_id, entry_id, entry_reinstate)


class DisqualificationView(ApiView):
    @operation(
        "Disqualify an entrant: no place and no prize",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=ReasonInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: "`reason_missing`",
            404: "`no_such_event`, `no_such_entry`",
            409: "`already_disqualified`, `not_published`, `round_in_draft`",
        },
        description="He leaves as by `withdrawal/`, unless he has; also when all is over. His "
        "results stay.",
    )
    def post(self, request: Request, event_id: int, entry_id: int) -> Response:
        return _attend(request, event_id, entry_id, entry_disqualify)

    @operation(
        "Take a disqualification back; he stays away until let back in",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`, `no_such_entry`", 409: "`not_disqualified`"},
    )
    def delete(self, request: Request, event_id: int, entry_id: int) -> Response:
        return _attend(request, event_id, entry_id, entry_requalify)


def _attend(request: Request, event_id: int, entry_id: int, deed: Any) -> Response:
    event = access_event_by_id(event_id)
    staff_act(request, MANAGE, event)
    reason = parse(ReasonInput, request)["reason"]
    act = staff_act(request, MANAGE, event, reason=reason)
    seen = seen_version(request)

    def change() -> Entry:
        entry: Entry = deed(event_id=event_id, entry_id=entry_id, act=act, seen_version=seen)
        return entry

    return answer_change(request, act, event_id, change)
