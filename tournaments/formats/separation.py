"""Keeping apart who should not meet early: clubmates, compatriots, who met last time.

A soft wish: two who share a group cost `weight` for the first round, a quarter of that for the
second, a sixteenth for the third, nothing later. Entrants are exchanged by lot while that makes the
sum smaller; every exchange stays inside its class (seeds of a band, those with a bye, the rest), so
what was decided before stands. The search is short, hence good but not the best possible, and the
same lots always end in the same lines.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.elimination import layout
from tournaments.formats.graph import EntrantId
from tournaments.formats.lots import Lots

ROUNDS = 3  # further on a draw cannot do much
SWEEPS = (1, 1, 2, 2, 3, 3)  # whoever has cost in so many rounds is looked at
TRIES = 24  # exchanges looked at for one entrant in a sweep
MAX_TRIES = 60_000  # in all, some seconds

Pair = frozenset[EntrantId]


@dataclass(frozen=True, slots=True)
class Separation:
    """One reason: same value in `groups` (a club, a country), or a pair in `met`."""

    weight: int = 1
    groups: Mapping[EntrantId, str] = field(default_factory=dict)
    met: frozenset[Pair] = frozenset()

    def cost(self, one: EntrantId, other: EntrantId) -> int:
        group = self.groups.get(one)
        together = group is not None and group == self.groups.get(other)
        return self.weight * (together + (bool(self.met) and Pair((one, other)) in self.met))


def separated(
    order: Sequence[EntrantId], classes: Sequence[int], apart: Sequence[Separation], lots: Lots
) -> list[EntrantId]:
    """The entrants in the order of the layout's lines, some exchanged. `classes`: their sizes."""
    table = _Table(order, apart)
    left = MAX_TRIES
    for reach in SWEEPS:
        for span in _spans(classes):
            for place in range(*span):
                if left > 0 and span[1] - span[0] > 1 and table.cost_at(place, reach):
                    left -= _exchange(table, place, span, lots)
    return table.order


def _exchange(table: "_Table", place: int, span: tuple[int, int], lots: Lots) -> int:
    """Try some others of the class; the first that makes things better is taken.

    Returns how many were tried.
    """
    first, last = span
    for tried in range(1, TRIES + 1):
        other = first + lots.below(last - first)
        before = table.cost_of(place, other)
        table.swap(place, other)
        if table.cost_of(place, other) < before:
            return tried
        table.swap(place, other)
    return TRIES


def _spans(classes: Sequence[int]) -> Iterator[tuple[int, int]]:
    first = 0
    for size in classes:
        yield first, first + size
        first += size


class _Table:
    """Entrants by place in the layout, and what the lines around a place cost."""

    def __init__(self, order: Sequence[EntrantId], apart: Sequence[Separation]) -> None:
        self.order = list(order)
        self._apart = apart
        self._places = [place - 1 for place in layout(1 << (len(order) - 1).bit_length())]
        self._lines = [0] * len(self._places)
        for line, place in enumerate(self._places):
            self._lines[place] = line

    def swap(self, place: int, other: int) -> None:
        self.order[place], self.order[other] = self.order[other], self.order[place]

    def cost_of(self, place: int, other: int) -> int:
        """Of both places; a pair they make themselves counts twice, before and after alike."""
        return self.cost_at(place) + self.cost_at(other)

    def cost_at(self, place: int, reach: int = ROUNDS) -> int:
        """What it costs to have this entrant here, counting so many rounds."""
        line, here = self._lines[place], self.order[place]
        cost = 0
        for round_ in range(1, reach + 1):
            block = (line >> (round_ - 1) ^ 1) << (round_ - 1)
            factor = 4 ** (ROUNDS - round_)
            for there in self._places[block : block + (1 << (round_ - 1))]:
                if there < len(self.order):
                    cost += factor * sum(one.cost(here, self.order[there]) for one in self._apart)
        return cost
