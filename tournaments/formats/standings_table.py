"""Standings: entrants in order, by one criterion after another, with every value to be seen.

Those whom no criterion separates share their places. The disqualified come last and take none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.formats.crosstable import Crosstable, PlayedRound, Unplayed
from tournaments.formats.graph import EntrantId
from tournaments.formats.tiebreaks import Column, PlayOff, TieBreak


class Standing(NamedTuple):
    """The places `first` to `last` for one entrant, and the value of each criterion.

    A value is None where the criterion was not asked about him. Who is not `ranked` was
    disqualified; his places only say where he is listed.
    """

    entrant: EntrantId
    first: int
    last: int
    ranked: bool
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, best first, and the rule on unplayed rounds to print under it.

    `play_offs` are the ties that wait for a play-off, each from the top.
    """

    rows: tuple[Standing, ...]
    order: tuple[TieBreak, ...]
    rule: Unplayed
    play_offs: tuple[tuple[EntrantId, ...], ...]

    def shown(self, row: Standing) -> tuple[str, ...]:
        """The values of a row as they are printed; empty where there is none."""
        return tuple(
            "" if value is None else each.show(value)
            for each, value in zip(self.order, row.values, strict=True)
        )


def standings(
    entrants: Sequence[EntrantId],
    rounds: Sequence[PlayedRound],
    order: Sequence[TieBreak],
    rule: Unplayed = Unplayed.CLUB,
) -> Standings:
    """The standings after these rounds, the order of criteria first to last.

    Equals stay in the order of `entrants`. Raises FormatError as `Crosstable` does.
    """
    table = Crosstable(entrants, rounds, rule)
    sorting = _Sorting(table)
    for criterion in order:
        sorting.sort_by(criterion)
    return Standings(sorting.rows(), tuple(order), rule, tuple(sorting.play_offs))


class _Sorting:
    """Groups of tied entrants, by number, that each criterion splits further."""

    def __init__(self, table: Crosstable) -> None:
        self.table = table
        ranked = [number for number in range(len(table.entrants)) if number not in table.out]
        self.groups = [ranked] if ranked else []
        self.columns: list[Sequence[int | None]] = []
        self.waiting: set[int] = set()  # of a play-off
        self.play_offs: list[tuple[EntrantId, ...]] = []

    def sort_by(self, criterion: TieBreak) -> None:
        column: list[int | None] = [None] * len(self.table.entrants)
        if isinstance(criterion, Column):
            column[:] = criterion.column(self.table)
        groups: list[list[int]] = []
        place = 1
        for tied in self.groups:
            if len(tied) == 1 or tied[0] in self.waiting:
                groups.append(tied)
            else:
                groups += self._split(criterion, tied, column, place)
            place += len(tied)
        self.groups = groups
        self.columns.append(column)

    def _split(
        self, criterion: TieBreak, tied: list[int], column: list[int | None], place: int
    ) -> list[list[int]]:
        if isinstance(criterion, PlayOff) and place > criterion.down_to:
            return [tied]
        split = [tied]
        if isinstance(criterion, Column):
            split = _by_value(tied, [column[number] for number in tied])
        elif (values := criterion.within(self.table, tied)) is not None:
            for number, value in zip(tied, values, strict=True):
                column[number] = value
            split = _by_value(tied, values)
        if isinstance(criterion, PlayOff):
            self._ask(split, place, criterion.down_to)
        return split

    def _ask(self, split: Iterable[list[int]], place: int, down_to: int) -> None:
        for tied in split:
            if len(tied) > 1 and place <= down_to:
                self.waiting.update(tied)
                self.play_offs.append(tuple(self.table.entrants[number] for number in tied))
            place += len(tied)

    def rows(self) -> tuple[Standing, ...]:
        groups = [(True, tied) for tied in self.groups]
        if self.table.out:
            groups.append((False, sorted(self.table.out)))
        values = list(zip(*self.columns, strict=True)) or [()] * len(self.table.entrants)
        spans: list[tuple[int, int, bool]] = []
        for ranked, tied in groups:
            first = len(spans) + 1
            spans += [(first, first + len(tied) - 1, ranked)] * len(tied)
        numbers = [number for _ranked, tied in groups for number in tied]
        return tuple(
            Standing(self.table.entrants[number], first, last, ranked, values[number])
            for number, (first, last, ranked) in zip(numbers, spans, strict=True)
        )


def _by_value(tied: Sequence[int], values: Iterable[int | None]) -> list[list[int]]:
    groups: dict[int | None, list[int]] = {}
    for number, value in zip(tied, values, strict=True):
        groups.setdefault(value, []).append(number)
    return [groups[value] for value in sorted(groups, key=lambda value: value or 0, reverse=True)]
