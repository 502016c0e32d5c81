"""What the form of an event asks for a division of a league, beside its round robin."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.league import MAX_DAYS, MAX_DIVISIONS, MAX_MOVES, LeaguePlan
from tournaments.forms.refusals import plain_text

USUAL = LeaguePlan()
PREFIX = "league_"
NAMES = ("points", "missed", "division", "up", "down", "starts_on", "days_per_round")


def _number(label: Any, least: int, most: int, initial: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, initial=initial, required=False, **more
    )


class LeagueFields(forms.Form):
    """Fields of the event form, passed over unless `league` is ticked on a round robin."""

    league = forms.BooleanField(
        label=_("It is a division of a league"),
        required=False,
        help_text=_("With points of its own, and dates by which rounds are played."),
    )
    league_points = forms.CharField(
        label=_("Points"),
        max_length=20,
        required=False,
        initial=USUAL.points,
        validators=[plain_text],
        help_text=_(
            "2-1 is two for a win and one for a loss; 3-2-1 counts both matches of two players"
            " together: both won, one each, none."
        ),
    )
    league_missed = forms.CharField(
        label=_("Points for not coming"),
        max_length=10,
        required=False,
        initial=USUAL.missed,
        validators=[plain_text],
    )
    league_starts_on = forms.DateField(
        label=_("First day of the season"),
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Empty: no dates to play by."),
    )
    league_days_per_round = _number(_("Days for each round"), 1, MAX_DAYS, USUAL.days_per_round)
    league_division = _number(
        _("Division"), 1, MAX_DIVISIONS, USUAL.division, help_text=_("1 is the highest.")
    )
    league_up = _number(_("How many go up"), 0, MAX_MOVES, USUAL.up)
    league_down = _number(_("How many go down"), 0, MAX_MOVES, USUAL.down)

    def league_rules(self) -> dict[str, Any]:
        """The setting `league` of a round robin, if there is to be one."""
        data = self.cleaned_data
        if not data["league"]:
            return {}
        found = {name: data[PREFIX + name] for name in NAMES}
        return {"league": {name: value for name, value in found.items() if value not in ("", None)}}


def initial_of_league(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The fields from the stored settings of a round robin."""
    league = rules.get("league")
    if league is None:
        return {}
    return {"league": True, **{PREFIX + name: value for name, value in league.items()}}
