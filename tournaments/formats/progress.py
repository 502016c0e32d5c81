"""Where everybody is: the graph of a draw, filled in from the outcomes so far.

State is a function of outcomes. Nothing is remembered between calls, so a correction is the same
call with other outcomes (`correction` compares the two), and the order in which results came in
cannot matter. `advance` is a shortcut to the same state when one outcome is new.

Who withdrew, or was disqualified, keeps the results he has. Every match he would have to play from
then on is a walkover for the other. If that one withdrew, too, whoever did so later goes on, for he
may have had the walkover already when he left; if they left together, both are out. Such a double
forfeit sends nobody on, neither as winner nor as loser: what it feeds has a bye there.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from heapq import heappop, heappush
from types import MappingProxyType
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

Withdrawn: TypeAlias = Mapping[EntrantId, int]
"""Who withdrew, and when: any numbers that tell the order, the same if they left together."""

NOBODY_LEFT: Withdrawn = MappingProxyType({})


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
    """Who beat whom. It names entrants, not slots, and counts only while just these two meet.

    With `both_out`, a double forfeit, neither of the two has won and both are out.
    """

    winner: EntrantId
    loser: EntrantId
    both_out: bool = field(default=False, kw_only=True)

    def is_between(self, first: Slot, second: Slot) -> bool:
        return (first, second) in ((self.winner, self.loser), (self.loser, self.winner))


@dataclass(frozen=True, slots=True)
class NodeState:
    """One node now. A slot that is None is not known yet.

    Byes are known from the draw on, so somebody will come, with two exceptions: a link with a
    condition (`LoserOf.slot`), and what a double forfeit feeds, may turn into a bye later.
    """

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

    @property
    def is_double_forfeit(self) -> bool:
        return self.status is Status.DECIDED and self.winner is BYE


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

    def copy_of_nodes(self) -> dict[str, NodeState]:
        """What `dict` would make of it, without asking for one key after another."""
        return dict(self._nodes)

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


def progress(
    graph: Graph, outcomes: Mapping[str, Outcome], withdrawn: Withdrawn = NOBODY_LEFT
) -> State:
    """Walk the graph once and settle every node that can be settled.

    `outcomes` are by node key; their order is of no account. Linear in the number of nodes.
    Raises FormatError `unknown_key` for an outcome of a node that does not exist.
    """
    for key in outcomes:
        _check_known(graph, key)
    nodes: dict[str, NodeState] = {}
    orphans: dict[str, Outcome] = {}
    for key, node in graph.items():
        outcome = outcomes.get(key)
        nodes[key] = now = _settled(node, nodes, outcome, withdrawn)
        if outcome is not None and not outcome.is_between(*now.participants):
            orphans[key] = outcome
    return State(graph, nodes, orphans)


def advance(
    graph: Graph,
    before: State,
    outcomes: Mapping[str, Outcome],
    keys: Iterable[str],
    withdrawn: Withdrawn = NOBODY_LEFT,
) -> State:
    """What `progress` says, knowing the state `before` something changed at the nodes `keys`.

    That is: their outcomes, or somebody who stands there withdrew (or came back). Settles only what
    the change reaches; `outcomes` and `withdrawn` are all there are now. Raises FormatError
    `unknown_key`.
    """
    nodes, orphans = before.copy_of_nodes(), dict(before.orphans)
    waiting: list[tuple[int, str]] = []
    for key in keys:
        _check_known(graph, key)
        heappush(waiting, (graph.position(key), key))
    while waiting:
        _, key = heappop(waiting)
        outcome = outcomes.get(key)
        was, now = nodes[key], _settled(graph[key], nodes, outcome, withdrawn)
        nodes[key] = now
        orphans.pop(key, None)
        if outcome is not None and not outcome.is_between(*now.participants):
            orphans[key] = outcome
        if was != now:
            for fed in graph.feeds(key):
                heappush(waiting, (graph.position(fed.key), fed.key))
    return State(graph, nodes, orphans)


def _check_known(graph: Graph, key: str) -> None:
    if key not in graph:
        raise FormatError("unknown_key", "There is a result for %(key)s, no such node.", key=key)


def _settled(
    node: Node,
    nodes: Mapping[str, NodeState],
    outcome: Outcome | None,
    withdrawn: Withdrawn,
) -> NodeState:
    return settle(_slot(node.first, nodes), _slot(node.second, nodes), outcome, withdrawn)


def settle(
    first: Slot,
    second: Slot,
    outcome: Outcome | None,
    withdrawn: Withdrawn = NOBODY_LEFT,
) -> NodeState:
    """One node by itself: what follows from who stands in its slots, and from its own outcome."""
    if first is BYE or second is BYE:
        return _beside_a_bye(first, second)
    if first is None or second is None:
        return NodeState(first, second, Status.WAITING)
    if outcome is None or not outcome.is_between(first, second):
        outcome = _walkover(first, second, withdrawn)
    if outcome is None:
        return NodeState(first, second, Status.READY)
    if outcome.both_out:
        return NodeState(first, second, Status.DECIDED, BYE, BYE)
    return NodeState(first, second, Status.DECIDED, outcome.winner, outcome.loser)


def _walkover(first: EntrantId, second: EntrantId, withdrawn: Withdrawn) -> Outcome | None:
    left = [(withdrawn[one], one) for one in (first, second) if one in withdrawn]
    if not left:
        return None
    early, loser = min(left)
    winner = second if loser == first else first
    return Outcome(winner, loser, both_out=withdrawn.get(winner) == early)


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


def loser_for(slot: int | None, feeder: NodeState) -> Slot:
    """Who comes by a loser's link from that node: see `LoserOf`."""
    if slot is None or entrant_in(feeder.loser) is None:
        return feeder.loser
    return feeder.loser if feeder.loser == feeder.participants[slot - 1] else BYE


def _slot(source: Source, nodes: Mapping[str, NodeState]) -> Slot:
    match source:
        case Entrant(entrant):
            return entrant
        case WinnerOf(key):
            return nodes[key].winner
        case LoserOf(key, slot):
            return loser_for(slot, nodes[key])
        case Bye():
            return BYE
