"""What the form of an event asks for a format of rounds, and the plain settings it makes of it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from tournaments.formats.draw import MAX_FIELD
from tournaments.formats.grouping import MAX_GROUPS
from tournaments.formats.pairing import MAX_ROUNDS
from tournaments.formats.round_options import MAX_POINTS
from tournaments.formats.round_plan import CHOICES, DEFAULTS, MAX_LIVES, RoundKind
from tournaments.formats.round_results import Unplayed
from tournaments.formats.tiebreaks import DrawnLot, tie_break
from tournaments.forms.league import LeagueFields, initial_of_league
from tournaments.models import Event
from tournaments.selectors.boards import ROUND_KINDS

NONE = "none"
LENGTHS = 4  # so many times the match length can change
TIES = tuple(f"tie_{n}" for n in range(1, 6))


def name_of(code: str) -> str:
    return gettext(DrawnLot.name if code == DrawnLot.code else tie_break(code).name)


def _tie_breaks() -> list[tuple[str, str]]:
    known = [(code, name_of(code)) for code in CHOICES]
    return [("", "—"), *known, (NONE, gettext("no tie-break: places are shared"))]


def _usual() -> str:
    """Which tie-breaks hold when none is chosen."""
    swiss, robin = (
        ", ".join(name_of(code) for code in DEFAULTS[kind])
        for kind in (RoundKind.SWISS, RoundKind.ROUND_ROBIN)
    )
    text = gettext("Empty: as usual. Swiss: %(swiss)s. Round robin: %(robin)s.")
    return text % {"swiss": swiss, "robin": robin}


class LengthsForm(forms.Form):
    """Other match lengths, each from a round on."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for n in range(1, LENGTHS + 1):
            self.fields[f"from_{n}"] = forms.IntegerField(
                label=_("From round"),
                min_value=1,
                max_value=MAX_ROUNDS,
                required=False,
                widget=forms.NumberInput({"class": "short"}),
            )
            self.fields[f"points_{n}"] = forms.IntegerField(
                label=_("to points"),
                min_value=1,
                max_value=MAX_POINTS,
                required=False,
                widget=forms.NumberInput({"class": "short"}),
            )

    @property
    def pairs(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"from_{n}"], self[f"points_{n}"]) for n in range(1, LENGTHS + 1)]

    @property
    def has_lengths(self) -> bool:
        return any(field.value() or field.errors for pair in self.pairs for field in pair)

    def lengths(self) -> dict[str, int]:
        data = self.cleaned_data
        found = [(data[f"from_{n}"], data[f"points_{n}"]) for n in range(1, LENGTHS + 1)]
        return {str(number): points for number, points in sorted(f for f in found if f[0])}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        named = set()
        for n in range(1, LENGTHS + 1):
            number, points = data.get(f"from_{n}"), data.get(f"points_{n}")
            if (number is None) != (points is None) and not {f"from_{n}", f"points_{n}"} & {
                *self.errors
            }:
                name = f"from_{n}" if number is None else f"points_{n}"
                self.add_error(name, gettext("Say both: from which round on, and to how many."))
            if number in named:
                self.add_error(f"from_{n}", gettext("This round is named twice."))
            if number is not None:
                named.add(number)
        return data

    @staticmethod
    def initial_of_lengths(lengths: Mapping[Any, int]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for n, (number, points) in enumerate(lengths.items(), start=1):
            found |= {f"from_{n}": number, f"points_{n}": points}
        return found


class RoundSettings(LengthsForm, LeagueFields):
    """Fields of the event form; those of other formats than the chosen one are passed over."""

    format = forms.ChoiceField(
        label=_("Format"),
        choices=Event.Format.choices,
        widget=forms.RadioSelect,
        required=False,
        initial=Event.Format.ELIMINATION,
        help_text=_(
            "Elimination: brackets. Swiss: everybody plays in every round, against who stands "
            "alike. Lives: out after so many losses. Round robin: everybody against everybody. "
            "Ladder: who beats somebody above takes that place."
        ),
    )
    rounds = forms.IntegerField(
        label=_("Number of rounds"),
        min_value=1,
        max_value=MAX_ROUNDS,
        required=False,
        help_text=_("It can be changed while the event runs."),
    )
    lives = forms.IntegerField(
        label=_("Out after so many losses"), min_value=1, max_value=MAX_LIVES, required=False
    )
    places = forms.IntegerField(
        label=_("Places paid at most"),
        min_value=1,
        max_value=MAX_FIELD,
        required=False,
        help_text=_(
            "To be announced first. When no more than these are left, all of them are paid, and"
            " who cannot win any more is paid off. Empty: played until one is left."
        ),
    )
    apart = forms.MultipleChoiceField(
        label=_("Keep apart where that costs nothing else"),
        choices=[("club", _("those of one club")), ("country", _("those of one country"))],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    cycles = forms.TypedChoiceField(
        label=_("Everybody meets everybody"),
        choices=[(1, _("once")), (2, _("twice"))],
        coerce=int,
        required=False,
        empty_value=None,
    )
    groups = forms.IntegerField(
        label=_("Number of groups"),
        min_value=1,
        max_value=MAX_GROUPS,
        required=False,
        help_text=_("Empty: one group of everybody. The best of the groups can play on."),
    )
    unplayed = forms.ChoiceField(
        label=_("A round without an opponent, in tie-breaks"),
        choices=[(Unplayed.CLUB.value, _("Club rule")), (Unplayed.FIDE.value, _("FIDE rule"))],
        required=False,
        help_text=_("The rule in words is printed under the standings."),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for n, name in enumerate(TIES, start=1):
            self.fields[name] = forms.ChoiceField(label=str(n), choices=_tie_breaks, required=False)

    @property
    def usual_tie_breaks(self) -> str:
        return _usual()

    @property
    def ties(self) -> list[forms.BoundField]:
        return [self[name] for name in TIES]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["format"] = data.get("format") or Event.Format.ELIMINATION
        needed = {RoundKind.SWISS: "rounds", RoundKind.LIVES: "lives"}.get(data["format"])
        if needed and needed not in self.errors and not data.get(needed):
            self.add_error(needed, _("This format needs a number here."))
        return data

    @property
    def in_rounds(self) -> bool:
        return self.cleaned_data["format"] in ROUND_KINDS

    def round_rules(self) -> dict[str, Any] | None:
        data = self.cleaned_data
        match data["format"]:
            case RoundKind.SWISS:
                found = {"rounds": data["rounds"], "unplayed": data["unplayed"] or Unplayed.CLUB}
                found |= {"apart": data["apart"], "lengths": self.lengths()}
            case RoundKind.LIVES:
                found = {"lives": data["lives"], "places": data["places"]}
                return {**found, "apart": data["apart"], "lengths": self.lengths()}
            case RoundKind.ROUND_ROBIN:
                found = {
                    "cycles": data["cycles"] or 1,
                    "groups": data["groups"] or 1,
                    "lengths": self.lengths(),
                    **self.league_rules(),
                }
            case _:
                return None
        chosen = [data[name] for name in TIES if data[name]]
        if chosen:
            found["tie_breaks"] = [code for code in chosen if code != NONE]
        return found


def initial_of(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The fields from the stored settings: the inverse of `RoundSettings.round_rules`."""
    names = ("rounds", "lives", "places", "cycles", "groups", "unplayed", "apart")
    found = {name: rules[name] for name in names if name in rules}
    found |= LengthsForm.initial_of_lengths(rules.get("lengths", {}))
    if "tie_breaks" in rules:
        found |= dict(zip(TIES, rules["tie_breaks"] or [NONE], strict=False))
    return found | initial_of_league(rules)
