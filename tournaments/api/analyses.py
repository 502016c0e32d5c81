"""Analyses of records by GNU Backgammon: asked for, and told with every decision."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.analysis import Analysis, Choice, Judged
from matches.models import Match
from matches.models_record import RecordAnalysis
from matches.selectors.analyses import (
    analysis_of,
    failure_words,
    is_outdated,
    record_to_analyse,
    row_of,
)
from matches.selectors.watching import ALL, Sight
from matches.services.analyses import analysis_ask
from players.actors import Act
from tournaments.api.auth import PlayerPass, player, player_act, staff_act
from tournaments.api.base import ApiView
from tournaments.api.records_shown import TAG
from tournaments.api.schema import NO_FIXTURE, NO_MATCH, PLAYER, STAFF, operation
from tournaments.api.versions import Body
from tournaments.api.watchers import sight_of
from tournaments.selectors.access import SCORE, access_event_by_id
from tournaments.selectors.clocks import match_of
from tournaments.selectors.passes import own_side

REFUSALS = {
    400: "`no_throws`, `rules_not_analysed`, `board_was_set`, `record_broken`",
    409: "`record_open`, `gnubg_missing`, `analysis_failed`, `match_void`",
}
NO_RECORD = "`no_such_record`"
STRANGER = "`not_your_match`"
ASKING = (
    "It is done in the background; ask for it again until `state` is `done` or `failed`. A record "
    "that is analysed, or is about to be, is not analysed once more."
)


class FiguresOutput(serializers.Serializer[Any]):
    plays = serializers.IntegerField(help_text="Throws that were played.")
    unforced = serializers.IntegerField(help_text="Those with a choice.")
    cube = serializers.IntegerField(help_text="Decisions about the cube: made, or close.")
    play_error = serializers.FloatField(help_text="EMG lost in plays.")
    cube_error = serializers.FloatField(help_text="EMG lost about the cube.")
    luck = serializers.FloatField(help_text="EMG.")
    rate = serializers.FloatField(allow_null=True, help_text="mEMG a decision.")
    rating = serializers.FloatField(allow_null=True, help_text="PR: half of it.")
    snowie = serializers.FloatField(allow_null=True, help_text="mEMG a play of either side.")


class JudgedOutput(serializers.Serializer[Any]):
    at = serializers.IntegerField(help_text="The action of the record, for the replay.")
    game = serializers.IntegerField()
    move = serializers.IntegerField(help_text="The turn of the game.")
    side = serializers.IntegerField()
    choice = serializers.ChoiceField(choices=[each.value for each in Choice])
    chosen = serializers.CharField(help_text="A play, or `double`, `no_double`, `take`, `drop`.")
    best = serializers.CharField()
    loss = serializers.FloatField(help_text="EMG.")
    dice = serializers.CharField(help_text="Of a play, such as `63`.")
    luck = serializers.FloatField(help_text="EMG, of the throw.")


class AnalysisOutput(serializers.Serializer[Any]):
    record = serializers.IntegerField()
    record_version = serializers.IntegerField(help_text="Of the record as it is.")
    state = serializers.ChoiceField(
        choices=RecordAnalysis.State.choices, allow_null=True, help_text="null: nobody asked."
    )
    current = serializers.BooleanField(help_text="false: the record has changed since.")
    reason = serializers.CharField(help_text="Why it failed: a code; else empty.")
    message = serializers.CharField(help_text="The same in words.")
    plies = serializers.IntegerField(allow_null=True)
    sides = FiguresOutput(many=True, help_text="Side 1 and 2; none before it is done.")
    judged = JudgedOutput(many=True)


def analysis_body(match_id: int, record_id: int, sight: Sight = ALL) -> Body:
    match = Match.objects.get(pk=match_id)
    record = record_to_analyse(match, record_id, sight)
    row, found = row_of(record), analysis_of(match, record)
    return {
        "record": record.pk,
        "record_version": record.version,
        "state": None if row is None else row.state,
        "current": row is not None and not is_outdated(record),
        "reason": "" if row is None else row.reason,
        "message": failure_words(row.reason, row.detail) if row is not None and row.reason else "",
        "plies": None if found is None else found.plies,
        "sides": [] if found is None else [_figures(found, side) for side in (1, 2)],
        "judged": [] if found is None else [_judged(one) for one in found.judged],
    }


def _figures(found: Analysis, side: int) -> dict[str, Any]:
    figures = found.sides[side - 1]
    rates = {"rate": figures.rate, "rating": figures.rating, "snowie": found.snowie(side)}
    return {**asdict(figures), **rates}


def _judged(one: Judged) -> dict[str, Any]:
    return {**asdict(one), "choice": one.choice.value}


def _ask(match_id: int, record_id: int, act: Act) -> Response:
    analysis_ask(match_id=match_id, record_id=record_id, act=act)
    return Response(analysis_body(match_id, record_id))


class FixtureAnalysisView(ApiView):
    @operation(
        "Show the analysis of a record",
        TAG,
        answer=AnalysisOutput,
        errors={404: f"{NO_FIXTURE}, {NO_RECORD}", 409: f"{NO_MATCH}, `record_open`"},
        description="By GNU Backgammon: figures of both sides, and each decision with its loss.",
    )
    def get(self, request: Request, event_id: int, key: str, record_id: int) -> Response:
        match_id = match_of(access_event_by_id(event_id), key)
        return Response(analysis_body(match_id, record_id, sight_of(request, match_id)))

    @operation(
        "Have a record analysed",
        TAG,
        answer=AnalysisOutput,
        auth=STAFF,
        errors={
            **REFUSALS,
            404: f"{NO_FIXTURE}, {NO_RECORD}",
            409: f"{REFUSALS[409]}, {NO_MATCH}",
        },
        description=ASKING,
    )
    def post(self, request: Request, event_id: int, key: str, record_id: int) -> Response:
        event = access_event_by_id(event_id)
        act = staff_act(request, SCORE, event)
        return _ask(match_of(event, key), record_id, act)


class MyAnalysisView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Have a record of my match analysed",
        TAG,
        answer=AnalysisOutput,
        auth=PLAYER,
        errors={**REFUSALS, 403: STRANGER, 404: NO_RECORD},
        description=ASKING,
    )
    def post(self, request: Request, match_id: int, record_id: int) -> Response:
        own_side(player(request), match_id)
        return _ask(match_id, record_id, player_act(request))
