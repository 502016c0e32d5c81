"""Forms for what the director decides of pairings: two entrants, or one and the bye."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from tournaments.forms.round_settings import LengthsForm
from tournaments.models import Entry

BYE = "bye"


class PairForm(forms.Form):
    """Two by their numbers; which button was pressed says what becomes of them."""

    one = forms.ChoiceField(label=gettext_lazy("This one"))
    other = forms.ChoiceField(label=gettext_lazy("And this one"))
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, entries: Sequence[Entry], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        people = [(str(entry.number), f"{entry.number} {entry.name}") for entry in entries]
        self.fields["one"].choices = [("", "–"), *people]  # type: ignore[attr-defined]
        others = [("", "–"), (BYE, _("the bye")), *people]
        self.fields["other"].choices = others  # type: ignore[attr-defined]

    def pair(self) -> tuple[int, int | None]:
        data = self.cleaned_data
        return int(data["one"]), None if data["other"] == BYE else int(data["other"])


class LiftForm(forms.Form):
    """A button beside a pair. `other` is empty for the bye."""

    kind = forms.CharField(max_length=10)
    one = forms.IntegerField(min_value=1)
    other = forms.IntegerField(min_value=1, required=False)
    version = forms.IntegerField(widget=forms.HiddenInput)

    def pair(self) -> tuple[int, int | None]:
        return self.cleaned_data["one"], self.cleaned_data["other"]


class RunningLengthsForm(LengthsForm):
    """Of rounds to come."""

    version = forms.IntegerField(widget=forms.HiddenInput)
