"""All that can happen in a chouette, as values; `Chouette.apply` says when it may.

`by` is who speaks. In multi play, where everybody has a cube, a box names one `member` whose cube
he means, and without one means all that he may turn or has to answer. The team speaks each for
himself, and under the single cube nobody names a member.
"""

from dataclasses import dataclass
from typing import TypeAlias

from matches.engine.chouette_rules import Player


@dataclass(frozen=True, slots=True)
class Double:
    """`by` turns the cube; in multi play a box may name one `member`, or else turns all he can."""

    by: Player
    member: Player | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """`by` takes; in multi play a box may name one `member`'s cube, or else takes all."""

    by: Player
    member: Player | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """`by` drops and pays; `member` as in `Take`."""

    by: Player
    member: Player | None = None


@dataclass(frozen=True, slots=True)
class Beaver:
    """`by` takes the double, redoubles at once and keeps the cube; `member` as in `Take`."""

    by: Player
    member: Player | None = None


@dataclass(frozen=True, slots=True)
class Raccoon:
    """`by` accepts the beaver and redoubles it, the beaver keeping the cube."""

    by: Player
    member: Player | None = None


Answer: TypeAlias = Take | Drop | Beaver | Raccoon


@dataclass(frozen=True, slots=True)
class Start:
    """Begin a game, after `ties` opening throws of equal dice."""

    ties: int = 0


@dataclass(frozen=True, slots=True)
class Finish:
    """The game ended on the board: `winner` is BOX or TEAM, `kind` 1, 2 or 3."""

    winner: int
    kind: int = 1


@dataclass(frozen=True, slots=True)
class Join:
    """`player` joins, last, or with `ahead` players before him: 1 makes him captain."""

    player: Player
    ahead: int | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """`player` leaves; his account stays on the books, and waits for him."""

    player: Player


@dataclass(frozen=True, slots=True)
class DrawOrder:
    """Before the first game: who sits where, by `dice` such as "5263" in the order thrown: one for
    each, then one for each of those who tie, until no two do. One die may be left over."""

    dice: str


Action: TypeAlias = Start | Double | Answer | Finish | Join | Leave | DrawOrder
