"""Whose turn it is, in which phase, and what is still to be played.

    >>> Turn().phase.value
    'opening'

Doubles that run on, numbers that pass to the opponent and acey-deucey's named double are stages of
a turn: `groups` holds the numbers of the stage that is being played, then those of the later ones.
"""

from enum import StrEnum
from typing import NamedTuple

from matches.engine.dice import Dice
from matches.engine.position import Position
from matches.engine.variant import Variant

Numbers = tuple[int, ...]


class Phase(StrEnum):
    """What is to be done next."""

    OPENING = "opening"  # each side throws a die
    ROLL = "roll"  # the side on turn rolls, or doubles first
    PLAY = "play"  # it plays the numbers of its roll
    NAME = "name"  # acey-deucey: it names a double
    OWED = "owed"  # it plays the numbers the opponent could not
    DOUBLED = "doubled"  # the opponent of the side on turn answers its double
    BEAVERED = "beavered"  # the side on turn answers the beaver
    RACCOONED = "raccooned"  # the beaverer answers the raccoon
    OVER = "over"


#: The phases in which numbers are played, and those in which an offer of the cube is answered.
PLAYING = (Phase.PLAY, Phase.OWED)
ANSWERING = (Phase.DOUBLED, Phase.BEAVERED, Phase.RACCOONED)


class Turn(NamedTuple):
    """`side` is on turn (0 before the opening is decided), whoever has to answer it.

    `dice` are those of the turn, named ones included; `groups` as above. `counts` are the turns
    that either side has begun, this one included. `ties` counts equal opening throws. `starter` had
    the first turn, 0 while nobody has. `fresh` says that the roll lies on the table and nothing has
    been played of it; `from_opening` that it was the opening throw; `named` that its numbers were
    named, not rolled. `left_head` counts the checkers that left the head in earlier stages of the
    roll. `last_chance` gives the second player one roll more to draw.
    """

    phase: Phase = Phase.OPENING
    side: int = 0
    dice: Dice | None = None
    groups: tuple[Numbers, ...] = ()
    counts: tuple[int, int] = (0, 0)
    ties: int = 0
    starter: int = 0
    fresh: bool = False
    from_opening: bool = False
    named: bool = False
    last_chance: bool = False
    left_head: int = 0

    @property
    def numbers(self) -> Numbers:
        """The numbers to be played now; () when there are none."""
        return self.groups[0] if self.groups else ()

    def is_first(self, variant: Variant) -> bool:
        """Whether the side on turn plays its first turn, as the head rule counts."""
        if variant.head_first_scope == "game":
            return sum(self.counts) == 1
        return self.counts[self.side - 1] == 1

    def number(self, *, of_game: bool) -> int:
        """The how-manyeth turn this is, of the side or of the game, from 1."""
        return sum(self.counts) if of_game else self.counts[self.side - 1]

    def begun_by(self, side: int) -> "Turn":
        """The next turn: `side` is to roll."""
        first, second = self.counts
        counts = (first + 1, second) if side == 1 else (first, second + 1)
        starter = self.starter or side
        # By place: every turn is made here, and names take twice as long.
        return Turn(
            Phase.ROLL, side, None, (), counts, self.ties, starter, last_chance=self.last_chance
        )

    def rolled(self, dice: Dice, groups: tuple[Numbers, ...]) -> "Turn":
        """The same turn with a roll on the table."""
        side, counts, ties, starter = self.side, self.counts, self.ties, self.starter
        return Turn(
            Phase.PLAY,
            side,
            dice,
            groups,
            counts,
            ties,
            starter,
            fresh=True,
            last_chance=self.last_chance,
        )

    def going_on(
        self, phase: Phase, dice: Dice | None = None, groups: tuple[Numbers, ...] = ()
    ) -> "Turn":
        """The same turn in another phase, with nothing rolled."""
        return self._replace(
            phase=phase, dice=dice, groups=groups, fresh=False, from_opening=False, named=False
        )


class Window(NamedTuple):
    """The time in which an illegal play may still be corrected, and what to go back to.

    It is `open` until the next roll or double, which is the opponent's unless `side` played numbers
    that it was owed; a roll that is void opens it again.
    """

    side: int
    position: Position
    turn: Turn
    irregular: bool
    open: bool = True


def groups_of(dice: Dice, turn: Turn, variant: Variant) -> tuple[Numbers, ...]:
    """The stages of a roll: one, unless doubles run on to 6-6 or to their complement to 7."""
    if dice.high != dice.low:
        return ((dice.high, dice.low),)
    numbers = variant.numbers(dice)
    of_game = variant.cascade_scope == "game"
    if variant.runs_on(turn=turn.number(of_game=of_game)):
        return tuple((number,) * len(numbers) for number in range(dice.high, 7))
    if variant.acey_european:
        return numbers, (7 - dice.high,) * len(numbers)
    return (numbers,)


def left_over(turn: Turn, used: Numbers) -> tuple[Numbers, ...]:
    """What is left to play of a turn after `used` numbers, fewer than its stage has."""
    rest = list(turn.numbers)
    for number in used:
        rest.remove(number)
    return (tuple(rest), *turn.groups[1:])
