"""What a director chooses for a bracket event: who drops where, and how long matches are."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.elimination import Lengths


class Shape(StrEnum):
    """Who goes on below the main bracket. Names as in tournament rules and on tourneygeek.com."""

    FIRST_ROUND = "first_round"  # losers of the first round, drawn together anew
    FIRST_MATCH = "first_match"  # losers of their first match, byes not counting as matches
    ROUNDS = "rounds"  # losers of rounds 1 to `rounds` (semi-progressive)
    PROGRESSIVE = "progressive"  # all losers but the losing finalist
    SHIFTED = "shifted"  # the same with fewer rounds, losers dropping without rests between
    DOUBLE = "double"  # double elimination: all losers, and the two winners meet in a final
    PLAYOFF = "playoff"  # so many of the main and of the lower bracket play one knockout


@dataclass(frozen=True, slots=True)
class DrawConfig:
    """Match lengths of the brackets, and their shape.

    Without `consolation` there is none; double elimination and a playoff cannot do without, and
    play their lower bracket over the main `lengths` then. So do `finals`. `second_final`: in double
    elimination, the winner of the main bracket has to lose twice as everybody else. `qualifiers`:
    so many of either bracket go to the playoff, 1, 2, 4, ... `last_chance`: a knockout of those who
    lose in consolation rounds 1 to `last_chance_rounds`.
    """

    lengths: Lengths
    consolation: Lengths | None = None
    shape: Shape = Shape.FIRST_ROUND
    rounds: int = 2
    finals: Lengths | None = None
    second_final: bool = False
    qualifiers: int = 4
    last_chance: Lengths | None = None
    last_chance_rounds: int = 1

    @property
    def lower_lengths(self) -> Lengths:
        return self.lengths if self.consolation is None else self.consolation

    @property
    def final_lengths(self) -> Lengths:
        return self.lengths if self.finals is None else self.finals


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the director should know about a draw that is nevertheless good.

    The draw is kept with the codes alone, so the words are with the page that shows it.
    """

    code: str
    detail: Mapping[str, int]
