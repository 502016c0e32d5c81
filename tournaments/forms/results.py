"""What the director rules about a match: who won, with or without a score, or how it ended."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from matches.models import BOTH_LOST, RULED, Outcome
from matches.services.steps import Verdict
from tournaments.forms.refusals import plain_text


class PlayByForm(forms.Form):
    play_by = forms.DateField(label=_("Play by"))


WINNERS = [("1", "1"), ("2", "2")]


class ResultForm(forms.Form):
    """A winner, or a score that tells the winner, or both. The service checks that they agree."""

    winner = forms.TypedChoiceField(
        choices=WINNERS, coerce=int, empty_value=None, required=False, label=_("Winner")
    )
    score_1 = forms.IntegerField(required=False, label=_("Score"))
    score_2 = forms.IntegerField(required=False, label=_("Score"))
    outcome = forms.ChoiceField(choices=RULED, required=False, label=_("How the match ended"))
    reason = forms.CharField(
        max_length=300, required=False, label=_("Reason"), validators=[plain_text]
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        given = [data[name] for name in ("score_1", "score_2") if data[name] is not None]
        if len(given) == 1:
            raise forms.ValidationError(_("Give the points of both sides, or of none."))
        if data["outcome"] in BOTH_LOST:
            data["winner"] = None  # a tick that a page kept
        elif not given and data["winner"] is None:
            raise forms.ValidationError(_("Say who won."), code="winner_unknown")
        return data

    def verdict(self) -> Verdict:
        data = self.cleaned_data
        scores = None if data["score_1"] is None else (data["score_1"], data["score_2"])
        winner = data["winner"]
        if winner is None and data["outcome"] not in BOTH_LOST:
            assert scores is not None
            winner = 1 if scores[0] > scores[1] else 2
        return Verdict(winner, data["outcome"] or Outcome.PLAYED, scores)


class LineupForm(forms.Form):
    """Who sits at the boards of a tie for one team: ids of members, board 1 first."""

    entry = forms.IntegerField()
    version = forms.IntegerField(required=False)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.seats = [int(one) for one in data.getlist("seat") if _is_id(one)]


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 15


def reason_field() -> forms.CharField:
    """For what has to be explained."""
    return forms.CharField(
        max_length=300,
        label=_("Reason"),
        validators=[plain_text],
        error_messages={"required": _("Say why: the reason is part of the log.")},
    )


class CorrectionForm(ResultForm):
    reason = reason_field()


class TakeBackForm(forms.Form):
    reason = reason_field()
    version = forms.IntegerField(widget=forms.HiddenInput)


class TableForm(forms.Form):
    """The number of a table, or nothing to take the match off its table."""

    number = forms.IntegerField(min_value=1, required=False, label=_("Table"))


class SeedForm(forms.Form):
    seed = forms.CharField(
        label=_("Seed"),
        max_length=100,
        validators=[plain_text],
        help_text=_(
            "The draw follows from the seed, so that anybody can repeat it. Keep the random one, "
            "or write what was thrown in public, such as dice: 6-3 2-1 5-5."
        ),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)


class PublishForm(forms.Form):
    sure = forms.BooleanField(
        label=_("The entries are complete. Who comes or leaves after this is dealt with singly."),
        error_messages={"required": _("Tick the box to publish: everybody sees the draw then.")},
    )
    version = forms.IntegerField(widget=forms.HiddenInput)


class VersionForm(forms.Form):
    """A button on a page that showed this version."""

    version = forms.IntegerField(widget=forms.HiddenInput)
