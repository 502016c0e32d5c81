"""Results of round formats as plain values: a Swiss, a round robin, an event of several lives.

They come round by round, whoever paired them. Scores count in half points, so that a draw (there is
none in backgammon, but in other games there is) stays an integer: a win is 2. Each kind of result
has its own effect, in `EFFECTS`; what a round that somebody did not play counts for is in
`Unplayed`, with the text to print under the table. How results become standings is for
`crosstable`, `tiebreaks` and `standings_table`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from tournaments.formats.errors import said
from tournaments.formats.graph import EntrantId

WON, DRAWN, LOST = 2, 1, 0  # in half points


class Kind(StrEnum):
    """How a round went for entrant `a`, who never has the worse of it, and his opponent `b`."""

    WIN = "win"  # a won
    DRAW = "draw"
    WALKOVER = "walkover"  # b did not come
    FORFEIT = "forfeit"  # b lost a match that had begun: his clock ran out, or it was ruled
    DISQUALIFICATION = "disqualification"  # b lost, and is out of the event
    DOUBLE_FORFEIT = "double_forfeit"  # neither came
    DOUBLE_LOSS = "double_loss"  # it was ruled that both lost
    BYE = "bye"  # nobody was left to play a, who has a win
    HALF_BYE = "half_bye"  # a asked to sit out, or came late, and has half a win
    ABSENT = "absent"  # a was not there and loses the round
    WITHDRAWN = "withdrawn"  # a has left the event
    REST = "rest"  # a round robin of an odd number: nothing happens to a


@dataclass(frozen=True, slots=True)
class Effect:
    """What a kind gives to a and b, in half points, and how the round counts for tie-breaks.

    In a round that is not `played` nobody met anybody. `chosen` says for a and b whether that was
    their own doing, `neutral` that a has no win and yet no loss. `out`: b takes no place.
    """

    a: int
    b: int | None
    played: bool
    chosen: tuple[bool, bool] = (False, False)
    neutral: bool = False
    out: bool = False

    @property
    def alone(self) -> bool:
        return self.b is None


EFFECTS = {
    Kind.WIN: Effect(WON, LOST, played=True),
    Kind.DRAW: Effect(DRAWN, DRAWN, played=True),
    Kind.FORFEIT: Effect(WON, LOST, played=True),
    Kind.DISQUALIFICATION: Effect(WON, LOST, played=True, out=True),
    Kind.DOUBLE_LOSS: Effect(LOST, LOST, played=True),
    Kind.WALKOVER: Effect(WON, LOST, played=False, chosen=(False, True)),
    Kind.DOUBLE_FORFEIT: Effect(LOST, LOST, played=False, chosen=(True, True)),
    Kind.BYE: Effect(WON, None, played=False),
    Kind.HALF_BYE: Effect(DRAWN, None, played=False, chosen=(True, False)),
    Kind.ABSENT: Effect(LOST, None, played=False, chosen=(True, False)),
    Kind.WITHDRAWN: Effect(LOST, None, played=False, chosen=(True, False), neutral=True),
    Kind.REST: Effect(LOST, None, played=False, neutral=True),
}


class Unplayed(StrEnum):
    """What a round that an entrant did not play counts for in his tie-breaks and in others'."""

    CLUB = "club"
    FIDE = "fide"
    ROUND_ROBIN = "round_robin"

    @property
    def text(self) -> str:
        """The rule in words (English, a template without facts), for under the table."""
        return _TEXTS[self]


_TEXTS = {
    Unplayed.CLUB: said(
        "A round without an opponent counts as one against an opponent with the same score. "
        "Those who left count with the score they had."
    ),
    Unplayed.FIDE: said(
        "A round without an opponent counts as one against an opponent with the same score. "
        "For their opponents, those who left count as if they had drawn every round since. "
        "Where the lowest value is cut, a round missed by choice is cut first."
    ),
    Unplayed.ROUND_ROBIN: said("A match decided without play counts as if it had been played."),
}


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One result: `a` against `b`, who is None in a round alone; `points` are the match score."""

    a: EntrantId
    b: EntrantId | None = None
    kind: Kind = Kind.WIN
    points: tuple[int, int] = (0, 0)


PlayedRound: TypeAlias = Sequence[RoundResult]
