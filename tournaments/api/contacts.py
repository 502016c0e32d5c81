"""How messages reach somebody, and which: of a player by the card, of staff by the account."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.actors import Act
from tournaments.api.auth import PlayerPass, account, account_act, player, player_act, staff_act
from tournaments.api.base import ApiView
from tournaments.api.parsing import parse
from tournaments.api.schema import PLAYER, STAFF, operation
from tournaments.api.versions import Body, answer
from tournaments.selectors.access import MANAGE, access_tournament
from tournaments.selectors.contacts import contact_view, reach_of
from tournaments.selectors.notice_kinds import KINDS
from tournaments.services.contacts import (
    Browser,
    Holder,
    browser_add,
    browser_remove,
    card_of_player,
    contact_choose,
    contact_give,
    contact_remove,
)
from tournaments.services.pushing import public_key
from tournaments.web import page_language

TAG = "Messages"


class KindOutput(serializers.Serializer[Any]):
    kind = serializers.CharField(source="code")
    name = serializers.CharField(help_text="In the language of the request.")
    chosen = serializers.BooleanField()


class ContactOutput(serializers.Serializer[Any]):
    email = serializers.CharField(help_text="Empty if there is none.")
    confirmed = serializers.BooleanField(help_text="Its link was opened; before, nothing comes.")
    by_email = serializers.BooleanField()
    kinds = KindOutput(many=True)
    browsers = serializers.ListField(
        child=serializers.CharField(), help_text="Each as the SHA-256 of its endpoint."
    )
    mails = serializers.BooleanField(help_text="Whether this site sends mail.")
    push_key = serializers.CharField(help_text="To subscribe with; empty without push.")


class ContactInput(serializers.Serializer[Any]):
    """What is left out stays as it is."""

    email = serializers.CharField(required=False, max_length=254)
    by_email = serializers.BooleanField(required=False)
    kinds = serializers.ListField(
        required=False,
        child=serializers.CharField(max_length=12),
        help_text="Those that are wanted, of those that a GET lists.",
    )


class BrowserInput(serializers.Serializer[Any]):
    """What the browser's subscription says of itself."""

    endpoint = serializers.CharField(max_length=600)
    p256dh = serializers.CharField(max_length=120)
    auth = serializers.CharField(max_length=40)


class EndpointInput(serializers.Serializer[Any]):
    endpoint = serializers.CharField(max_length=600)


class AddressInput(serializers.Serializer[Any]):
    email = serializers.CharField(max_length=254)


class ReachOutput(serializers.Serializer[Any]):
    """That there is an address, never which."""

    has_email = serializers.BooleanField()
    confirmed = serializers.BooleanField(help_text="The player opened the link in the mail.")
    stopped = serializers.BooleanField(help_text="The player wants no mail any more.")
    has_browser = serializers.BooleanField()


def _contact(holder: Holder) -> Body:
    view = contact_view(holder)
    shown = {
        "email": view.email,
        "confirmed": view.confirmed,
        "by_email": view.by_email,
        "kinds": view.kinds,
        "browsers": view.browsers,
        "mails": view.mails,
        "push_key": public_key() if view.pushes else "",
    }
    return ContactOutput(shown).data


def _change(request: Request, holder: Holder, act: Act) -> Response:
    data = parse(ContactInput, request)
    if "email" in data:
        contact_give(holder=holder, email=data["email"], language=page_language(), act=act)
    if data.keys() & {"by_email", "kinds"}:
        now = contact_view(holder)
        wanted = data.get("kinds", [kind.code for kind in now.kinds if kind.chosen])
        others = set(KINDS) - {kind.code for kind in now.kinds}
        contact_choose(
            holder=holder,
            kinds=[*wanted, *others],
            by_email=data.get("by_email", now.by_email),
            language=page_language(),
            act=act,
        )
    return answer(_contact(holder))


def _add_browser(request: Request, holder: Holder, act: Act) -> Response:
    browser = Browser(**parse(BrowserInput, request))
    browser_add(holder=holder, browser=browser, language=page_language(), act=act)
    return answer(_contact(holder))


def _remove_browser(request: Request, holder: Holder, act: Act) -> Response:
    endpoint = parse(EndpointInput, request)["endpoint"]
    browser_remove(holder=holder, endpoint=endpoint, act=act)
    return answer(_contact(holder))


# How the operations are described, for players and for staff alike.
CHANGING: dict[str, Any] = {
    "answer": ContactOutput,
    "request": ContactInput,
    "errors": {400: "`email_invalid`, `kind_unknown`", 409: "`mail_off`", 429: "`too_many_tries`"},
    "description": "A new address gets a mail with a link, and nothing else before that is opened. "
    "Messages come in the language of this request.",
}
ADDING: dict[str, Any] = {
    "answer": ContactOutput,
    "request": BrowserInput,
    "errors": {400: "`push_unknown`", 409: "`push_off`"},
    "description": "For a subscription made with `push_key`. The same again changes nothing; the "
    "oldest of five makes room.",
}
REMOVING: dict[str, Any] = {"answer": ContactOutput, "request": EndpointInput}


class MyContactView(ApiView):
    authentication_classes = [PlayerPass]
    secret = True

    @operation("Read how messages reach me", TAG, answer=ContactOutput, auth=PLAYER)
    def get(self, request: Request) -> Response:
        return answer(_contact(player(request)))

    @operation("Change how messages reach me, and which", TAG, auth=PLAYER, **CHANGING)
    def patch(self, request: Request) -> Response:
        return _change(request, player(request), player_act(request))

    @operation("Forget my address and browsers", TAG, answer=None, status=204, auth=PLAYER)
    def delete(self, request: Request) -> Response:
        contact_remove(holder=player(request), act=player_act(request))
        return Response(status=204)


class MyBrowsersView(ApiView):
    authentication_classes = [PlayerPass]
    secret = True

    @operation("Show my messages in a browser, too", TAG, auth=PLAYER, **ADDING)
    def put(self, request: Request) -> Response:
        return _add_browser(request, player(request), player_act(request))


class MyBrowserRemoveView(ApiView):
    authentication_classes = [PlayerPass]
    secret = True

    @operation("Show no more messages in a browser", TAG, auth=PLAYER, **REMOVING)
    def post(self, request: Request) -> Response:
        return _remove_browser(request, player(request), player_act(request))


class AccountContactView(ApiView):
    secret = True

    @operation("Read how messages reach a member of staff", TAG, answer=ContactOutput, auth=STAFF)
    def get(self, request: Request) -> Response:
        return answer(_contact(account(request)))

    @operation(
        "Change how messages reach a member of staff, and which", TAG, auth=STAFF, **CHANGING
    )
    def patch(self, request: Request) -> Response:
        return _change(request, account(request), account_act(request))

    @operation(
        "Forget the address and browsers of a member of staff",
        TAG,
        answer=None,
        status=204,
        auth=STAFF,
    )
    def delete(self, request: Request) -> Response:
        contact_remove(holder=account(request), act=account_act(request))
        return Response(status=204)


class AccountBrowsersView(ApiView):
    secret = True

    @operation("Show messages to staff in a browser, too", TAG, auth=STAFF, **ADDING)
    def put(self, request: Request) -> Response:
        return _add_browser(request, account(request), account_act(request))


class AccountBrowserRemoveView(ApiView):
    secret = True

    @operation("Show no more messages to staff in a browser", TAG, auth=STAFF, **REMOVING)
    def post(self, request: Request) -> Response:
        return _remove_browser(request, account(request), account_act(request))


class CardContactView(ApiView):
    @operation(
        "See whether a player can be reached",
        TAG,
        answer=ReachOutput,
        auth=STAFF,
        errors={404: "`no_such_tournament`, `no_such_card`"},
    )
    def get(self, request: Request, slug: str, player_id: int) -> Response:
        tournament = access_tournament(slug)
        staff_act(request, MANAGE, tournament)
        card = card_of_player(tournament.pk, player_id)
        return answer(ReachOutput(reach_of(tournament, card.pk)).data)

    @operation(
        "Give an address that a player told the desk",
        TAG,
        answer=ReachOutput,
        auth=STAFF,
        request=AddressInput,
        errors={
            400: "`email_invalid`",
            404: "`no_such_tournament`, `no_such_card`",
            409: "`mail_off`, `address_confirmed`",
            429: "`too_many_tries`",
        },
        description="The player is asked there whether it is right; nothing else comes before.",
    )
    def put(self, request: Request, slug: str, player_id: int) -> Response:
        tournament = access_tournament(slug)
        act = staff_act(request, MANAGE, tournament)
        card = card_of_player(tournament.pk, player_id)
        contact_give(
            holder=card,
            email=parse(AddressInput, request)["email"],
            language=page_language(),
            act=act,
            entered_by=account(request),
        )
        return answer(ReachOutput(reach_of(tournament, card.pk)).data)
