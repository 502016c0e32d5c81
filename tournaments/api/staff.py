"""The staff of a tournament, the private links of its players, and tokens for the API.

All answers here hold secrets or names of accounts: no cache keeps them.
"""

from typing import Any, cast

from django.http import HttpRequest
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.services.tokens import token_create, token_revoke, tokens_of
from tournaments.api.auth import account, staff_act
from tournaments.api.base import ApiView
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import answer
from tournaments.models import Pass, Staff
from tournaments.selectors.access import MANAGE, OWN, access_tournament
from tournaments.selectors.passes import card_holders
from tournaments.selectors.staffed import staff_of
from tournaments.services.passes import pass_renew, pass_token
from tournaments.services.staffing import staff_invite, staff_remove
from tournaments.web import public_link

TAG = "Staff"


class StaffInput(serializers.Serializer[Any]):
    username = LineField(max_length=150)
    role = serializers.ChoiceField(choices=Staff.Role.choices)


class StaffOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.first_name")
    role = serializers.ChoiceField(choices=Staff.Role.choices)


class StaffListOutput(serializers.Serializer[Any]):
    staff = StaffOutput(many=True)


class InvitationOutput(serializers.Serializer[Any]):
    staff = StaffOutput()
    link = serializers.CharField(
        allow_blank=True, help_text="Where a new account sets its password; empty if it has one."
    )


class CardOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()
    link = serializers.CharField(help_text="The private link; its last part is the pass token.")


class CardsOutput(serializers.Serializer[Any]):
    cards = CardOutput(many=True)


class TokenRowOutput(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="How the token begins.")
    created = serializers.DateTimeField()


class TokensOutput(serializers.Serializer[Any]):
    tokens = TokenRowOutput(many=True)


class TokenOutput(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="Shown this once: `Authorization: Token <token>`.")


def _link(request: Request, name: str, token: str) -> str:
    return public_link(cast("HttpRequest", request), name, token)


def _card(request: Request, one: Pass) -> dict[str, Any]:
    link = _link(request, "pass_open", pass_token(one))
    return {"player": one.player_id, "name": one.player.name, "link": link}


class StaffListView(ApiView):
    secret = True

    @operation(
        "List the staff of a tournament",
        TAG,
        answer=StaffListOutput,
        auth=STAFF,
        errors={404: "`no_such_tournament`"},
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = access_tournament(slug)
        staff_act(request, OWN, tournament)
        return answer(StaffListOutput({"staff": staff_of(tournament)}).data)

    @operation(
        "Give somebody a role",
        TAG,
        answer=InvitationOutput,
        status=201,
        auth=STAFF,
        request=StaffInput,
        errors={400: "`username_invalid`, `username_taken`", 404: "`no_such_tournament`"},
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament = access_tournament(slug)
        act = staff_act(request, OWN, tournament)
        data = parse(StaffInput, request)
        staff, token = staff_invite(tournament_id=tournament.pk, act=act, **data)
        link = _link(request, "join", token) if token else ""
        return answer(InvitationOutput({"staff": staff, "link": link}).data, 201)


class StaffMemberView(ApiView):
    @operation(
        "Take a role away",
        TAG,
        answer=None,
        status=204,
        auth=STAFF,
        errors={404: "`no_such_tournament`, `no_such_staff`", 409: "`last_owner`"},
    )
    def delete(self, request: Request, slug: str, staff_id: int) -> Response:
        tournament = access_tournament(slug)
        act = staff_act(request, OWN, tournament)
        staff_remove(tournament_id=tournament.pk, staff_id=staff_id, act=act)
        return Response(status=204)


class CardsView(ApiView):
    secret = True

    @operation(
        "List the private links of all players",
        TAG,
        answer=CardsOutput,
        auth=STAFF,
        errors={404: "`no_such_tournament`"},
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = access_tournament(slug)
        staff_act(request, MANAGE, tournament)
        cards = [_card(request, holder.one) for holder in card_holders(tournament)]
        return answer(CardsOutput({"cards": cards}).data)


class CardRenewView(ApiView):
    secret = True

    @operation(
        "Make the old links of a player worthless and get a new one",
        TAG,
        answer=CardOutput,
        auth=STAFF,
        errors={404: "`no_such_tournament`, `no_such_pass`"},
    )
    def post(self, request: Request, slug: str, player_id: int) -> Response:
        tournament = access_tournament(slug)
        act = staff_act(request, MANAGE, tournament)
        one = pass_renew(tournament_id=tournament.pk, player_id=player_id, act=act)
        return answer(CardOutput(_card(request, one)).data)


class TokensView(ApiView):
    secret = True

    @operation("List my tokens for the API, latest first", TAG, answer=TokensOutput, auth=STAFF)
    def get(self, request: Request) -> Response:
        return answer(TokensOutput({"tokens": tokens_of(account(request).pk)}).data)

    @operation(
        "Make a token",
        TAG,
        answer=TokenOutput,
        status=201,
        auth=STAFF,
        errors={409: "`too_many_tokens`"},
        description="The first one is made on the account page of the site.",
    )
    def post(self, request: Request) -> Response:
        return answer(TokenOutput({"token": token_create(user=account(request))}).data, 201)


class TokenView(ApiView):
    @operation(
        "Revoke a token",
        TAG,
        answer=None,
        status=204,
        auth=STAFF,
        errors={404: "`no_such_token`"},
    )
    def delete(self, request: Request, key: str) -> Response:
        token_revoke(user_id=account(request).pk, key=key)
        return Response(status=204)
