"""How many sets make a match: best of 1, 3, 5, ..., the last one perhaps of another length.

A value on a node of the graph and no more: how sets are played and counted is for whoever runs
matches. Set play and a decider of its own length are options of the ФНР rules and of leagues.
"""

from dataclasses import dataclass

from tournaments.formats.errors import FormatError

MAX_TO_WIN = 50


@dataclass(frozen=True, slots=True)
class Sets:
    """`to_win` sets win the match; `decider` is the length of the last possible set, in points.

    The other sets, and without a `decider` that one too, have the length of the node.
    Raises FormatError `sets_out_of_range`: 1 to 50 sets to win, a decider of at least 1 point.
    """

    to_win: int = 1
    decider: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.to_win <= MAX_TO_WIN or (self.decider is not None and self.decider < 1):
            raise FormatError(
                "sets_out_of_range",
                "A match takes 1 to %(limit)s won sets, and each set at least 1 point.",
                limit=MAX_TO_WIN,
                to_win=self.to_win,
                decider=self.decider,
            )

    @property
    def best_of(self) -> int:
        """How many sets there are at most."""
        return 2 * self.to_win - 1

    def lengths(self, length: int) -> tuple[int, ...]:
        """The points of each set that can come, when the node's length is `length`."""
        last = length if self.decider is None else self.decider
        return (length,) * (self.best_of - 1) + (last,)


ONE_SET = Sets()
