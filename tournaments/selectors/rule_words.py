"""Rules in words: their names and values in the reader's language, and what differs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, gettext as _

from matches.engine.clock_settings import SECOND
from matches.selectors.clock_words import set_to_words
from matches.selectors.time_words import minutes_words, seconds_words
from tournaments.models import Event
from tournaments.rulesets.meaning import Unit, Value
from tournaments.rulesets.presets import PRESETS, Preset
from tournaments.rulesets.ruleset import GROUPS, MEANINGS, RuleSet, rules_in
from tournaments.rulesets.sources import SOURCES
from tournaments.rulesets.stored import difference, preset_of, rules_of
from tournaments.rulesets.telling import is_told
from tournaments.selectors.late_words import points_words
from tournaments.selectors.stage_rules import PartView, part_views

CODE = "code"
OF_PAIRS = frozenset(("doubles_reserve_per_point", "doubles_delay"))


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule as an event has it; `usual` is what the preset says, empty where that is the same."""

    name: str
    label: str
    help: str
    words: str
    usual: str
    source: str  # an address, or empty


@dataclass(frozen=True, slots=True)
class RuleGroup:
    name: str
    label: str
    rules: Sequence[RuleView]


@dataclass(frozen=True, slots=True)
class Reserve:
    """What the clock of each player shows at the start of a match to this length."""

    length: int
    words: str
    lost_after: int | None  # minutes, where being late loses the match by itself


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage with rules of its own; their `usual` is what holds in the rest of the event."""

    name: str
    variances: Sequence[RuleView]


@dataclass(frozen=True, slots=True)
class RulesView:
    preset: str
    about: str
    groups: Sequence[RuleGroup]
    variances: Sequence[RuleView]
    reserves: Sequence[Reserve]
    stages: Sequence[StageView]


def rules_view(event: Event) -> RulesView:
    """The rules of an event in words. No query."""
    rules = rules_of(event.rules)
    preset = preset_of(rules.code)
    of_pairs = event.entrants == Event.Entrants.PAIRS
    usual = {
        each.name: each.usual
        for each in difference(preset, rules)
        if of_pairs or each.name not in OF_PAIRS
    }
    groups = _groups(preset, rules, usual, of_pairs=of_pairs)
    return RulesView(
        gettext(preset.name),
        gettext(preset.about),
        groups,
        [rule for group in groups for rule in group.rules if rule.name in usual],
        [_reserve(rules, length, of_pairs=of_pairs) for length in _lengths(event)],
        [_stage(preset, part, of_pairs=of_pairs) for part in part_views(event)],
    )


def _stage(preset: Preset, part: PartView, *, of_pairs: bool) -> StageView:
    told = [each for each in part.variances if of_pairs or each.name not in OF_PAIRS]
    return StageView(part.name, [_rule(preset, each.name, each.here, each.usual) for each in told])


def _groups(
    preset: Preset, rules: RuleSet, usual: Mapping[str, Value], *, of_pairs: bool
) -> list[RuleGroup]:
    """All that say anything here, and all that differ from the preset."""
    values = rules.values()
    return [
        RuleGroup(
            group,
            gettext(title),
            [
                _rule(preset, name, values[name], usual.get(name))
                for name in rules_in(group)
                if name in usual or (is_told(name, values) and (of_pairs or name not in OF_PAIRS))
            ],
        )
        for group, title in GROUPS.items()
    ]


def _rule(preset: Preset, name: str, value: Value, usual: Value | None) -> RuleView:
    source = preset.source(name) if usual is None else ""
    return RuleView(
        name,
        rule_label(name),
        gettext(MEANINGS[name].help),
        rule_value(name, value),
        "" if usual is None else rule_value(name, usual),
        SOURCES.get(source, ""),
    )


def _lengths(event: Event) -> list[int]:
    """Those of the event, as far as they are settings of its own, shortest first."""
    own = {event.length, *event.lengths_from_final.values()}
    return sorted(own | ({event.consolation_length} if event.consolation_length else set()))


def _reserve(rules: RuleSet, length: int, *, of_pairs: bool) -> Reserve:
    has_clock = rules.clock.clock != "off"
    return Reserve(
        length,
        _clock(rules, length, of_pairs=of_pairs) if has_clock else "",
        rules.minutes_to_forfeit(length),
    )


def _clock(rules: RuleSet, length: int, *, of_pairs: bool) -> str:
    settings = rules.clock_settings(doubles=of_pairs)
    assert settings is not None  # where there is a clock
    reserve = rules.reserve(length, doubles=of_pairs) * SECOND
    return set_to_words(reserve, settings.delay, settings.kind)


def preset_name(code: object) -> str:
    preset = PRESETS.get(code) if isinstance(code, str) else None
    return str(code) if preset is None else gettext(preset.name)


def rule_label(name: str) -> str:
    if name == CODE:
        return _("Rule set")
    return gettext(MEANINGS[name].label) if name in MEANINGS else name


def rule_value(name: str, value: object) -> str:
    """A value as people say it: 2 min, yes, until the opponent has rolled."""
    if name == CODE:
        return preset_name(value)
    meaning = MEANINGS.get(name)
    match value:
        case bool():
            return _("yes") if value else _("no")
        case 0 if meaning is not None and meaning.zero:
            return gettext(meaning.zero)
        case int() if meaning is not None:
            return _with_unit(value, meaning.unit)
        case str() if meaning is not None and value in meaning.options:
            return gettext(meaning.options[value])
        case _:
            return str(value)


def _with_unit(number: int, unit: Unit) -> str:
    match unit:
        case "seconds":
            return seconds_words(number)
        case "minutes":
            return minutes_words(number)
        case "points":
            return points_words(number)
        case "percent":
            return _("%(n)s %%") % {"n": number}
        case "":
            return str(number)
