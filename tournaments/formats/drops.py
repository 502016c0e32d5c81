"""Where losers drop: the order in which a group of them meets the survivors of a lower bracket.

A group are the losers of one main round, A of round 1, B of round 2, ... In a lower round either a
group drops in or nobody does, and then the survivors meet each other: A.B.|.C.|.D.|. for 32 lines,
in the notation of tourneygeek.com. The order in which a group drops is an XOR mask on the number
of the match, counted from 0: slot j takes the loser of match j XOR mask. Mask 0 is the natural
order, all ones reverse it, the highest bit alone swaps the halves. Reversing every time is as bad
as doing nothing, for the second reversal undoes the first.

With equal players and the losing finalist paid, not dropped, an event may expect so many rematches
(`rematches` works them out exactly):

| lines | masks B, C, ... | expected | from round | natural order | double elimination |
|---|---|---|---|---|---|
| 8 | 1 | 0.25 | 3 | 1.0 | 0.625 |
| 16 | 2, 0 | 0.41 | 4 | 2.75 | 0.75 |
| 32 | 2, 2, 0 | 0.40 | 5 | 6.19 | 0.734 |
| 64 | 8, 6, 1, 1 | 0.37 | 7 | 13.0 | 0.703 |
"""

from collections.abc import Sequence
from typing import TypeVar

from tournaments.formats.errors import FormatError

# The masks of B, C, ... by main rounds, found by trying all of them up to 64 lines, and beyond by
# changing one at a time from many starts until no change helped. `bench.brackets` checks them.
_MASKS = {
    3: (1,),
    4: (2, 0),
    5: (2, 2, 0),
    6: (8, 6, 1, 1),
    7: (4, 8, 6, 1, 1),
    8: (24, 8, 8, 6, 0, 1),
    9: (16, 16, 12, 12, 4, 0, 1),
    10: (128, 80, 48, 28, 2, 2, 2, 0),
    11: (32, 239, 96, 40, 16, 2, 2, 3, 0),
    12: (384, 32, 128, 80, 48, 28, 2, 2, 2, 0),
    13: (256, 640, 96, 239, 8, 24, 8, 12, 4, 0, 1),
    14: (2304, 128, 384, 255, 128, 80, 56, 24, 4, 1, 2, 0),
    15: (3072, 3583, 1023, 32, 32, 192, 112, 32, 20, 2, 2, 3, 0),
    16: (6144, 4095, 2304, 1535, 64, 16, 160, 64, 56, 24, 2, 2, 2, 0),
}
# With many byes A and B drop in together, and the rest follows as under a main bracket of one round
# less. Then these are the best for A, tried likewise.
_OPENING_MASKS = {
    3: 1,
    4: 2,
    5: 2,
    6: 12,
    7: 4,
    8: 16,
    9: 16,
    10: 224,
    11: 32,
    12: 384,
    13: 1152,
    14: 3840,
    15: 256,
    16: 6656,
}

T = TypeVar("T")


def best_masks(rounds: int) -> tuple[int, ...]:
    """The masks of groups B, C, ... for a main bracket of so many rounds.

    Zeros go on behind them: a group of one or two has no order worth a mask. Raises FormatError
    `too_many_rounds` beyond 16, that is 65,536 lines.
    """
    if rounds > max(_MASKS):
        raise FormatError(
            "too_many_rounds",
            "A main bracket has at most %(limit)s rounds, not %(rounds)s.",
            limit=max(_MASKS),
            rounds=rounds,
        )
    found = _MASKS.get(rounds, ())
    return found + (0,) * (rounds - 1 - len(found))


def opening_mask(rounds: int) -> int:
    """The mask of the few losers of round 1 who drop in on group B."""
    return _OPENING_MASKS.get(rounds, 0)


def dropped(group: Sequence[T], mask: int) -> list[T]:
    """The group in the order of the slots. Raises FormatError `mask_out_of_range`.

    The group is 1, 2, 4, 8, ... long, and the mask is less than that.
    """
    size = len(group)
    if size.bit_count() != 1 or not 0 <= mask < size:
        raise FormatError(
            "mask_out_of_range",
            "A group of %(size)s cannot drop by mask %(mask)s.",
            size=size,
            mask=mask,
        )
    return [group[slot ^ mask] for slot in range(size)]


def merged(droppers: Sequence[T], survivors: Sequence[T]) -> list[tuple[T, T]]:
    """The pairs of a round in which droppers come to at least as many survivors, both in order.

    As many: each dropper meets the survivor beside him. Fewer: matches between survivors are spread
    evenly among the others. Raises FormatError `drop_uneven` if they do not pair off.
    """
    coming, there = len(droppers), len(survivors)
    if coming > there or (coming + there) % 2:
        raise FormatError(
            "drop_uneven",
            "%(droppers)s cannot drop in on %(survivors)s: the matches would not come out even.",
            droppers=coming,
            survivors=there,
        )
    matches = (coming + there) // 2
    above, below = iter(droppers), iter(survivors)
    pairs, owed = [], 0
    for _ in range(matches):
        owed += matches - coming
        among_survivors = owed >= matches
        owed -= matches if among_survivors else 0
        pairs.append((next(below if among_survivors else above), next(below)))
    return pairs
