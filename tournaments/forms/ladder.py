"""Forms of the ladder: its settings, a challenge, and a button beside an open one."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.ladder_rules import (
    MAX_DAYS,
    MAX_LADDER,
    MAX_OPEN,
    LadderRules,
    Unplayed,
    Winning,
)
from tournaments.models import Event
from tournaments.selectors.ladder_pages import Rung

USUAL = LadderRules()
PREFIX = "ladder_"  # of the fields in the form of an event
NUMBERS = ("reach", "made", "faced", "in_all", "days", "fall")


def _number(label: Any, most: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=most, required=False, **more)


class LadderFields(forms.Form):
    """Fields of the event form, passed over unless the format is a ladder."""

    ladder_reach = _number(
        _("A challenge goes up so many places"),
        MAX_LADDER,
        initial=USUAL.reach,
        help_text=_("Empty: anybody above may be challenged."),
    )
    ladder_days = _number(_("Days to play it"), MAX_DAYS, initial=USUAL.days)
    ladder_winning = forms.ChoiceField(
        label=_("A challenger who wins"),
        choices=[
            (Winning.TAKES_PLACE.value, _("takes the place; those between go down by one")),
            (Winning.SWAPS.value, _("changes places with the one challenged")),
        ],
        required=False,
    )
    ladder_unplayed = forms.ChoiceField(
        label=_("A challenge that is not played in time"),
        choices=[
            (Unplayed.CHALLENGER_WINS.value, _("counts for the challenger")),
            (Unplayed.CHALLENGED_FALLS.value, _("sends the one challenged down")),
            (Unplayed.NOTHING.value, _("changes nothing")),
        ],
        required=False,
    )
    ladder_fall = _number(_("… by so many places"), MAX_LADDER, initial=USUAL.fall)
    ladder_made = _number(_("Open challenges made by one"), MAX_OPEN, initial=USUAL.made)
    ladder_faced = _number(_("… against one"), MAX_OPEN, initial=USUAL.faced)
    ladder_in_all = _number(_("… of one in all"), 2 * MAX_OPEN, initial=USUAL.in_all)

    def ladder_rules(self) -> dict[str, Any] | None:
        data = self.cleaned_data
        if data["format"] != Event.Format.LADDER:
            return None
        found = {name: data[PREFIX + name] for name in (*NUMBERS, "winning", "unplayed")}
        return {name: value for name, value in found.items() if value or name == "reach"}

    @staticmethod
    def initial_of_ladder(rules: Mapping[str, Any] | None) -> dict[str, Any]:
        return {PREFIX + name: value for name, value in (rules or {}).items()}


class ChallengeForm(forms.Form):
    """Both by their place. Whether it may be is for the service to say."""

    challenger = forms.TypedChoiceField(label=_("Who challenges"), coerce=int)
    challenged = forms.TypedChoiceField(label=_("Whom"), coerce=int)

    def __init__(self, rungs: Sequence[Rung], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        named = [(rung.entry_id, f"{rung.place} · {rung.name}") for rung in rungs]
        for name, choices in (("challenger", named[1:]), ("challenged", named[:-1])):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", "—"), *choices]


class EndForm(forms.Form):
    """A button beside an open challenge on a page that showed this version."""

    key = forms.CharField(max_length=12)
    version = forms.IntegerField(widget=forms.HiddenInput)
