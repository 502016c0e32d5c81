"""Expected rematches: the table that is the reason for the orders in which losers drop.

Its figures were worked out before and elsewhere (pairs of main rounds, checked by simulation).
"""

from collections.abc import Callable, Iterator
from itertools import cycle, product
from random import Random

import pytest

from tests.formats.cast import entrants, graph
from tests.formats.playing import played_out
from tests.formats.shaped import FIVE, SEVEN, shaped
from tournaments.formats.drops import dropped
from tournaments.formats.elimination import knockout, neighbours, one_round, spread, winners
from tournaments.formats.graph import Entrant, Graph, LoserOf, Source
from tournaments.formats.progress import progress
from tournaments.formats.rematches import expected_rematches, first_rematch, rematches
from tournaments.formats.shapes import Shape


def lower_by_masks(rounds: int, masks: list[int], groups: int, opening: int = 0) -> Graph:
    """A.B.|.C.|... over a full main bracket, written without the builder under test.

    `masks` are those of B, C, ...; `opening` that of A, whose order is nearly always natural.
    """
    main = knockout("M", spread([Entrant(one) for one in entrants(2**rounds)]), SEVEN)
    nodes = list(main)
    left: list[Source] = []
    number = 0
    for letter, mask in enumerate([opening, *masks][:groups], start=1):
        group: list[Source] = [LoserOf(node.key) for node in main if node.round == letter]
        while len(left) > len(group):
            number += 1
            nodes += one_round("C", number, neighbours(left), FIVE, 1)
            left = list(winners(nodes[-len(left) // 2 :]))
        pairs = (
            zip(dropped(group, mask), left, strict=True)
            if left
            else neighbours(dropped(group, mask))
        )
        number += 1
        nodes += one_round("C", number, pairs, FIVE, 1)
        left = list(winners(node for node in nodes if (node.bracket, node.round) == ("C", number)))
    if len(left) == 2:
        nodes += one_round("C", number + 1, neighbours(left), FIVE, 1)
    return Graph(nodes)


def cycle_of_orders() -> Iterator[Callable[[int], int]]:
    """Masks of B, C, D, ... by the size of the group: reverse, halves reversed, halves swapped."""
    return cycle(
        [
            lambda size: size - 1,
            lambda size: max(size // 2 - 1, 0),
            lambda size: size // 2,
            lambda size: 0,
        ]
    )


@pytest.mark.parametrize(
    ("rounds", "masks", "expected", "first"),
    [
        (3, [1], 0.25, 3),
        (3, [0], 1.0, 2),
        (4, [2, 0], 0.41, 4),
        (4, [3, 0], 0.41, 4),
        (4, [0, 0], 2.75, 2),
        (5, [2, 2, 0], 0.40, 5),
        (5, [2, 3, 0], 0.40, 5),
        (5, [0, 0, 0], 6.19, 2),
        (6, [8, 6, 1, 1], 0.37, 7),
        (6, [8, 7, 1, 1], 0.37, 7),
        (6, [0, 0, 0, 0], 13.0, 2),
    ],
)
def test_progressive_consolation(
    rounds: int, masks: list[int], expected: float, first: int
) -> None:
    lower = lower_by_masks(rounds, masks, rounds - 1)
    assert expected_rematches(lower, "C") == pytest.approx(expected, abs=0.05)
    assert first_rematch(lower, "C") == first


@pytest.mark.parametrize(
    ("rounds", "masks", "expected", "first"),
    [
        (3, [0, 0], 1.375, 2),
        (3, [1, 0], 0.625, 3),
        (4, [0, 0, 0], 3.09, 2),
        (4, [2, 0, 0], 0.75, 4),
        (4, [3, 0, 0], 0.75, 4),
        (5, [0, 0, 0, 0], 6.52, 2),
        (5, [2, 2, 0, 0], 0.734, 5),
        (6, [0, 0, 0, 0, 0], 13.4, 2),
        (6, [8, 6, 1, 1, 0], 0.703, 7),
        (7, [0, 0, 0, 0, 0, 0], 27.1, 2),
    ],
)
def test_double_elimination(rounds: int, masks: list[int], expected: float, first: int) -> None:
    lower = lower_by_masks(rounds, masks, rounds)
    assert expected_rematches(lower, "C") == pytest.approx(expected, abs=0.03)
    assert first_rematch(lower, "C") == first


@pytest.mark.parametrize(
    ("rounds", "masks", "expected", "first"),
    [
        (4, [1, 1, 0], 1.03, 3),
        (5, [7, 2, 0, 0], 0.81, 5),
        (6, [15, 4, 3, 0, 0], 1.05, 6),
        (7, [31, 8, 1, 1, 1, 0], 0.85, 7),
    ],
)
def test_the_usual_orders_of_another_library(
    rounds: int, masks: list[int], expected: float, first: int
) -> None:
    """Those of brackets-manager (`defaultMinorOrdering`), written as masks."""
    lower = lower_by_masks(rounds, masks, rounds)
    assert expected_rematches(lower, "C") == pytest.approx(expected, abs=0.015)
    assert first_rematch(lower, "C") == first


@pytest.mark.parametrize(
    ("rounds", "expected", "first"), [(4, 0.75, 4), (5, 0.75, 5), (6, 0.712, 7), (7, 0.70, 8)]
)
def test_natural_reverse_and_their_halves_in_turn(rounds: int, expected: float, first: int) -> None:
    sizes = [2 ** (rounds - letter) for letter in range(2, rounds + 1)]
    masks = [order(size) for size, order in zip(sizes, cycle_of_orders(), strict=False)]
    lower = lower_by_masks(rounds, masks, rounds)
    assert expected_rematches(lower, "C") == pytest.approx(expected, abs=0.03)
    assert first_rematch(lower, "C") == first


def test_reversing_every_time_is_as_bad_as_doing_nothing() -> None:
    always = lower_by_masks(5, [7, 3, 1, 0], 5, opening=15)
    assert expected_rematches(always, "C") == pytest.approx(6.5, abs=0.03)
    assert first_rematch(always, "C") == 2


@pytest.mark.parametrize(
    ("shape", "size", "expected", "first", "rounds"),
    [
        (Shape.PROGRESSIVE, 8, 0.25, 3, 3),
        (Shape.PROGRESSIVE, 16, 0.41, 4, 5),
        (Shape.PROGRESSIVE, 32, 0.40, 5, 7),
        (Shape.PROGRESSIVE, 64, 0.37, 7, 9),
        (Shape.SHIFTED, 16, 0.375, 3, 4),
        (Shape.SHIFTED, 32, 0.59, 4, 6),
        (Shape.SHIFTED, 64, 0.54, 5, 8),
        (Shape.DOUBLE, 8, 0.625, 3, 4),
        (Shape.DOUBLE, 16, 0.75, 4, 6),
        (Shape.DOUBLE, 32, 0.734, 5, 8),
        (Shape.DOUBLE, 64, 0.703, 7, 10),
    ],
)
def test_brackets_as_drawn(
    shape: Shape, size: int, expected: float, first: int, rounds: int
) -> None:
    event = shaped(size, shape).graph
    assert expected_rematches(event, "C") == pytest.approx(expected, abs=0.005)
    assert first_rematch(event, "C") == first
    assert len(event.rounds("C")) == rounds


@pytest.mark.parametrize("rounds", [3, 4, 5])
def test_no_other_masks_are_better(rounds: int) -> None:
    every = product(*(range(2 ** (rounds - letter)) for letter in range(2, rounds)))
    counts = [
        expected_rematches(lower_by_masks(rounds, list(masks), rounds - 1), "C") for masks in every
    ]
    assert expected_rematches(shaped(2**rounds, Shape.PROGRESSIVE).graph, "C") == min(counts)


@pytest.mark.parametrize("shape", [Shape.PROGRESSIVE, Shape.SHIFTED, Shape.DOUBLE, Shape.PLAYOFF])
@pytest.mark.parametrize("size", [11, 24])
def test_so_many_are_met_when_events_are_played(shape: Shape, size: int) -> None:
    event = shaped(size, shape).graph
    chance, again, events = Random(size), 0, 300
    for _ in range(events):
        outcomes = played_out(event, chance)
        met = [frozenset((outcome.winner, outcome.loser)) for outcome in outcomes.values()]
        again += len(met) - len(set(met))
    # A pair meets again about once an event; four sigmas of the mean are then 0.23.
    assert again / events == pytest.approx(expected_rematches(event), abs=0.25)


def test_a_second_final_is_a_rematch_when_it_is_needed() -> None:
    finals = graph("M1.1 a b", "F1.1 W-M1.1 L-M1.1", "F2.1 W-F1.1 L1-F1.1")
    assert rematches(finals) == {"F1.1": 1.0, "F2.1": 0.5}
    assert not progress(finals, {}).finished


def test_a_knockout_has_none() -> None:
    assert rematches(graph("M1.1 a b", "M1.2 c d", "M2.1 W-M1.1 W-M1.2")) == {}
    assert first_rematch(graph("M1.1 a b"), "C") is None
