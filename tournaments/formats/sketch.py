"""The lines between two rounds of a drawn bracket, as SVG path data.

Units: a round with n matches is 2n high, so match i (from 0) has its centre at 2i + 1 and the match
that its winner goes to at 4(i // 2) + 2. The gap between the rounds is 2 wide. The page stretches
this to whatever size the matches have; nothing here knows of pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Leg(Enum):
    """What a match sends on: its winner, somebody not known yet, or whoever had a bye there."""

    DECIDED = "decided"
    OPEN = "open"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class Lines:
    """Path data by what the lines mean; empty when there is no such line."""

    decided: str
    open: str
    bye: str
    height: int


def lines_after(legs: Sequence[Leg], following: int | None = None) -> Lines:
    """The lines from the matches of a round, top to bottom, to those of the next.

    A single match, the final, sends nobody anywhere: no lines. Each pair of matches shares the
    stub that enters the next one, decided only when both are settled. `following` is how many
    matches the next round has: as many, when losers of elsewhere meet the winners of these, and
    lines go straight on; another number but half gets no lines.
    """
    following = len(legs) // 2 if following is None else following
    paths: dict[Leg, list[str]] = {leg: [] for leg in Leg}
    if following == len(legs):
        for place, leg in enumerate(legs):
            paths[leg].append(f"M0 {2 * place + 1}h2")
    for top in range(0, len(legs) - 1, 2) if 2 * following == len(legs) else ():
        upper, lower = legs[top], legs[top + 1]
        y = 2 * top + 1
        paths[upper].append(f"M0 {y}h1v1")
        paths[lower].append(f"M0 {y + 2}h1v-1")
        paths[_stub(upper, lower)].append(f"M1 {y + 1}h1")
    joined = {leg: "".join(parts) for leg, parts in paths.items()}
    return Lines(joined[Leg.DECIDED], joined[Leg.OPEN], joined[Leg.BYE], 2 * len(legs))


def _stub(upper: Leg, lower: Leg) -> Leg:
    if Leg.OPEN in {upper, lower}:
        return Leg.OPEN
    return Leg.DECIDED if Leg.DECIDED in {upper, lower} else Leg.BYE
