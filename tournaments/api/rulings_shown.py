"""Calls, rulings, appeals and sanctions as the API takes and shows them."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from matches.models import RULED, Outcome
from matches.services.steps import Verdict
from tournaments.api.parsing import LineField
from tournaments.models_rulings import Appeal, Call, Ruling, Sanction, Seat
from tournaments.selectors.rulings import LONGEST_BREAK
from tournaments.services.appeals import DUE_MINUTES, MAX_MINUTES
from tournaments.services.ruling_effects import Effects
from tournaments.services.rulings import RulingSpec

TAG = "Rulings"
MS = 2**31 - 1
SIDES = (1, 2)


class VoiceOutput(serializers.Serializer[Any]):
    side = serializers.IntegerField(allow_null=True, help_text="Null where nobody knows.")
    kind = serializers.ChoiceField(choices=Call.Kind.choices)
    words = serializers.CharField()
    by = serializers.CharField(source="by_name")
    at = serializers.DateTimeField()


class CallOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    match = serializers.IntegerField(source="match_id")
    fixture = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)
    called_at = serializers.DateTimeField()
    taken_by = serializers.CharField(help_text="Who is on the way; else empty.")
    voices = VoiceOutput(many=True, help_text="What each of those at the table says.")


class CallsOutput(serializers.Serializer[Any]):
    calls = CallOutput(many=True, help_text="Those that wait first, the oldest of them on top.")


class TournamentCallOutput(CallOutput):
    event = serializers.IntegerField(source="event.pk")


class TournamentCallsOutput(serializers.Serializer[Any]):
    calls = TournamentCallOutput(
        many=True, help_text="Those that wait first, the oldest of them on top."
    )


class SeatOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    vote = serializers.ChoiceField(choices=[("", ""), *Seat.Vote.choices])


class AppealOutput(serializers.Serializer[Any]):
    side = serializers.IntegerField(source="row.side")
    by = serializers.CharField(source="row.by_name")
    words = serializers.CharField(source="row.words")
    made_at = serializers.DateTimeField(source="row.made_at")
    state = serializers.ChoiceField(choices=Appeal.State.choices, source="row.state")
    due_at = serializers.DateTimeField(source="row.due_at", allow_null=True)
    decided_at = serializers.DateTimeField(source="row.decided_at", allow_null=True)
    reason = serializers.CharField(source="row.reason")
    seats = SeatOutput(many=True)


class RulingOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(source="row.number")
    match = serializers.IntegerField(source="row.match_id")
    fixture = serializers.CharField(help_text="Empty where others meet there by now.")
    kind = serializers.ChoiceField(choices=Ruling.Kind.choices, source="row.kind")
    side = serializers.IntegerField(source="row.side", allow_null=True, help_text="Against whom.")
    decision = serializers.CharField(source="row.decision")
    reason = serializers.CharField(source="row.reason")
    rule = serializers.CharField(source="row.rule", help_text="Its name; empty for none.")
    effects = serializers.JSONField(
        source="row.effects", help_text="What it did: `times`, `penalty`, `result`, `warning`."
    )
    taken_back = serializers.JSONField(source="row.taken_back", help_text="Which of these.")
    left = serializers.ListField(
        child=serializers.CharField(),
        help_text="What is still to be put right, of a ruling that does not stand any more.",
    )
    by = serializers.CharField(source="row.by_name")
    made_at = serializers.DateTimeField(source="row.made_at")
    state = serializers.ChoiceField(choices=Ruling.State.choices, source="row.state")
    replaced_by = serializers.IntegerField(allow_null=True)
    may_appeal = serializers.BooleanField()
    appeal_until = serializers.DateTimeField(
        source="row.appeal_until",
        allow_null=True,
        help_text="Null where nobody may, or until the match is over.",
    )
    final = serializers.BooleanField(
        source="is_final", help_text="It stands, and there is no appeal against it any more."
    )
    final_at = serializers.DateTimeField(
        source="row.final_at",
        allow_null=True,
        help_text="When the time to appeal was over or an appeal was lost: at once where the match "
        "is over with the ruling and appeals are until then. Null where that was not noted.",
    )
    appeal = AppealOutput(allow_null=True)


class RulingsOutput(serializers.Serializer[Any]):
    rulings = RulingOutput(many=True, help_text="Latest first.")


class SanctionOutput(serializers.Serializer[Any]):
    event = serializers.IntegerField(source="event.pk")
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Sanction.Kind.choices)
    name = serializers.CharField()
    entry = serializers.IntegerField(source="entry_id", allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    fixture = serializers.CharField(help_text="Where it took effect; else empty.")
    everywhere = serializers.BooleanField()
    waits = serializers.BooleanField(help_text="Points that are to count in the next match.")
    holds = serializers.BooleanField()
    reason = serializers.CharField()
    by = serializers.CharField(source="by_name")
    given_at = serializers.DateTimeField()
    withdrawn_reason = serializers.CharField()


class RecordOutput(serializers.Serializer[Any]):
    sanctions = SanctionOutput(many=True, help_text="In all events of the tournament.")
    proposed = serializers.ChoiceField(
        choices=Sanction.Kind.choices, help_text="The next step of the ladder; nothing follows."
    )


def side_field() -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=2, allow_null=True, default=None)


# --- In ------------------------------------------------------------------------------------------
class CallInput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Call.Kind.choices, default=Call.Kind.OTHER)
    words = LineField(max_length=300, required=False, allow_blank=True, default="")


class WordsInput(serializers.Serializer[Any]):
    words = LineField(max_length=300, required=False, allow_blank=True, default="")


class CloseInput(serializers.Serializer[Any]):
    resumes = serializers.BooleanField(default=True, help_text="Whether the clock goes on.")


class GrantInput(serializers.Serializer[Any]):
    minutes = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_BREAK,
        default=0,
        help_text="Where the rules of the match leave that to the director; else they count.",
    )


class RefuseInput(serializers.Serializer[Any]):
    reason = LineField(max_length=300, required=False, allow_blank=True, default="")


class RulingResultInput(serializers.Serializer[Any]):
    winner = side_field()
    outcome = serializers.ChoiceField(choices=RULED, default=Outcome.PLAYED)
    scores = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, required=False
    )
    clear = serializers.BooleanField(
        default=False, help_text="Take back results further on that would no longer fit."
    )


class RulingPenaltyInput(serializers.Serializer[Any]):
    side = serializers.IntegerField(min_value=1, max_value=2, help_text="The offender.")
    points = serializers.IntegerField()


class RulingInput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Ruling.Kind.choices)
    decision = LineField(max_length=300)
    reason = LineField(
        max_length=300, required=False, allow_blank=True, default="", help_text="May be missing "
        "only where a spectator is removed."
    )  # fmt: skip
    side = side_field()
    rule = LineField(max_length=40, required=False, allow_blank=True, default="")
    credit_1 = serializers.IntegerField(min_value=0, max_value=MS, default=0, help_text="In ms.")
    credit_2 = serializers.IntegerField(min_value=0, max_value=MS, default=0, help_text="In ms.")
    left_1 = serializers.IntegerField(
        min_value=1, max_value=MS, required=False, help_text="All of the time, in ms."
    )
    left_2 = serializers.IntegerField(min_value=1, max_value=MS, required=False)
    penalty = RulingPenaltyInput(required=False, allow_null=True, default=None)
    warning = side_field()
    result = RulingResultInput(required=False, allow_null=True, default=None)
    resumes = serializers.BooleanField(default=True, help_text="Whether the clock goes on.")


class JudgeInput(serializers.Serializer[Any]):
    player = serializers.IntegerField(required=False, min_value=1, max_value=MS)
    user = serializers.IntegerField(required=False, min_value=1, max_value=MS)


class CommitteeInput(serializers.Serializer[Any]):
    members = JudgeInput(many=True)
    minutes = serializers.IntegerField(
        default=DUE_MINUTES, help_text=f"Until a reminder; at most {MAX_MINUTES}, 0: none."
    )


class CandidateOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="player_id", allow_null=True)
    user = serializers.IntegerField(source="user_id", allow_null=True)
    name = serializers.CharField(source="judge.name")


class CandidatesOutput(serializers.Serializer[Any]):
    candidates = CandidateOutput(many=True, help_text="Whom nothing keeps off the committee.")


class VoteInput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    vote = serializers.ChoiceField(choices=Seat.Vote.choices)


class DecisionInput(serializers.Serializer[Any]):
    votes = VoteInput(many=True)
    reason = LineField(max_length=300, required=False, allow_blank=True, default="")


class SanctionInput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Sanction.Kind.choices)
    reason = LineField(max_length=300, required=False, allow_blank=True, default="")
    points = serializers.IntegerField(required=False, allow_null=True, default=None)
    fixture = LineField(
        max_length=12, required=False, allow_blank=True, default="",
        help_text="The match that is lost or in which the points count; empty: the next one.",
    )  # fmt: skip
    member = serializers.IntegerField(
        required=False, allow_null=True, default=None, help_text="The place in a team or pair."
    )
    everywhere = serializers.BooleanField(default=False)
    clear = serializers.BooleanField(default=False)


class PointsInput(serializers.Serializer[Any]):
    fixture = LineField(max_length=12)


def spec_of(data: Mapping[str, Any]) -> RulingSpec:
    result, penalty = data["result"], data["penalty"]
    verdict = None
    if result is not None:
        scores = tuple(result["scores"]) if "scores" in result else None
        verdict = Verdict(result["winner"], result["outcome"], scores)
    return RulingSpec(
        kind=data["kind"],
        decision=data["decision"],
        side=data["side"],
        rule=data["rule"],
        resumes=data["resumes"],
        effects=Effects(
            credit={side: more for side in SIDES if (more := data[f"credit_{side}"])},
            left={side: data[f"left_{side}"] for side in SIDES if f"left_{side}" in data},
            penalty=(penalty["side"], penalty["points"]) if penalty else None,
            verdict=verdict,
            clear=bool(result and result["clear"]),
            warning=data["warning"],
        ),
    )
