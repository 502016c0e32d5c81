"""The rules of an event as a form: a field for each rule, made from what the rule means."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from config.errors import DomainError
from tournaments.models import Event
from tournaments.rulesets.meaning import Meaning
from tournaments.rulesets.parts import MAX_ROUND
from tournaments.rulesets.presets import PRESETS, Preset
from tournaments.rulesets.ruleset import GROUPS, MEANINGS, RuleSet, rules_in
from tournaments.rulesets.stored import rules_of
from tournaments.selectors.rule_words import rule_value
from tournaments.selectors.stage_rules import part_name, stages_of

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


class AllRules(forms.Form):
    """A field for each rule, beside what would be usual there."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, usual: RuleSet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.usual = usual.values()
        self.fields |= {name: _field(meaning) for name, meaning in MEANINGS.items()}

    def own(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in MEANINGS}

    def refuse(self, error: DomainError) -> int:
        """Add the error at the rule to look at first; returns the HTTP status."""
        about = [name for name in error.detail.get("rules", ()) if name in self.fields]
        self.add_error(about[0] if about else None, error.message)
        return error.status

    def groups(self) -> Iterator[dict[str, Any]]:
        """Folded but for those where something is wrong, or not as usual."""
        for group, title in GROUPS.items():
            rows = [(self[name], self._otherwise(name)) for name in rules_in(group)]
            changed = sum(1 for _bound, usual in rows if usual)
            wrong = any(bound.errors for bound, _usual in rows)
            yield {"title": _(title), "rows": rows, "changed": changed, "open": changed or wrong}

    def _otherwise(self, name: str) -> str:
        """What is usual, where the form says something else."""
        usual, here = self.usual[name], self[name].value()
        is_same = bool(here) == usual if isinstance(usual, bool) else str(here) == str(usual)
        return "" if is_same else rule_value(name, usual)


class RulesForm(AllRules):
    """The rules of an event; the preset goes along hidden."""

    preset = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, preset: Preset, **kwargs: Any) -> None:
        super().__init__(*args, usual=preset.rules, **kwargs)

    @staticmethod
    def initial_of(event: Event, preset: Preset) -> dict[str, Any]:
        """The rules as they are, or those of another preset to start from."""
        rules = rules_of(event.rules)
        values = (rules if rules.code == preset.code else preset.rules).values()
        return {**values, "preset": preset.code, "version": event.version}


class StageForm(forms.Form):
    """A stage, or one of its rounds, that is to have rules of its own."""

    bracket = forms.ChoiceField(label=_("Stage"))
    from_round = forms.IntegerField(
        label=_("From round"), min_value=1, max_value=MAX_ROUND, initial=1
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(bracket, part_name(event, bracket)) for bracket in stages_of(event)]
        self.fields["bracket"].choices = choices  # type: ignore[attr-defined]
