"""Lower brackets of any size: byes spread, no empty matches, no second bye where avoidable."""

import pytest
from hypothesis import given, settings, strategies as st

from tests.formats.cast import listing
from tests.formats.shaped import shaped
from tournaments.formats.graph import Bye
from tournaments.formats.progress import Status, progress
from tournaments.formats.shapes import Shape

DROPPING = [Shape.ROUNDS, Shape.PROGRESSIVE, Shape.SHIFTED, Shape.DOUBLE]

sizes = st.integers(4, 300)


def lower(size: int, shape: Shape) -> list[str]:
    return [line for line in listing(shaped(size, shape).graph) if line.startswith("C")]


def test_eight_play_a_b_and_a_rest() -> None:
    assert lower(8, Shape.PROGRESSIVE) == [
        "C1.1 L-M1.1 L-M1.2",
        "C1.2 L-M1.3 L-M1.4",
        "C2.1 L-M2.2 W-C1.1",
        "C2.2 L-M2.1 W-C1.2",
        "C3.1 W-C2.1 W-C2.2",
    ]


def test_in_double_elimination_the_losing_finalist_drops_too() -> None:
    assert lower(4, Shape.DOUBLE) == ["C1.1 L-M1.1 L-M1.2", "C2.1 L-M2.1 W-C1.1"]


def test_losers_of_two_rounds_only() -> None:
    drops = [line.split() for line in lower(32, Shape.ROUNDS)]
    assert {word[:4] for line in drops for word in line if word.startswith("L-")} == {
        "L-M1",
        "L-M2",
    }


def test_one_bye_leaves_a_hole_where_it_is() -> None:
    state = progress(shaped(7, Shape.PROGRESSIVE).graph, {})
    assert not state["C1.1"].is_match
    assert state["C1.2"].is_match


def test_with_many_byes_b_drops_in_at_once() -> None:
    assert lower(6, Shape.PROGRESSIVE) == [
        "C1.1 L-M2.1 L-M1.4",
        "C1.2 L-M2.2 L-M1.2",
        "C2.1 W-C1.1 W-C1.2",
    ]


def test_second_byes_are_told_when_they_cannot_be_avoided() -> None:
    (notice,) = shaped(9, Shape.PROGRESSIVE).notices
    assert (notice.code, notice.detail) == ("double_byes", {"byes": 2})


@pytest.mark.parametrize("size", [2, 3])
def test_a_consolation_of_one_is_not_drawn(size: int) -> None:
    assert [notice.code for notice in shaped(size, Shape.PROGRESSIVE).notices] == [
        "consolation_too_small"
    ]


@settings(max_examples=60, deadline=None)
@given(sizes, st.sampled_from(DROPPING))
def test_no_match_is_empty_and_byes_come_in_the_first_round_only(size: int, shape: Shape) -> None:
    graph = shaped(size, shape).graph
    state = progress(graph, {})
    for key, now in state.items():
        assert now.status is not Status.EMPTY
        if graph[key].bracket == "C" and graph[key].round > 1:
            assert now.is_match


@settings(max_examples=60, deadline=None)
@given(sizes, st.sampled_from(DROPPING))
def test_second_byes_need_more_byes_than_a_quarter_of_the_lines(size: int, shape: Shape) -> None:
    """Who may have a bye below had none above, unless the draw says how many had."""
    event = shaped(size, shape)
    graph, state = event.graph, progress(event.graph, {})
    rested = {key for key, now in state.items() if not now.is_match and key.startswith("M1.")}
    twice = 0
    for node in graph.rounds("C")[0]:
        if not state[node.key].is_match:
            (source,) = [
                source
                for source in node.sources
                if source != Bye() and getattr(source, "key", None) not in rested
            ]
            feeder = graph[getattr(source, "key", "")]
            twice += feeder.round == 2 and set(feeder.feeders) <= rested
    assert twice == sum(notice.detail["byes"] for notice in event.notices)
    lines = len(event.lines)
    assert not twice or lines - size > lines // 4


@settings(max_examples=40, deadline=None)
@given(sizes)
def test_everybody_but_the_finalists_drops_once(size: int) -> None:
    graph = shaped(size, Shape.PROGRESSIVE).graph
    state = progress(graph, {})
    beaten = {key for key, now in state.items() if key.startswith("M") and now.is_match}
    dropping = {
        key
        for node in graph.values()
        if node.bracket == "C"
        for key in node.feeders
        if key in beaten
    }
    final = graph.final("M")
    assert final is not None
    assert dropping == beaten - {final.key}
