"""Tie-breaks: what puts one entrant before another, each by its usual name.

| code | what it is | unit |
|---|---|---|
| `score` | half points for wins, byes and draws | half |
| `wins` | rounds won, byes and walkovers among them | whole |
| `lives` | losses in hand, in an event that ends with the n-th loss | whole |
| `head_to_head` | score among those tied, if all of them have met each other | half |
| `buchholz` | sum of the opponents' scores | half |
| `buchholz_cut_1` | the same without the lowest | half |
| `buchholz_median` | the same without the lowest and the highest | half |
| `sonneborn_berger` | scores of those beaten, and half of those drawn with | quarter |
| `progressive` | sum of the scores after each round | half |
| `opponents_win_rate` | mean of the opponents' parts won of their rounds | 0.01 % |
| `points_difference` | match points won less lost; **discouraged** | whole |
| `play_off` | wins in a play-off, such as a match at double match point | whole |
| `lot` | by lot, from a published seed | whole |

A higher value is always better. Where a round was not played the rule of the crosstable holds (see
`round_results.Unplayed`); definitions and cuts follow FIDE's C.07 (2023), and were checked on its
published exercises. Rating-based tie-breaks are not here.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from typing import ClassVar

from tournaments.formats.crosstable import Crosstable
from tournaments.formats.errors import FormatError, said
from tournaments.formats.lots import Lots
from tournaments.formats.round_results import WON, PlayedRound

FRACTIONS = {0: "", 25: "¼", 50: "½", 75: "¾"}


class TieBreak(ABC):
    """One criterion. `per_unit` values make 1 in what is shown."""

    code: ClassVar[str]
    name: ClassVar[str]
    per_unit: ClassVar[int] = 1
    discouraged: ClassVar[bool] = False

    @abstractmethod
    def within(self, table: Crosstable, tied: Sequence[int]) -> Sequence[int] | None:
        """The values of the entrants of these numbers, or None where it cannot decide."""

    def show(self, value: int) -> str:
        """The value as it stands in the table: 7½."""
        whole, rest = divmod(value, self.per_unit)
        fraction = FRACTIONS[100 * rest // self.per_unit]
        return fraction if fraction and not whole else f"{whole}{fraction}"


class Column(TieBreak):
    """A criterion of which everybody has a value, tied or not."""

    @abstractmethod
    def column(self, table: Crosstable) -> Sequence[int]:
        """The values of all entrants by number."""

    def within(self, table: Crosstable, tied: Sequence[int]) -> Sequence[int] | None:
        column = self.column(table)
        return [column[number] for number in tied]


@dataclass(frozen=True)
class Score(Column):
    code = "score"
    name = said("Points")
    per_unit = 2

    def column(self, table: Crosstable) -> Sequence[int]:
        return table.scores


@dataclass(frozen=True)
class Wins(Column):
    code = "wins"
    name = said("Wins")

    def column(self, table: Crosstable) -> Sequence[int]:
        return [got.count(WON) for got in table.got]


@dataclass(frozen=True)
class LivesLeft(Column):
    """How many more losses somebody can have, when the `lives`-th puts him out."""

    lives: int
    code = "lives"
    name = said("Lives left")

    def column(self, table: Crosstable) -> Sequence[int]:
        return [max(self.lives - losses, 0) for losses in table.losses]


@dataclass(frozen=True)
class HeadToHead(TieBreak):
    """A walkover counts as having met: the two were paired, and one of them was there."""

    code = "head_to_head"
    name = said("Head to head")
    per_unit = 2

    def within(self, table: Crosstable, tied: Sequence[int]) -> Sequence[int] | None:
        if len(tied) - 1 > len(table.rounds):
            return None
        among = set(tied)
        values = []
        for number in tied:
            foes = table.foes[number]
            if len(among.intersection(foes)) < len(tied) - 1:
                return None
            values.append(
                sum(got for foe, got in zip(foes, table.got[number], strict=True) if foe in among)
            )
        return values


@dataclass(frozen=True)
class Buchholz(Column):
    code = "buchholz"
    name = said("Buchholz")
    per_unit = 2

    def column(self, table: Crosstable) -> Sequence[int]:
        return [sum(scores) for scores in table.opposition]


@dataclass(frozen=True)
class BuchholzCut1(Buchholz):
    code = "buchholz_cut_1"
    name = said("Buchholz cut 1")

    def column(self, table: Crosstable) -> Sequence[int]:
        return [
            sum(scores) - cut for scores, cut in zip(table.opposition, table.lowest, strict=True)
        ]


@dataclass(frozen=True)
class BuchholzMedian(Buchholz):
    code = "buchholz_median"
    name = said("Median Buchholz")

    def column(self, table: Crosstable) -> Sequence[int]:
        return [
            sum(scores) - cut - max(scores) if len(scores) > 1 else 0
            for scores, cut in zip(table.opposition, table.lowest, strict=True)
        ]


@dataclass(frozen=True)
class SonnebornBerger(Column):
    code = "sonneborn_berger"
    name = said("Sonneborn-Berger")
    per_unit = 4  # half points times half points

    def column(self, table: Crosstable) -> Sequence[int]:
        return [
            sum(map(mul, got, scores))
            for got, scores in zip(table.got, table.opposition, strict=True)
        ]


@dataclass(frozen=True)
class Progressive(Column):
    code = "progressive"
    name = said("Progressive score")
    per_unit = 2

    def column(self, table: Crosstable) -> Sequence[int]:
        after = range(len(table.rounds), 0, -1)  # what is won in a round is in so many of the sums
        return [sum(map(mul, got, after)) for got in table.got]


@dataclass(frozen=True)
class OpponentsWinRate(Column):
    """In hundredths of a per cent, rounded down. Rounds after leaving do not lower a rate."""

    code = "opponents_win_rate"
    name = said("Opponents' win %")

    def column(self, table: Crosstable) -> Sequence[int]:
        rounds = len(table.rounds)
        rates = [10_000 * score // (2 * rounds or 1) for score in table.scores]
        for number, neutral in table.neutral.items():
            counted = rounds - len(neutral)
            rates[number] = 10_000 * table.scores[number] // (2 * counted or 1)
        return [sum([rates[foe] for foe in foes]) // (len(foes) or 1) for foes in table.met]

    def show(self, value: int) -> str:
        return f"{value // 100}.{value % 100:02}"


@dataclass(frozen=True)
class PointsDifference(Column):
    """Discouraged in backgammon: the last game of a match stops at the length, so winning by
    more shows luck with the cube rather than strength."""

    code = "points_difference"
    name = said("Points difference")
    discouraged = True

    def column(self, table: Crosstable) -> Sequence[int]:
        found = [0] * len(table.entrants)
        numbers = table.numbers
        for results in table.rounds:
            for result in results:
                won, lost = result.points
                if won != lost and result.b is not None:
                    found[numbers[result.a]] += won - lost
                    found[numbers[result.b]] += lost - won
        return found

    def show(self, value: int) -> str:
        return f"{value:+}" if value else "0"


@dataclass(frozen=True)
class PlayOff(TieBreak):
    """Asks for a play-off among those still tied, until its results are here.

    Only ties that reach place `down_to` or better need one, and while one is missing no later
    tie-break is looked at.
    """

    results: PlayedRound = ()
    down_to: int = 1
    code = "play_off"
    name = said("Play-off")

    def within(self, table: Crosstable, tied: Sequence[int]) -> Sequence[int] | None:
        wins = dict.fromkeys((table.entrants[number] for number in tied), 0)
        decided = False
        for result in self.results:
            if result.a in wins and result.b in wins:
                wins[result.a] += 1
                decided = True
        return list(wins.values()) if decided else None


@dataclass(frozen=True)
class DrawnLot(TieBreak):
    """All entrants, in the order of the crosstable, are shuffled by the lots of the seed."""

    seed: str
    code = "lot"
    name = said("Lot")

    def within(self, table: Crosstable, tied: Sequence[int]) -> Sequence[int] | None:
        drawn = _drawn(self.seed, len(table.entrants))
        return [-drawn[number] for number in tied]

    def show(self, value: int) -> str:
        return str(-value)


@lru_cache(maxsize=4)
def _drawn(seed: str, entrants: int) -> dict[int, int]:
    """Which lot each number drew, from 1."""
    order = Lots(seed).shuffled(range(entrants))
    return {number: lot for lot, number in enumerate(order, start=1)}


SIMPLE: dict[str, TieBreak] = {
    each.code: each
    for each in (
        Score(),
        Wins(),
        HeadToHead(),
        Buchholz(),
        BuchholzCut1(),
        BuchholzMedian(),
        SonnebornBerger(),
        Progressive(),
        OpponentsWinRate(),
        PointsDifference(),
        PlayOff(),
    )
}
"""Those that need nothing said, by code; `LivesLeft` and `DrawnLot` need a number and a seed."""


def tie_break(code: str) -> TieBreak:
    """The simple tie-break of that code; raises FormatError `tie_break_unknown`."""
    if code not in SIMPLE:
        raise FormatError("tie_break_unknown", "There is no tie-break called %(name)s.", name=code)
    return SIMPLE[code]


SWISS = (Score(), HeadToHead(), Buchholz(), BuchholzCut1(), SonnebornBerger(), Progressive())
ROUND_ROBIN = (Score(), HeadToHead(), SonnebornBerger(), Wins())
