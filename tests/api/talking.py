"""Clients of the API by what they are: visitors, staff with a token, players with a card."""

import json
from typing import Any

from rest_framework.test import APIClient

from players.models import User
from players.services.tokens import token_create
from tests.builders import make_user
from tournaments.models import Pass, Staff, Tournament
from tournaments.services.passes import pass_token

V1 = "/api/v1"


class Talker:
    """Sends JSON and gives the answer; addresses are under /api/v1."""

    def __init__(self, authorization: str = "") -> None:
        self.client = APIClient()
        if authorization:
            self.client.credentials(HTTP_AUTHORIZATION=authorization)

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(V1 + path, headers=headers)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """`if_match` and `idempotency_key` become headers."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.generic(
            method,
            V1 + path,
            data="" if body is None else json.dumps(body),
            content_type="application/json",
            headers=named,
        )

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.send("POST", path, {} if body is None else body, **headers)


def visitor() -> Talker:
    return Talker()


def staff(user: User) -> Talker:
    return Talker(f"Token {token_create(user=user)}")


def director() -> Talker:
    """The owner of what the builders make."""
    return staff(User.objects.get(username="dana"))


def ask(talker: Talker, method: str, path: str, body: Any = None) -> Any:
    """Whatever version there is by now."""
    return talker.send(method, path, body, if_match="*")


def member(tournament: Tournament, role: str) -> Talker:
    """A new member of staff in that role."""
    user = make_user(f"a-{role}")
    Staff.objects.create(tournament=tournament, user=user, role=role)
    return staff(user)


def player(name: str) -> Talker:
    return Talker(f"Pass {pass_token(Pass.objects.get(player__name=name))}")
