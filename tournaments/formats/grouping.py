"""Groups of a round robin: who is in which, by the snake and by lot, apart where that is wished.

Seeds are dealt first, best first, then all others in an order drawn by lot: 1 ... g, then g ... 1,
and so on. Who should not meet (see `separation`) is then exchanged, seeds with seeds of the same
lap only and the rest among themselves, while that leaves fewer of them together. The same field,
options and seed always give the same groups.
"""

from collections.abc import Iterable, Sequence
from string import ascii_uppercase

from tournaments.formats.alterations import Alteration, Altering
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.lots import Lots
from tournaments.formats.robin import snake
from tournaments.formats.seeding import DrawOptions, check_seeds
from tournaments.formats.separation import Separation

GROUPS_ALGORITHM = "sha256-groups-1"
MAX_GROUPS = len(ascii_uppercase)
SWEEPS = 4
MAX_TRIES = 20_000  # exchanges looked at in all, some seconds

Groups = tuple[tuple[EntrantId, ...], ...]


def group_letter(number: int) -> str:
    """What the group is called: 1 is A."""
    return ascii_uppercase[number - 1]


def grouped(field: Sequence[EntrantId], groups: int, *, seed: str, options: DrawOptions) -> Groups:
    """The field in so many groups, each in the order in which it was dealt.

    Raises FormatError: `group_of_one` (with how many groups there can be), `seed_unknown`,
    `seed_twice`, `entrant_twice`, `seed_missing`.
    """
    if len(set(field)) < len(field):
        raise FormatError("entrant_twice", "An entrant is in the field twice.")
    if groups > 1 and len(field) < 2 * groups:
        raise FormatError(
            "group_of_one",
            "%(entrants)s entrants are too few for %(groups)s groups: everybody needs somebody to"
            " play. Make at most %(most)s groups, or add entries.",
            entrants=len(field),
            groups=groups,
            most=max(len(field) // 2, 1),
        )
    check_seeds(field, options.seeds)
    lots = Lots(seed)
    seeds = list(options.seeds)
    seeded = set(seeds)
    order = seeds + lots.shuffled(one for one in field if one not in seeded)
    if options.apart and groups > 1:
        order = _Dealing(order, groups, options.apart).separated(len(seeds))
    return snake(order, groups)


def swapped(groups: Groups, alterations: Iterable[Alteration]) -> Groups:
    """The groups after these exchanges by hand.

    Raises FormatError: `change_unknown`, `entrants_miscounted`, `entrant_in_no_group`,
    `same_group`.
    """
    for alteration in alterations:
        groups = _swap(groups, alteration)
    return groups


def _swap(groups: Groups, alteration: Alteration) -> Groups:
    if alteration.change is not Altering.SWAP:
        raise FormatError("change_unknown", "Groups are changed by swapping two entrants.")
    if len(alteration.entrants) != 2:
        raise FormatError("entrants_miscounted", "Name the two entrants to swap.")
    one, other = alteration.entrants
    if _group_of(groups, one) == _group_of(groups, other):
        raise FormatError(
            "same_group", "These two are in the same group: name two of different groups."
        )
    turned = {one: other, other: one}
    return tuple(tuple(turned.get(entrant, entrant) for entrant in group) for group in groups)


def _group_of(groups: Groups, entrant: EntrantId) -> int:
    for number, group in enumerate(groups, start=1):
        if entrant in group:
            return number
    raise FormatError(
        "entrant_in_no_group", "Entrant %(entrant)s is in none of the groups.", entrant=entrant
    )


class _Dealing:
    """An order that will be dealt, and what it costs to have its groups like that."""

    def __init__(
        self, order: Sequence[EntrantId], groups: int, apart: Sequence[Separation]
    ) -> None:
        self.order = list(order)
        self.apart = apart
        self.width = groups
        places = [EntrantId(place) for place in range(len(order))]
        self.groups = [list(map(int, group)) for group in snake(places, groups)]
        self.group_of = {place: n for n, group in enumerate(self.groups) for place in group}
        self.tries = MAX_TRIES

    def separated(self, seeds: int) -> list[EntrantId]:
        for _ in range(SWEEPS):
            moved = [self._improve(place, seeds) for place in range(len(self.order))]
            if not any(moved):
                break
        return self.order

    def _improve(self, place: int, seeds: int) -> bool:
        """Exchange this one with whoever makes things best, if anybody does."""
        if not self._cost(place):
            return False
        best, found = 0, None
        for other in self._exchangeable(place, seeds):
            if self.group_of[other] == self.group_of[place] or self.tries <= 0:
                continue
            self.tries -= 1
            gain = self._gain(place, other)
            if gain > best:
                best, found = gain, other
        if found is not None:
            self._exchange(place, found)
        return found is not None

    def _exchangeable(self, place: int, seeds: int) -> range:
        if place >= seeds:
            return range(seeds, len(self.order))
        lap = place // self.width * self.width
        return range(lap, min(lap + self.width, seeds))

    def _gain(self, one: int, other: int) -> int:
        before = self._cost(one) + self._cost(other)
        self._exchange(one, other)
        after = self._cost(one) + self._cost(other)
        self._exchange(one, other)
        return before - after

    def _exchange(self, one: int, other: int) -> None:
        self.order[one], self.order[other] = self.order[other], self.order[one]

    def _cost(self, place: int) -> int:
        """Of having this entrant in his group."""
        here = self.order[place]
        return sum(
            each.cost(here, self.order[there])
            for there in self.groups[self.group_of[place]]
            if there != place
            for each in self.apart
        )
