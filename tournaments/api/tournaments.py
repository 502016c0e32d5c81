"""Tournaments: the list, making one, changing one."""

from dataclasses import replace
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.auth import account, account_act, staff_act
from tournaments.api.base import ApiView
from tournaments.api.idempotency import answer_once
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import Body, answer
from tournaments.selectors.access import MANAGE
from tournaments.selectors.listing import CountedTournament, all_tournaments, counted_tournament
from tournaments.services.setting_up import (
    TOURNAMENT_FIELDS,
    TournamentSpec,
    tournament_change,
    tournament_create,
)

TAG = "Tournaments"
RULES = "`name_missing`, `ends_before_start`, `ends_in_past`, `time_zone_unknown`, `table_count`"


class TournamentInput(serializers.Serializer[Any]):
    name = LineField(max_length=100)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    venue = LineField(max_length=120, required=False, allow_blank=True)
    time_zone = LineField(max_length=64, required=False, help_text="Such as Europe/Kyiv.")
    tables = serializers.IntegerField(
        required=False, help_text="How many there are; numbered from 1."
    )
    for_the_record = serializers.BooleanField(
        required=False, help_text="Needed for a tournament whose last day is past."
    )


class TournamentOutput(serializers.Serializer[Any]):
    slug = serializers.CharField(source="row.slug", help_text="The tournament in addresses.")
    name = serializers.CharField(source="row.name")
    starts_on = serializers.DateField(source="row.starts_on")
    ends_on = serializers.DateField(source="row.ends_on")
    venue = serializers.CharField(source="row.venue")
    time_zone = serializers.CharField(source="row.time_zone")
    tables = serializers.IntegerField()
    created_at = serializers.DateTimeField(source="row.created_at")


class TournamentsOutput(serializers.Serializer[Any]):
    tournaments = TournamentOutput(many=True)


def tournament_body(slug: str) -> Body:
    return TournamentOutput(counted_tournament(slug)).data


class TournamentsView(ApiView):
    @operation(
        "List all tournaments, newest first",
        TAG,
        answer=TournamentsOutput,
        name="tournaments_list",
    )
    def get(self, request: Request) -> Response:
        return answer(TournamentsOutput({"tournaments": all_tournaments()}).data)

    @operation(
        "Make a tournament; who makes it owns it",
        TAG,
        answer=TournamentOutput,
        status=201,
        auth=STAFF,
        request=TournamentInput,
        idempotent=True,
        errors={400: RULES},
    )
    def post(self, request: Request) -> Response:
        act, owner = account_act(request), account(request)
        spec = TournamentSpec(**parse(TournamentInput, request))

        def work() -> Body:
            return tournament_body(tournament_create(spec=spec, owner_id=owner.pk, act=act).slug)

        return answer_once(request, act.by, work, status=201)


class TournamentView(ApiView):
    @operation(
        "Show a tournament", TAG, answer=TournamentOutput, errors={404: "`no_such_tournament`"}
    )
    def get(self, request: Request, slug: str) -> Response:
        return answer(tournament_body(slug))

    @operation(
        "Change a tournament",
        TAG,
        answer=TournamentOutput,
        auth=STAFF,
        request=TournamentInput,
        errors={400: RULES, 404: "`no_such_tournament`"},
        description="Only what is sent is changed; the slug stays, so that links keep working.",
    )
    def patch(self, request: Request, slug: str) -> Response:
        found = counted_tournament(slug)
        act = staff_act(request, MANAGE, found.row)
        spec = replace(_spec_of(found), **parse(TournamentInput, request, partial=True))
        tournament_change(tournament_id=found.row.pk, spec=spec, act=act)
        return answer(tournament_body(slug))


def _spec_of(found: CountedTournament) -> TournamentSpec:
    facts = {name: getattr(found.row, name) for name in TOURNAMENT_FIELDS}
    return TournamentSpec(**facts, tables=found.tables)
