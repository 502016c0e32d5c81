"""What the director says of a clock: how it is set, at what score, and what times are right."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.engine.clock_presets import PRESETS
from matches.engine.clock_settings import MINUTE, SECOND, ClockSettings
from matches.models_clock import Clock
from tournaments.forms.refusals import plain_text

_TIME = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)")
OWN = "own"


class TimeField(forms.CharField):
    """`12:30`, or `1:05:00`; gives milliseconds."""

    def to_python(self, value: Any) -> int | None:  # type: ignore[override]
        text = super().to_python(value)
        if not text:
            return None
        found = _TIME.fullmatch(text.strip())
        if found is None:
            raise forms.ValidationError(_("Write minutes and seconds, such as 12:30."))
        hours, minutes, seconds = (int(part or 0) for part in found.groups())
        return (hours * 60 + minutes) * MINUTE + seconds * SECOND


class SetUpForm(forms.Form):
    preset = forms.ChoiceField(
        required=False,
        label=_("How it is set"),
        choices=[
            ("", _("As the rules of the event say")),
            (OWN, _("As written below")),
            *((code, preset.name) for code, preset in PRESETS.items()),
        ],
    )
    per_point = TimeField(required=False, label=_("Time a point"))
    fixed = TimeField(required=False, label=_("Fixed time"))
    delay = TimeField(required=False, label=_("Delay of a move"))
    # The page puts the names there.
    score_1 = forms.IntegerField(required=False, min_value=0)
    score_2 = forms.IntegerField(required=False, min_value=0)
    reason = forms.CharField(
        max_length=300, required=False, label=_("Reason"), validators=[plain_text]
    )

    def settings(self) -> ClockSettings | None:
        """Raises ClockError for times that make no clock."""
        data = self.cleaned_data
        if data["preset"] == OWN:
            return ClockSettings(
                per_point=data["per_point"] or 0,
                fixed=data["fixed"] or 0,
                delay=data["delay"] or 0,
            )
        return PRESETS[data["preset"]].settings if data["preset"] else None

    def scores(self) -> tuple[int, int]:
        return self.cleaned_data["score_1"] or 0, self.cleaned_data["score_2"] or 0


class TimesForm(forms.Form):
    left_1 = TimeField(required=False)
    left_2 = TimeField(required=False)
    reason = forms.CharField(
        max_length=300, required=False, label=_("Reason"), validators=[plain_text]
    )

    def left(self) -> dict[int, int]:
        given = {side: self.cleaned_data[f"left_{side}"] for side in (1, 2)}
        return {side: time for side, time in given.items() if time is not None}


class StopForm(forms.Form):
    stop = forms.ChoiceField(choices=Clock.Stop.choices, label=_("Why both are stopped"))
