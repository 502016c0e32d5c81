"""Events: the list, making one, changing one before its draw."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.actors import Act
from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.idempotency import answer_once
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import (
    Body,
    answer,
    answer_if_changed,
    seen_version,
    showing_newer,
)
from tournaments.formats.ladder_rules import Unplayed, Winning
from tournaments.formats.shapes import Shape
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, access_event_by_id, access_tournament
from tournaments.selectors.listing import events_of
from tournaments.services.setting_up import EventSpec, event_change, event_create
from tournaments.web import taking_now

TAG = "Events"
RULES = (
    "`name_missing`, `length_...`, `round_unknown`, `rule_set_unknown`, `confirm_minutes`,"
    " `silence_of_both`,"
    " `format_unknown`, `setting_unknown`, `too_few_rounds`, `tie_break_unknown`,"
    " `boards_out_of_range`, `closes_before_opens`, ..."
)


class BracketRules(serializers.Serializer[Any]):
    """Who plays on after a loss. A format is refused what it has no use for."""

    shape = serializers.ChoiceField(
        choices=[each.value for each in Shape],
        required=False,
        help_text="`first_round`, `first_match`, `rounds`, `progressive`, `shifted` (these need a "
        "`consolation_length`), `double`, `playoff`.",
    )
    rounds = serializers.IntegerField(
        required=False, help_text="For `rounds`: losers of rounds 1 to this one drop."
    )
    qualifiers = serializers.IntegerField(
        required=False, help_text="For `playoff`: 1, 2, 4, ... of either bracket."
    )
    second_final = serializers.BooleanField(
        required=False, help_text="For `double`: who comes from the main bracket must lose twice."
    )
    consolation_from_final = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text='As `{"1": 7}`: its final to 7.'
    )
    finals_length = serializers.IntegerField(required=False)
    finals_from_final = serializers.DictField(child=serializers.IntegerField(), required=False)
    last_chance_length = serializers.IntegerField(
        required=False, help_text="With it, who loses early in the consolation plays on."
    )
    last_chance_from_final = serializers.DictField(child=serializers.IntegerField(), required=False)
    last_chance_rounds = serializers.IntegerField(
        required=False, help_text="Losers of consolation rounds 1 to this one."
    )


class SetsRules(serializers.Serializer[Any]):
    """Matches of several sets; the match length is then that of a set."""

    to_win = serializers.IntegerField(required=False, help_text="Sets that win the match.")
    decider = serializers.IntegerField(
        required=False, allow_null=True, help_text="The length of the last possible set."
    )
    to_win_from_final = serializers.DictField(
        child=serializers.IntegerField(),
        required=False,
        help_text='Other numbers of sets, by round counted from the final: {"1": 3}.',
    )


class LadderRulesInput(serializers.Serializer[Any]):
    """What challenges there may be, and what they do to the order."""

    reach = serializers.IntegerField(
        required=False, allow_null=True, help_text="How many places up; null is any."
    )
    made = serializers.IntegerField(required=False, help_text="Open challenges made by one.")
    faced = serializers.IntegerField(required=False, help_text="Open challenges against one.")
    in_all = serializers.IntegerField(required=False, help_text="Open challenges of one in all.")
    days = serializers.IntegerField(required=False, help_text="To play it.")
    winning = serializers.ChoiceField(choices=[each.value for each in Winning], required=False)
    unplayed = serializers.ChoiceField(choices=[each.value for each in Unplayed], required=False)
    fall = serializers.IntegerField(
        required=False, help_text="Places down, where `unplayed` is `challenged_falls`."
    )


class EventInput(serializers.Serializer[Any]):
    name = LineField(max_length=80)
    length = serializers.IntegerField(help_text="Match length in points.")
    format = serializers.ChoiceField(choices=Event.Format.choices, required=False)
    entrants = serializers.ChoiceField(
        choices=Event.Entrants.choices,
        required=False,
        help_text="Who enters: `singles`, `pairs` who consult, or `teams`.",
    )
    team_rules = serializers.DictField(
        required=False,
        allow_null=True,
        help_text="For `teams`: `boards` of a tie, `reserves`, `seating` (`fixed`, `free`), "
        "`level` (`points_decider`, `decider`; in rounds also `points`, `draw`), "
        "`remaining` (`played`, `stopped`), `ranking` (`ties`, `boards`), `bonus`.",
    )
    round_rules = serializers.DictField(
        required=False,
        allow_null=True,
        help_text="For `swiss`: `rounds`, `tie_breaks`, `unplayed`; for `lives`: `lives`, `places` "
        "(paid at most); for `round_robin`: `cycles`, `groups`, `tie_breaks`, `league` with "
        "`points` (`2-1`, or `3-2-1` for a pair of matches), `missed`, `division`, `up`, `down`, "
        "`starts_on`, `days_per_round`; for all of them `lengths`, by the round from which on "
        'each holds: {"1": 5, "5": 9}; for the first two also `apart`: ["club", "country"], kept '
        "apart where that costs nothing else.",
    )
    lengths_from_final = serializers.DictField(
        child=serializers.IntegerField(),
        required=False,
        help_text='Other lengths, by round counted from the final: {"1": 11, "2": 9}.',
    )
    consolation_length = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text="With it there is a consolation, of first-round losers unless `bracket_rules` "
        "say otherwise.",
    )
    bracket_rules = BracketRules(required=False, allow_null=True)
    sets = SetsRules(required=False)
    ladder_rules = LadderRulesInput(required=False, allow_null=True)
    even_lengths = serializers.BooleanField(required=False, help_text="Allow even lengths.")
    rule_set = LineField(max_length=20, required=False)
    confirm_minutes = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text="After so long, silence confirms a report; 0 is never, null as the rule set.",
    )
    entries_open_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="As the public is told; staff enter any time."
    )
    entries_close_at = serializers.DateTimeField(required=False, allow_null=True)
    checkin_close_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="Until then players say that they are here."
    )

    def validate_lengths_from_final(self, value: dict[str, int]) -> dict[int, int]:
        if not all(key.isascii() and key.isdigit() and len(key) < 4 for key in value):
            raise serializers.ValidationError(
                _("Rounds are counted from the final, which is 1."), code="round_unknown"
            )
        return {int(key): length for key, length in value.items()}


class EventOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    tournament = serializers.CharField(source="tournament.slug")
    slug = serializers.CharField()
    name = serializers.CharField()
    length = serializers.IntegerField()
    format = serializers.ChoiceField(choices=Event.Format.choices)
    entrants = serializers.ChoiceField(choices=Event.Entrants.choices)
    team_rules = serializers.DictField(allow_null=True, help_text="null unless teams enter.")
    round_rules = serializers.DictField(allow_null=True, help_text="null for a bracket.")
    lengths_from_final = serializers.DictField(child=serializers.IntegerField())
    consolation_length = serializers.IntegerField(allow_null=True)
    bracket_rules = BracketRules(
        allow_null=True, help_text="What differs from the usual; null is nothing."
    )
    sets = SetsRules(help_text="What differs from one set.")
    ladder_rules = LadderRulesInput(allow_null=True, help_text="null unless it is a ladder.")
    even_lengths = serializers.BooleanField()
    rule_set = serializers.CharField()
    confirm_minutes = serializers.IntegerField(source="rules.confirm_minutes")
    entries_open_at = serializers.DateTimeField(allow_null=True)
    entries_close_at = serializers.DateTimeField(allow_null=True)
    entries_state = serializers.SerializerMethodField(
        help_text="`not_yet`, `open`, `closed`; null where nothing is said of it. Staff enter "
        "anybody at any time."
    )
    checkin_close_at = serializers.DateTimeField(allow_null=True)
    overdue_rules = serializers.DictField(
        help_text="What becomes of matches not played in time, where it is not as usual."
    )
    shows_forecast = serializers.BooleanField(help_text="Whether the public sees the forecast.")
    follows = serializers.IntegerField(
        source="follows_id", allow_null=True, help_text="The event whose best play here."
    )
    state = serializers.ChoiceField(choices=Event.State.choices)
    drafts = serializers.IntegerField(help_text="How many times the draw was drafted.")
    created_at = serializers.DateTimeField()
    published_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()

    def get_entries_state(self, event: Event) -> str | None:
        return taking_now(event)


class EventsOutput(serializers.Serializer[Any]):
    events = EventOutput(many=True)


def event_body(event_id: int) -> Body:
    return EventOutput(access_event_by_id(event_id)).data


def answer_change(
    request: Request, act: Act, event_id: int, change: Callable[[], object], *, status: int = 200
) -> Response:
    """Carry out a change of an event once, and answer with the event as it is then."""

    def work() -> Body:
        change()
        return event_body(event_id)

    with showing_newer(lambda: event_body(event_id)):
        return answer_once(request, act.by, work, status=status)


def change_event(
    request: Request, event_id: int, change: Callable[[Act, int | None], object]
) -> Response:
    """The same for what only directors do; `change` takes the act and the version that was seen."""
    act = staff_act(request, MANAGE, access_event_by_id(event_id))
    seen = seen_version(request)
    return answer_change(request, act, event_id, lambda: change(act, seen))


class EventsView(ApiView):
    @operation(
        "List the events of a tournament",
        TAG,
        answer=EventsOutput,
        errors={404: "`no_such_tournament`"},
    )
    def get(self, request: Request, slug: str) -> Response:
        return answer(EventsOutput({"events": events_of(access_tournament(slug))}).data)

    @operation(
        "Make an event",
        TAG,
        answer=EventOutput,
        status=201,
        auth=STAFF,
        request=EventInput,
        idempotent=True,
        etag=True,
        errors={400: RULES, 404: "`no_such_tournament`"},
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament = access_tournament(slug)
        act = staff_act(request, MANAGE, tournament)
        spec = EventSpec(**parse(EventInput, request))

        def work() -> Body:
            return event_body(event_create(tournament_id=tournament.pk, spec=spec, act=act).pk)

        return answer_once(request, act.by, work, status=201)


class EventView(ApiView):
    @operation(
        "Show an event",
        TAG,
        answer=EventOutput,
        conditional=True,
        etag=True,
        errors={404: "`no_such_event`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        return answer_if_changed(request, event_body(event_id))

    @operation(
        "Change an event before its draw",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=EventInput,
        versioned="must",
        etag=True,
        errors={
            400: RULES,
            404: "`no_such_event`",
            409: "`draw_exists`, `entries_exist` (who enters is changed)",
        },
        description="Only what is sent is changed.",
    )
    def patch(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, MANAGE, event)
        seen = seen_version(request)
        spec = replace(EventSpec.of(event), **parse(EventInput, request, partial=True))
        with showing_newer(lambda: event_body(event_id)):
            event_change(event_id=event_id, spec=spec, act=act, seen_version=seen)
        return answer(event_body(event_id))
