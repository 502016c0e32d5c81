"""The cross-over: who stands on which line of the knockout that follows groups.

Winners of groups have the lines of the first seeds, runners-up the next ones, then the thirds, so
whoever came first meets who came last and has the byes, if there are any. Which line within these
goes to which group is chosen so that members of one group meet as late as can be: from two groups
on never in their first match.

Field's custom; the layout of seeds is that of `elimination`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import rustworkx

from tournaments.formats.elimination import layout
from tournaments.formats.errors import FormatError

MAX_QUALIFIERS = 1024


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Whoever comes in at this place of this group, both from 1."""

    group: int
    place: int


def crossover(qualifiers: Sequence[Qualifier]) -> tuple[Qualifier, ...]:
    """The same in the order of seeds, the first one on line 1 of the layout.

    With one group that is the order of its table. Where nothing else decides, equal places stay
    as given. Raises FormatError `qualifier_twice`, `qualifiers_out_of_range` (2 ... 1,024).
    """
    _check(qualifiers)
    tiers: dict[int, list[Qualifier]] = {}
    for one in sorted(qualifiers, key=lambda one: one.place):
        tiers.setdefault(one.place, []).append(one)
    first_seed = {place: sum(one.place < place for one in qualifiers) for place in tiers}
    # The smallest tier has the least choice (two of three thirds): where it goes first, nobody
    # meets his own group at once. The order of places keeps winners on their lines as they are.
    ways = [sorted(tiers), sorted(tiers, key=lambda place: (len(tiers[place]), place))]
    found = []
    for way in ways:
        lines = _Lines(len(qualifiers), most_of_one=len(tiers))
        for place in way:
            lines.seat(tiers[place], first_seed[place])
        found.append(lines)
    best = min(found, key=_Lines.meetings)
    return tuple(best.seated[seed] for seed in range(len(qualifiers)))


def _check(qualifiers: Sequence[Qualifier]) -> None:
    if len(set(qualifiers)) < len(qualifiers):
        raise FormatError("qualifier_twice", "The same place of a group goes on twice.")
    if not 2 <= len(qualifiers) <= MAX_QUALIFIERS:
        raise FormatError(
            "qualifiers_out_of_range",
            "Let 2 to %(most)s go on, not %(count)s.",
            most=MAX_QUALIFIERS,
            count=len(qualifiers),
        )


class _Lines:
    """The lines of the bracket by seed (from 0), some of them taken."""

    def __init__(self, count: int, *, most_of_one: int) -> None:
        seeds = layout(1 << (count - 1).bit_length())
        self.rounds = len(seeds).bit_length() - 1
        self.line = {seed - 1: line for line, seed in enumerate(seeds)}
        self.seated: dict[int, Qualifier] = {}
        # So much dearer is a round earlier than all that may meet a round later.
        self.factor = most_of_one + 1

    def seat(self, tier: Sequence[Qualifier], first: int) -> None:
        """Give the seeds from `first` on to the tier: the cheapest matching of both."""
        near = len(tier) ** 3 + 1  # dearer than the order given can ever be
        costs = [
            [
                near * self._cost(one.group, first + step) + (step - given) ** 2
                for step in range(len(tier))
            ]
            for given, one in enumerate(tier)
        ]
        for given, step in _cheapest(costs).items():
            self.seated[first + step] = tier[given]

    def meetings(self) -> tuple[int, ...]:
        """How many pairs of one group would meet in round 1, in round 2, and so on."""
        rounds = Counter(
            (self.line[one] ^ self.line[other]).bit_length()
            for one, other in combinations(self.seated, 2)
            if self.seated[one].group == self.seated[other].group
        )
        return tuple(rounds[number] for number in range(1, self.rounds + 1))

    def _cost(self, group: int, seed: int) -> int:
        """Of having the group there: the earlier it could meet itself, the more."""
        here = self.line[seed]
        return sum(
            self.factor ** (self.rounds - (here ^ self.line[other]).bit_length())
            for other, one in self.seated.items()
            if one.group == group
        )


def _cheapest(costs: Sequence[Sequence[int]]) -> Mapping[int, int]:
    """Each row with a column of its own, at the least cost in all."""
    size = len(costs)
    most = max(map(max, costs)) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(2 * size))
    graph.add_edges_from(
        [(row, size + col, most - costs[row][col]) for row in range(size) for col in range(size)]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {min(pair): max(pair) - size for pair in found}
