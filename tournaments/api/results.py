"""What staff do to fixtures: enter, settle, correct and take back results; send to tables."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import BOTH_LOST, RULED, Match, Outcome
from matches.services.steps import Verdict
from players.actors import Act
from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.fixtures import FixtureOutput, fixture_body
from tournaments.api.idempotency import answer_once
from tournaments.api.parsing import LineField, parse, parse_query
from tournaments.api.schema import NO_FIXTURE, STAFF, operation
from tournaments.api.versions import Body, answer, seen, showing_newer
from tournaments.models import Event
from tournaments.selectors.access import MANAGE, SCORE, access_event_by_id
from tournaments.selectors.listing import reports_of
from tournaments.selectors.ruling import require_ruling
from tournaments.services.dates import play_by_set
from tournaments.services.results import Impact, result_enter, result_preview, result_swap
from tournaments.services.tables import MAX_TABLES, table_assign

TAG = "Results"
SCORES = "`score_...`, `winner_unknown`, `winner_not_by_score`, `walkover_scored`, `both_lost`"
BLOCKED = "`would_clear` with `detail.fixtures`, `cannot_swap`, `players_not_known`"
OF_TEAMS = "`tie_by_boards`, `score_needed`"


class VerdictInput(serializers.Serializer[Any]):
    winner = serializers.IntegerField(
        min_value=1,
        max_value=2,
        allow_null=True,
        default=None,
        help_text="The slot that won, 1 or 2; null where both lost.",
    )
    scores = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        required=False,
        allow_null=True,
        help_text="Points in slot order; without them only the winner is known.",
    )
    outcome = serializers.ChoiceField(
        choices=RULED,
        default=Outcome.PLAYED,
        help_text="`walkover`: the loser did not come. `forfeit`: he had begun. `double_forfeit`: "
        "neither came. `double_loss`: it was ruled that both lost.",
    )


class ResultInput(VerdictInput):
    reason = LineField(
        max_length=300, default="", allow_blank=True, help_text="A correction needs one."
    )
    clear = serializers.BooleanField(
        default=False, help_text="Take back results further on that would no longer fit."
    )
    swap = serializers.BooleanField(
        default=False,
        help_text="Give each of the two the other's results since: they had played on under the "
        "wrong name.",
    )


class PreviewInput(VerdictInput):
    """Without a winner it is about taking the result back, unless the outcome says both lost."""


class ReopenQuery(serializers.Serializer[Any]):
    reason = LineField(max_length=300, default="", allow_blank=True)
    clear = serializers.BooleanField(default=False)


class TableInput(serializers.Serializer[Any]):
    table = serializers.IntegerField(
        min_value=1, max_value=MAX_TABLES, allow_null=True, help_text="null: off its table."
    )


class ImpactOutput(serializers.Serializer[Any]):
    refilled = serializers.ListField(
        child=serializers.CharField(), help_text="Fixtures without a result that get other players."
    )
    cleared = serializers.ListField(
        child=serializers.CharField(), help_text="Fixtures whose result would be taken back."
    )
    swappable = serializers.BooleanField(
        help_text="Whether `swap` would keep what is cleared otherwise."
    )
    kept_rounds = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Later rounds: they stay paired as they are, and the standings change.",
    )
    followers = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Events that follow this one and into which others would go on.",
    )


class ReportOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    side = serializers.IntegerField()
    by_name = serializers.CharField()
    score_1 = serializers.IntegerField()
    score_2 = serializers.IntegerField()
    state = serializers.CharField(help_text="`pending` or `claimed` (disputed).")
    created_at = serializers.DateTimeField()


class FixtureReportsOutput(serializers.Serializer[Any]):
    fixture = serializers.CharField()
    reports = ReportOutput(many=True)


class ReportsOutput(serializers.Serializer[Any]):
    fixtures = FixtureReportsOutput(many=True)


def _verdict(data: dict[str, Any]) -> Verdict:
    scores = data.get("scores")
    return Verdict(
        data["winner"], data["outcome"], None if scores is None else (scores[0], scores[1])
    )


def _rule(
    request: Request,
    act: Act,
    event: Event,
    key: str,
    change: Callable[[int | None], Match],
) -> Response:
    """Rule on a fixture once, if the one who asks may as the fixture stands; answer with it."""
    saw = seen(request)

    def current() -> Body:
        return fixture_body(event.pk, key, draft=False)

    def work() -> Body:
        # Which match it was is known for sure only once the event is locked, so a deed on another
        # one than was seen is undone.
        with transaction.atomic():
            match = change(require_ruling(request.user, event, key, seen_version=saw.version))
            saw.require_match(match.pk)
        return current()

    with showing_newer(current):
        return answer_once(request, act.by, work)


class ResultView(ApiView):
    @operation(
        "Enter, settle or correct a result",
        TAG,
        answer=FixtureOutput,
        auth=STAFF,
        request=ResultInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            400: f"{SCORES}, `reason_missing`; of teams {OF_TEAMS}",
            403: "`correction_not_allowed`",
            404: NO_FIXTURE,
            409: BLOCKED,
        },
        description="Scorers enter and settle; a correction is for directors and needs a reason. "
        "The bracket follows in the same transaction.",
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        event = access_event_by_id(event_id)
        data = _parsed_for_staff(request, event, ResultInput)
        act = staff_act(request, SCORE, event, reason=data["reason"])
        verdict, clear, swap = _verdict(data), data["clear"], data["swap"]

        def change(version: int | None) -> Match:
            said: dict[str, Any] = {"event_id": event_id, "key": key, "act": act}
            said |= {"verdict": verdict, "seen_version": version}
            return result_swap(**said) if swap else result_enter(clear=clear, **said)

        return _rule(request, act, event, key, change)

    @operation(
        "Take a result back: the match is to be played again",
        TAG,
        answer=FixtureOutput,
        auth=STAFF,
        parameters=[ReopenQuery],
        versioned="must",
        etag=True,
        errors={
            400: "`reason_missing`",
            403: "`correction_not_allowed`",
            404: NO_FIXTURE,
            409: f"{BLOCKED}, `match_not_decided`, `tie_by_boards`",
        },
    )
    def delete(self, request: Request, event_id: int, key: str) -> Response:
        query = parse_query(ReopenQuery, request)
        event = access_event_by_id(event_id)
        act = staff_act(request, MANAGE, event, reason=query["reason"])

        def change(version: int | None) -> Match:
            return result_enter(
                event_id=event_id,
                key=key,
                verdict=None,
                act=act,
                seen_version=version,
                clear=query["clear"],
            )

        return _rule(request, act, event, key, change)


def _parsed_for_staff(request: Request, event: Event, inputs: type[VerdictInput]) -> dict[str, Any]:
    """Strangers learn that they may not before they learn what is wrong with the body."""
    staff_act(request, SCORE, event)
    return parse(inputs, request)


class ResultPreviewView(ApiView):
    @operation(
        "Tell what a result would do to the rest of the event",
        TAG,
        answer=ImpactOutput,
        auth=STAFF,
        request=PreviewInput,
        errors={404: NO_FIXTURE, 409: "`players_not_known`"},
        description="Changes nothing. `winner: null` asks about taking the result back, unless "
        "both lost.",
    )
    def post(self, request: Request, event_id: int, key: str) -> Response:
        event = access_event_by_id(event_id)
        data = _parsed_for_staff(request, event, PreviewInput)
        takes_back = data["winner"] is None and data["outcome"] not in BOTH_LOST
        verdict = None if takes_back else _verdict(data)
        return answer(impact_body(result_preview(event, key, verdict)))


def impact_body(impact: Impact) -> Body:
    return {
        "refilled": [row.key for row in impact.refilled],
        "cleared": [row.key for row in impact.cleared],
        "swappable": impact.swappable,
        "kept_rounds": list(impact.kept),
        "followers": [event.pk for event in impact.followers],
    }


class PlayByInput(serializers.Serializer[Any]):
    play_by = serializers.DateField(help_text="The last day for it.")


class TableView(ApiView):
    @operation(
        "Send a match to a table, or take it off",
        TAG,
        answer=FixtureOutput,
        auth=STAFF,
        request=TableInput,
        etag=True,
        errors={
            404: "`no_such_event`, `no_such_table`",
            409: "`match_not_open`, `table_taken`, `player_at_table`",
        },
        description="Needs no If-Match: a table is never taken from another match.",
    )
    def put(self, request: Request, event_id: int, key: str) -> Response:
        act = staff_act(request, SCORE, access_event_by_id(event_id))
        number = parse(TableInput, request)["table"]
        table_assign(event_id=event_id, key=key, number=number, act=act)
        return answer(fixture_body(event_id, key, draft=False))


class PlayByView(ApiView):
    @operation(
        "Give the two of a match more, or less, time to play it",
        TAG,
        answer=FixtureOutput,
        auth=STAFF,
        request=PlayByInput,
        etag=True,
        errors={
            400: "`day_past`",
            404: NO_FIXTURE,
            409: "`no_dates` (matches of this event have none), `already_decided`",
        },
        description="Needs no If-Match: it changes nothing else.",
    )
    def put(self, request: Request, event_id: int, key: str) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        day = parse(PlayByInput, request)["play_by"]
        play_by_set(event_id=event_id, key=key, day=day, act=act)
        return answer(fixture_body(event_id, key, draft=False))


class ReportsView(ApiView):
    @operation(
        "List what players reported and nobody settled yet",
        TAG,
        answer=ReportsOutput,
        auth=STAFF,
        errors={404: "`no_such_event`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, SCORE, event)
        found = [{"fixture": key, "reports": each} for key, each in reports_of(event).items()]
        return answer(ReportsOutput({"fixtures": found}).data)
