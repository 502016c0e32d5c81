"""What the director says of a clock: how it is set, at what score, and what times are right."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.engine.clock_game import CUBES, GameSaid
from matches.engine.clock_presets import PRESETS
from matches.engine.clock_settings import MINUTE, SECOND, ClockSettings
from matches.models_clock import Clock
from matches.selectors.clock_words import positions
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
    on_turn = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        label=_("It begins"),
        choices=[
            ("", _("With the next game")),
            ("1", _("At once")),  # the page puts the names there
            ("2", _("At once")),
        ],
    )
    reason = forms.CharField(
        max_length=300, required=False, label=_("Reason"), validators=[plain_text]
    )

    def call_sides(self, names: Sequence[str]) -> None:
        _label(self, "score", names)
        field = self.fields["on_turn"]
        assert isinstance(field, forms.TypedChoiceField)
        at_once = [(str(n), _("At once: %s is on turn") % name) for n, name in enumerate(names, 1)]
        field.choices = [("", _("With the next game")), *at_once]

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

    def call_sides(self, names: Sequence[str]) -> None:
        _label(self, "left", names)

    def left(self) -> dict[int, int]:
        given = {side: self.cleaned_data[f"left_{side}"] for side in (1, 2)}
        return {side: time for side, time in given.items() if time is not None}


class GameForm(forms.Form):
    """What stood on the board when time was up, where that costs the game."""

    position = forms.ChoiceField(label=_("What is lost"))
    cube = forms.TypedChoiceField(
        label=_("Cube"), coerce=int, choices=[(cube, str(cube)) for cube in CUBES]
    )
    # The page puts the names there.
    score_1 = forms.IntegerField(min_value=0)
    score_2 = forms.IntegerField(min_value=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["position"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(code, f"{name}: {how}") for code, name, how in positions()]

    def call_sides(self, names: Sequence[str]) -> None:
        _label(self, "score", names)

    def game(self) -> GameSaid:
        data = self.cleaned_data
        return GameSaid(data["position"], data["cube"], (data["score_1"], data["score_2"]))


class StopForm(forms.Form):
    stop = forms.ChoiceField(choices=Clock.Stop.choices, label=_("Why both are stopped"))


def _label(form: forms.Form, what: str, names: Sequence[str]) -> None:
    for side, name in enumerate(names, start=1):
        form.fields[f"{what}_{side}"].label = name
