"""When an event ends: an outlook before its draw, and the forecast while it is being played."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import NotFoundError
from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.events import EventOutput, event_body
from tournaments.api.parsing import parse, parse_query
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import answer, answer_if_changed, seen_version, showing_newer
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, SCORE, access_event_by_id, may
from tournaments.selectors.forecasting import Forecast
from tournaments.selectors.forecasts import forecast
from tournaments.selectors.outlooks import OutlookView, WhatIf, event_outlook
from tournaments.services.drawing import draw_config
from tournaments.services.showing import event_show_forecast

TAG = "Forecast"


class ExpectedOutput(serializers.Serializer[Any]):
    key = serializers.CharField()
    priority = serializers.IntegerField(
        allow_null=True, help_text="1 for the match to call next; null unless it can be called."
    )
    starts_at = serializers.DateTimeField(
        allow_null=True, help_text="When it can be expected to start; null if it is being played."
    )
    since = serializers.DateTimeField(allow_null=True, help_text="Since when it is being played.")
    slow_from = serializers.DateTimeField(
        allow_null=True, help_text="When nine in ten matches of this length are over."
    )


class ExpectedRoundOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    median = serializers.DateTimeField(help_text="By then one in two such rounds is over.")
    late = serializers.DateTimeField(help_text="By then nine in ten such rounds are over.")


class ForecastOutput(serializers.Serializer[Any]):
    """All times are rounded to five minutes but `as_of` and `since`."""

    event = serializers.IntegerField()
    version = serializers.IntegerField()
    as_of = serializers.DateTimeField(help_text="The last change of the event, its present.")
    median = serializers.DateTimeField(help_text="By then one in two such events is over.")
    late = serializers.DateTimeField(help_text="By then nine in ten such events are over.")
    pace = serializers.FloatField(help_text="1.2: matches last 20 % longer here than usual.")
    learned_from = serializers.IntegerField(help_text="How many finished matches taught the pace.")
    boards = serializers.IntegerField(
        allow_null=True, help_text="Tables for this event; null where there are none."
    )
    fixtures = ExpectedOutput(many=True)
    rounds = ExpectedRoundOutput(
        many=True, help_text="Of an event of rounds, those that are not over; of lives, as likely."
    )


class ShownInput(serializers.Serializer[Any]):
    shows_forecast = serializers.BooleanField(help_text="Whether the public sees the forecast.")


def forecast_body(event: Event, found: Forecast) -> dict[str, Any]:
    named = {name: getattr(found, name) for name in ("as_of", "median", "late", "learned_from")}
    expected = [
        {
            "key": key,
            "priority": one.priority,
            "starts_at": one.starts_at,
            "since": one.since,
            "slow_from": one.slow_from,
        }
        for key, one in found.fixtures.items()
    ]
    body = {
        "event": event.pk,
        "version": event.version,
        "pace": round(found.pace, 3),
        "boards": found.boards,
        "fixtures": expected,
        "rounds": [
            {"number": one.number, "median": one.median, "late": one.late} for one in found.rounds
        ],
    }
    return ForecastOutput({**named, **body}).data


class ForecastView(ApiView):
    @operation(
        "Forecast the end of an event that is being played",
        TAG,
        answer=ForecastOutput,
        conditional=True,
        etag=True,
        errors={404: "`no_such_event`, `no_forecast`"},
        description=(
            "The expected end, the pace learned from this event, and for each match that is not "
            "over when it can be expected to start, or from when on it is slow. Made once for "
            "each version of the event. Visitors see it if the event shows it (`shows_forecast`)."
        ),
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        sees = event.shows_forecast or may(request.user, SCORE, event)
        found = forecast(event) if sees else None
        if found is None:
            raise NotFoundError("no_forecast", _("There is no forecast of this event now."))
        return answer_if_changed(request, forecast_body(event, found))

    @operation(
        "Show the forecast to the public, or no longer",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=ShownInput,
        versioned="must",
        etag=True,
        errors={404: "`no_such_event`"},
    )
    def put(self, request: Request, event_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)
        shows = parse(ShownInput, request)["shows_forecast"]
        with showing_newer(lambda: event_body(event_id)):
            event_show_forecast(event_id=event_id, shows=shows, act=act, seen_version=seen)
        return answer(event_body(event_id))


class WhatIfFilter(serializers.Serializer[Any]):
    entries = serializers.IntegerField(
        min_value=2, required=False, help_text="Without it, those entered now."
    )
    boards = serializers.IntegerField(
        min_value=1, required=False, help_text="Without it, the tables of the tournament."
    )
    starts_at = serializers.DateTimeField(
        required=False, help_text="When the first match begins: with it, times of day come back."
    )


class OutlookOutput(serializers.Serializer[Any]):
    entries = serializers.IntegerField()
    boards = serializers.IntegerField()
    matches = serializers.IntegerField()
    rounds_least = serializers.IntegerField(
        allow_null=True, help_text="Rounds of an event of rounds; null for brackets."
    )
    rounds_most = serializers.IntegerField(
        allow_null=True,
        help_text="Other than the least in lives: then all numbers are likely ones.",
    )
    matches_least = serializers.IntegerField(help_text="Matches that every player plays.")
    matches_mean = serializers.FloatField(help_text="Matches that a player plays on average.")
    matches_most = serializers.IntegerField(help_text="Matches that a player can play.")
    median_minutes = serializers.IntegerField(help_text="One in two such events is over by then.")
    late_minutes = serializers.IntegerField(help_text="Nine in ten such events are over by then.")
    median = serializers.DateTimeField(allow_null=True)
    late = serializers.DateTimeField(allow_null=True)


def outlook_body(found: OutlookView) -> dict[str, Any]:
    way = found.asked
    least, most = found.rounds or (None, None)
    body = {
        "entries": found.entries,
        "boards": way.boards,
        "matches": found.matches,
        "rounds_least": least,
        "rounds_most": most,
        "matches_least": found.least,
        "matches_mean": round(found.mean, 2),
        "matches_most": found.most,
        "median_minutes": way.median.total_seconds() // 60,
        "late_minutes": way.late.total_seconds() // 60,
        "median": way.median_at,
        "late": way.late_at,
    }
    return OutlookOutput(body).data


class OutlookApiView(ApiView):
    @operation(
        "Work out how long an event will take, before its draw",
        TAG,
        answer=OutlookOutput,
        auth=STAFF,
        parameters=[WhatIfFilter],
        errors={
            400: "`field_too_small`, `entries_too_many`, `boards_too_many`",
            404: "`no_such_event`",
            409: "`no_outlook`",
        },
        description="As it is, or with other numbers of entries and boards, or another start.",
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, SCORE, event)
        asked = WhatIf(**parse_query(WhatIfFilter, request))
        return answer(outlook_body(event_outlook(event, draw_config(event), asked)))
