"""Rules of a part of an event: a consolation with a clock of its own, a final with longer breaks.

A part is a stage, by the letter of its bracket (`C`), or a stage from a round on (`S:6`). It keeps
only what is otherwise there, `{"C": {"delay": 8}, "C:3": {"break_minutes": 10}}`; all else is as in
the event, and a later round goes by what its stage says unless it says something else itself.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.ruleset import RuleSet

Parts = Mapping[str, Mapping[str, Any]]

MAX_ROUND = 99
_KEY = re.compile(r"([A-Z][A-Z0-9]?)(?::([1-9][0-9]?))?")


def part_key(bracket: str, from_round: int = 1) -> str:
    """`C` for all of it, `C:3` from its third round on; the inverse of `part_of`.

    Raises RuleError `part_unknown`.
    """
    key = bracket if from_round == 1 else f"{bracket}:{from_round}"
    part_of(key)
    return key


def part_of(key: str) -> tuple[str, int]:
    """The bracket and the round it begins with. Raises RuleError `part_unknown`."""
    found = _KEY.fullmatch(key)
    if found is None or found[2] == "1":
        raise RuleError("part_unknown", "%(part)s is no part of an event.", part=key[:20], rules=[])
    return found[1], int(found[2] or 1)


def parts_in_order(parts: Parts) -> list[str]:
    """Each stage before its later rounds."""
    return sorted(parts, key=part_of)


def rules_at(rules: RuleSet, parts: Parts, bracket: str, round_: int) -> RuleSet:
    """The rules of a place, given those of the event; RuleError as RuleSet."""
    own = dict(_own_at(parts, bracket, round_))
    return rules.changed(own) if own else rules


def rules_in_part(rules: RuleSet, parts: Parts, key: str) -> RuleSet:
    """The rules that hold where this part begins, whether it has any of its own or not."""
    return rules_at(rules, parts, *part_of(key))


def rules_around(rules: RuleSet, parts: Parts, key: str) -> RuleSet:
    """Those that would hold there if the part said nothing itself."""
    return rules_in_part(rules, {name: parts[name] for name in parts if name != key}, key)


def part_changed(rules: RuleSet, parts: Parts, key: str, own: Mapping[str, Any]) -> dict[str, Any]:
    """The parts with these rules at `key`: what is as around it is not kept.

    Raises RuleError as RuleSet, with the `part` in `detail` that it is about.
    """
    around = rules_around(rules, parts, key)
    usual = around.values()
    here = _told(key, around, own).values()
    kept = {name: here[name] for name in here if here[name] != usual[name]}
    others = {name: dict(parts[name]) for name in parts if name != key}
    changed = {**others, **({key: kept} if kept else {})}
    check_parts(rules, changed)
    return {name: changed[name] for name in parts_in_order(changed)}


def check_parts(rules: RuleSet, parts: Parts) -> None:
    """Refuse rules of the event that contradict those of a part.

    Raises RuleError as RuleSet, with the `part` in `detail`.
    """
    for key in parts_in_order(parts):
        _told(key, rules, dict(_own_at(parts, *part_of(key))))


def _own_at(parts: Parts, bracket: str, round_: int) -> Iterator[tuple[str, Any]]:
    """What is otherwise there, the more particular last."""
    for key in parts_in_order(parts):
        letter, first = part_of(key)
        if letter == bracket and first <= round_:
            yield from parts[key].items()


def _told(key: str, rules: RuleSet, own: Mapping[str, Any]) -> RuleSet:
    try:
        return rules.changed(own)
    except RuleError as error:
        detail = {**error.detail, "part": key}
        raise RuleError(error.code, error.template, **detail) from error
