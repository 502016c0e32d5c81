"""The staff of a tournament, the private links of its players, and tokens for the API.

All answers here hold secrets or names of accounts: no cache keeps them.
"""

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.contrib.auth import authenticate
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.response import Response

from players.models import User
from tournaments.api.auth import account_act, staff_act
from tournaments.api.base import ApiView
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import PUBLIC, STAFF, operation
from tournaments.api.throttles import LoginThrottle
from tournaments.api.versions import answer
from tournaments.models import Pass, Staff
from tournaments.selectors.access import MANAGE, OWN, access_tournament
from tournaments.selectors.listing import passes_of, staff_of
from tournaments.services.passes import pass_renew, pass_token
from tournaments.services.staffing import staff_invite, staff_remove
from tournaments.services.tokens import token_create, tokens_revoke

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


class TokenInput(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=1000, trim_whitespace=False)


class TokenOutput(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="Shown this once: `Authorization: Token <token>`.")


def _link(request: Request, kind: str, token: str) -> str:
    path = f"/{kind}/{quote(token)}/"
    return (
        f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)
    )


def _card(request: Request, one: Pass) -> dict[str, Any]:
    return {
        "player": one.player_id,
        "name": one.player.name,
        "link": _link(request, "p", pass_token(one)),
    }


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
        cards = [_card(request, one) for one in passes_of(tournament)]
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
    # A browser's session must not turn this into a request that needs a CSRF token.
    authentication_classes = []
    throttle_classes = [LoginThrottle]

    @operation(
        "Make a token for the API",
        TAG,
        answer=TokenOutput,
        status=201,
        auth=PUBLIC,
        request=TokenInput,
        errors={401: "`not_authenticated`: user name and password do not fit"},
    )
    def post(self, request: Request) -> Response:
        data = parse(TokenInput, request)
        user = authenticate(request, username=data["username"], password=data["password"])
        if not isinstance(user, User):
            raise AuthenticationFailed(_("This user name and password do not fit."))
        return answer({"token": token_create(user)}, 201)


class OwnTokensView(ApiView):
    @operation("Revoke all my tokens", TAG, answer=None, status=204, auth=STAFF)
    def delete(self, request: Request) -> Response:
        tokens_revoke(account_act(request).by)
        return Response(status=204)
