"""Rules as events and matches keep them, and what differs from the preset.

Kept are the code of the preset, `confirm_minutes`, which the match itself asks for, and whatever
the director changed: `{"code": "club", "confirm_minutes": 10, "delay": 15}`. What was kept before
there were other rules reads the same way.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.meaning import Value
from tournaments.rulesets.presets import PRESETS, Preset
from tournaments.rulesets.ruleset import RuleSet

ALWAYS = "confirm_minutes"


@dataclass(frozen=True, slots=True)
class Variance:
    """A rule that is not as the preset has it."""

    name: str
    usual: Value
    here: Value


def as_data(rules: RuleSet) -> dict[str, Any]:
    """A JSON object, for the copies in events and matches."""
    changed = {each.name: each.here for each in difference(preset_of(rules.code), rules)}
    return {"code": rules.code, ALWAYS: rules.reports.confirm_minutes, **changed}


def between(before: RuleSet, after: RuleSet) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a change changed, as it was and as it is: for the log, and for `restored`."""
    was, now = ({"code": each.code, **each.values()} for each in (before, after))
    names = [name for name in was if was[name] != now[name]]
    return {name: was[name] for name in names}, {name: now[name] for name in names}


def restored(now: RuleSet, before: Mapping[str, Any]) -> RuleSet:
    """The rules as they were before a change, by what `between` told of it; RuleError as it is."""
    own = {name: value for name, value in before.items() if name != "code"}
    whole = {**now.values(), **own}
    return preset_of(before.get("code", now.code)).rules.changed(whole)


def rules_of(data: object) -> RuleSet:
    """The inverse of `as_data`; {} is a club evening.

    Raises RuleError `rules_unreadable`, `rule_set_unknown`, `rule_unknown` and as RuleSet does.
    """
    if not isinstance(data, Mapping):
        raise RuleError("rules_unreadable", "Rules are an object of rule and value.", rules=[])
    own = {name: value for name, value in data.items() if name != "code"}
    return preset_of(data.get("code", "club")).rules.changed(own)


def rules_or_usual(data: object) -> RuleSet:
    """As `rules_of`, for a match, which keeps what it was made with: a club evening where that
    cannot be read, since it is of another version."""
    try:
        return rules_of(data)
    except RuleError:
        return rules_of({})


def preset_of(code: object) -> Preset:
    """Raises RuleError `rule_set_unknown`."""
    preset = PRESETS.get(code) if isinstance(code, str) else None
    if preset is None:
        raise RuleError(
            "rule_set_unknown",
            "There is no such rule set. There are: %(names)s.",
            names=", ".join(PRESETS),
            rules=[],
        )
    return preset


def difference(preset: Preset, rules: RuleSet) -> list[Variance]:
    """What is not as the preset has it, in the order of telling."""
    usual, here = preset.rules.values(), rules.values()
    return [Variance(name, usual[name], here[name]) for name in usual if usual[name] != here[name]]
