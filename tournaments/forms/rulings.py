"""Calling the director, ruling, appealing, judging and sanctioning, as forms."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models import BOTH_LOST, RULED, Outcome
from matches.services.penalties import MAX_POINTS
from matches.services.steps import Verdict
from tournaments.forms.clocks import TimeField
from tournaments.forms.refusals import plain_text
from tournaments.forms.results import reason_field
from tournaments.models_rulings import Call, Ruling, Sanction, Seat
from tournaments.models_teams import Member
from tournaments.selectors.judges import JudgeView
from tournaments.selectors.ruling_words import RuleSaid
from tournaments.services.appeals import DUE_MINUTES, MAX_MINUTES, Candidate
from tournaments.services.ruling_effects import Effects
from tournaments.services.rulings import RulingSpec
from tournaments.services.sanctions import SanctionSpec

NOBODY = ("", _("nobody"))


def words_field(label: Any, *, required: bool = False) -> forms.CharField:
    return forms.CharField(max_length=300, required=required, label=label, validators=[plain_text])


def side_field(label: Any) -> forms.TypedChoiceField:
    """The page puts the names there."""
    return forms.TypedChoiceField(
        choices=[NOBODY, ("1", "1"), ("2", "2")],
        coerce=int,
        empty_value=None,
        required=False,
        label=label,
    )


class CallForm(forms.Form):
    kind = forms.ChoiceField(
        choices=Call.Kind.choices,
        initial=Call.Kind.OTHER,
        required=False,
        widget=forms.RadioSelect,
        label=_("What is it about?"),
    )
    words = words_field(_("In a few words"))

    def call(self) -> tuple[str, str]:
        """The kind, and the words."""
        return self.cleaned_data["kind"] or Call.Kind.OTHER, self.cleaned_data["words"]


class AppealForm(forms.Form):
    words = words_field(_("Why the ruling is wrong"))


class WhyForm(forms.Form):
    """Why it is taken back."""

    reason = reason_field()


class RulingForm(forms.Form):
    kind = forms.ChoiceField(
        choices=[("", _("choose")), *Ruling.Kind.choices],
        label=_("What it is about"),
        error_messages={"required": _("Choose what the ruling is about.")},
    )
    side = side_field(_("Against"))
    decision = words_field(_("Decision"), required=True)
    reason = reason_field()
    rule = forms.ChoiceField(required=False, label=_("The rule it rests on"))
    credit_1 = TimeField(required=False)
    credit_2 = TimeField(required=False)
    left_1 = TimeField(required=False)
    left_2 = TimeField(required=False)
    penalized = side_field(_("Penalty points against"))
    points = forms.IntegerField(
        required=False, min_value=1, max_value=MAX_POINTS, label=_("Points")
    )
    warning = side_field(_("Warning for"))
    outcome = forms.ChoiceField(
        required=False, choices=[("", _("no result")), *RULED], label=_("How the match ended")
    )
    winner = side_field(_("Winner"))
    score_1 = forms.IntegerField(required=False, min_value=0)
    score_2 = forms.IntegerField(required=False, min_value=0)
    clear = forms.BooleanField(
        required=False, label=_("Also take back results further on that would no longer fit")
    )
    resumes = forms.BooleanField(
        required=False, initial=True, label=_("The clock that was stopped goes on")
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, *args: Any, names: Sequence[str], rules: Iterable[RuleSaid], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        listed = [
            ("", _("none in particular")),
            *((rule.name, f"{rule.label}: {rule.words}") for rule in rules),
        ]
        self.fields["rule"].choices = listed  # type: ignore[attr-defined]
        # Anybody may have a spectator removed without saying why.
        self.fields["reason"].required = self.data.get("kind") != Ruling.Kind.SPECTATOR
        for name in ("side", "penalized", "warning", "winner"):
            choices = [NOBODY, *((str(n), one) for n, one in enumerate(names, start=1))]
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        for side, one in enumerate(names, start=1):
            self.fields[f"credit_{side}"].label = _("More time for %(name)s") % {"name": one}
            self.fields[f"credit_{side}"].help_text = _("Minutes and seconds, such as 2:00.")
            self.fields[f"left_{side}"].label = _("Or all of the time of %(name)s") % {"name": one}
            self.fields[f"score_{side}"].label = _("Points of %(name)s") % {"name": one}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if bool(data.get("penalized")) != bool(data.get("points")):
            self.add_error("points", _("Say how many points, and against whom."))
        scores = [data.get("score_1"), data.get("score_2")]
        if scores.count(None) == 1:
            self.add_error("score_1", _("Give the points of both sides, or of none."))
        told = data.get("outcome") or data.get("winner") or scores.count(None) == 0
        if told and data.get("outcome") not in BOTH_LOST and not data.get("winner"):
            self.add_error("winner", _("Say who won."))
        return data

    def spec(self) -> RulingSpec:
        data = self.cleaned_data
        return RulingSpec(
            kind=data["kind"],
            decision=data["decision"],
            side=data["side"],
            rule=data["rule"],
            resumes=data["resumes"],
            effects=Effects(
                credit=self._times("credit"),
                left=self._times("left"),
                penalty=(data["penalized"], data["points"]) if data["points"] else None,
                warning=data["warning"],
                verdict=self._verdict(),
                clear=data["clear"],
            ),
        )

    def _times(self, name: str) -> dict[int, int]:
        given = {side: self.cleaned_data[f"{name}_{side}"] for side in (1, 2)}
        return {side: time for side, time in given.items() if time}

    def _verdict(self) -> Verdict | None:
        data = self.cleaned_data
        if data["outcome"] in BOTH_LOST:
            return Verdict(None, data["outcome"])
        if data["winner"] is None:
            return None
        scores = None if data["score_1"] is None else (data["score_1"], data["score_2"])
        return Verdict(data["winner"], data["outcome"] or Outcome.PLAYED, scores)


class CommitteeForm(forms.Form):
    members = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        label=_("Members"),
        error_messages={"required": _("Choose who decides.")},
    )
    minutes = forms.IntegerField(
        min_value=0,
        max_value=MAX_MINUTES,
        initial=DUE_MINUTES,
        label=_("To be decided within, minutes"),
        help_text=_("You are reminded then; 0: at no time."),
    )

    def __init__(self, *args: Any, judges: Iterable[JudgeView], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["members"].choices = [  # type: ignore[attr-defined]
            (_who(one), one.judge.name) for one in judges
        ]

    def candidates(self) -> list[Candidate]:
        found = []
        for text in self.cleaned_data["members"]:
            kind, _dash, pk = text.partition("-")
            found.append(Candidate(**{f"{kind}_id": int(pk)}))
        return found


def _who(one: JudgeView) -> str:
    return f"player-{one.player_id}" if one.player_id else f"user-{one.user_id}"


class VotesForm(forms.Form):
    reason = words_field(_("Reason of the committee"))

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in seats:
            self.fields[f"vote_{seat.number}"] = forms.ChoiceField(
                choices=Seat.Vote.choices,
                widget=forms.RadioSelect,
                label=seat.name,
                error_messages={"required": _("Enter the vote of each member of the committee.")},
            )
        self.order_fields([name for name in self.fields if name != "reason"])

    def votes(self) -> dict[int, str]:
        return {
            int(name.removeprefix("vote_")): vote
            for name, vote in self.cleaned_data.items()
            if name.startswith("vote_")
        }


class SanctionForm(forms.Form):
    kind = forms.ChoiceField(choices=Sanction.Kind.choices, label=_("Sanction"))
    points = forms.IntegerField(
        required=False, min_value=1, max_value=MAX_POINTS, label=_("Penalty points")
    )
    key = forms.ChoiceField(
        required=False,
        label=_("In which match"),
        help_text=_("The one that is lost, or in which the points count."),
    )
    member = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, label=_("For whom")
    )
    everywhere = forms.BooleanField(
        required=False, label=_("Excluded from all events of the tournament")
    )
    reason = reason_field()

    def __init__(
        self,
        *args: Any,
        matches: Iterable[tuple[str, str]],
        members: Iterable[Member],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        keys = [("", _("the next one: the points wait")), *matches]
        self.fields["key"].choices = keys  # type: ignore[attr-defined]
        people = [(str(one.place), one.name) for one in members]
        if people:
            whole = [("", _("all of them")), *people]
            self.fields["member"].choices = whole  # type: ignore[attr-defined]
        else:
            del self.fields["member"]

    def spec(self) -> SanctionSpec:
        data = self.cleaned_data
        return SanctionSpec(
            kind=data["kind"],
            points=data["points"],
            key=data["key"],
            member=data.get("member"),
            everywhere=data["everywhere"],
        )
