"""What staff say of the beginning of a match: who is there, penalties, excuses."""

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models_late import Penalty
from matches.services.penalties import MAX_POINTS
from tournaments.forms.results import WINNERS, reason_field


class HereForm(forms.Form):
    """Sides, and whether they have been there since the call."""

    sides = forms.TypedMultipleChoiceField(choices=WINNERS, coerce=int, label=_("Who is there"))
    from_call = forms.BooleanField(required=False)


class ExcuseForm(forms.Form):
    reason = reason_field()


class PenaltyForm(forms.Form):
    side = forms.TypedChoiceField(
        choices=WINNERS,
        coerce=int,
        label=_("Who is penalized"),
        error_messages={"required": _("Say which side gets the penalty.")},
    )
    points = forms.IntegerField(
        min_value=1, max_value=MAX_POINTS, label=_("Points for the opponent")
    )
    kind = forms.ChoiceField(choices=Penalty.Kind.choices, label=_("What for"))
    reason = reason_field()
    version = forms.IntegerField(widget=forms.HiddenInput)


class UnpenalizeForm(forms.Form):
    penalty = forms.IntegerField(widget=forms.HiddenInput)
    reason = reason_field()
