"""The form of a new chouette; it makes the spec that the service checks."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.board_words import GAME_NAMES
from matches.engine.chouette_rules import MAX_STAKE
from matches.engine.chouette_table import GAMES
from matches.models_record import Record
from matches.services.chouettes import ChouetteSpec
from tournaments.forms.refusals import plain_text

CUBES = [
    ("single", _("one cube: the captain turns it for all")),
    ("multi", _("a cube for each member of the team")),
]
SWITCHES = ("jacoby", "beaver", "raccoon", "box_takes_captain", "box_takes_half")


def _switch(label: Any, *, initial: bool = False, help_text: Any = "") -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, initial=initial, help_text=help_text)


class ChouetteForm(forms.Form):
    title = forms.CharField(label=_("Name of the table"), max_length=80, validators=[plain_text])
    names = forms.CharField(
        label=_("Players, one a line"),
        max_length=3000,
        widget=forms.Textarea({"rows": 5}),
        help_text=_(
            "In the order of play: the box, the captain, then the others. With dice of the site "
            "the order may be drawn instead, when all have sat down."
        ),
    )
    game = forms.ChoiceField(
        label=_("Game"), choices=lambda: [(name, GAME_NAMES[name]) for name in GAMES]
    )
    dice = forms.ChoiceField(label=_("Dice"), choices=Record.Dice)
    cube = forms.ChoiceField(label=_("Cube"), choices=CUBES)
    stake = forms.IntegerField(
        label=_("What a point is worth"), min_value=1, max_value=MAX_STAKE, initial=1
    )
    auto_double_limit = forms.IntegerField(
        label=_("Automatic doubles"),
        min_value=0,
        max_value=19,
        initial=0,
        help_text=_("How many equal opening throws double the stakes."),
    )
    jacoby = _switch(
        _("Jacoby rule"),
        initial=True,
        help_text=_("Gammons count only against a turned cube."),
    )
    beaver = _switch(_("Beavers"))
    raccoon = _switch(_("Raccoons"), help_text=_("Where there are beavers."))
    box_takes_captain = _switch(
        _("A box that takes any cube takes the captain’s"),
        help_text=_("With a cube for each member."),
    )
    box_takes_half = _switch(
        _("A box that takes any cube takes half of them"),
        help_text=_("With a cube for each member."),
    )

    def clean_names(self) -> list[str]:
        names = [line.strip() for line in self.cleaned_data["names"].splitlines() if line.strip()]
        for name in names:
            plain_text(name)
        return names

    def spec(self, *, secret: bytes, code: str) -> ChouetteSpec:
        data = self.cleaned_data
        rules = {name: data[name] for name in ("cube", "stake", "auto_double_limit", *SWITCHES)}
        return ChouetteSpec(
            data["title"], data["names"], secret, code, rules, game=data["game"], dice=data["dice"]
        )
