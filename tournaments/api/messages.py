"""Messages: those to the player who asks, and the outbox for the staff."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.auth import PlayerPass, player, staff_act
from tournaments.api.base import ApiView
from tournaments.api.idempotency import answer_once
from tournaments.api.parsing import parse, parse_query
from tournaments.api.schema import PLAYER, STAFF, operation
from tournaments.api.versions import Body, answer
from tournaments.models_notices import Notice
from tournaments.selectors.access import MANAGE, access_tournament
from tournaments.selectors.notices import card_context
from tournaments.selectors.outbox import outbox
from tournaments.services.contacts import notices_read
from tournaments.services.outbox import notice_resend

TAG = "Messages"


class MessagesQuery(serializers.Serializer[Any]):
    limit = serializers.IntegerField(default=30, min_value=1, max_value=100)


class MessageOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="The entry of the log that it tells of.")
    at = serializers.DateTimeField()
    kind = serializers.CharField(help_text="Such as `call` or `confirm`.")
    title = serializers.CharField(help_text="In the language of the request.")
    text = serializers.CharField()
    is_new = serializers.BooleanField(help_text="Not marked as read yet.")
    ended = serializers.CharField(
        help_text="What became of the ruling it tells of, if that does not stand any more."
    )


class MessagesOutput(serializers.Serializer[Any]):
    messages = MessageOutput(many=True, help_text="The latest first.")


class ReadInput(serializers.Serializer[Any]):
    up_to = serializers.IntegerField(
        min_value=0, max_value=2**63 - 1, help_text="The id of the newest that was read."
    )


class NoticeOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    to = serializers.CharField(help_text="The name; addresses are shown to nobody.")
    channel = serializers.ChoiceField(choices=Notice.Channel.choices)
    title = serializers.CharField(help_text="Empty: it asks whether the address is right.")
    event = serializers.CharField()
    state = serializers.ChoiceField(choices=Notice.State.choices)
    attempts = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField(help_text="The next try, while it waits.")
    sent_at = serializers.DateTimeField(allow_null=True)
    error = serializers.CharField()


class OutboxOutput(serializers.Serializer[Any]):
    people = serializers.IntegerField(help_text="Who can be reached by e-mail or push.")
    waiting = serializers.IntegerField()
    given_up = serializers.IntegerField()
    sent = serializers.IntegerField()
    messages = NoticeOutput(many=True, source="shown", help_text="A hundred, the open ones first.")


class MyMessagesView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Read the messages to me",
        TAG,
        answer=MessagesOutput,
        auth=PLAYER,
        parameters=[MessagesQuery],
    )
    def get(self, request: Request) -> Response:
        limit = parse_query(MessagesQuery, request)["limit"]
        notices = card_context(player(request), limit=limit)["notices"]
        return answer(MessagesOutput({"messages": notices}).data)


class MyMessagesReadView(ApiView):
    authentication_classes = [PlayerPass]

    @operation("Mark messages as read", TAG, answer=MessagesOutput, auth=PLAYER, request=ReadInput)
    def put(self, request: Request) -> Response:
        one = player(request)
        notices_read(card=one, up_to=parse(ReadInput, request)["up_to"])
        one.refresh_from_db(fields=["read_to"])
        return answer(MessagesOutput({"messages": card_context(one)["notices"]}).data)


class OutboxView(ApiView):
    @operation(
        "See what was sent to whom, and what was not",
        TAG,
        answer=OutboxOutput,
        auth=STAFF,
        errors={404: "`no_such_tournament`"},
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = access_tournament(slug)
        staff_act(request, MANAGE, tournament)
        return answer(OutboxOutput(outbox(tournament.pk)).data)


class OutboxResendView(ApiView):
    @operation(
        "Send a message once more",
        TAG,
        answer=OutboxOutput,
        auth=STAFF,
        idempotent=True,
        errors={404: "`no_such_tournament`, `no_such_notice`", 409: "`notice_not_open`"},
        description="One that was given up, or waits for another try.",
    )
    def post(self, request: Request, slug: str, notice_id: int) -> Response:
        tournament = access_tournament(slug)
        act = staff_act(request, MANAGE, tournament)

        def work() -> Body:
            notice_resend(tournament_id=tournament.pk, notice_id=notice_id, act=act)
            return OutboxOutput(outbox(tournament.pk)).data

        return answer_once(request, act.by, work)
