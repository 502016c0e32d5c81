"""The lower bracket: losers of several main rounds drop into it, each group in its order.

Progressive consolation (all but the losing finalist drop), semi-progressive (the losers of the
first rounds only) and the lower bracket of double elimination are this one thing, ended earlier or
later. Orders come from `drops`.

Byes of the main bracket leave holes in group A. With N lines and fewer than N/4 byes the holes stay
where they are: each lower match of round 1 has one at most, so nobody's lower match is empty, and
only who played the first main round can get a bye there. With more byes, B drops in at once, and
each of B meets a loser of round 1 as far as these reach; the rest have a bye. It goes first to
those who may have had none before (tourneygeek.com calls a second bye unfair).

Shifted: the last three groups drop in one after another, without rests between them. There must be
32 lines for that; with 16, A and B begin together, if the main bracket has two byes at most.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.formats.drops import best_masks, dropped, merged, opening_mask
from tournaments.formats.elimination import Lengths, neighbours, one_round
from tournaments.formats.graph import Bye, LoserOf, Node, Source, WinnerOf, node_key

# Shifted with 16 lines: no XOR masks but the best of all orders, 0.375 rematches. Its two matches
# inside A are where the layout has the first two byes.
_A_OF_16, _B_OF_16, _C_OF_16 = (1, 3, 0, 2, 5, 7, 6, 4), (1, 2, 3, 0), (1, 0)
_HOLES_OF_16 = {0, 4}
_OPENING_OF_16 = 4  # the mask for A when those 16 lines are left of 32 with many byes


@dataclass(frozen=True, slots=True)
class Lower:
    """A lower bracket, and who is left at its end (one, unless it was to stop with more).

    `double_byes`: so many of its byes may go to entrants who had one in the main bracket.
    """

    nodes: tuple[Node, ...]
    survivors: tuple[Source, ...]
    double_byes: int = 0


class _Rounds:
    """Rounds under construction: pairs by round, and who survives them."""

    def __init__(self, bracket: str, beginners: Sequence[Source]) -> None:
        self._bracket = bracket
        self._rounds: list[list[tuple[Source, Source]]] = []
        self.survivors = list(beginners)

    def play(self, pairs: Iterable[tuple[Source, Source]]) -> None:
        self._rounds.append(list(pairs))
        number, matches = len(self._rounds), len(self._rounds[-1])
        keys = [node_key(self._bracket, number, place) for place in range(1, matches + 1)]
        self.survivors = [WinnerOf(key) for key in keys]

    def rest(self, until: int) -> None:
        """Nobody drops in, until so many survive."""
        while len(self.survivors) > until:
            self.play(neighbours(self.survivors))

    def drop(self, group: Sequence[Source]) -> None:
        self.play(merged(group, self.survivors))

    def lower(self, lengths: Lengths, double_byes: int) -> Lower:
        count = len(self._rounds)
        nodes = [
            node
            for number, pairs in enumerate(self._rounds, start=1)
            for node in one_round(self._bracket, number, pairs, lengths, count - number + 1)
        ]
        return Lower(tuple(nodes), tuple(self.survivors), double_byes)


def lower_bracket(
    bracket: str,
    main: Sequence[Sequence[Node]],
    lengths: Lengths,
    *,
    groups: int,
    shifted: bool = False,
    until: int = 1,
) -> Lower:
    """The losers of the first `groups` of these main rounds (at least 1) play on, until so many.

    `shifted` is for all groups but the losing finalist, and is passed over where it cannot be.
    """
    rounds = len(main[0]).bit_length()
    dropping = [[LoserOf(node.key) for node in nodes] for nodes in main[:groups]]
    real = [place for place, node in enumerate(main[0]) if is_played(node)]
    holes = set(range(len(main[0]))) - set(real)
    double_byes = 0
    if len(dropping) > 1 and len(real) <= len(main[1]):
        mask = _OPENING_OF_16 if shifted and rounds == 5 else opening_mask(rounds)
        pairs, double_byes = _openers(main[0], dropping[1], mask)
        building = _Rounds(bracket, ())
        building.play(pairs)
        rounds, dropping, holes = rounds - 1, dropping[2:], set()
    else:
        building = _Rounds(bracket, dropping[0])
        dropping = dropping[1:]
    if shifted and rounds == 4 and holes <= _HOLES_OF_16:
        _shift_16(building, dropping)
    else:
        _drop_all(building, dropping, rounds, shifted=shifted)
    building.rest(until)
    return building.lower(lengths, double_byes)


def is_played(node: Node) -> bool:
    """Whether this node of the first main round is a match: nobody has a bye there."""
    return not any(isinstance(source, Bye) for source in node.sources)


def _drop_all(
    building: _Rounds, groups: Sequence[Sequence[Source]], rounds: int, *, shifted: bool
) -> None:
    """B, C, ... in their turn; the beginners are A."""
    masks = best_masks(rounds)
    if groups:
        building.rest(len(building.survivors) // 2)
    for number, (group, mask) in enumerate(zip(groups, masks, strict=False), start=1):
        if not shifted or rounds < 5 or number <= len(groups) - 2:
            building.rest(len(group))
        building.drop(dropped(group, mask))


def _shift_16(building: _Rounds, groups: Sequence[Sequence[Source]]) -> None:
    b, c = groups
    building.survivors = [building.survivors[place] for place in _A_OF_16]
    building.drop([b[place] for place in _B_OF_16])
    building.drop([c[place] for place in _C_OF_16])


def _openers(
    first: Sequence[Node], group_b: Sequence[Source], mask: int
) -> tuple[list[tuple[Source, Source]], int]:
    """B against the few losers of round 1, these in the order of a mask as far as they reach.

    Those of B whose main match both came to by byes come first: a bye now would be their second.
    """
    played = [place for place, node in enumerate(first) if is_played(node)]
    played.sort(key=lambda place: (place // 2 ^ mask, place))
    mixed = {place // 2 for place in played}
    rested = [place for place in range(len(group_b)) if place not in mixed]
    hosts = _evenly(rested, min(len(played), len(rested)))
    hosts += _evenly(sorted(mixed), len(played) - len(hosts))
    losers = [LoserOf(first[place].key) for place in played]
    guests = dict(zip(sorted(hosts), losers, strict=True))
    pairs: list[tuple[Source, Source]] = [
        (source, guests.get(place, Bye())) for place, source in enumerate(group_b)
    ]
    return pairs, sum(place not in guests for place in rested)


def _evenly(places: Sequence[int], count: int) -> list[int]:
    return [places[turn * len(places) // count] for turn in range(count)]
