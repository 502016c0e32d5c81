"""What players do with their card: see their matches; report, confirm and dispute results."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Match
from matches.services.reporting import match_confirm, match_dispute, match_report
from tournaments.api.auth import PlayerPass, player, player_act
from tournaments.api.base import ApiView
from tournaments.api.idempotency import answer_once
from tournaments.api.parsing import parse
from tournaments.api.results import ReportOutput
from tournaments.api.rulings_shown import CallOutput, RulingOutput
from tournaments.api.schema import PLAYER, operation
from tournaments.api.versions import Body, answer, seen_if_sent, showing_newer
from tournaments.models import Event, Pass
from tournaments.selectors.card_views import CardEvent, CardMatch
from tournaments.selectors.cards import card
from tournaments.selectors.passes import own_match

TAG = "Players"
STRANGER = "`not_your_match`"
OTHER_REPORTS = "`winner_reports`, `loser_reports` (by the rules of the match)"
SETTLED = "`already_decided` with `detail.result`, `match_void`"


class ScoreInput(serializers.Serializer[Any]):
    """Either the own points and the opponent's, or both in side order."""

    own = serializers.IntegerField(required=False, help_text="Your points.")
    other = serializers.IntegerField(required=False, help_text="Your opponent's points.")
    scores = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, required=False
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs.keys() not in ({"own", "other"}, {"scores"}):
            raise serializers.ValidationError(
                _("Send own and other, or scores in side order."), code="required"
            )
        return attrs


class ReportInput(serializers.Serializer[Any]):
    report = serializers.IntegerField(help_text="The id of the opponent's report.")


class CardMatchOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="fixture.match_id")
    event = serializers.IntegerField(source="event.pk")
    fixture = serializers.CharField(source="fixture.key")
    bracket = serializers.CharField(help_text="In the language of the request.")
    round = serializers.CharField(help_text="In the language of the request.")
    length = serializers.IntegerField(source="fixture.length")
    side = serializers.IntegerField(help_text="Your side, 1 or 2.")
    opponent = serializers.CharField()
    opponent_team = serializers.CharField(help_text="At a board of a tie; else empty.")
    board = serializers.IntegerField(source="fixture.board", allow_null=True)
    state = serializers.ChoiceField(choices=Match.State.choices, source="fixture.match_state")
    outcome = serializers.CharField(source="fixture.outcome")
    own_score = serializers.IntegerField(allow_null=True)
    other_score = serializers.IntegerField(allow_null=True)
    won = serializers.BooleanField()
    table = serializers.IntegerField(source="fixture.table", allow_null=True)
    play_by = serializers.DateField(
        source="fixture.play_by", allow_null=True, help_text="The last day to play it."
    )
    slot_at = serializers.DateTimeField(
        source="fixture.slot_at",
        allow_null=True,
        help_text="The hour it was given, not having been played in time.",
    )
    slot_table = serializers.IntegerField(source="fixture.slot_table", allow_null=True)
    reporter = serializers.ChoiceField(
        choices=("either", "winner", "loser", "both"), help_text="Who reports the result."
    )
    own_report = ReportOutput(allow_null=True)
    other_report = ReportOutput(allow_null=True)
    confirms_at = serializers.DateTimeField(
        allow_null=True, help_text="When silence confirms the report that waits."
    )
    rests_until = serializers.DateTimeField(
        allow_null=True, help_text="Before that nobody is called to this match: one of you rests."
    )
    start = serializers.ListField(
        source="begins.start",
        child=serializers.IntegerField(),
        help_text="What the match begins with, in side order: penalty points are in the score.",
    )
    am_here = serializers.BooleanField(help_text="Whether you are known to be at the table.")
    other_is_here = serializers.BooleanField()
    begun_at = serializers.DateTimeField(source="begins.begun_at", allow_null=True)
    call = CallOutput(allow_null=True, help_text="The director is wanted there.")
    rulings = RulingOutput(many=True, help_text="Latest first.")
    version = serializers.IntegerField(source="fixture.match_version")


class WaitingOutput(serializers.Serializer[Any]):
    fixture = serializers.CharField(source="key")
    names = serializers.CharField(help_text="Both sides in words, such as `Ada – Winner of M1.2`.")


class CardPlaceOutput(serializers.Serializer[Any]):
    bracket = serializers.CharField()
    place = serializers.CharField(help_text="`1`, `3–4`.")

    def to_representation(self, instance: tuple[str, str]) -> dict[str, str]:
        bracket, place = instance
        return {"bracket": bracket, "place": place}


class CardTeamOutput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry_id")
    name = serializers.CharField()
    members = serializers.ListField(child=serializers.CharField())


class CardEventOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="event.pk")
    name = serializers.CharField(source="event.name")
    state = serializers.ChoiceField(choices=Event.State.choices, source="event.state")
    version = serializers.IntegerField(source="event.version")
    team = CardTeamOutput(
        source="own", allow_null=True, help_text="The team or pair of this player."
    )
    current = CardMatchOutput(many=True)
    played = CardMatchOutput(many=True)
    waiting_in = WaitingOutput(allow_null=True)
    is_over = serializers.BooleanField(help_text="Nothing is left to play.")
    checkin_close_at = serializers.DateTimeField(
        source="event.checkin_close_at", allow_null=True, help_text="Before the draw."
    )
    present = serializers.BooleanField(help_text="Whether you have said that you are here.")
    places = CardPlaceOutput(many=True)


class MeOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    tournament = serializers.CharField(help_text="Its slug.")
    events = CardEventOutput(many=True)


def _match_body(one: Pass, match_id: int) -> Body:
    found: CardMatch = own_match(one, match_id)
    return CardMatchOutput(found).data


def match_deed(request: Request, match_id: int, change: Callable[[CardMatch], object]) -> Response:
    """Do something to an own match once, and answer with the match as it is then."""
    one = player(request)

    def work() -> Body:
        change(own_match(one, match_id))
        return _match_body(one, match_id)

    with showing_newer(lambda: _match_body(one, match_id)):
        return answer_once(request, player_act(request).by, work)


class MeView(ApiView):
    authentication_classes = [PlayerPass]

    @operation("Show my matches in the tournament of the card", TAG, answer=MeOutput, auth=PLAYER)
    def get(self, request: Request) -> Response:
        one = player(request)
        events: list[CardEvent] = card(one)
        data = {"name": one.player.name, "tournament": one.tournament.slug, "events": events}
        return answer(MeOutput(data).data)


class MyReportView(ApiView):
    authentication_classes = [PlayerPass]

    @operation(
        "Report the result of my match",
        TAG,
        answer=CardMatchOutput,
        auth=PLAYER,
        request=ScoreInput,
        versioned="may",
        idempotent=True,
        etag=True,
        errors={400: "`score_...`", 403: f"{STRANGER}, {OTHER_REPORTS}", 409: SETTLED},
        description="The first report waits for the opponent; the same score from the other side "
        "decides the match, another one is a dispute. Sending the same again changes nothing.",
    )
    def post(self, request: Request, match_id: int) -> Response:
        act, seen = player_act(request), seen_if_sent(request).version
        data = parse(ScoreInput, request)

        def change(mine: CardMatch) -> Match:
            return match_report(
                match_id=match_id,
                player_id=player(request).player_id,
                scores=_in_side_order(data, mine.side),
                act=act,
                seen_version=seen,
            )

        return match_deed(request, match_id, change)


def _in_side_order(data: dict[str, Any], side: int) -> tuple[int, int]:
    if "scores" in data:
        return data["scores"][0], data["scores"][1]
    own, other = data["own"], data["other"]
    return (own, other) if side == 1 else (other, own)


# How both answers to a report are described.
ANSWERING: dict[str, Any] = {
    "answer": CardMatchOutput,
    "auth": PLAYER,
    "request": ReportInput,
    "versioned": "may",
    "idempotent": True,
    "etag": True,
    "errors": {
        403: f"{STRANGER}, `own_report`, `both_report` (to confirm where both report)",
        404: "`no_such_report`",
        409: f"{SETTLED}, `report_replaced`",
    },
}


def _answer_report(request: Request, match_id: int, service: Callable[..., Match]) -> Response:
    """Confirm or dispute: `service` is the one of the two that is meant."""
    act, seen = player_act(request), seen_if_sent(request).version
    report_id = parse(ReportInput, request)["report"]

    def change(mine: CardMatch) -> Match:
        return service(
            match_id=match_id,
            player_id=player(request).player_id,
            report_id=report_id,
            act=act,
            seen_version=seen,
        )

    return match_deed(request, match_id, change)


class MyConfirmView(ApiView):
    authentication_classes = [PlayerPass]

    @operation("Confirm my opponent's report", TAG, **ANSWERING)
    def post(self, request: Request, match_id: int) -> Response:
        return _answer_report(request, match_id, match_confirm)


class MyDisputeView(ApiView):
    authentication_classes = [PlayerPass]

    @operation("Dispute my opponent's report: the director settles it", TAG, **ANSWERING)
    def post(self, request: Request, match_id: int) -> Response:
        return _answer_report(request, match_id, match_dispute)
