"""The form that sets up the next season of a league."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _, ngettext, pgettext_lazy

from tournaments.forms.refusals import plain_text
from tournaments.selectors.leagues import SeasonView
from tournaments.services.seasons import NextSeason


class SeasonForm(forms.Form):
    """With a group of boxes for each tie that is to be decided: `tie_2_down`."""

    name = forms.CharField(
        label=pgettext_lazy("of an event", "Name"), max_length=100, validators=[plain_text]
    )
    starts_on = forms.DateField(
        label=_("First day of the season"),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, season: SeasonView, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for tie in season.ties:
            words = {
                "up": ngettext(
                    "Division %(n)s: choose %(k)s who goes up",
                    "Division %(n)s: choose %(k)s who go up",
                    tie.places,
                ),
                "down": ngettext(
                    "Division %(n)s: choose %(k)s who goes down",
                    "Division %(n)s: choose %(k)s who go down",
                    tie.places,
                ),
            }[tie.way]
            self.fields[f"tie_{tie.division}_{tie.way}"] = forms.MultipleChoiceField(
                label=words % {"n": tie.division, "k": tie.places},
                choices=[(f"{player}:{tie.way}", name) for player, name in tie.entrants],
                widget=forms.CheckboxSelectMultiple,
                required=False,
                help_text=gettext("They share the place, so the league decides, or a play-off."),
            )

    def spec(self) -> NextSeason:
        data = self.cleaned_data
        chosen = [one for name, found in data.items() if name.startswith("tie_") for one in found]
        ways = (one.split(":") for one in chosen)
        return NextSeason(
            data["name"], data["starts_on"], {int(player): way for player, way in ways}
        )
