"""What a director chooses for an event of brackets beside the length of a match.

A plan is checked before anything is stored; what depends on the field, such as a playoff larger
than it, is refused when it is drawn. How brackets follow from it is for `brackets`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from tournaments.formats.brackets import check_config
from tournaments.formats.elimination import Lengths
from tournaments.formats.errors import FormatError
from tournaments.formats.settings import require_known, round_from_final
from tournaments.formats.shapes import DrawConfig, Shape

MOST = 1024  # of whatever is counted here; a larger number is a slip

FromFinal = Mapping[int, int]

_CONSOLATION = ("consolation_from_final",)
_FINALS = ("finals_length", "finals_from_final")
_LAST_CHANCE = ("last_chance_length", "last_chance_from_final", "last_chance_rounds")

#: The settings that each shape has a use for.
SETTINGS: Mapping[Shape, tuple[str, ...]] = {
    Shape.FIRST_ROUND: (*_CONSOLATION, *_LAST_CHANCE),
    Shape.FIRST_MATCH: (*_CONSOLATION, *_LAST_CHANCE),
    Shape.ROUNDS: ("rounds", *_CONSOLATION, *_LAST_CHANCE),
    Shape.PROGRESSIVE: (*_CONSOLATION, *_LAST_CHANCE),
    Shape.SHIFTED: (*_CONSOLATION, *_LAST_CHANCE),
    Shape.DOUBLE: ("second_final", *_CONSOLATION, *_FINALS),
    Shape.PLAYOFF: ("qualifiers", *_CONSOLATION, *_FINALS),
}
#: These play their lower bracket over the length of the main one unless told otherwise.
TWO_LIVES = frozenset({Shape.DOUBLE, Shape.PLAYOFF})


@dataclass(frozen=True, slots=True)
class BracketPlan:
    """The names are those of `DrawConfig`; lengths `from_final` count rounds from the last, 1."""

    shape: Shape = Shape.FIRST_ROUND
    rounds: int = 2
    second_final: bool = False
    qualifiers: int = 4
    consolation_from_final: FromFinal = field(default_factory=dict)
    finals_length: int | None = None
    finals_from_final: FromFinal = field(default_factory=dict)
    last_chance_length: int | None = None
    last_chance_from_final: FromFinal = field(default_factory=dict)
    last_chance_rounds: int = 1

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `as_data`; missing settings are the usual ones.

        Raises FormatError: `shape_unknown`, `setting_unknown` (one that the shape has no use for),
        `setting_unreadable`, `round_unknown`, and what `brackets` refuses of a `DrawConfig`.
        """
        shape = _shape(data.get("shape", Shape.FIRST_ROUND))
        given: dict[str, Any] = {"shape": shape}
        chosen = {
            name: value for name, value in data.items() if name != "shape" and value is not None
        }
        require_known(chosen, SETTINGS[shape])
        given |= {name: _read(name, value) for name, value in chosen.items()}
        plan = cls(**given)
        check_config(plan.config(Lengths(1), Lengths(1)))
        return plan

    def as_data(self) -> dict[str, Any]:
        """What differs from the usual: empty for a consolation of first-round losers, or none."""
        usual = type(self)()
        data: dict[str, Any] = {}
        for name in (each.name for each in fields(self)):
            value = getattr(self, name)
            if value != getattr(usual, name):
                data[name] = (
                    {str(left): length for left, length in value.items()}
                    if isinstance(value, Mapping)
                    else value
                )
        return data

    def lengths(self) -> list[int]:
        """All match lengths that are named here."""
        single = [self.finals_length, self.last_chance_length]
        several = [self.consolation_from_final, self.finals_from_final, self.last_chance_from_final]
        return [one for one in single if one is not None] + [
            length for each in several for length in each.values()
        ]

    def check_consolation(self, consolation_length: int | None) -> None:
        """Whether the plan goes with that length of a consolation, None being that there is none.

        Raises FormatError `consolation_missing`.
        """
        if consolation_length is None and self.shape not in TWO_LIVES and self.as_data():
            raise FormatError(
                "consolation_missing",
                "Say how long matches in the consolation are: without it there is none.",
            )

    def config(self, main: Lengths, consolation: Lengths | None) -> DrawConfig:
        """`main` and `consolation` as they were chosen for the event."""
        if consolation is None and self.shape in TWO_LIVES:
            consolation = Lengths(main.default, sets=main.sets)
        if consolation is not None:
            consolation = replace(consolation, from_final=self.consolation_from_final)
        return DrawConfig(
            lengths=main,
            consolation=consolation,
            shape=self.shape,
            rounds=self.rounds,
            finals=self._finals(main),
            second_final=self.second_final,
            qualifiers=self.qualifiers,
            last_chance=_lengths(self.last_chance_length, self.last_chance_from_final),
            last_chance_rounds=self.last_chance_rounds,
        )

    def _finals(self, main: Lengths) -> Lengths | None:
        if self.finals_length is None and self.finals_from_final:
            return replace(main, from_final=self.finals_from_final)
        found = _lengths(self.finals_length, self.finals_from_final)
        return found and replace(found, sets=main.sets, sets_from_final=main.sets_from_final)


def _lengths(length: int | None, from_final: FromFinal) -> Lengths | None:
    return None if length is None else Lengths(length, from_final)


def _shape(name: object) -> Shape:
    try:
        return Shape(str(name))
    except ValueError:
        raise FormatError(
            "shape_unknown",
            "There is no bracket format called %(name)s. There are: %(names)s.",
            name=str(name),
            names=", ".join(Shape),
        ) from None


def _read(name: str, value: object) -> Any:
    if name.endswith("_from_final"):
        return _from_final(name, value)
    if name == "second_final":
        if isinstance(value, bool):
            return value
    elif type(value) is int and 1 <= value <= MOST:
        return value
    raise _unreadable(name, value)


def _from_final(name: str, value: object) -> dict[int, int]:
    if not isinstance(value, Mapping):
        raise _unreadable(name, value)
    found: dict[int, int] = {}
    for left, length in value.items():
        rounds = round_from_final(left)
        if type(length) is not int or not 1 <= length <= MOST:
            raise _unreadable(name, length)
        found[rounds] = length
    return found


def _unreadable(name: str, value: object) -> FormatError:
    return FormatError(
        "setting_unreadable",
        "%(value)s is no value for %(name)s.",
        name=name,
        value=str(value)[:40],
    )
