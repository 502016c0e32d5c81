"""Who came where in a whole event of several brackets: every entrant once.

The rule: an entrant's place is decided by the bracket he was in last. The finals above all come
first, then the main bracket, the consolation, the last chance and preliminary matches; inside a
bracket, who was in longer. So consolation players follow all who left the main bracket without
dropping; where all but the finalists drop (progressive consolation), the consolation's winner is
third; in double elimination the later second loss is better. Who leaves in the same round of the
same bracket shares places. After a double forfeit both come last in the bracket that a loser of the
match would have dropped to.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.formats.graph import (
    CONSOLATION,
    FINALS,
    LAST_CHANCE,
    MAIN,
    PRELIMINARY,
    EntrantId,
    Graph,
    LoserOf,
    Node,
    WinnerOf,
)
from tournaments.formats.progress import State, Status, entrant_in

ORDER = (FINALS, MAIN, CONSOLATION, LAST_CHANCE, PRELIMINARY)

_Exit: TypeAlias = tuple[int, int]  # bracket in the order above, rounds survived there, negative
_Span: TypeAlias = tuple[_Exit, _Exit]  # best and worst that can come


@dataclass(frozen=True, slots=True)
class Standing:
    """The places `first` to `last` of the event, and the bracket and round he was in last.

    While `final` is False, these are the best and the worst that can come, though not always the
    narrowest that could be told. A double forfeit still to come is not reckoned with.
    """

    entrant: EntrantId
    first: int
    last: int
    final: bool
    bracket: str
    round: int


def standings(graph: Graph, state: State) -> tuple[Standing, ...]:
    """All entrants of the event, best first; equals from the top of the draw down."""
    seats = _last_seats(state)
    spans = _Exits(graph, state).spans(seats)
    best = sorted(span[0] for span in spans.values())
    worst = sorted(span[1] for span in spans.values())
    settled = sorted(span[0] for span in spans.values() if span[0] == span[1])
    found = []
    for entrant, (top, bottom) in spans.items():
        first = 1 + bisect_left(worst, top)
        last = bisect_right(best, bottom)
        sharing = bisect_right(settled, top) - bisect_left(settled, top)
        final = top == bottom and sharing == last - first + 1
        node = graph[seats[entrant]]
        found.append(Standing(entrant, first, last, final, node.bracket, node.round))
    return tuple(sorted(found, key=lambda standing: (standing.last, standing.first)))


def _last_seats(state: State) -> dict[EntrantId, str]:
    """The last node in play order at which each entrant stands, in the order of the draw."""
    seats: dict[EntrantId, str] = {}
    for key, now in state.items():
        for slot in now.participants:
            if (entrant := entrant_in(slot)) is not None:
                seats[entrant] = key
    return seats


class _Exits:
    """Where those who stand at a node may leave the event."""

    def __init__(self, graph: Graph, state: State) -> None:
        self._graph, self._state = graph, state
        self._winner: dict[str, Node] = {}
        self._loser: dict[str, Node] = {}
        for node in graph.values():
            for source in node.sources:
                if isinstance(source, WinnerOf):
                    self._winner[source.key] = node
                elif isinstance(source, LoserOf):
                    self._loser[source.key] = node

    def spans(self, seats: Mapping[EntrantId, str]) -> dict[EntrantId, _Span]:
        coming = self._coming()
        return {
            entrant: coming[key] if self._is_open(key) else self._left(entrant, key)
            for entrant, key in seats.items()
        }

    def _is_open(self, key: str) -> bool:
        return self._state[key].status in {Status.WAITING, Status.READY}

    def _left(self, entrant: EntrantId, key: str) -> _Span:
        """He stands nowhere after this node, so here he left."""
        node, now = self._graph[key], self._state[key]
        if now.winner == entrant:
            left = _exit(node, node.round + 1)
        elif now.is_double_forfeit and key in self._loser:
            left = _exit(self._loser[key], 0)
        else:
            left = _exit(node, node.round)
        return left, left

    def _coming(self) -> dict[str, _Span]:
        """By node, from the last back to the first."""
        coming: dict[str, _Span] = {}
        for key, now in reversed(list(self._state.items())):
            node = self._graph[key]
            spans = [self._after(self._winner, node, node.round + 1, coming)]
            if now.is_match:
                spans.append(self._after(self._loser, node, node.round, coming))
                if self._is_conditional(key):
                    spans.append((_exit(node, node.round),) * 2)
            coming[key] = min(best for best, _ in spans), max(worst for _, worst in spans)
        return coming

    def _after(
        self, ways: Mapping[str, Node], node: Node, rounds: int, coming: Mapping[str, _Span]
    ) -> _Span:
        if node.key in ways:
            return coming[ways[node.key].key]
        left = _exit(node, rounds)
        return left, left

    def _is_conditional(self, key: str) -> bool:
        if key not in self._loser:
            return False
        sources = self._loser[key].sources
        return any(isinstance(one, LoserOf) and one.key == key and one.slot for one in sources)


def _exit(node: Node, rounds: int) -> _Exit:
    place = ORDER.index(node.bracket) if node.bracket in ORDER else len(ORDER)
    return place, -rounds
