"""Whose turn it is and which numbers wait, worked out a second time from the rules' text.

A small machine for openings, cascades, numbers that pass over, and the chains of acey-deucey. The
plays of a stage come from `naive`. The numbers in the comments are the rules' sections.
"""

from dataclasses import dataclass, field

from matches.engine.position import Position
from matches.engine.variant import Variant
from tests.engine.naive import Line, naive_plays
from tests.engine.naive_steps import board_of, over

Stage = tuple[int, ...]


@dataclass
class NaiveGame:
    """`stages` are the groups of numbers that `side` has still to play, the present one first."""

    game: Variant
    side: int
    position: Position  # as side 1 sees it
    phase: str = "roll"
    stages: list[Stage] = field(default_factory=list)
    turns: dict[int, int] = field(default_factory=lambda: {1: 0, 2: 0})
    passed_over: bool = False  # the stages are numbers the opponent could not play
    then: str = ""  # acey-deucey: what follows when all of the stages have been played
    again: bool = False  # the next roll belongs to the same turn
    left_head: int = 0  # checkers that have left 24 in this roll's earlier stages
    dice: Stage = ()

    def seen(self) -> Position:
        return self.position if self.side == 1 else self.position.mirrored()

    def first_turn(self) -> bool:
        """3.5: the player's own first turn, or the very first of the game."""
        if self.game.head_first_scope == "game":
            return sum(self.turns.values()) == 1
        return self.turns[self.side] == 1

    def open_with(self, first: int, second: int) -> None:
        """1.5: the higher thrower starts, with these numbers or with a new roll."""
        self.side = 1 if first > second else 2
        if self.game.opening == "play":
            self.roll(first, second)

    def roll(self, first: int, second: int) -> None:
        self.turns[self.side] += not self.again
        self.again = False
        self.dice = (max(first, second), min(first, second))
        self.passed_over, self.left_head = False, 0
        self.phase, self.then = "play", ""
        if first != second:
            self.stages = [self.dice]
            if self.game.enters_from_hand and self.dice == (2, 1):
                self.then = "name"
            return
        many = self.game.eureka_double if self.game.contact == "none" else 4  # 3.10
        last = 6 if self.cascades() else first
        self.stages = [(number,) * many for number in range(first, last + 1)]
        if self.game.acey_european:  # 3.9
            self.stages.append((7 - first,) * 4)
            self.then = "roll"

    def cascades(self) -> bool:
        """3.6 and 3.8."""
        if self.game.express_escalate:
            return True
        counted = self.turns[self.side]
        if self.game.cascade_scope == "game":
            counted = sum(self.turns.values())
        return self.game.cascade_from_turn is not None and counted >= self.game.cascade_from_turn

    def passes_over(self) -> bool:
        if self.passed_over:  # 3.8: no bounce back
            return False
        double = self.dice[0] == self.dice[1]
        if self.game.cascade_unused == "opponent" and double:
            return True
        return self.game.express_pass == "all" or (self.game.express_pass == "doubles" and double)

    def plays(self) -> list[Line]:
        return naive_plays(
            self.seen(),
            self.stages[0],
            self.game,
            first_turn=self.first_turn(),
            left_head=self.left_head,
        )

    def play(self, line: Line) -> None:
        after = line.boards[-1].position()
        self.position = after if self.side == 1 else after.mirrored()
        left = list(self.stages.pop(0))
        for start, _, number in line.steps:
            left.remove(number)
            self.left_head += start == 24  # 3.5: so many a turn, not a stage
        if over(board_of(self.position), self.game):
            self.phase, self.stages = "over", []
        elif left:
            self.stuck(tuple(left))
        elif not self.stages:
            self.done()

    def stuck(self, left: Stage) -> None:
        """A stage was not completed: the turn stops, and the numbers are lost or pass over."""
        waiting = [left, *self.stages]
        self.again = self.then == "named" and not self.game.ad_reroll_needs_full_double
        self.stages = []
        if self.passed_over or self.again:
            self.phase = "roll"  # his own turn, or the same once more
            return
        self.side = 3 - self.side
        if self.passes_over():
            self.stages, self.phase, self.passed_over = waiting, "owed", True
            self.left_head = 0
        else:
            self.phase = "roll"

    def done(self) -> None:
        """All the numbers have been played."""
        if self.passed_over:
            self.phase, self.passed_over = "roll", False
        elif self.then == "name":
            self.phase = "name"
        elif self.then in ("roll", "named"):
            self.phase, self.again = "roll", True
        else:
            self.side, self.phase = 3 - self.side, "roll"

    def name_double(self, number: int) -> None:
        """3.9: after a 1-2; once all of it has been played the same side rolls again."""
        self.stages, self.phase, self.then = [(number,) * 4], "play", "named"
        if self.game.acey_european:
            self.stages.append((7 - number,) * 4)
