"""Forms for tournaments and events; they make the specs that the services check."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from tournaments.formats.sets import MAX_TO_WIN, SetPlan
from tournaments.forms.brackets import BracketFields, length_field
from tournaments.forms.ladder import LadderFields
from tournaments.forms.refusals import plain_text
from tournaments.forms.round_settings import RoundSettings, initial_of
from tournaments.forms.teams import TeamFields
from tournaments.models import Event, Tournament
from tournaments.rulesets.presets import PRESETS
from tournaments.services.event_moments import MOMENTS
from tournaments.services.setting_up import TOURNAMENT_FIELDS, EventSpec, TournamentSpec
from tournaments.services.tables import MAX_TABLES

RULE_SETS = [(one.code, _(one.name)) for one in PRESETS.values()]
# The rounds with a length of their own, counted from the final.
FROM_FINAL = {1: "final_length", 2: "semi_length", 3: "quarter_length"}


def time_zones() -> list[str]:
    """Zones named after a place, and UTC: what a director may mean."""
    places = (zone for zone in available_timezones() if "/" in zone)
    return [*sorted(zone for zone in places if not zone.startswith("Etc/")), "UTC"]


class TournamentForm(forms.Form):
    name = forms.CharField(
        label=pgettext_lazy("of an event", "Name"), max_length=100, validators=[plain_text]
    )
    starts_on = forms.DateField(
        label=_("First day"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    ends_on = forms.DateField(
        label=_("Last day"),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        help_text=_("The same day for a club evening."),
    )
    venue = forms.CharField(
        label=_("Venue"), max_length=120, required=False, validators=[plain_text]
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [(zone, zone.replace("_", " ")) for zone in time_zones()],
        help_text=_("All times are shown in this zone."),
    )
    tables = forms.IntegerField(
        label=_("Number of tables"),
        min_value=0,
        max_value=MAX_TABLES,
        required=False,
        help_text=_("Matches are sent to free tables. Leave it empty to do without."),
    )

    def spec(self) -> TournamentSpec:
        data = self.cleaned_data
        return TournamentSpec(**{**data, "tables": data["tables"] or 0})

    @classmethod
    def initial_of(cls, tournament: Tournament) -> dict[str, Any]:
        facts = {name: getattr(tournament, name) for name in TOURNAMENT_FIELDS}
        return {**facts, "tables": tournament.tables.filter(closing=False).count()}


class NewTournamentForm(TournamentForm):
    for_the_record = forms.BooleanField(
        label=_("It is over already: I enter it for the record"), required=False
    )


# The rounds with a number of sets of their own, counted from the final.
SETS_FROM_FINAL = {1: "final_sets", 2: "semi_sets"}


def _sets_field(label: Any, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=1, max_value=MAX_TO_WIN, required=False, **more
    )


def _moment_field(label: Any, **more: Any) -> forms.DateTimeField:
    """In the time zone of the tournament, which the page makes the current one."""
    widget = forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, widget=widget, required=False, **more)


class EventForm(RoundSettings, BracketFields, LadderFields, TeamFields):
    name = forms.CharField(
        label=pgettext_lazy("of an event", "Name"), max_length=80, validators=[plain_text]
    )
    length = length_field(_("Match length"), required=True, help_text=_("In points; usually odd."))
    quarter_length = length_field(_("Quarter-finals"))
    semi_length = length_field(_("Semi-finals"))
    final_length = length_field(_("Final"))
    sets_to_win = _sets_field(_("Sets that win a match"), initial=1)
    decider = length_field(
        _("Length of the last possible set"), help_text=_("Empty: as the others.")
    )
    final_sets = _sets_field(_("Sets that win the final"))
    semi_sets = _sets_field(_("Sets that win a semi-final"))
    even_lengths = forms.BooleanField(
        label=_("Allow even match lengths"),
        required=False,
        help_text=_("Lengths are odd by custom, so an even one is taken for a slip."),
    )
    rule_set = forms.ChoiceField(label=_("Rule set"), choices=RULE_SETS)
    confirm_minutes = forms.IntegerField(
        label=_("Minutes until an unanswered report confirms itself"),
        min_value=0,
        required=False,
        help_text=_("0: never. Empty: as the rule set says."),
    )
    entries_open_at = _moment_field(_("Entries open"))
    entries_close_at = _moment_field(_("Entries close"))
    checkin_close_at = _moment_field(
        _("Check-in until"),
        help_text=_("Players say on their card that they are here. Nobody is removed by it."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "rule_set" in self.changed_data and "confirm_minutes" not in self.changed_data:
            data["confirm_minutes"] = None  # what another rule set says was not meant to stay
        if self.in_rounds or data["format"] == Event.Format.LADDER:
            data |= dict.fromkeys([*FROM_FINAL.values(), *SETS_FROM_FINAL.values()])
        return data

    def spec(self, event: Event | None = None) -> EventSpec:
        """With the rules that the event has by now, while its rule set is the same."""
        data = self.cleaned_data
        return EventSpec(
            name=data["name"],
            length=data["length"],
            format=data["format"],
            round_rules=self.round_rules(),
            lengths_from_final={n: data[name] for n, name in FROM_FINAL.items() if data[name]},
            **self.bracket_spec(),
            sets=self._sets(),
            ladder_rules=self.ladder_rules(),
            **self.team_spec(),
            even_lengths=data["even_lengths"],
            rule_set=data["rule_set"],
            confirm_minutes=data["confirm_minutes"],
            rules=None if event is None else event.rules,
            **{name: data[name] for name in MOMENTS},
        )

    @property
    def moments_open(self) -> bool:
        """Whether any moment is said, or refused."""
        return any(self[name].value() or self[name].errors for name in MOMENTS)

    @property
    def sets_open(self) -> bool:
        """Whether the part about sets says anything that is not usual."""
        fields = ("decider", *SETS_FROM_FINAL.values())
        unusual = any(self[name].value() or self[name].errors for name in fields)
        return unusual or str(self["sets_to_win"].value() or 1) != "1"

    def _sets(self) -> dict[str, Any]:
        data = self.cleaned_data
        last = {str(n): data[name] for n, name in SETS_FROM_FINAL.items() if data[name]}
        return {
            "to_win": data["sets_to_win"] or 1,
            "decider": data["decider"],
            "to_win_from_final": last,
        }

    @staticmethod
    def initial_of(event: Event) -> dict[str, Any]:
        spec = EventSpec.of(event)
        own = {name: spec.lengths_from_final.get(n) for n, name in FROM_FINAL.items()}
        plan = SetPlan.of(spec.sets)
        for n, name in SETS_FROM_FINAL.items():
            own[name] = plan.from_final[n].to_win if n in plan.from_final else None
        return {
            **own,
            "name": spec.name,
            "length": spec.length,
            "format": spec.format,
            **initial_of(spec.round_rules or {}),
            **LadderFields.initial_of_ladder(spec.ladder_rules),
            "even_lengths": spec.even_lengths,
            "sets_to_win": plan.sets.to_win,
            "decider": plan.decider,
            **BracketFields.initial_of_brackets(spec.bracket_rules, spec.consolation_length),
            **TeamFields.initial_of_teams(spec.entrants, spec.team_rules),
            "rule_set": spec.rule_set,
            "confirm_minutes": spec.confirm_minutes,
            **{name: getattr(spec, name) for name in MOMENTS},
            "version": event.version,
        }
