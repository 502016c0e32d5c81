"""How often players may expect to meet again, worked out exactly for equal players.

Those who met at a match and are both still in go on separately, each match of either being a toss-
up, until they meet again or one is out. All pairs are followed at once, in play order: a pair is
where its two stand, and its weight the probability that it stands so, summed over all matches it
can come from. Checked against the figures in the table of `drops`.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from tournaments.formats.graph import Graph, LoserOf, WinnerOf
from tournaments.formats.progress import State, progress


class _Seat(NamedTuple):
    """A slot, 1 or 2, of a node."""

    key: str
    slot: int


_Pairs: TypeAlias = dict[tuple[_Seat, _Seat], float]


def rematches(graph: Graph) -> dict[str, float]:
    """The expected number of rematches at each node where one is possible, in play order.

    Exact while all byes are known from the draw on and in a conditional second final. Elsewhere
    links with a condition count as if their node were played, which is a little too much.
    """
    routes = _Routes(graph)
    again: dict[str, float] = defaultdict(float)
    waiting: dict[str, _Pairs] = {key: {} for key in graph}
    for key in graph:
        if not routes.is_match(key):
            continue
        for seats, weight in routes.after(key, waiting.pop(key)):
            first, second = sorted(seats, key=lambda seat: graph.position(seat.key))
            if first.key == second.key:
                again[first.key] += weight
            else:
                pairs = waiting[first.key]
                pairs[first, second] = pairs.get((first, second), 0.0) + weight
    return {key: again[key] for key in graph if key in again}


def expected_rematches(graph: Graph, bracket: str | None = None) -> float:
    """The expected number of rematches in the whole event, or in one bracket of it."""
    found = rematches(graph).items()
    return sum(count for key, count in found if bracket in (None, graph[key].bracket))


def first_rematch(graph: Graph, bracket: str) -> int | None:
    """The first round of a bracket in which a rematch is possible; None if there is no such."""
    return min(
        (graph[key].round for key in rematches(graph) if graph[key].bracket == bracket),
        default=None,
    )


class _Routes:
    """Where winners and losers of matches stand next, byes passed."""

    def __init__(self, graph: Graph) -> None:
        self._state: State = progress(graph, {})
        self._winner: dict[str, _Seat] = {}
        self._loser: dict[str, tuple[_Seat, int | None]] = {}
        for node in graph.values():
            for slot, source in enumerate(node.sources, start=1):
                if isinstance(source, WinnerOf):
                    self._winner[source.key] = _Seat(node.key, slot)
                elif isinstance(source, LoserOf):
                    self._loser[source.key] = _Seat(node.key, slot), source.slot

    def is_match(self, key: str) -> bool:
        return self._state[key].is_match

    def after(
        self, key: str, pairs: Mapping[tuple[_Seat, _Seat], float]
    ) -> Iterator[tuple[tuple[_Seat, _Seat], float]]:
        """What becomes of the pair that meets at `key`, and of those of whom one plays there."""
        for slot in (1, 2):
            winner, loser = self._won(key), self._lost(_Seat(key, slot))
            if winner and loser:
                yield (winner, loser), 0.5
        for (here, other), weight in pairs.items():
            for seat in (self._won(key), self._lost(here)):
                if seat:
                    yield (seat, other), weight / 2

    def _won(self, key: str) -> _Seat | None:
        return self._passed(self._winner.get(key))

    def _lost(self, seat: _Seat) -> _Seat | None:
        target, condition = self._loser.get(seat.key, (None, None))
        return self._passed(target) if condition in (None, seat.slot) else None

    def _passed(self, seat: _Seat | None) -> _Seat | None:
        while seat is not None and not self.is_match(seat.key):
            seat = self._winner.get(seat.key)
        return seat
