"""The legal ways to play some numbers, by whichever search is the faster for the game.

`contact` knows the plain hitting games, `generate` all of them; they agree wherever both apply.
"""

from matches.engine.contact import contact_ways, covers
from matches.engine.generate import Ways, legal_ways
from matches.engine.variant import Variant


def ways(
    bits: int,
    numbers: tuple[int, ...],
    variant: Variant,
    *,
    first_turn: bool = False,
    left_head: int = 0,
) -> Ways:
    """{bits after: moves} of every legal play of `numbers` by side 1; a pass is {bits: ()}."""
    if covers(bits, numbers, variant):
        return contact_ways(bits, numbers)
    return legal_ways(bits, numbers, variant, first_turn=first_turn, left_head=left_head)
