"""Tasks of single elimination: drawing a very large field, and one result in it."""

from bench.tasks import Task, field
from tournaments.formats.draw import DrawConfig, draw
from tournaments.formats.elimination import Lengths, layout
from tournaments.formats.lots import Lots
from tournaments.formats.progress import Outcome, advance, entrant_in, progress

CONFIG = DrawConfig(Lengths(7))


def drawing(size: int) -> Task:
    """From the seed to the graph, byes where the field is no power of two."""
    entrants = field(size)

    def least() -> list[tuple[int, int]]:
        """The same lots, and nodes as pairs of numbers."""
        lots = iter(Lots("bench").shuffled(entrants))
        seeds = layout(1 << (size - 1).bit_length())
        line = [next(lots) if seed <= size else 0 for seed in seeds]
        nodes = list(zip(line[::2], line[1::2], strict=True))
        first, last = 0, len(nodes)
        while last - first > 1:
            nodes += [(at, at + 1) for at in range(first, last, 2)]
            first, last = last, len(nodes)
        return nodes

    return Task(
        f"draw of {size:,} with its byes, single elimination",
        lambda: draw(entrants, CONFIG, seed="bench"),
        least,
        target=3000,
        turns=3,
    )


def advancing(size: int) -> Task:
    graph = draw(field(size), CONFIG, seed="bench").graph
    before = progress(graph, {})
    key = next(iter(graph))
    winner, loser = map(entrant_in, before[key].participants)
    assert winner is not None
    assert loser is not None
    result = {key: Outcome(winner, loser)}
    heap = [0] * (2 * size)

    def least() -> list[int]:
        """A copy, as the state before is kept, and the winner in his next place."""
        after = heap.copy()
        after[size // 2] = winner
        return after

    return Task(
        f"one result advanced among {size:,}",
        lambda: advance(graph, before, result, [key]),
        least,
    )
