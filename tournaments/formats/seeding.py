"""Who gets which line of the main bracket: by lot, seeded, with byes as the director wants them.

Lines come in classes, and lots are drawn inside a class only: seeds have the lines of the layout,
1 and 2 fixed, 3-4, 5-8, 9-16, ... drawn among themselves (federation custom). Byes are beside the
layout's first lines, so seeds have them first. The rest are drawn, those with a bye on the lines
beside byes, everybody else on the others. Then entrants who should meet late are exchanged, again
inside a class only (see `separation`), so nobody's seeding or bye changes by it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from tournaments.formats.elimination import layout
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import Bye, Entrant, EntrantId, Source
from tournaments.formats.lots import Lots
from tournaments.formats.separation import Separation, separated

SEEDED_ALGORITHM = "sha256-classes-1"


class Byes(StrEnum):
    """Who of the unseeded has the byes that seeds leave."""

    LOTS = "lots"
    # As many groups by rating as there are byes, one of each by lot: else the strong would always
    # have them, or never.
    BALANCED = "balanced"
    FEWEST = "fewest"  # who had fewest before, equals by lot


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """How lines are given. All that is said of entrants is by id; who is not named counts as 0.

    `seeds`, best first; `in_order` gives each the very line of the layout, as after groups, none by
    lot. `ratings` for balanced byes, `byes_before` for the fewest. `apart`: reasons why some should
    not meet early.
    """

    seeds: tuple[EntrantId, ...] = ()
    byes: Byes = Byes.LOTS
    ratings: Mapping[EntrantId, float] = field(default_factory=dict)
    byes_before: Mapping[EntrantId, int] = field(default_factory=dict)
    apart: tuple[Separation, ...] = ()
    in_order: bool = False

    @property
    def is_blind(self) -> bool:
        return not (self.seeds or self.apart) and self.byes is Byes.LOTS


BLIND = DrawOptions()


def seeded_lines(
    field: Sequence[EntrantId], options: DrawOptions, lots: Lots
) -> tuple[Source, ...]:
    """The lines from the top. Raises FormatError `seed_unknown`, `seed_twice`, `rating_invalid`."""
    check_seeds(field, options.seeds)
    places = layout(1 << (len(field) - 1).bit_length())
    byes = len(places) - len(field)
    seeds = options.seeds
    unseeded = _without(field, seeds)
    with_bye = _bye_holders(unseeded, max(byes - len(seeds), 0), options, lots)
    classes = [
        *(lots.shuffled(seeds[first:last]) for first, last in _bands(options, byes)),
        lots.shuffled(with_bye),
        lots.shuffled(_without(unseeded, with_bye)),
    ]
    order = [entrant for members in classes for entrant in members]
    if options.apart:
        order = separated(order, list(map(len, classes)), options.apart, lots)
    return tuple(Entrant(order[seed - 1]) if seed <= len(order) else Bye() for seed in places)


def check_seeds(field: Sequence[EntrantId], seeds: Sequence[EntrantId]) -> None:
    known = set(field)
    seen: set[EntrantId] = set()
    for seed in seeds:
        if seed not in known:
            raise FormatError("seed_unknown", "Seed %(entrant)s is not in the field.", entrant=seed)
        if seed in seen:
            raise FormatError("seed_twice", "Entrant %(entrant)s is seeded twice.", entrant=seed)
        seen.add(seed)


def _bands(options: DrawOptions, byes: int) -> Iterable[tuple[int, int]]:
    """1, 2, 3-4, 5-8, ...; a band is cut where its byes end, so that better seeds have them."""
    seeds = len(options.seeds)
    if options.in_order:
        yield from pairwise(range(seeds + 1))
        return
    first, last = 0, 1
    while first < seeds:
        end = min(last, seeds)
        cuts = sorted({first, end} | ({byes} if first < byes < end else set()))
        yield from pairwise(cuts)
        first, last = end, last * 2


def _bye_holders(
    unseeded: Sequence[EntrantId], byes: int, options: DrawOptions, lots: Lots
) -> list[EntrantId]:
    if not byes:
        return []
    drawn = lots.shuffled(unseeded)
    match options.byes:
        case Byes.LOTS:
            return drawn[:byes]
        case Byes.FEWEST:
            return sorted(drawn, key=lambda one: options.byes_before.get(one, 0))[:byes]
        case Byes.BALANCED:
            return _one_of_each(drawn, byes, options.ratings, lots)


def _one_of_each(
    drawn: Sequence[EntrantId], groups: int, ratings: Mapping[EntrantId, float], lots: Lots
) -> list[EntrantId]:
    for entrant in drawn:
        rating = ratings.get(entrant, 0)
        if rating != rating:  # noqa: PLR0124 (that is how not-a-number shows)
            raise FormatError(
                "rating_invalid", "The rating of entrant %(entrant)s is no number.", entrant=entrant
            )
    ranked = sorted(drawn, key=lambda one: -ratings.get(one, 0))
    cuts = [len(ranked) * group // groups for group in range(groups + 1)]
    return [ranked[first + lots.below(last - first)] for first, last in pairwise(cuts)]


def _without(some: Iterable[EntrantId], others: Iterable[EntrantId]) -> list[EntrantId]:
    left_out = set(others)
    return [entrant for entrant in some if entrant not in left_out]
