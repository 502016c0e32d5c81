"""The finals above a main and a lower bracket: double elimination, and the playoff of both.

Two endings of double elimination are played: one match, in which who comes from the main bracket
has no second life, or two, the second only if he loses the first. That match is a node like any
other; who has won already has a bye there, so a page can show it as conditional.

In the playoff the best of both brackets play one knockout without a second life (Nordic Open 2014:
four from the main bracket, four from the fighters').
"""

from collections.abc import Sequence

from tournaments.formats.drops import dropped
from tournaments.formats.elimination import Lengths, knockout, one_round
from tournaments.formats.graph import FINALS, LoserOf, Node, Source, WinnerOf


def grand_final(
    upper: Source, lower: Source, lengths: Lengths, *, second: bool
) -> tuple[Node, ...]:
    """The match of the two winners, and with `second` the one that a first loss makes necessary."""
    (first,) = one_round(FINALS, 1, [(upper, lower)], lengths, 2 if second else 1)
    if not second:
        return (first,)
    again = (WinnerOf(first.key), LoserOf(first.key, 1))
    return first, *one_round(FINALS, 2, [again], lengths, 1)


def playoff(
    uppers: Sequence[Source], lowers: Sequence[Source], lengths: Lengths, *, mask: int
) -> tuple[Node, ...]:
    """A knockout of as many from above as from below, each pair one of either.

    The survivors from below come in the order of a mask (see `drops`), as if they dropped in.
    """
    lines = [source for pair in zip(uppers, dropped(lowers, mask), strict=True) for source in pair]
    return knockout(FINALS, lines, lengths)
