"""The part of the event form that is about brackets: who plays on after a loss, and how long.

One choice decides which of the other fields count. The page hides the rest with a style sheet, so
that it works without JavaScript; here they are passed over, whatever they hold.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.engine.score import MAX_LENGTH
from tournaments.formats.bracket_plan import SETTINGS, TWO_LIVES, BracketPlan
from tournaments.formats.settings import MAX_BRACKET_ROUNDS
from tournaments.formats.shapes import Shape
from tournaments.selectors.shapes import NO_SHAPE, SHAPES

QUALIFIERS = (1, 2, 4, 8, 16)
# Fields for the lengths of last rounds: the setting, and the rounds counted from the final.
_LAST_ROUNDS = {
    "consolation_semi_length": ("consolation_from_final", 2),
    "consolation_final_length": ("consolation_from_final", 1),
    "finals_last_length": ("finals_from_final", 1),
    "last_chance_final_length": ("last_chance_from_final", 1),
}
_SIMPLE = ("finals_length", "second_final", "last_chance_length", "last_chance_rounds")


def _needed(shape: str) -> set[str]:
    """The fields that count for this choice."""
    if shape == NO_SHAPE:
        return {"shape"}
    settings = SETTINGS[Shape(shape)]
    fields = {name for name, (setting, _left) in _LAST_ROUNDS.items() if setting in settings}
    fields |= {"drop_rounds"} if "rounds" in settings else set()
    return {"shape", "consolation_length", "last_chance", *settings, *fields}


def length_field(label: Any, *, required: bool = False, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=1, max_value=MAX_LENGTH, required=required, **more
    )


class BracketFields(forms.Form):
    """To be inherited by the form of an event, which has the `length`."""

    shape = forms.ChoiceField(
        label=_("Who plays on after a loss"), choices=list(SHAPES.items()), required=False
    )
    drop_rounds = forms.IntegerField(
        label=_("Losers of rounds 1 to"), min_value=2, max_value=MAX_BRACKET_ROUNDS, required=False
    )
    qualifiers = forms.TypedChoiceField(
        label=_("How many of either bracket go to the playoff"),
        choices=[(n, str(n)) for n in QUALIFIERS],
        coerce=int,
        required=False,
        initial=4,
    )
    second_final = forms.BooleanField(
        label=_("A second final, if the winner of the main bracket loses the first"),
        required=False,
    )
    consolation_length = length_field(_("Match length in the consolation"))
    consolation_semi_length = length_field(_("Its semi-finals"))
    consolation_final_length = length_field(_("Its final"))
    finals_length = length_field(_("Match length in the finals"))
    finals_last_length = length_field(_("The very last match"))
    last_chance = forms.BooleanField(
        label=_("A last chance for those who lose early in the consolation"), required=False
    )
    last_chance_rounds = forms.IntegerField(
        label=_("Losers of consolation rounds 1 to"),
        min_value=1,
        max_value=MAX_BRACKET_ROUNDS,
        required=False,
    )
    last_chance_length = length_field(_("Match length in the last chance"))
    last_chance_final_length = length_field(_("Final of the last chance"))

    def clean(self) -> dict[str, Any]:
        """What the page hides cannot be wrong."""
        data = super().clean() or self.cleaned_data
        needed = _needed(data.get("shape", NO_SHAPE))
        for name in BracketFields.base_fields:
            if name not in needed and name in self.errors:
                del self.errors[name]
                data[name] = None
        return data

    def bracket_spec(self) -> dict[str, Any]:
        """The part of an EventSpec that these fields are; needs valid fields."""
        data = self.cleaned_data
        shape = data["shape"]
        if shape == NO_SHAPE:
            return {"bracket_rules": None, "consolation_length": None}
        consolation = data["consolation_length"]
        if consolation is None and shape not in TWO_LIVES:
            consolation = data["length"]
        rules = {"shape": shape, **self._rules(Shape(shape), consolation or data["length"])}
        return {"bracket_rules": rules, "consolation_length": consolation}

    def _rules(self, shape: Shape, below: int) -> dict[str, Any]:
        data = self.cleaned_data
        found: dict[str, Any] = {name: data[name] for name in _SIMPLE}
        found["qualifiers"] = data["qualifiers"] or 4
        found["rounds"] = data["drop_rounds"]
        for name, (setting, left) in _LAST_ROUNDS.items():
            if data[name] is not None:
                found.setdefault(setting, {})[left] = data[name]
        if not data["last_chance"]:
            found = {name: found[name] for name in found if not name.startswith("last_chance")}
        elif data["last_chance_length"] is None:
            found["last_chance_length"] = below
        return {name: found[name] for name in SETTINGS[shape] if found.get(name)}

    @staticmethod
    def initial_of_brackets(
        rules: Mapping[str, Any] | None, consolation_length: int | None
    ) -> dict[str, Any]:
        plan = BracketPlan.of(rules or {})
        plain = consolation_length is None and not rules
        initial: dict[str, Any] = {
            "shape": NO_SHAPE if plain else plan.shape.value,
            "consolation_length": consolation_length,
            "qualifiers": plan.qualifiers,
            "drop_rounds": plan.rounds,
            "last_chance": plan.last_chance_length is not None,
        }
        for name in _SIMPLE:
            initial[name] = getattr(plan, name)
        for name, (setting, left) in _LAST_ROUNDS.items():
            initial[name] = getattr(plan, setting).get(left)
        return initial
