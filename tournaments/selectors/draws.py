"""The published draw as anybody can check it: the field, the seed, and the lines that came out."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from tournaments.formats import MAIN
from tournaments.models import Event
from tournaments.selectors.groups import GroupView, group_views


@dataclass(frozen=True, slots=True)
class Drawn:
    """One entrant of the field by number and name, or a bye, which has neither."""

    number: int | None
    name: str


BYE = Drawn(None, "")


@dataclass(frozen=True, slots=True)
class DrawView:
    """`field` in the order in which it went into the lots, `lines` from the top of the bracket."""

    algorithm: str
    seed: str
    drafts: int
    field: Sequence[Drawn]
    lines: Sequence[Drawn]
    options: Sequence[str] = ()
    altered: Sequence[str] = ()
    notices: Sequence[str] = ()
    groups: Sequence[GroupView] = ()
    in_order: bool = False
    said: str = ""  # options and changes as data, with all the facts they go by

    @property
    def is_blind(self) -> bool:
        """Whether the seed alone gives these lines."""
        return not (self.options or self.altered)

    @property
    def numbers(self) -> list[int | None]:
        return [one.number for one in self.field]

    @property
    def byes(self) -> int:
        return self.lines.count(BYE)

    @property
    def dropping(self) -> int:
        """How many lose a match played in the first round: the players of a consolation."""
        return len(self.lines) // 2 - self.byes

    @property
    def seed_literal(self) -> str:
        """The seed as Python source, for the program on the page."""
        return repr(self.seed)


def draw_view(event: Event) -> DrawView | None:
    """None before the draw is published. Two queries."""
    if event.published_at is None or event.draw is None:
        return None
    rows = list(event.entries.all())
    entries = {entry.pk: Drawn(entry.number, entry.name) for entry in rows}
    by_number = {drawn.number: drawn for drawn in entries.values()}
    names = {entry.number: entry.name for entry in entries.values() if entry.number}
    return DrawView(
        algorithm=event.draw["algorithm"],
        seed=event.draw["seed"],
        drafts=event.drafts,
        field=[by_number[number] for number in event.draw["field"]],
        lines=_lines(event, entries),
        options=options_words(event.draw, names),
        altered=altered_words(event.draw, names),
        notices=[str(NOTICES.get(code, code)) for code in event.draw.get("notices", ())],
        groups=group_views(event, rows),
        in_order=bool((event.draw.get("options") or {}).get("in_order")),
        said=json.dumps(
            {name: event.draw.get(name, empty) for name, empty in REPEATED.items()},
            ensure_ascii=False,
            sort_keys=True,
        ),
    )


REPEATED: dict[str, Any] = {"options": {}, "altered": []}


def _lines(event: Event, entries: Mapping[int, Drawn]) -> list[Drawn]:
    openings = event.fixtures.filter(stage__bracket=MAIN, round=1).order_by("number")
    sides = openings.values_list("source_1", "entry_1", "source_2", "entry_2")
    pairs = [pair for one, a, two, b in sides for pair in ((one, a), (two, b))]
    return [
        # A line for which a preliminary match is played is nobody's yet.
        entries.get(pk, BYE) if source == "bye" or pk else Drawn(None, source.partition(":")[2])
        for source, pk in pairs
    ]


NOTICES = {
    "consolation_too_small": gettext_lazy(
        "No consolation is drawn: only one match is played in the first round, so only one "
        "entrant would drop into it."
    ),
    "last_chance_too_small": gettext_lazy(
        "No last chance is drawn: fewer than two entrants would drop into it."
    ),
    "double_byes": gettext_lazy(
        "Somebody who has a bye in the main draw may have another one in the lower bracket."
    ),
    "preliminary_losers_out": gettext_lazy(
        "Who loses a preliminary match is out: he does not drop into the lower bracket."
    ),
}


# --- Options and changes in words ----------------------------------------------------------------
BYES = {
    "balanced": gettext_lazy("Byes evenly among strong and weak, by rating"),
    "fewest": gettext_lazy("Byes to those who had fewest before"),
}
KEPT_APART = {
    "met": gettext_lazy("Those who have met in this tournament meet as late as possible"),
    "club": gettext_lazy("Clubmates meet as late as possible"),
    "country": gettext_lazy("Compatriots meet as late as possible"),
}
IN_GROUPS = {
    "met": gettext_lazy("Those who have met are in different groups as far as possible"),
    "club": gettext_lazy("Clubmates are in different groups as far as possible"),
    "country": gettext_lazy("Compatriots are in different groups as far as possible"),
}
SWAPPED_GROUPS = gettext_lazy("%(one)s and %(other)s swapped their groups")
ALTERED = {
    "swap": gettext_lazy("%(one)s and %(other)s swapped their lines"),
    "move_bye": gettext_lazy("The bye of %(one)s went to %(other)s"),
    "fill_bye": gettext_lazy("%(one)s came late and plays %(other)s, who had a bye"),
    "preliminary": gettext_lazy("%(one)s came late and plays %(other)s for the place in round 1"),
    "grow": gettext_lazy("Came late, and the bracket got twice the size: %(all)s"),
}


def options_words(draw: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    """How the lines were given, apart from the lot."""
    options = draw.get("options") or {}
    found = []
    if seeds := options.get("seeds"):
        listed = ", ".join(names.get(number, str(number)) for number in seeds)
        words = _("On the lines in this order, by their places in the event before: %(names)s")
        if not options.get("in_order"):
            words = _("Seeded, best first: %(names)s")
        found.append(words % {"names": listed})
    if (byes := options.get("byes")) in BYES:
        found.append(str(BYES[byes]))
    apart = IN_GROUPS if draw.get("groups") else KEPT_APART
    found += [str(apart.get(one["by"], one["by"])) for one in options.get("apart", ())]
    return found


def altered_words(draw: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    """What was changed by hand, oldest first."""
    words_for = {**ALTERED, "swap": SWAPPED_GROUPS} if draw.get("groups") else ALTERED
    found = []
    for each in draw.get("altered") or ():
        who = [names.get(number, str(number)) for number in each["entrants"]]
        words = {"one": who[0], "other": who[-1], "all": ", ".join(who)}
        found.append(str(words_for[each["change"]]) % words)
    return found
