"""The legal plays of a roll, as a container that can be asked, counted, walked and applied.

    >>> from matches.engine.dice import Dice
    >>> from matches.engine.presets import BACKGAMMON
    >>> plays = legal_plays(BACKGAMMON.starting_position, Dice(3, 1))
    >>> len(plays), plays.numbers_used, plays.must_pass
    (16, 2, False)
    >>> play = next(iter(plays))
    >>> play in plays, plays.result(play) == play.after, plays.results >= {play.after}
    (True, True, True)
    >>> "8/5 6/5" in plays, "8/4" in plays, "24/18" in plays
    (True, True, False)

Plays are told apart by the full position they lead to. Nothing is worked out before it is asked
for; what has been is kept.
"""

from collections.abc import Iterator, KeysView

from matches.engine.check import Written, judge, numbers_of
from matches.engine.dice import Dice
from matches.engine.errors import EngineError
from matches.engine.generate import Ways
from matches.engine.play import Play
from matches.engine.position import Position
from matches.engine.presets import BACKGAMMON
from matches.engine.variant import Variant
from matches.engine.ways import ways


class LegalPlays:
    """All plays of `numbers` by side 1 of `position`: a collection; make one with `legal_plays`."""

    __slots__ = ("_found", "first_turn", "left_head", "numbers", "position", "variant")

    def __init__(
        self,
        position: Position,
        numbers: tuple[int, ...],
        variant: Variant,
        *,
        first_turn: bool = False,
        left_head: int = 0,
    ) -> None:
        self.position = position
        self.numbers = numbers
        self.variant = variant
        self.first_turn = first_turn
        self.left_head = left_head
        self._found: Ways | None = None

    @property
    def _ways(self) -> Ways:
        if self._found is None:
            self._found = ways(
                self.position.bits,
                self.numbers,
                self.variant,
                first_turn=self.first_turn,
                left_head=self.left_head,
            )
        return self._found

    def __len__(self) -> int:
        return len(self._ways)

    def __iter__(self) -> Iterator[Play]:
        for bits, moves in self._ways.items():
            yield Play(self.position, moves, Position(bits))

    def __contains__(self, play: object) -> bool:
        """Whether a play, or a text in any usual notation, is one of them."""
        if isinstance(play, str):
            try:
                self.check(play)
            except EngineError:
                return False
            return True
        if not isinstance(play, Play) or not isinstance(play.after, Position):
            return False
        return play.after.bits in self._ways

    def check(self, play: Written) -> Play:
        """The play that is meant. Raises as `check.check_play` does, with the rule it breaks."""
        return judge(
            self.position,
            self.numbers,
            play,
            self.variant,
            first_turn=self.first_turn,
            left_head=self.left_head,
        )

    def result(self, play: Play | str) -> Position:
        """The position after a play, seen by who made it. Raises IllegalPlay, NotationError."""
        if isinstance(play, Play) and play in self:
            return play.after
        return self.check(play).after

    @property
    def packed_results(self) -> KeysView[int]:
        """The `bits` of `results`: many times cheaper to make and to look up."""
        return self._ways.keys()

    @property
    def results(self) -> frozenset[Position]:
        """The positions the plays lead to, seen by the player who moved."""
        return frozenset(Position(bits) for bits in self._ways)

    @property
    def numbers_used(self) -> int:
        """How many numbers the plays use; 0 when the turn is lost.

        A play that ends the game before its turn is over may use fewer (Plakoto).
        """
        return max(map(len, self._ways.values()))

    @property
    def must_pass(self) -> bool:
        return self.numbers_used == 0


def legal_plays(
    position: Position,
    dice: Dice,
    variant: Variant = BACKGAMMON,
    *,
    first_turn: bool = False,
) -> LegalPlays:
    """The legal plays of `dice` by side 1 of `position`.

    `first_turn` says that it is the player's first turn of the game (long nardy's head). Raises
    NotationError `not_a_position` and `roll_unreadable`, VariantError `not_a_variant` for what is
    none. Whether both sides stand on one point is for `status.check_position` to say, where a
    position comes from outside.
    """
    return LegalPlays(position, numbers_of(position, dice, variant), variant, first_turn=first_turn)
