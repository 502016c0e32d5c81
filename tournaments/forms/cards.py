"""The form in which a player reports a result: who won, and the points of the loser."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.selectors.card_views import CardMatch

ME, OTHER = "me", "other"
MOST_CHOICES = 25  # longer matches take a number, for nobody finds 17 among 60 buttons


class ReportForm(forms.Form):
    """`scores` has the points in side order once the form is valid."""

    winner = forms.ChoiceField(
        widget=forms.RadioSelect, error_messages={"required": _("Say who won.")}
    )
    seen = forms.IntegerField()  # the version of the match that the page showed

    def __init__(self, data: Any = None, *, match: CardMatch) -> None:
        super().__init__(data, initial=_initial(match))
        self.match = match
        length = match.fixture.target
        winner = self.fields["winner"]
        assert isinstance(winner, forms.ChoiceField)
        said = [(ME, _("I won")), (OTHER, _("%(name)s won") % {"name": match.opponent})]
        winner.choices = [choice for choice, may in zip(said, match.may_report, strict=True) if may]
        if len(winner.choices) == 1:
            winner.initial = winner.choices[0][0]
        self.fields["loser_score"] = forms.IntegerField(
            min_value=0,
            max_value=length - 1,
            widget=_picker(length),
            error_messages=_loser_messages(length),
        )

    @property
    def picks(self) -> bool:
        """Whether the points are chosen from buttons."""
        return self.match.fixture.target <= MOST_CHOICES

    def scores(self) -> tuple[int, int]:
        points = (self.match.fixture.target, int(self.cleaned_data["loser_score"]))
        first_won = (self.cleaned_data["winner"] == ME) == (self.match.side == 1)
        return points if first_won else (points[1], points[0])


def _picker(length: int) -> forms.Widget:
    if length > MOST_CHOICES:
        return forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.RadioSelect(choices=[(points, str(points)) for points in range(length)])


def _loser_messages(length: int) -> dict[str, Any]:
    wrong: Any
    if length == 1:
        wrong = _("In a match to 1 the loser has no points: choose 0.")
    else:
        wrong = _("In a match to %(length)s the loser has 0 to %(most)s points: choose one.") % {
            "length": length,
            "most": length - 1,
        }
    return dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong)


def _initial(match: CardMatch) -> dict[str, Any]:
    """What was reported before, to be changed."""
    initial: dict[str, Any] = {}
    if match.fixture.target == 1:
        initial["loser_score"] = 0
    if (claim := match.own_claim) is not None:
        initial["winner"] = ME if claim.i_won else OTHER
        initial["loser_score"] = min(claim.scores)
    return initial
