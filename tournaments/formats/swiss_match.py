"""The cheapest way to pair a field, exactly: a minimum-cost perfect matching.

One matching over everybody, not one score group after another, so that the last group is never
stuck with what the others left. The matching is Edmonds' blossom algorithm as `rustworkx` has it.
Cubic: well below a second for 300. Larger fields are cut up first (see `swiss_blocks`).
"""

from collections.abc import Sequence
from typing import TypeAlias

import rustworkx

from tournaments.formats.errors import FormatError
from tournaments.formats.swiss_cost import Costs, Fault, Seat

Pair: TypeAlias = tuple[Seat, Seat | None]  # None is the bye


def cheapest(seats: Sequence[Seat], ranks: Sequence[Fault]) -> list[Pair]:
    """Everybody once, at the least total price; with an odd number one gets the bye.

    Raises FormatError `no_pairing` if forbidden pairs leave somebody alone.
    """
    if not seats:
        return []
    costs = Costs(seats, ranks)
    edges = _edges(seats, costs)
    # The library looks for the heaviest matching; with all pairs made, that is the cheapest.
    most = max((cost for _, _, cost in edges), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(seats) + len(seats) % 2))
    graph.add_edges_from([(one, other, most - cost) for one, other, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < len(seats):
        raise FormatError(
            "no_pairing",
            "The forbidden pairs leave no way to pair these %(entrants)s. Lift some of them.",
            entrants=len(seats),
        )
    pairs = sorted((min(pair), max(pair)) for pair in found)
    return [(seats[one], seats[other] if other < len(seats) else None) for one, other in pairs]


def _edges(seats: Sequence[Seat], costs: Costs) -> list[tuple[int, int, int]]:
    """What may be paired, as positions and a price; the bye stands after the last seat."""
    edges = []
    price = costs.pair
    for place, one in enumerate(seats):
        for other in range(place + 1, len(seats)):
            cost = price(one, seats[other])
            if cost < costs.forbidden:
                edges.append((place, other, cost))
    if len(seats) % 2:
        edges += [(place, len(seats), costs.bye(one)) for place, one in enumerate(seats)]
    return edges
