"""The rules of the stages of an event: which stages there are, and what holds in each of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats import CONSOLATION, MAIN
from tournaments.formats.graph import FINALS, LAST_CHANCE
from tournaments.formats.ladder_rules import LETTER as LADDER
from tournaments.formats.round_plan import LETTERS, RoundKind
from tournaments.models import Event, Fixture
from tournaments.rulesets.parts import part_of, parts_in_order, rules_around, rules_at
from tournaments.rulesets.ruleset import RuleSet
from tournaments.rulesets.stored import Variance, as_data, between, rules_of
from tournaments.selectors.brackets import bracket_order
from tournaments.selectors.final_places import bracket_title
from tournaments.selectors.shapes import NO_SHAPE, is_one_table, plan_of, shape_of


class StageRules:
    """The rules of every place of an event. One query, and none where no stage has its own."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self._brackets: dict[int, str] = {}
        self._found: dict[tuple[str, int], RuleSet] = {}
        if event.stage_rules:
            self._brackets = dict(event.stages.values_list("pk", "bracket"))

    def of(self, row: Fixture) -> RuleSet:
        place = self._brackets.get(row.stage_id, ""), row.round
        if place not in self._found:
            rules = rules_of(self._event.rules)
            self._found[place] = rules_at(rules, self._event.stage_rules, *place)
        return self._found[place]

    def kept(self, row: Fixture) -> dict[str, Any]:
        """What a match that is made there keeps of them."""
        return as_data(self.of(row)) if self._event.stage_rules else dict(self._event.rules)


@dataclass(frozen=True, slots=True)
class PartView:
    """A part of an event, and what is otherwise there than around it."""

    key: str
    bracket: str
    from_round: int
    name: str
    variances: list[Variance]


def part_views(event: Event) -> list[PartView]:
    """Those that have rules of their own. No query."""
    return [part_view(event, key) for key in parts_in_order(event.stage_rules)]


def part_view(event: Event, key: str) -> PartView:
    """Raises RuleError `part_unknown`."""
    bracket, first = part_of(key)
    around = rules_around(rules_of(event.rules), event.stage_rules, key)
    here = around.changed(event.stage_rules.get(key, {}))
    was, now = between(around, here)
    variances = [Variance(name, was[name], now[name]) for name in now]
    return PartView(key, bracket, first, part_name(event, key), variances)


def part_name(event: Event, key: str) -> str:
    """`Consolation`, or `Swiss, from round 6`."""
    bracket, first = part_of(key)
    letters = set(LETTERS.values()) | {LADDER}
    name = bracket_title(event, MAIN if bracket in letters and not event.in_brackets else bracket)
    return name if first == 1 else _("%(stage)s, from round %(n)s") % {"stage": name, "n": first}


def stages_of(event: Event) -> list[str]:
    """The letters of the stages that an event has or will have, in their order. One query."""
    return sorted(set(_planned(event)) | set(_drawn(event)), key=bracket_order)


def _drawn(event: Event) -> Mapping[str, int]:
    return dict(event.stages.values_list("bracket", "pk"))


def _planned(event: Event) -> list[str]:
    if event.is_ladder:
        return [LADDER]
    if event.in_rounds:
        return [LETTERS[RoundKind(event.format)]]
    if shape_of(event) == NO_SHAPE:
        return [MAIN]
    more = [FINALS] if is_one_table(event) else []
    if plan_of(event).last_chance_length is not None:
        more.append(LAST_CHANCE)
    return [MAIN, CONSOLATION, *more]
