"""The shape of a bracket event: which match feeds which.

Every bracket format is one graph. A node is a place where two entrants may meet; each of its two
slots names its source: an entrant, the winner or the loser of another node, or a bye. Single
elimination and consolation are builders of such a graph, and so is whatever drops losers further.

The graph knows nothing of results (see `progress`) and nothing of chance (see `lots`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NewType, TypeAlias

from tournaments.formats.errors import FormatError
from tournaments.formats.sets import ONE_SET, Sets

EntrantId = NewType("EntrantId", int)

MAIN = "M"
CONSOLATION = "C"
LAST_CHANCE = "LC"
FINALS = "F"
PRELIMINARY = "P"


@dataclass(frozen=True, slots=True)
class Entrant:
    """This entrant, from the draw."""

    id: EntrantId


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """Whoever wins that node."""

    key: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    """Whoever loses that node; a bye, if nobody can.

    With `slot` 1 or 2 only a loser who stood there, otherwise a bye: that is how a link holds a
    condition, such as "who had a bye before" or "who had not lost yet". Then it is known with the
    result only whether somebody comes.
    """

    key: str
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """Nobody: the other slot goes through."""


Source: TypeAlias = Entrant | WinnerOf | LoserOf | Bye


def node_key(bracket: str, round_: int, number: int) -> str:
    """The usual key: `M2.3` is the third match from the top of the second main round."""
    return f"{bracket}{round_}.{number}"


@dataclass(frozen=True, slots=True)
class Node:
    """A place for one match. Rounds and numbers count from 1, `length` is in points (of a set)."""

    key: str
    bracket: str
    round: int
    number: int
    first: Source
    second: Source
    length: int
    sets: Sets = ONE_SET

    @property
    def sources(self) -> tuple[Source, Source]:
        return self.first, self.second

    @property
    def feeders(self) -> tuple[str, ...]:
        """Keys of the nodes that must be settled before this one, each once."""
        keys = [s.key for s in self.sources if isinstance(s, WinnerOf | LoserOf)]
        return tuple(dict.fromkeys(keys))


class Graph(Mapping[str, Node]):
    """Nodes by key, in play order; fixed once built, and sound if it could be built.

    Play order goes wave by wave: first the nodes that wait for nobody, then those that wait only
    for these, and so on; inside a wave nodes keep the order in which they were given. So a node
    always comes after its feeders, and one walk from the front settles everything.
    """

    def __init__(self, nodes: Iterable[Node]) -> None:
        """Check and order the nodes.

        Raises FormatError: `duplicate_key`, `unknown_key` (a source names no node), `unknown_slot`
        (a condition names another slot than 1 or 2), `source_twice` (two slots take the winner, or
        the loser, of one node), `entrant_twice`, `cycle`.
        """
        given = _by_key(nodes)
        _check_sources(given)
        self._feeds = _feeds(given)
        self._nodes = _in_play_order(given, self._feeds)
        self._position = {key: position for position, key in enumerate(self._nodes)}

    def __getitem__(self, key: str) -> Node:
        return self._nodes[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def __repr__(self) -> str:
        return f"Graph({list(self._nodes.values())!r})"

    def brackets(self) -> tuple[str, ...]:
        """The letters of the brackets, in play order."""
        return tuple(dict.fromkeys(node.bracket for node in self._nodes.values()))

    def rounds(self, bracket: str) -> tuple[tuple[Node, ...], ...]:
        """The rounds of a bracket, first to last, each from the top; () if it was not drawn."""
        rounds: dict[int, list[Node]] = {}
        for node in self._nodes.values():
            if node.bracket == bracket:
                rounds.setdefault(node.round, []).append(node)
        return tuple(
            tuple(sorted(rounds[number], key=lambda node: node.number)) for number in sorted(rounds)
        )

    def final(self, bracket: str) -> Node | None:
        """The node that decides a bracket: its last round, if that has one node only."""
        match self.rounds(bracket):
            case (*_, (node,)):
                return node
            case _:
                return None

    def position(self, key: str) -> int:
        """Where in play order a node is, from 0."""
        return self._position[key]

    def feeds(self, key: str) -> tuple[Node, ...]:
        """The nodes that take the winner or the loser of this one, in play order."""
        return self._ordered({fed.key for fed in self._feeds[key]})

    def downstream(self, key: str) -> tuple[Node, ...]:
        """All nodes that depend on this one, however far away, in play order."""
        found: set[str] = set()
        to_visit = [key]
        while to_visit:
            fed = {node.key for node in self._feeds[to_visit.pop()]} - found
            found |= fed
            to_visit.extend(fed)
        return self._ordered(found)

    def _ordered(self, keys: set[str]) -> tuple[Node, ...]:
        return tuple(self._nodes[key] for key in sorted(keys, key=self.position))


def _by_key(nodes: Iterable[Node]) -> dict[str, Node]:
    by_key: dict[str, Node] = {}
    for node in nodes:
        if node.key in by_key:
            raise FormatError("duplicate_key", "Two nodes are called %(key)s.", key=node.key)
        by_key[node.key] = node
    return by_key


def _check_sources(nodes: Mapping[str, Node]) -> None:
    """A node's winner and loser each go to one place, and every entrant starts in one place."""
    used: set[Source] = set()
    for node in nodes.values():
        for source in node.sources:
            if isinstance(source, Bye):
                continue
            if isinstance(source, WinnerOf | LoserOf) and source.key not in nodes:
                raise FormatError(
                    "unknown_key",
                    "%(node)s waits for %(key)s, which does not exist.",
                    key=source.key,
                    node=node.key,
                )
            taken = _unconditional(source, node)
            if taken in used:
                raise _used_twice(source, node)
            used.add(taken)


def _unconditional(source: Source, node: Node) -> Source:
    """The link without its condition: a loser goes to one place, whether or not he may."""
    if not isinstance(source, LoserOf) or source.slot is None:
        return source
    if source.slot not in {1, 2}:
        raise FormatError(
            "unknown_slot",
            "%(node)s asks for slot %(slot)s of %(key)s: there are 1 and 2 only.",
            node=node.key,
            slot=source.slot,
            key=source.key,
        )
    return LoserOf(source.key)


def _used_twice(source: Source, node: Node) -> FormatError:
    if isinstance(source, Entrant):
        return FormatError(
            "entrant_twice",
            "Entrant %(entrant)s has a second place, in %(node)s.",
            entrant=source.id,
            node=node.key,
        )
    return FormatError(
        "source_twice",
        "%(source)s has a second place, in %(node)s.",
        source=str(source),
        node=node.key,
    )


def _feeds(nodes: Mapping[str, Node]) -> dict[str, list[Node]]:
    feeds: dict[str, list[Node]] = {key: [] for key in nodes}
    for node in nodes.values():
        for key in node.feeders:
            feeds[key].append(node)
    return feeds


def _in_play_order(
    nodes: Mapping[str, Node], feeds: Mapping[str, Iterable[Node]]
) -> dict[str, Node]:
    given = {key: position for position, key in enumerate(nodes)}
    unsettled = {key: len(node.feeders) for key, node in nodes.items()}
    ordered: dict[str, Node] = {}
    wave = [node for node in nodes.values() if not unsettled[node.key]]
    while wave:
        ordered.update((node.key, node) for node in wave)
        freed = []
        for fed in (fed for node in wave for fed in feeds[node.key]):
            unsettled[fed.key] -= 1
            if not unsettled[fed.key]:
                freed.append(fed)
        wave = sorted(freed, key=lambda node: given[node.key])
    if len(ordered) < len(nodes):
        stuck = [key for key in nodes if key not in ordered]
        raise FormatError(
            "cycle", "These wait for each other: %(waiting)s.", waiting=", ".join(stuck), keys=stuck
        )
    return ordered
