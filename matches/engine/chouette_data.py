"""What happens in a chouette, and its house rules, as plain data for a record.

    >>> to_data(Take("B"))
    {'do': 'take', 'by': 'B', 'member': None}
    >>> from_data({'do': 'join', 'player': 'E', 'ahead': None})
    Join(player='E', ahead=None)
    >>> rules_to_data(ChouetteRules(cube="multi"))
    {'cube': 'multi'}

Whether an action is allowed is for `chouette`.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from matches.engine.chouette_actions import (
    Action,
    Beaver,
    Double,
    DrawOrder,
    Drop,
    Finish,
    Join,
    Leave,
    Raccoon,
    Start,
    Take,
)
from matches.engine.chouette_rules import ChouetteError, ChouetteRules
from matches.engine.errors import quoted

#: The stable name of each kind of action.
NAMES: dict[type[Action], str] = {
    Double: "double",
    Take: "take",
    Drop: "drop",
    Beaver: "beaver",
    Raccoon: "raccoon",
    Start: "start",
    Finish: "finish",
    Join: "join",
    Leave: "leave",
    DrawOrder: "draw_order",
}
_KINDS = {name: kind for kind, name in NAMES.items()}
_RULES = {rule.name: rule.default for rule in fields(ChouetteRules)}


def to_data(action: Action) -> dict[str, Any]:
    """An action as a dict of JSON values; the inverse of `from_data`.

    Raises ChouetteError `action_unreadable` for what is no action.
    """
    name = NAMES.get(type(action))
    if name is None:
        raise _unreadable(action)
    return {"do": name} | {field.name: getattr(action, field.name) for field in fields(action)}


def from_data(data: object) -> Action:
    """An action from what `to_data` made; what has a default may be left out.

    The values inside are not judged here. Raises ChouetteError `action_unreadable`.
    """
    name = data.get("do") if isinstance(data, Mapping) else None
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None or not isinstance(data, Mapping):
        raise _unreadable(data)
    given = {key: value for key, value in data.items() if key != "do"}
    needed = {field.name for field in fields(kind) if field.default is MISSING}
    known = {field.name for field in fields(kind)}
    plain = all(value is None or type(value) in {int, str} for value in given.values())
    if not needed <= set(given) <= known or not plain:
        raise _unreadable(data)
    return kind(**given)


def rules_to_data(rules: ChouetteRules) -> dict[str, Any]:
    """What differs from the defaults; the inverse of `rules_from_data`."""
    return {
        name: value
        for name, default in _RULES.items()
        if (value := getattr(rules, name)) != default
    }


def rules_from_data(data: object) -> ChouetteRules:
    """Raises ChouetteError `rules_unreadable`, and what `ChouetteRules` raises."""
    if not isinstance(data, Mapping) or not set(data) <= set(_RULES):
        raise ChouetteError(
            "rules_unreadable",
            "%(data)s are no house rules: give those that differ from the defaults by name.",
            data=quoted(data, 80),
        )
    return ChouetteRules(**data)


def _unreadable(data: object) -> ChouetteError:
    return ChouetteError(
        "action_unreadable",
        "%(data)s is nothing that can happen in a chouette: give what to do and who does it.",
        data=quoted(data, 80),
    )
