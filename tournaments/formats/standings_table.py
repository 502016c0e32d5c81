"""Standings: entrants in order, by one criterion after another, with every value to be seen.

Those whom no criterion separates share their places. The disqualified come last and take none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.formats.crosstable import Crosstable
from tournaments.formats.graph import EntrantId
from tournaments.formats.round_results import PlayedRound, Unplayed
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
    return Standings(sorting.rows(), tuple(order), rule, sorting.play_offs())


class _Sorting:
    """Entrants by number, best first, with the spans of those still tied."""

    def __init__(self, table: Crosstable) -> None:
        self.table = table
        self.order = [number for number in range(len(table.entrants)) if number not in table.out]
        self.ties = [(0, len(self.order))] if len(self.order) > 1 else []
        self.waiting: list[tuple[int, int]] = []  # ties that need a play-off before anything else
        self.columns: list[Sequence[int | None]] = []

    def sort_by(self, criterion: TieBreak) -> None:
        column: list[int | None] = [None] * len(self.table.entrants)
        if isinstance(criterion, Column):
            column[:] = criterion.column(self.table)
        at_stake = criterion.down_to if isinstance(criterion, PlayOff) else 0
        ties: list[tuple[int, int]] = []
        for start, end in self.ties:
            for tie in self._split(criterion, start, end, column):
                (self.waiting if tie[0] < at_stake else ties).append(tie)
        self.ties = ties
        self.columns.append(column)

    def _split(
        self, criterion: TieBreak, start: int, end: int, column: list[int | None]
    ) -> Iterator[tuple[int, int]]:
        """Put a span in order; the spans in it that stay tied."""
        tied = self.order[start:end]
        if not isinstance(criterion, Column):
            for number, found in zip(tied, criterion.within(self.table, tied) or (), strict=False):
                column[number] = found
        groups: dict[int | None, list[int]] = {}
        for number in tied:
            groups.setdefault(column[number], []).append(number)
        at = start
        for value in sorted(groups, key=lambda value: value or 0, reverse=True):
            group = groups[value]
            self.order[at : at + len(group)] = group
            if len(group) > 1:
                yield at, at + len(group)
            at += len(group)

    def play_offs(self) -> tuple[tuple[EntrantId, ...], ...]:
        entrants = self.table.entrants
        return tuple(
            tuple(entrants[number] for number in self.order[start:end])
            for start, end in sorted(self.waiting)
        )

    def rows(self) -> tuple[Standing, ...]:
        values = list(zip(*self.columns, strict=True)) or [()] * len(self.table.entrants)
        ranked, listed = len(self.order), len(self.table.entrants)
        places = [(place, place) for place in range(1, listed + 1)]
        for start, end in (*self.ties, *self.waiting, (ranked, listed)):
            places[start:end] = [(start + 1, end)] * (end - start)
        numbers = [*self.order, *sorted(self.table.out)]
        return tuple(
            Standing(self.table.entrants[number], first, last, first <= ranked, values[number])
            for number, (first, last) in zip(numbers, places, strict=True)
        )
