"""How the lines of a draw are given, and what is changed in a draft by hand."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as __, gettext_lazy as _

from tournaments.formats.seeding import Byes
from tournaments.forms.entries import EntryForm
from tournaments.forms.numbers import numbers_in
from tournaments.forms.results import SeedForm
from tournaments.models import Entry, Event
from tournaments.services.draw_options import DrawWish, crossover_wish

BYES = [
    (Byes.LOTS.value, _("by lot alone")),
    (Byes.BALANCED.value, _("by lot, evenly among strong and weak by rating")),
    (Byes.FEWEST.value, _("to those who had fewest byes before, equals by lot")),
]
APART = [
    ("club", _("of one club")),
    ("country", _("of one country")),
    ("met", _("who have met in this tournament")),
]
WAYS = [
    ("fill_bye", _("against somebody who has a bye, instead of the bye")),
    ("preliminary", _("in an extra match for the place of somebody")),
    ("grow", _("in a bracket of twice the size: everybody else has a bye first")),
]


class DrawForm(SeedForm):
    """A seed and, for a bracket, options. The numbers of seeds are those of entry."""

    seed_count = forms.IntegerField(
        label=_("Seed so many by rating"), min_value=0, max_value=256, required=False
    )
    seeds = forms.CharField(
        label=_("Or seed these, best first"),
        max_length=1500,
        required=False,
        help_text=_("Numbers of entry, such as 7, 3, 12."),
    )
    byes = forms.ChoiceField(label=_("Byes go"), choices=BYES, required=False)
    apart = forms.MultipleChoiceField(
        label=_("Let them meet late, if possible"),
        choices=APART,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    crossover = forms.BooleanField(
        label=_("Lines by the places of the event before"),
        help_text=_("The best stand apart; those of one group meet as late as possible."),
        required=False,
    )

    def clean_seeds(self) -> tuple[int, ...]:
        text = self.cleaned_data["seeds"]
        if not re.fullmatch(r"[\s,;0-9]*", text):
            raise forms.ValidationError(__("Write the numbers of entry, with commas between."))
        return numbers_in(text)

    def wish(self, event: Event) -> DrawWish:
        data = self.cleaned_data
        if data["crossover"]:
            return crossover_wish(event)
        seeds = data["seeds"] or _best(event, data["seed_count"] or 0)
        return DrawWish(seeds, data["byes"] or Byes.LOTS.value, tuple(data["apart"]))

    @staticmethod
    def initial_of(wish: DrawWish) -> dict[str, Any]:
        return {
            "seeds": "" if wish.in_order else ", ".join(map(str, wish.seeds)),
            "crossover": wish.in_order,
            "byes": wish.byes,
            "apart": list(wish.apart),
        }


class GroupDrawForm(DrawForm):
    """For groups, where whoever should not meet at all is kept in another group."""

    apart = forms.MultipleChoiceField(
        label=_("Keep in different groups, if possible"),
        choices=APART,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def draw_form_of(event: Event) -> type[DrawForm]:
    return GroupDrawForm if (event.round_rules or {}).get("groups") else DrawForm


def _best(event: Event, count: int) -> tuple[int, ...]:
    """The highest rated, equals in the order of entry."""
    rated = event.entries.filter(rating__isnull=False).order_by("-rating", "number")
    return tuple(rated.values_list("number", flat=True)[:count])


def _choices(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    return [("", "–"), *((str(entry.pk), f"{entry.number} {entry.name}") for entry in entries)]


def _one_of(label: Any, *, required: bool = True) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, coerce=int, required=required, empty_value=None)


class AlterForm(forms.Form):
    """Two entrants of the draft; which button was pressed says what becomes of them."""

    one = _one_of(_("This one"))
    other = _one_of(_("And this one"))
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, entries: Sequence[Entry], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in ("one", "other"):
            self.fields[name].choices = _choices(entries)  # type: ignore[attr-defined]


class LateForm(EntryForm):
    """Somebody who comes after the draw is published."""

    way = forms.ChoiceField(label=_("Plays"), choices=WAYS)
    beside = _one_of(_("Against, or for the place of"), required=False)
    without_points = forms.BooleanField(required=False, label=_("Without penalty points"))
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, entries: Sequence[Entry], *args: Any, costs: str = "", **more: Any) -> None:
        """`costs`: what the rules make of entering now, in words; nothing is asked without."""
        super().__init__(*args, **more)
        self.fields["beside"].choices = _choices(entries)  # type: ignore[attr-defined]
        if costs:
            self.fields["without_points"].help_text = costs
        else:
            del self.fields["without_points"]
