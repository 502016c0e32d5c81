"""Leagues: who goes up and down, and the next season."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.idempotency import answer_once
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.tournaments import TournamentOutput, tournament_body
from tournaments.api.versions import Body, answer
from tournaments.selectors.access import MANAGE, access_tournament
from tournaments.selectors.leagues import season
from tournaments.services.seasons import NextSeason, season_next

TAG = "Leagues"


class MoverOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField()
    place = serializers.CharField(help_text="`1`, `3–4`.")
    way = serializers.CharField(help_text="`up`, `down`, `out` of the league, or empty.")
    undecided = serializers.ListField(
        child=serializers.CharField(), help_text="The ways of shared places that he is in."
    )


class DivisionOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="1 is the highest.")
    event = serializers.IntegerField(source="event.pk")
    name = serializers.CharField(source="event.name")
    is_over = serializers.BooleanField()
    entrants = MoverOutput(many=True)


class TieOutput(serializers.Serializer[Any]):
    division = serializers.IntegerField()
    way = serializers.CharField(help_text="`up` or `down`.")
    places = serializers.IntegerField(help_text="How many of them move.")
    players = serializers.SerializerMethodField()

    def get_players(self, tie: Any) -> list[int]:
        return [player for player, _name in tie.entrants]


class SeasonOutput(serializers.Serializer[Any]):
    is_over = serializers.BooleanField(help_text="Of all divisions; before it is as it stands.")
    problem = serializers.CharField(help_text="Why nobody can move; usually empty.")
    divisions = DivisionOutput(many=True)
    ties = TieOutput(many=True, help_text="Shared places that nobody guesses.")


class ChoiceInput(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    way = LineField(max_length=10, help_text="`up` or `down`.")


class NextSeasonInput(serializers.Serializer[Any]):
    name = LineField(max_length=100)
    starts_on = serializers.DateField(help_text="The first day of the new season.")
    chosen = ChoiceInput(many=True, required=False, help_text="Who moves of each of the `ties`.")


class SeasonView(ApiView):
    @operation(
        "Show who goes up and down between the divisions of a league",
        TAG,
        answer=SeasonOutput,
        errors={404: "`no_such_tournament`"},
        description="Divisions are the round robins of a tournament with a `league` among their "
        "`round_rules`, once they are drawn.",
    )
    def get(self, request: Request, slug: str) -> Response:
        return answer(SeasonOutput(season(access_tournament(slug))).data)


class NextSeasonView(ApiView):
    @operation(
        "Set up the next season of a league: a new tournament with everybody where he belongs",
        TAG,
        answer=TournamentOutput,
        status=201,
        auth=STAFF,
        request=NextSeasonInput,
        idempotent=True,
        errors={
            400: "`not_tied`, `too_many_chosen`, `way_unknown`, `name_missing`, `ends_in_past`",
            404: "`no_such_tournament`",
            409: "`no_league`, `season_not_over` with `detail.events`, `ties_open` with "
            "`detail.ties`, `nobody_can_move`",
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament = access_tournament(slug)
        act = staff_act(request, MANAGE, tournament)
        said = parse(NextSeasonInput, request)
        chosen = {one["player"]: one["way"] for one in said.get("chosen", ())}
        spec = NextSeason(said["name"], said["starts_on"], chosen)

        def work() -> Body:
            made = season_next(tournament_id=tournament.pk, spec=spec, act=act)
            return tournament_body(made.slug)

        return answer_once(request, act.by, work, status=201)
