"""Changes to a draw that are made by hand: told in such a way that anybody can repeat them.

What they do is in `drafting`.
"""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.graph import EntrantId


class Altering(StrEnum):
    SWAP = "swap"  # these two exchange their lines
    MOVE_BYE = "move_bye"  # from the first to the second, whose opponent goes to the first
    FILL_BYE = "fill_bye"  # the first, late, plays the second instead of the bye that one had
    PRELIMINARY = "preliminary"  # the first, late, plays the second for the line of that one
    GROW = "grow"  # these come late, on lines of their own in a bracket twice as large


@dataclass(frozen=True, slots=True)
class Alteration:
    """One change, and those it is about, in the order that `Altering` names them."""

    change: Altering
    entrants: tuple[EntrantId, ...]
