"""Where everybody is: the graph of a draw, filled in from the outcomes so far.

State is a function of outcomes. Nothing is remembered between calls, so a correction is the same
call with other outcomes (`correction` compares the two), and the order in which results came in
cannot matter.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final, Literal, TypeAlias

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import (
    Bye,
    Entrant,
    EntrantId,
    Graph,
    LoserOf,
    Node,
    Source,
    WinnerOf,
)


class Nobody(Enum):
    """The type of `BYE`, nobody, as against None, somebody we do not know yet."""

    BYE = "bye"


BYE: Final = Nobody.BYE

Slot: TypeAlias = EntrantId | Literal[Nobody.BYE] | None


def entrant_in(slot: Slot) -> EntrantId | None:
    """Who stands there; None for a bye as for somebody not known yet."""
    return None if slot is BYE else slot


class Status(StrEnum):
    WAITING = "waiting"  # at least one slot is not known yet
    READY = "ready"  # both entrants are known and may play
    DECIDED = "decided"  # they have played, or it was ruled
    BYE = "bye"  # one entrant goes through, the other slot is a bye
    EMPTY = "empty"  # two byes


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who beat whom. It names entrants, not slots, and counts only while just these two meet."""

    winner: EntrantId
    loser: EntrantId

    def is_between(self, first: Slot, second: Slot) -> bool:
        return (first, second) in ((self.winner, self.loser), (self.loser, self.winner))


@dataclass(frozen=True, slots=True)
class NodeState:
    """One node now. A slot that is None will be an entrant: byes are known from the draw on."""

    first: Slot
    second: Slot
    status: Status
    winner: Slot = None
    loser: Slot = None

    @property
    def participants(self) -> tuple[Slot, Slot]:
        return self.first, self.second

    @property
    def is_match(self) -> bool:
        """Whether two entrants meet here, now or later; otherwise nobody ever plays here."""
        return BYE not in self.participants


class State(Mapping[str, NodeState]):
    """The state of every node by key, in play order.

    `orphans` are the outcomes that do not count, by key, because their node has other entrants
    (or byes, or does not know its entrants yet).
    """

    def __init__(
        self, graph: Graph, nodes: Mapping[str, NodeState], orphans: Mapping[str, Outcome]
    ) -> None:
        self._graph = graph
        self._nodes = nodes
        self.orphans = orphans

    def __getitem__(self, key: str) -> NodeState:
        return self._nodes[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def __repr__(self) -> str:
        return f"<State of {len(self)} nodes: {'finished' if self.finished else 'going on'}>"

    @property
    def finished(self) -> bool:
        """Whether nothing is left to play."""
        return all(
            node.status not in {Status.WAITING, Status.READY} for node in self._nodes.values()
        )

    def champion(self, bracket: str) -> EntrantId | None:
        """Who won the final of a bracket; None while it is open, or if there is no such final."""
        final = self._graph.final(bracket)
        return entrant_in(self._nodes[final.key].winner) if final else None


def progress(graph: Graph, outcomes: Mapping[str, Outcome]) -> State:
    """Walk the graph once and settle every node that can be settled.

    `outcomes` are by node key; their order is of no account. Linear in the number of nodes.
    Raises FormatError `unknown_key` for an outcome of a node that does not exist.
    """
    for key in outcomes:
        if key not in graph:
            raise FormatError(
                "unknown_key", "There is a result for %(key)s, no such node.", key=key
            )
    nodes: dict[str, NodeState] = {}
    orphans: dict[str, Outcome] = {}
    for key, node in graph.items():
        outcome = outcomes.get(key)
        nodes[key] = now = _settled(node, nodes, outcome)
        if outcome is not None and now.status is not Status.DECIDED:
            orphans[key] = outcome
    return State(graph, nodes, orphans)


def _settled(node: Node, nodes: Mapping[str, NodeState], outcome: Outcome | None) -> NodeState:
    return settle(_slot(node.first, nodes), _slot(node.second, nodes), outcome)


def settle(first: Slot, second: Slot, outcome: Outcome | None) -> NodeState:
    """One node by itself: what follows from who stands in its slots, and from its own outcome."""
    if first is BYE or second is BYE:
        return _beside_a_bye(first, second)
    if first is None or second is None:
        return NodeState(first, second, Status.WAITING)
    if outcome is None or not outcome.is_between(first, second):
        return NodeState(first, second, Status.READY)
    return NodeState(first, second, Status.DECIDED, outcome.winner, outcome.loser)


def _beside_a_bye(first: Slot, second: Slot) -> NodeState:
    """Nobody can lose here, and that is known before it is known who goes through."""
    through = second if first is BYE else first
    match through:
        case None:
            status = Status.WAITING
        case Nobody.BYE:
            status = Status.EMPTY
        case _:
            status = Status.BYE
    return NodeState(first, second, status, winner=through, loser=BYE)


def _slot(source: Source, nodes: Mapping[str, NodeState]) -> Slot:
    match source:
        case Entrant(entrant):
            return entrant
        case WinnerOf(key):
            return nodes[key].winner
        case LoserOf(key):
            return nodes[key].loser
        case Bye():
            return BYE
