"""Rules as plain data: what a record says at its head, so that it can be replayed anywhere.

    >>> from matches.engine.presets import LONG_NARDY
    >>> rules = Rules(length=5, variant=LONG_NARDY.replace(block6="never"))
    >>> rules_to_data(rules)
    {'length': 5, 'game': 'long_nardy', 'options': {'block6': 'never'}}
    >>> rules_from_data(rules_to_data(rules)) == rules
    True

Only what differs from the defaults is written. `game` is one of `presets.VARIANTS`, and `options`
are the options of the variant that are not those of it.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any

from matches.engine.errors import RulesError, quoted
from matches.engine.presets import BACKGAMMON, VARIANTS
from matches.engine.rules import Rules
from matches.engine.variant import OPTIONS

_DEFAULTS = {
    rule.name: rule.default
    for rule in dataclasses.fields(Rules)
    if rule.init and rule.name not in ("length", "variant")
}


def rules_to_data(rules: Rules) -> dict[str, Any]:
    """A dict of JSON values; the inverse of `rules_from_data`.

    Raises RulesError `variant_unnamed` for a game that is no form of one in `VARIANTS`.
    """
    base = VARIANTS.get(rules.variant.name)
    if base is None or base.start != rules.variant.start:
        raise RulesError(
            "variant_unnamed",
            "%(game)s is not one of the games: keep the name of the game it is a form of.",
            game=quoted(rules.variant.name),
        )
    data: dict[str, Any] = {"length": rules.length, "game": base.name}
    options = {
        name: value
        for name in OPTIONS
        if (value := getattr(rules.variant, name)) != getattr(base, name)
    }
    if options:
        data["options"] = options
    return data | {
        name: value
        for name, default in _DEFAULTS.items()
        if (value := getattr(rules, name)) != default
    }


def rules_from_data(data: object) -> Rules:
    """Rules from what `rules_to_data` made.

    Raises RulesError `rules_unreadable`, and what `Variant` and `Rules` raise.
    """
    if not isinstance(data, Mapping) or "length" not in data:
        raise _unreadable(data)
    game, options = data.get("game", BACKGAMMON.name), data.get("options", {})
    rest = {name: data[name] for name in data if name not in ("length", "game", "options")}
    if (
        not isinstance(game, str)
        or game not in VARIANTS
        or not isinstance(options, Mapping)
        or {"start", "name"} & set(options)
        or not set(rest) <= set(_DEFAULTS)
    ):
        raise _unreadable(data)
    variant = VARIANTS[game].replace(**options)
    return Rules(length=data["length"], variant=variant, **rest)


def _unreadable(data: object) -> RulesError:
    return RulesError(
        "rules_unreadable",
        "%(data)s are no rules: give the length, the game and what differs from the defaults.",
        data=quoted(data, 80),
    )
