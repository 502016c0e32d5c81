"""What a director says to make the event that follows: how many go on, into what, and who of those
who are tied comes before whom."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from tournaments.formats.crossing import MAX_QUALIFIERS
from tournaments.formats.round_plan import RoundKind
from tournaments.forms.brackets import length_field
from tournaments.forms.numbers import numbers_in
from tournaments.forms.refusals import plain_text
from tournaments.models import Entry, Event
from tournaments.selectors.qualifying import TieView
from tournaments.services.following import Cut
from tournaments.services.setting_up import EventSpec

INTO = [
    (Event.Format.ELIMINATION.value, _("a knockout by cross-over")),
    (Event.Format.ROUND_ROBIN.value, _("a round robin")),
    (Event.Format.SWISS.value, _("a Swiss")),
]


class TieForm(forms.Form):
    """An order for those who are tied: a number for each, or lots for all."""

    by_lot = forms.BooleanField(
        label=_("Draw lots for whoever is tied and has no number"),
        help_text=_("From the seed of the draw, so that anybody can repeat it."),
        required=False,
    )
    settled = forms.CharField(max_length=8000, required=False, widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, ties: Sequence[TieView], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.ties = ties
        for entry in self._tied():
            self.fields[_name(entry)] = forms.IntegerField(
                label=entry.name,
                min_value=1,
                max_value=999,
                required=False,
                widget=forms.NumberInput({"class": "short"}),
            )

    def tie_fields(self) -> list[tuple[TieView, list[forms.BoundField]]]:
        return [(tie, [self[_name(entry)] for entry in tie.entries]) for tie in self.ties]

    def clean_settled(self) -> tuple[int, ...]:
        return numbers_in(self.cleaned_data["settled"])

    def clean(self) -> dict[str, Any]:
        """Numbers for all of a tie, each another one, or for none of it."""
        data = super().clean() or self.cleaned_data
        for tie in self.ties:
            given = [data.get(_name(entry)) for entry in tie.entries]
            wrong = None in given or len(set(given)) < len(given)
            if wrong and any(number is not None for number in given):
                text = gettext("Give each of those who are tied a number of his own, 1 being best.")
                self.add_error(None, text)
        return data

    def order(self) -> tuple[int, ...]:
        """Numbers of entry, in the order that was decided before and now."""
        data = self.cleaned_data
        ranked = [entry for entry in self._tied() if data.get(_name(entry)) is not None]
        now = [entry.number for entry in sorted(ranked, key=lambda one: data[_name(one)])]
        return (*(number for number in data["settled"] if number not in now), *now)

    def _tied(self) -> list[Entry]:
        found = {entry.pk: entry for tie in self.ties for entry in tie.entries}
        return list(found.values())


class FollowingForm(TieForm):
    """All other settings can be changed until the draw."""

    name = forms.CharField(
        label=pgettext_lazy("of an event", "Name"), max_length=80, validators=[plain_text]
    )
    count = forms.IntegerField(min_value=2, max_value=MAX_QUALIFIERS, widget=forms.HiddenInput)
    into = forms.ChoiceField(label=_("They play"), choices=INTO, widget=forms.RadioSelect)
    length = length_field(_("Match length"), required=True)

    def cut(self) -> Cut:
        data = self.cleaned_data
        return Cut(data["count"], self.order(), data["by_lot"])

    def spec(self, like: Event) -> EventSpec:
        """With the rules of the event before."""
        data = self.cleaned_data
        rules: dict[str, Any] | None = None
        if data["into"] == RoundKind.SWISS:
            rules = {"rounds": max((data["count"] - 1).bit_length(), 1)}
        return EventSpec(
            name=data["name"],
            length=data["length"],
            format=data["into"],
            round_rules=rules,
            even_lengths=like.even_lengths,
            rule_set=like.rule_set,
            confirm_minutes=like.rules.get("confirm_minutes"),
            rules=like.rules,
        )


def _name(entry: Entry) -> str:
    return f"tied_{entry.pk}"
