"""Brackets as pure functions: how long they take, and how good their orders of dropping are.

    python -m bench.brackets

CPU seconds beside those that the lots alone take, which no draw can be without; and rematches
beside those of the best orders known.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from tournaments.formats.draw import Draw, DrawConfig, draw
from tournaments.formats.drops import best_masks
from tournaments.formats.elimination import Lengths
from tournaments.formats.graph import EntrantId
from tournaments.formats.lots import Lots
from tournaments.formats.progress import Outcome, advance, entrant_in, progress
from tournaments.formats.rematches import expected_rematches
from tournaments.formats.seeding import DrawOptions
from tournaments.formats.separation import Separation
from tournaments.formats.shapes import Shape
from tournaments.formats.standings import standings

LARGEST = 65_536
SEVEN = Lengths(7)

T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[float, T]:
    begun = time.process_time()
    done = work()
    return time.process_time() - begun, done


def field(entrants: int) -> list[EntrantId]:
    return [EntrantId(number) for number in range(1, entrants + 1)]


def drawn(entrants: int, shape: Shape | None, options: DrawOptions | None = None) -> Draw:
    config = DrawConfig(SEVEN, None if shape is None else SEVEN, shape or Shape.FIRST_ROUND)
    return draw(field(entrants), config, seed="bench", options=options or DrawOptions())


def drawing(entrants: int = LARGEST) -> Iterator[tuple[str, float]]:
    """Rows: what was drawn, CPU seconds."""
    yield "lots alone", timed(lambda: Lots("bench").shuffled(field(entrants)))[0]
    yield "single elimination", timed(lambda: drawn(entrants, None))[0]
    clubs = {entrant: str(entrant % 50) for entrant in field(entrants)}
    apart = DrawOptions(apart=(Separation(groups=clubs),))
    yield "the same, 50 clubs kept apart", timed(lambda: drawn(entrants, None, apart))[0]
    for shape in Shape:
        yield shape.value, timed(partial(drawn, entrants, shape))[0]


def following(entrants: int = LARGEST) -> Iterator[tuple[str, float]]:
    """Rows: what follows from one result, CPU seconds."""
    graph = drawn(entrants, Shape.DOUBLE).graph
    seconds, state = timed(lambda: progress(graph, {}))
    yield "the whole state", seconds
    key = next(iter(graph))
    winner, loser = map(entrant_in, state[key].participants)
    assert winner is not None
    assert loser is not None
    result = {key: Outcome(winner, loser)}
    yield "one result advanced", timed(lambda: advance(graph, state, result, [key]))[0]
    yield "standings of the event", timed(lambda: standings(graph, state))[0]


def by_masks(rounds: int, masks: tuple[int, ...]) -> float:
    """Expected rematches of a progressive consolation, worked out from the masks alone.

    By symmetry only one match of each main round has to be followed: its loser drops at slot M,
    and who beats it drops later at slot M'. They meet where the two, shifted, are the same.
    """
    orders = (0, *masks)
    total = 0.0
    for early in range(1, rounds - 1):
        for late in range(early + 1, rounds):
            there = orders[early - 1] >> (late - early)
            wins = 2 * (late - early) - (early == 1)
            apart = (there ^ orders[late - 1]).bit_length()
            if apart:
                wins += 2 * (2 * apart - 1)
            total += 2.0 ** (rounds - late - wins)
    return total


def repeating(largest: int = 10) -> Iterator[tuple[int, float, float, float]]:
    """Rows: lines, rematches from the graph, from the masks, and if one mask were changed best."""
    for rounds in range(3, largest + 1):
        masks = best_masks(rounds)
        changed = (
            by_masks(rounds, (*masks[:at], mask, *masks[at + 1 :]))
            for at in range(rounds - 2)
            for mask in range(2 ** (rounds - 2 - at))
        )
        graph = drawn(2**rounds, Shape.PROGRESSIVE).graph
        yield (
            2**rounds,
            expected_rematches(graph, "C"),
            by_masks(rounds, masks[: rounds - 2]),
            min(changed),
        )


def main() -> None:
    for rows, of in ((drawing, "drawn"), (following, "followed")):
        print(f"\n{LARGEST} entrants {of}, CPU seconds")
        for what, seconds in rows():
            print(f"{what:<44} {seconds:8.3f}")
    print("\nlines, expected rematches: of the graph, of the masks, with any one mask changed")
    for lines, graph, masks, changed in repeating():
        print(f"{lines:>6} {graph:10.5f} {masks:10.5f} {changed:10.5f}")


if __name__ == "__main__":
    main()
