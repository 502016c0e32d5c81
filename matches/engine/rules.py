"""How a match or a money session is played: its length, the cube, and what money play adds.

    >>> Rules(length=7).cube_in_play
    True
    >>> Rules(length=7, jacoby=True)
    Traceback (most recent call last):
    matches.engine.errors.RulesError: jacoby belongs to money play: leave it out of a match to 7.

The game itself is the `variant`. Who may change any of this, and when, is for the director's rule
sets.
"""

from dataclasses import dataclass, field
from typing import Literal

from matches.engine.errors import RulesError, quoted
from matches.engine.presets import BACKGAMMON
from matches.engine.score import check_length
from matches.engine.variant import Variant

#: More than this no cube ever showed; it keeps every number of a record small.
HIGHEST_CUBE = 2**15


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A match to `length` points, or a money session when that is None.

    - `cube`: whether there is one; None is the game's own custom. A match to 1 never has one.
    - `cube_max`: the highest value it can reach, None for no limit but HIGHEST_CUBE.
    - `crawford`: no doubling in the first game that begins with a player one point away.
    - money only: `jacoby` (gammons count only after a double), `jacoby_auto_counts` (an automatic
      double is one), `beavers`, `raccoons`, `auto_doubles` (how many equal opening throws double
      the stake, None for all of them).
    - `illegal_play`: whether the opponent may let an illegal play stand, or it must be corrected as
      long as anybody may speak of it.
    - `flag`: what running out of time loses, the match or the game by its position.

    Raises RulesError `money_rule_in_match`, `no_cube_in_game`, `rule_conflict`, `rule_unknown`, and
    ScoreError for a length that is none. An even length is allowed, with a word in `warnings`.
    """

    length: int | None
    variant: Variant = BACKGAMMON
    cube: bool | None = None
    cube_max: int | None = None
    crawford: bool = True
    jacoby: bool = False
    jacoby_auto_counts: bool = False
    beavers: bool = False
    raccoons: bool = False
    auto_doubles: int | None = 0
    illegal_play: Literal["condone_or_correct", "correct"] = "condone_or_correct"
    flag: Literal["match", "game"] = "match"
    cube_in_play: bool = field(init=False)
    highest_cube: int = field(init=False)

    def __post_init__(self) -> None:
        _check_values(self)
        if self.length is not None:
            check_length(self.length, even_allowed=True)
            _check_match(self)
        _check_conflicts(self)
        object.__setattr__(self, "cube_in_play", _has_cube(self) and self.length != 1)
        object.__setattr__(self, "highest_cube", self.cube_max or HIGHEST_CUBE)

    @property
    def is_match(self) -> bool:
        return self.length is not None

    @property
    def warnings(self) -> tuple[str, ...]:
        """Codes of what is allowed but unusual: `length_even`."""
        return ("length_even",) if self.length is not None and self.length % 2 == 0 else ()


_MONEY_ONLY = ("jacoby", "jacoby_auto_counts", "beavers", "raccoons")
_SWITCHES = (*_MONEY_ONLY, "crawford")
_CHOICES = {"illegal_play": ("condone_or_correct", "correct"), "flag": ("match", "game")}


def _check_values(rules: Rules) -> None:
    if not isinstance(rules.variant, Variant):
        raise _unknown("variant", rules.variant, "a Variant")
    for name in _SWITCHES:
        if type(getattr(rules, name)) is not bool:
            raise _unknown(name, getattr(rules, name), "true or false")
    for name, choices in _CHOICES.items():
        if getattr(rules, name) not in choices:
            raise _unknown(name, getattr(rules, name), " or ".join(choices))
    if rules.cube is not None and type(rules.cube) is not bool:
        raise _unknown("cube", rules.cube, "true, false or nothing")
    if rules.cube_max is not None and not _is_power_of_two(rules.cube_max):
        raise _unknown("cube_max", rules.cube_max, "a power of two from 2, such as 64, or nothing")
    limit = rules.auto_doubles
    if limit is not None and (type(limit) is not int or not 0 <= limit <= 19):
        raise _unknown("auto_doubles", limit, "0 to 19, or nothing for every tie")


def _is_power_of_two(value: int) -> bool:
    return type(value) is int and 2 <= value <= HIGHEST_CUBE and value & (value - 1) == 0


def _check_match(rules: Rules) -> None:
    """Automatic doubles, beavers and Jacoby are money rules and never part of a match."""
    used = [name for name in _MONEY_ONLY if getattr(rules, name)]
    if rules.auto_doubles != 0:
        used.append("auto_doubles")
    if used:
        raise RulesError(
            "money_rule_in_match",
            "%(rule)s belongs to money play: leave it out of a match to %(length)s.",
            rule=used[0],
            length=rules.length,
        )


def _check_conflicts(rules: Rules) -> None:
    no_cube = not _has_cube(rules)
    if rules.variant.cube == "never" and (rules.cube or _needing_cube(rules)):
        raise RulesError(
            "no_cube_in_game", "%(game)s is played without a cube.", game=rules.variant.name
        )
    clashes = [(no_cube, rule, "cube") for rule in _needing_cube(rules)]
    clashes += [
        (rules.jacoby_auto_counts and not rules.jacoby, "jacoby_auto_counts", "jacoby"),
        (
            rules.jacoby_auto_counts and rules.auto_doubles == 0,
            "jacoby_auto_counts",
            "auto_doubles",
        ),
        (rules.raccoons and not rules.beavers, "raccoons", "beavers"),
    ]
    for clash, rule, other in clashes:
        if clash:
            raise RulesError(
                "rule_conflict", "%(rule)s needs %(other)s: add it.", rule=rule, other=other
            )


def _has_cube(rules: Rules) -> bool:
    return rules.variant.cube == "on" if rules.cube is None else rules.cube


def _needing_cube(rules: Rules) -> list[str]:
    """The rules in use that speak of the cube."""
    used = [name for name in _MONEY_ONLY if getattr(rules, name)]
    used += ["auto_doubles"] if rules.auto_doubles != 0 else []
    return used + (["cube_max"] if rules.cube_max is not None else [])


def _unknown(name: str, value: object, choices: str) -> RulesError:
    return RulesError(
        "rule_unknown",
        "%(rule)s cannot be %(value)s: it is %(choices)s.",
        rule=name,
        value=quoted(value),
        choices=choices,
    )
