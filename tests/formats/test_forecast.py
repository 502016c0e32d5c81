"""Whole events, forecast from their first match, against the figures of an independent simulation.

Five minutes between matches; hours, mean and nine in ten. The consolation is progressive and
unshifted: losers of each main round meet the survivors, who meet each other in between.
"""

from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from tests.formats.cast import entrants
from tests.formats.playing import played_out, ready
from tournaments.formats.draw import DrawConfig, draw
from tournaments.formats.elimination import Lengths, knockout
from tournaments.formats.graph import Entrant, Graph, LoserOf, Node, Source, WinnerOf, node_key
from tournaments.formats.planning import Floor, Present, plan
from tournaments.formats.progress import progress
from tournaments.formats.shapes import Shape


def with_progressive_consolation(size: int, lengths: tuple[int, int]) -> Graph:
    main = knockout("M", [Entrant(entrant) for entrant in entrants(size)], Lengths(lengths[0]))
    nodes = list(main)
    rounds = Graph(main).rounds("M")
    survivors: list[Source] = [LoserOf(node.key) for node in rounds[0]]
    for number in range(2 * len(rounds) - 3):
        if number % 2:
            # Half a bracket away, so that nobody meets at once who has met before.
            losers: list[Source] = [LoserOf(node.key) for node in rounds[(number + 1) // 2]]
            half = len(losers) // 2
            pairs = list(zip(survivors, losers[half:] + losers[:half], strict=True))
        else:
            pairs = list(zip(survivors[::2], survivors[1::2], strict=True))
        played = [
            Node(node_key("C", number + 1, at), "C", number + 1, at, first, second, lengths[1])
            for at, (first, second) in enumerate(pairs, start=1)
        ]
        nodes += played
        survivors = [WinnerOf(node.key) for node in played]
    return Graph(nodes)


def shifted(size: int, lengths: tuple[int, int]) -> Graph:
    config = DrawConfig(Lengths(lengths[0]), Lengths(lengths[1]), Shape.SHIFTED)
    return draw(entrants(size), config, seed="shifted").graph


def hours(event: Graph, boards: int) -> tuple[float, float]:
    found = plan(event, progress(event, {}), Floor(boards), seed="whole event", samples=1_000)
    return found.mean / 60, found.late / 60


def test_sixteen_in_a_knockout_to_seven_take_most_of_five_hours() -> None:
    event = draw(entrants(16), DrawConfig(Lengths(7)), seed="sixteen").graph
    assert hours(event, 8) == pytest.approx((4.7, 5.4), abs=0.15)


@pytest.mark.parametrize(
    ("size", "boards", "mean", "late"),
    [(16, 8, 5.8, 6.6), (16, 6, 6.1, None), (32, 16, 7.7, 8.6), (32, 12, 8.0, None)],
)
def test_a_consolation_to_five_takes_longer_and_few_boards_are_enough(
    size: int, boards: int, mean: float, late: float | None
) -> None:
    event = with_progressive_consolation(size, (7, 5))
    assert len(event) == 2 * size - 4  # the losing finalist does not drop
    found = hours(event, boards)
    assert found[0] == pytest.approx(mean, abs=0.2)
    assert late is None or found[1] == pytest.approx(late, abs=0.2)


@pytest.mark.parametrize(
    ("size", "lengths", "boards", "mean", "late"),
    [
        (16, (7, 5), 8, 6.1, None),
        (32, (7, 5), 16, 7.5, 8.4),
        (32, (7, 5), 12, 7.8, None),
        (32, (5, 3), 16, 5.5, 6.2),
        (64, (9, 7), 32, 11.4, 12.4),
        (64, (9, 7), 24, 11.8, None),
    ],
)
def test_with_fewer_rounds_a_consolation_takes_about_as_long(
    size: int, lengths: tuple[int, int], boards: int, mean: float, late: float | None
) -> None:
    found = hours(shifted(size, lengths), boards)
    assert found[0] == pytest.approx(mean, abs=0.2)
    assert late is None or found[1] == pytest.approx(late, abs=0.2)


def test_with_a_board_for_two_pairs_matches_are_called_no_worse_than_in_the_simulation() -> None:
    # There it took 8.8 hours; whoever calls the longest way to the end first may be quicker.
    few, many = (hours(shifted(32, (7, 5)), boards)[0] for boards in (8, 16))
    assert many < few < 8.8 + 0.2


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), st.integers(1, 20), st.integers().map(Random))
def test_every_match_of_any_event_is_played_whenever_it_is_forecast(
    size: int, boards: int, chance: Random
) -> None:
    config = DrawConfig(Lengths(7), Lengths(5))
    event = draw(entrants(size), config, seed=f"{size}").graph
    outcomes = played_out(event, chance)
    known = chance.randrange(len(outcomes) + 1)
    state = progress(event, dict(list(outcomes.items())[:known]))
    found = plan(event, state, Floor(boards), Present(now=60), seed="any", samples=5)

    matches = sum(now.is_match for now in state.values())
    assert sum(each.matches for each in found.prospects.values()) == pytest.approx(2 * matches)
    assert sorted(found.order) == sorted(ready(event, dict(list(outcomes.items())[:known])))
    assert 60 <= found.median <= found.late
    assert (found.late == 60) == state.finished
