"""Who asks: staff by a token or a session, players and clocks by that of a private link."""

from typing import Any, cast

from django.http import HttpRequest
from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request

from config.errors import NotAllowedError
from matches.services.chouette_links import Chair, seat_open
from matches.services.clock_links import Hand, clock_open
from players.actors import Act
from players.models import User
from tournaments import web
from tournaments.models import Event, Pass, Tournament
from tournaments.selectors.access import require
from tournaments.services.passes import pass_open_from


class StaffToken(TokenAuthentication):  # type: ignore[misc]
    """`Authorization: Token cr_...`: a token that a member of staff made."""

    def authenticate(self, request: Request) -> Any:
        try:
            found = get_authorization_header(request).decode("ascii")
        except UnicodeDecodeError as error:
            raise _no_token() from error
        if "\0" in found:  # PostgreSQL does not even look for it
            raise _no_token()
        return super().authenticate(request)


def _no_token() -> AuthenticationFailed:
    return AuthenticationFailed(_("This token is not valid."))


class PlayerPass(BaseAuthentication):
    """`Authorization: Pass 17-...`: the last part of a player's private link."""

    def authenticate(self, request: Request) -> tuple[None, Pass] | None:
        scheme, _space, token = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"pass":
            return None
        try:
            text = token.decode("ascii", "replace").strip()
            return None, pass_open_from(text, request.META["REMOTE_ADDR"])
        except NotAllowedError as error:
            raise AuthenticationFailed(error.message) from error

    def authenticate_header(self, request: Request) -> str:
        return "Pass"


class ClockPass(BaseAuthentication):
    """`Authorization: Clock 57-0-...`: the last part of the private link to a match clock."""

    def authenticate(self, request: Request) -> tuple[None, Hand] | None:
        scheme, _space, token = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"clock":
            return None
        try:
            return None, clock_open(token.decode("ascii", "replace").strip())
        except NotAllowedError as error:
            raise AuthenticationFailed(error.message) from error

    def authenticate_header(self, request: Request) -> str:
        return "Clock"


def hand(request: Request) -> Hand:
    """The link to a clock with which somebody asks; else 401."""
    if not isinstance(request.auth, Hand):
        raise NotAuthenticated
    return request.auth


class SeatPass(BaseAuthentication):
    """`Authorization: Seat 57-3-...`: a part of the private link to a seat of a chouette."""

    def authenticate(self, request: Request) -> tuple[None, Chair] | None:
        scheme, _space, token = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"seat":
            return None
        try:
            return None, seat_open(token.decode("ascii", "replace").strip())
        except NotAllowedError as error:
            raise AuthenticationFailed(error.message) from error

    def authenticate_header(self, request: Request) -> str:
        return "Seat"


def chair(request: Request) -> Chair:
    """The link to a seat with which somebody asks; else 401."""
    if not isinstance(request.auth, Chair):
        raise NotAuthenticated
    return request.auth


def account(request: Request) -> User:
    """Whoever is logged in; else 401."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def account_act(request: Request, reason: str = "") -> Act:
    account(request)
    return web.staff_act(cast("HttpRequest", request), reason)


def staff_act(
    request: Request, permission: str, thing: Tournament | Event, *, reason: str = ""
) -> Act:
    """The act of a member of staff: 401 without login, 403 without the permission on the thing."""
    act = account_act(request, reason)
    require(request.user, permission, thing)
    return act


def player(request: Request) -> Pass:
    """The pass of the player who asks; else 401."""
    if not isinstance(request.auth, Pass):
        raise NotAuthenticated
    return request.auth


def player_act(request: Request) -> Act:
    return web.card_act(player(request))
