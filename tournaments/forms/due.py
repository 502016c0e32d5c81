"""The form in which a director chooses what becomes of matches that are not played in time."""

from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournaments.formats.overdue import MAX_TABLE, OverduePlan
from tournaments.models import Event
from tournaments.selectors.overdue_words import CHOICES, OF_LADDERS


class OverdueForm(forms.Form):
    then = forms.ChoiceField(label=_("A match that is not played in time is"))
    weekday = forms.TypedChoiceField(
        label=_("Day of the week"), choices=list(WEEKDAYS.items()), coerce=int
    )
    hour = forms.TimeField(
        label=_("Hour"), widget=forms.TimeInput({"type": "time"}, format="%H:%M"), required=False
    )
    table = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=MAX_TABLE,
        required=False,
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, event: Event) -> None:
        plan = OverduePlan.of(event.overdue_rules)
        initial = {
            "then": plan.then.value,
            "weekday": plan.weekday,
            "hour": plan.clock,
            "table": plan.table,
            "version": event.version,
        }
        super().__init__(data, initial=initial)
        then = self.fields["then"]
        assert isinstance(then, forms.ChoiceField)
        words = OF_LADDERS if event.is_ladder else CHOICES
        then.choices = [(choice.value, capfirst(str(said))) for choice, said in words.items()]

    def rules(self) -> dict[str, Any]:
        data = self.cleaned_data
        rules = {name: data[name] for name in ("then", "weekday", "table")}
        hour = data["hour"]
        return rules if hour is None else {**rules, "hour": f"{hour:%H:%M}"}
