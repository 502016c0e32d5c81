"""What a single rule is: its name for people, what it means, what it may be, where it is from.

A rule is a field of one of the dataclasses in `playing`, `board` and `running`; its meaning stands
beside its default, so that forms, the API, the public page and the checks have one place to read.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeAlias

from tournaments.rulesets.errors import RuleError

Value: TypeAlias = int | str | bool
Kind = Literal["whole", "choice", "flag"]
Unit = Literal["", "seconds", "minutes", "points", "percent"]
MEANING = "meaning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """`label` and `help` are English, to be translated; so are the words of the `options`, and
    those that `zero` says where a 0 is no number but a word.

    `source` is a key of `sources.SOURCES` for the default, empty where it is our own choice.
    """

    label: str
    help: str
    kind: Kind
    unit: Unit = ""
    low: int = 0
    high: int = 0
    zero: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    source: str = ""

    def check(self, name: str, value: object) -> None:
        """Raises RuleError `rule_not_whole`, `rule_out_of_range`, `rule_unknown_choice`,
        `rule_not_a_flag`."""
        match self.kind:
            case "whole":
                self._check_whole(name, value)
            case "choice":
                self._check_choice(name, value)
            case "flag":
                self._check_flag(name, value)

    def _check_whole(self, name: str, value: object) -> None:
        if type(value) is not int:
            raise RuleError(
                "rule_not_whole", "%(rule)s is a whole number.", rule=name, rules=[name]
            )
        if not self.low <= value <= self.high:
            raise RuleError(
                "rule_out_of_range",
                "%(rule)s is a whole number from %(low)s to %(high)s.",
                rule=name,
                low=self.low,
                high=self.high,
                rules=[name],
            )

    def _check_flag(self, name: str, value: object) -> None:
        if type(value) is not bool:
            raise RuleError(
                "rule_not_a_flag", "%(rule)s is either true or false.", rule=name, rules=[name]
            )

    def _check_choice(self, name: str, value: object) -> None:
        if type(value) is not str or value not in self.options:
            raise RuleError(
                "rule_unknown_choice",
                "%(rule)s is one of %(options)s.",
                rule=name,
                options=", ".join(self.options),
                rules=[name],
            )


def whole(  # noqa: PLR0913 - what a number is, by name
    default: int,
    label: str,
    help_: str,
    *,
    unit: Unit = "",
    low: int = 0,
    high: int,
    zero: str = "",
    source: str = "",
) -> Any:
    """A whole number from `low` to `high`."""
    meaning = Meaning(
        label=label,
        help=help_,
        kind="whole",
        unit=unit,
        low=low,
        high=high,
        zero=zero,
        source=source,
    )
    return field(default=default, metadata={MEANING: meaning})


def choice(
    default: str, label: str, help_: str, options: Mapping[str, str], *, source: str = ""
) -> Any:
    """One of some codes, each with its words."""
    meaning = Meaning(label=label, help=help_, kind="choice", options=options, source=source)
    return field(default=default, metadata={MEANING: meaning})


def yes(label: str, help_: str, *, source: str = "") -> Any:
    """Something that is so unless a rule set says otherwise."""
    return field(default=True, metadata={MEANING: _flag(label, help_, source)})


def no(label: str, help_: str, *, source: str = "") -> Any:
    """Something that is not so unless a rule set says otherwise."""
    return field(default=False, metadata={MEANING: _flag(label, help_, source)})


def _flag(label: str, help_: str, source: str) -> Meaning:
    return Meaning(label=label, help=help_, kind="flag", source=source)


def meanings_of(group: type[Any]) -> Iterator[tuple[str, Meaning]]:
    """The rules of a group, in the order in which they are told."""
    for each in fields(group):
        yield each.name, each.metadata[MEANING]
