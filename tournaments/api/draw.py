"""The draw: drafted from a seed, looked at, discarded or published."""

import secrets
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import NotFoundError
from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.events import EventOutput, answer_change, event_body
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import answer, seen_version, showing_newer
from tournaments.formats.seeding import Byes
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, SCORE, access_event_by_id, may
from tournaments.services.draw_options import WEIGHTS, DrawWish, crossover_wish
from tournaments.services.drawing import event_discard_draft, event_draft, event_publish

TAG = "Draw"


class SeedInput(serializers.Serializer[Any]):
    seed = LineField(
        max_length=100, required=False, help_text="Any text; without it one is made up."
    )


class DraftInput(SeedInput):
    """Without any of the options the draw is blind."""

    seeds = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        max_length=2048,
        help_text="Numbers (not ids) of entries, best first.",
    )
    byes = serializers.ChoiceField(
        choices=[each.value for each in Byes],
        required=False,
        help_text="Who has the byes that seeds leave: by lot, evenly by rating, fewest before.",
    )
    in_order = serializers.BooleanField(
        default=False, help_text="Give the seeds the very lines of the layout, none by lot."
    )
    crossover = serializers.BooleanField(
        default=False,
        help_text="Of an event that follows another: lines by the places there, the members of a "
        "group as far apart as can be. Instead of all other options.",
    )
    apart = serializers.ListField(
        child=serializers.ChoiceField(choices=list(WEIGHTS)),
        required=False,
        help_text="Who should meet late.",
    )


class AlterationOutput(serializers.Serializer[Any]):
    change = serializers.CharField(
        help_text="`swap`, `move_bye`, `fill_bye`, `preliminary` or `grow`."
    )
    entrants = serializers.ListField(child=serializers.IntegerField())


class DrawOutput(serializers.Serializer[Any]):
    """All that is needed to repeat the draw."""

    algorithm = serializers.CharField(source="draw.algorithm")
    seed = serializers.CharField(source="draw.seed")
    field = serializers.ListField(
        source="draw.field",
        child=serializers.IntegerField(),
        help_text="The numbers of the entries in the order in which they went into the lots.",
    )
    notices = serializers.ListField(source="draw.notices", child=serializers.CharField())
    options = serializers.JSONField(
        source="draw.options",
        default=dict,
        help_text="How lines were given, with all facts that goes by, as they were on the day; "
        "empty for a blind draw. Entrants by number of entry.",
    )
    altered = AlterationOutput(
        source="draw.altered",
        many=True,
        default=list,
        help_text="What was done by hand afterwards, oldest first; entrants by number of entry.",
    )
    groups = serializers.ListField(
        source="draw.groups",
        default=list,
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Of a round robin in groups: who is in which, by number of entry.",
    )
    drafts = serializers.IntegerField(help_text="How many drafts were drawn up to this one.")
    published_at = serializers.DateTimeField(allow_null=True)


class DrawView(ApiView):
    @operation(
        "Show the draw, so that anybody can repeat it",
        TAG,
        answer=DrawOutput,
        errors={404: "`no_such_event`, `no_draw`"},
        description="Staff also see a draft that is not published yet.",
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        if event.draw is None or not sees_draw(request, event):
            raise NotFoundError("no_draw", _("The draw is not published yet."))
        return answer(DrawOutput(event).data)


def sees_draw(request: Request, event: Event) -> bool:
    return event.published_at is not None or may(request.user, SCORE, event)


class DraftView(ApiView):
    @operation(
        "Draft the draw, for staff to look at",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=DraftInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: "`field_too_small`, `seed_missing`, `seed_unknown`, `playoff_too_large`, ...",
            404: "`no_such_event`",
            409: "`draw_published`",
        },
        description="A draft before it is replaced; the log keeps the seed of each.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, MANAGE, event)
        seen = seen_version(request)
        data = parse(DraftInput, request)
        seed = data.get("seed") or secrets.token_hex(8)
        wish = crossover_wish(event) if data["crossover"] else DrawWish.of(data)

        def change() -> Event:
            return event_draft(event_id=event_id, seed=seed, wish=wish, act=act, seen_version=seen)

        return answer_change(request, act, event_id, change)

    @operation(
        "Discard the draft and take entries again",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`", 409: "`no_draft`"},
    )
    def delete(self, request: Request, event_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)
        with showing_newer(lambda: event_body(event_id)):
            event_discard_draft(event_id=event_id, act=act, seen_version=seen)
        return answer(event_body(event_id))


class PublishView(ApiView):
    @operation(
        "Publish the draft: matches are made and sent to tables",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={404: "`no_such_event`", 409: "`no_draft`"},
    )
    def post(self, request: Request, event_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)

        def change() -> Event:
            return event_publish(event_id=event_id, act=act, seen_version=seen)

        return answer_change(request, act, event_id, change)
