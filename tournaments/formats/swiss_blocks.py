"""Pairing fields that are too large for one matching, with the same quality.

The field stands in order of score, and inside a score in order of lots. It is cut into blocks of
even size, each cut as deep inside a score group as can be: whoever floats does so inside a block,
and as the cuts leave every group's parity as it was, the blocks need no more pairings across
scores than one matching over everybody. A block across scores is matched exactly. A block inside
one score is paired from the top, and whoever should not meet changes opponents with another pair.

A block is at least four times as large as the list of those whom anybody in the field should not
meet. So everybody has at least half of the block left (Dirac: then all can be paired without a
rematch), and a change of opponents that mends a bad pair always exists.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from tournaments.formats.swiss_cost import Costs, Fault, Seat
from tournaments.formats.swiss_match import Pair, cheapest

SMALLEST = 32  # seats in a block, if nobody has more than 8 whom he should not meet


def pair_in_blocks(seats: Sequence[Seat], ranks: Sequence[Fault]) -> list[Pair]:
    """Pair a field of any size, near-linear in it; with an odd number one gets the bye first.

    Raises FormatError `no_pairing` as `cheapest` does.
    """
    order = sorted(seats, key=lambda seat: (-seat.score, seat.lot))
    pairs: list[Pair] = []
    if len(order) % 2:
        lucky = min(order, key=Costs(order, ranks).bye)
        order.remove(lucky)
        pairs.append((lucky, None))
    smallest = max(SMALLEST, 4 * max((seat.barred for seat in order), default=0))
    for start, end in _blocks(order, smallest):
        block = order[start:end]
        if block[0].score == block[-1].score and len(block) > 2 * smallest:
            pairs += _paired_down(block, Costs(block, ranks), tries=smallest)
        else:
            pairs += cheapest(block, ranks)
    return pairs


def _blocks(order: Sequence[Seat], smallest: int) -> Iterator[tuple[int, int]]:
    groups = _groups(order)
    start = 0
    while start < len(order):
        end = _end_of_block(start, groups, smallest)
        yield start, end
        start = end


def _groups(order: Sequence[Seat]) -> list[tuple[int, int]]:
    """For every position, where its score group starts and ends."""
    groups: list[tuple[int, int]] = []
    for _, members in groupby(order, key=lambda seat: seat.score):
        size = len(list(members))
        start = len(groups)
        groups += [(start, start + size)] * size
    return groups


def _end_of_block(start: int, groups: Sequence[tuple[int, int]], smallest: int) -> int:
    """Where to cut: far from any change of score, and never with too little left behind."""
    size = len(groups)
    if size - start <= 2 * smallest:
        return size
    inside = groups[start][1] - start
    if inside >= 3 * smallest:  # all but the last ones of this score, who may have to float
        return start + (inside - smallest) // 2 * 2
    last = min(start + 2 * smallest, size - smallest)
    ends = range(start + smallest, last + 1, 2)
    return max(ends, key=lambda end: min(end - groups[end][0], groups[end][1] - end))


def _paired_down(block: Sequence[Seat], costs: Costs, *, tries: int) -> list[Pair]:
    """Neighbours in order of lots meet, save that bad pairs change opponents with others."""
    pairs = list(zip(block[::2], block[1::2], strict=True))
    for place, pair in enumerate(pairs):
        if costs.faults(*pair):
            _mend(pairs, place, costs, tries)
    return [*pairs]


def _mend(pairs: list[tuple[Seat, Seat]], place: int, costs: Costs, tries: int) -> None:
    """Change opponents with that one of the next pairs with which the two pairs become best."""
    one, other = pairs[place]
    alone = costs.faults(one, other)
    gain, best = 0, None
    for step in range(1, tries + 1):
        beside = (place + step) % len(pairs)
        third, fourth = pairs[beside]
        before = alone + costs.faults(third, fourth)
        for new, other_new in (((one, third), (other, fourth)), ((one, fourth), (other, third))):
            after = costs.faults(*new) + costs.faults(*other_new)
            if before - after > gain:
                gain, best = before - after, (beside, new, other_new)
        if gain >= alone:
            break
    if best is not None:
        beside, pairs[place], pairs[beside] = best
