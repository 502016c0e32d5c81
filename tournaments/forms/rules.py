"""The rules of an event as a form: a field for each rule, made from what the rule means."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from config.errors import DomainError
from tournaments.models import Event
from tournaments.rulesets.meaning import Meaning
from tournaments.rulesets.presets import PRESETS, Preset
from tournaments.rulesets.ruleset import GROUPS, MEANINGS, rules_in
from tournaments.rulesets.stored import rules_of
from tournaments.selectors.rule_words import rule_value

UNITS = {
    "seconds": _("seconds"),
    "minutes": _("minutes"),
    "points": _("points"),
    "percent": _("per cent"),
}


def _field(meaning: Meaning) -> forms.Field:
    label, help_text = _(meaning.label), _(meaning.help)
    if meaning.kind == "flag":
        return forms.BooleanField(label=label, help_text=help_text, required=False)
    if meaning.kind == "choice":
        options = [(code, _(words)) for code, words in meaning.options.items()]
        return forms.ChoiceField(label=label, help_text=help_text, choices=options)
    if meaning.unit:
        label = format_lazy("{label}, {unit}", label=label, unit=UNITS[meaning.unit])
    return forms.IntegerField(
        label=label, help_text=help_text, min_value=meaning.low, max_value=meaning.high
    )


class PresetForm(forms.Form):
    """Which rule set to start from: it fills the fields, and saves nothing."""

    preset = forms.ChoiceField(
        label=_("Rule set"), choices=[(one.code, _(one.name)) for one in PRESETS.values()]
    )


class RulesForm(forms.Form):
    """All rules; the preset goes along hidden."""

    preset = forms.CharField(widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, preset: Preset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.usual = preset.rules.values()
        self.fields |= {name: _field(meaning) for name, meaning in MEANINGS.items()}

    def own(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in MEANINGS}

    def refuse(self, error: DomainError) -> int:
        """Add the error at the rule to look at first; returns the HTTP status."""
        about = [name for name in error.detail.get("rules", ()) if name in self.fields]
        self.add_error(about[0] if about else None, error.message)
        return error.status

    def groups(self) -> Iterator[dict[str, Any]]:
        """Folded but for those where something is wrong, or not as the preset has it."""
        for group, title in GROUPS.items():
            rows = [(self[name], self._otherwise(name)) for name in rules_in(group)]
            changed = sum(1 for _bound, usual in rows if usual)
            wrong = any(bound.errors for bound, _usual in rows)
            yield {"title": _(title), "rows": rows, "changed": changed, "open": changed or wrong}

    def _otherwise(self, name: str) -> str:
        """What the preset says, where the form says something else."""
        usual, here = self.usual[name], self[name].value()
        is_same = bool(here) == usual if isinstance(usual, bool) else str(here) == str(usual)
        return "" if is_same else rule_value(name, usual)

    @staticmethod
    def initial_of(event: Event, preset: Preset) -> dict[str, Any]:
        """The rules as they are, or those of another preset to start from."""
        rules = rules_of(event.rules)
        values = (rules if rules.code == preset.code else preset.rules).values()
        return {**values, "preset": preset.code, "version": event.version}
