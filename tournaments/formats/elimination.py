"""Single elimination as a graph: lines, byes, rounds and match lengths.

The builders here take sources, not entrants: a main draw starts from entrants, a consolation from
the losers of other nodes, and both become the same kind of bracket. Who stands on which line is
decided before (see `draw`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import Bye, Node, Source, WinnerOf, node_key
from tournaments.formats.sets import ONE_SET, Sets


@dataclass(frozen=True, slots=True)
class Lengths:
    """Match lengths in points: one for all rounds, save those named by their distance from the end.

    `from_final` counts backwards, 1 = final, 2 = semi-finals, so that the same setting suits any
    number of entrants. Whether a length is allowed is for whoever sets it up to check. Matches of
    several sets are told in the same way; then the lengths are those of a set.
    """

    default: int
    from_final: Mapping[int, int] = field(default_factory=dict)
    sets: Sets = ONE_SET
    sets_from_final: Mapping[int, Sets] = field(default_factory=dict)

    def of(self, rounds_left: int) -> int:
        """The length when so many rounds are left, this one included."""
        return self.from_final.get(rounds_left, self.default)

    def sets_of(self, rounds_left: int) -> Sets:
        """The sets when so many rounds are left, this one included."""
        return self.sets_from_final.get(rounds_left, self.sets)


def layout(lines: int) -> tuple[int, ...]:
    """The standard seeding of a bracket with so many lines (a power of two), from the top.

    Grown by doubling: after each seed comes its partner, the two adding up to lines + 1. So seeds
    1 and 2 can meet in the final only, 1 to 4 not before the semi-finals, and so on.
    """
    seeds = [1]
    while len(seeds) < lines:
        total = 2 * len(seeds) + 1
        seeds = [line for seed in seeds for line in (seed, total - seed)]
    return tuple(seeds)


def spread(sources: Sequence[Source]) -> tuple[Source, ...]:
    """Put the sources on the lines of the smallest bracket that holds them, in order from the top.

    The lines that stay empty are byes. They are the lines of the lowest seeds in the layout, hence
    beside the highest ones: spread evenly, and never two byes together.
    """
    count = len(sources)
    waiting = iter(sources)
    seeds = layout(1 << max(count - 1, 0).bit_length())
    return tuple(next(waiting) if seed <= count else Bye() for seed in seeds)


def neighbours(sources: Sequence[Source]) -> list[tuple[Source, Source]]:
    """The first with the second, the third with the fourth, and so on."""
    return list(zip(sources[::2], sources[1::2], strict=True))


def one_round(
    bracket: str,
    number: int,
    pairs: Iterable[tuple[Source, Source]],
    lengths: Lengths,
    rounds_left: int,
) -> tuple[Node, ...]:
    """The nodes of round `number`, from the top, `rounds_left` counting this one."""
    length, sets = lengths.of(rounds_left), lengths.sets_of(rounds_left)
    return tuple(
        Node(node_key(bracket, number, place), bracket, number, place, first, second, length, sets)
        for place, (first, second) in enumerate(pairs, start=1)
    )


def winners(nodes: Iterable[Node]) -> tuple[Source, ...]:
    return tuple(WinnerOf(node.key) for node in nodes)


def knockout(
    bracket: str, lines: Sequence[Source], lengths: Lengths, *, rounds: int | None = None
) -> tuple[Node, ...]:
    """The nodes of a single elimination over these lines, round by round, each from the top.

    With `rounds` it stops after so many, and several remain. Raises FormatError `lines_uneven`
    unless there are 2, 4, 8, ... lines.
    """
    if len(lines) < 2 or len(lines).bit_count() != 1:
        raise FormatError(
            "lines_uneven",
            "A bracket has 2, 4, 8, ... lines, not %(lines)s: fill up with byes.",
            lines=len(lines),
        )
    all_rounds = len(lines).bit_length() - 1
    last = all_rounds if rounds is None else min(rounds, all_rounds)
    nodes: list[Node] = []
    for number in range(1, last + 1):
        played = one_round(bracket, number, neighbours(lines), lengths, last - number + 1)
        nodes += played
        lines = winners(played)
    return tuple(nodes)
