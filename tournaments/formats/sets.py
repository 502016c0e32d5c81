"""How many sets make a match: best of 1, 3, 5, ..., the last one perhaps of another length.

A value on a node of the graph and no more: how sets are played and counted is for whoever runs
matches. Set play and a decider of its own length are options of the ФНР rules and of leagues.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import comb
from typing import Any, Self

from tournaments.formats.errors import FormatError
from tournaments.formats.settings import round_from_final

MAX_TO_WIN = 50


@dataclass(frozen=True, slots=True)
class Sets:
    """`to_win` sets win the match; `decider` is the length of the last possible set, in points.

    The other sets, and without a `decider` that one too, have the length of the node.
    Raises FormatError `sets_out_of_range`: 1 to 50 sets to win, a decider of at least 1 point.
    """

    to_win: int = 1
    decider: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.to_win <= MAX_TO_WIN or (self.decider is not None and self.decider < 1):
            raise FormatError(
                "sets_out_of_range",
                "A match takes 1 to %(limit)s won sets, and each set at least 1 point.",
                limit=MAX_TO_WIN,
                to_win=self.to_win,
                decider=self.decider,
            )

    @property
    def best_of(self) -> int:
        """How many sets there are at most."""
        return 2 * self.to_win - 1

    def lengths(self, length: int) -> tuple[int, ...]:
        """The points of each set that can come, when the node's length is `length`."""
        last = length if self.decider is None else self.decider
        return (length,) * (self.best_of - 1) + (last,)

    def likely(self) -> tuple[float, ...]:
        """How likely each possible set is to be played, first to last, between equal sides."""
        ends = [
            comb(played - 1, self.to_win - 1) / 2 ** (played - 1)
            for played in range(self.to_win, self.best_of + 1)
        ]
        before = [1.0] * (self.to_win - 1)
        return (*before, *(sum(ends[number:]) for number in range(len(ends))))


ONE_SET = Sets()


@dataclass(frozen=True, slots=True)
class SetPlan:
    """How many sets an event is played in: `sets` usually, others in rounds counted from the end.

    As data it is {"to_win", "decider", "to_win_from_final"}, without what is as usual.
    """

    sets: Sets = ONE_SET
    from_final: Mapping[int, Sets] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `as_data`. Raises FormatError `sets_out_of_range`, `sets_unreadable`,
        `round_unknown`, `decider_alone`."""
        if unknown := sorted(data.keys() - {"to_win", "decider", "to_win_from_final"}):
            raise _unreadable(unknown[0])
        decider = data.get("decider")
        others = data.get("to_win_from_final") or {}
        if not isinstance(others, Mapping):
            raise _unreadable("to_win_from_final")
        plan = cls(
            _sets("to_win", data.get("to_win", 1), decider),
            {
                round_from_final(left): _sets("to_win_from_final", n, decider)
                for left, n in others.items()
            },
        )
        if decider is not None and plan.decider is None:
            raise FormatError(
                "decider_alone",
                "A last set of a length of its own needs matches of several sets.",
            )
        return plan

    @property
    def decider(self) -> int | None:
        """The length of a last possible set."""
        return next((n.decider for n in self.all if n.decider is not None), None)

    @property
    def all(self) -> tuple[Sets, ...]:
        return self.sets, *self.from_final.values()

    def as_data(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.sets.to_win > 1:
            found["to_win"] = self.sets.to_win
        if self.decider is not None:
            found["decider"] = self.decider
        if self.from_final:
            found["to_win_from_final"] = {str(n): one.to_win for n, one in self.from_final.items()}
        return found


def _sets(name: str, to_win: object, decider: object) -> Sets:
    if type(to_win) is not int:
        raise _unreadable(name)
    if decider is not None and type(decider) is not int:
        raise _unreadable("decider")
    return Sets(to_win, decider if to_win > 1 else None)


def _unreadable(name: str) -> FormatError:
    return FormatError("sets_unreadable", "The sets cannot be read: see %(name)s.", name=name[:40])
