"""Finals above two brackets: with and without a second life, and the playoff of both."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from tests.formats.cast import entrants, listing
from tests.formats.playing import beats, chart, played_out, ready
from tests.formats.shaped import DOUBLE_TWICE, FIVE, SEVEN, drawn, shaped
from tournaments.formats.elimination import Lengths
from tournaments.formats.graph import Graph
from tournaments.formats.progress import Outcome, progress
from tournaments.formats.shapes import DrawConfig, Shape


def played_to_the_final(graph: Graph, chance: Random) -> dict[str, Outcome]:
    outcomes = played_out(graph, chance)
    return {key: outcome for key, outcome in outcomes.items() if not key.startswith("F")}


def test_four_in_double_elimination() -> None:
    assert listing(shaped(4, Shape.DOUBLE).graph)[2:] == [
        "M2.1 W-M1.1 W-M1.2",
        "C1.1 L-M1.1 L-M1.2",
        "C2.1 L-M2.1 W-C1.1",
        "F1.1 W-M2.1 W-C2.1",
    ]


@pytest.mark.parametrize(("size", "matches"), [(2, 2), (3, 4), (5, 8), (8, 14), (21, 40)])
def test_all_but_one_lose_twice(size: int, matches: int) -> None:
    # 2n - 1 losses if the winner of the main bracket needs no second life, one match less without.
    graph = shaped(size, Shape.DOUBLE).graph
    assert len(played_out(graph, Random(size))) == matches


def test_who_has_not_lost_yet_needs_to_win_one_final_only() -> None:
    graph = drawn(2, DOUBLE_TWICE).graph
    a, b = ready(graph, {})["M1.1"]
    outcomes = {"M1.1": Outcome(a, b), "F1.1": Outcome(a, b)}
    state = progress(graph, outcomes)
    assert (state["F2.1"].status, state.champion("F"), state.finished) == ("bye", a, True)


def test_who_has_must_win_a_second_one() -> None:
    graph = drawn(2, DOUBLE_TWICE).graph
    a, b = ready(graph, {})["M1.1"]
    outcomes = {"M1.1": Outcome(a, b), "F1.1": Outcome(b, a)}
    assert ready(graph, outcomes) == {"F2.1": (b, a)}
    assert progress(graph, outcomes | {"F2.1": Outcome(b, a)}).champion("F") == b


def test_until_the_first_final_is_played_the_second_is_open() -> None:
    graph = drawn(2, DOUBLE_TWICE).graph
    assert chart(graph, {})[-1] == "F2.1 ? ? waiting"
    assert chart(graph, {"M1.1": beats("ab")})[-1] == "F2.1 ? ? waiting"


def test_finals_have_lengths_of_their_own() -> None:
    config = DrawConfig(SEVEN, FIVE, Shape.DOUBLE, finals=Lengths(9, {1: 3}), second_final=True)
    graph = drawn(8, config).graph
    assert [graph[key].length for key in ("M3.1", "C4.1", "F1.1", "F2.1")] == [7, 5, 9, 3]


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 100), st.integers())
def test_the_champion_loses_once_at_most_and_everybody_else_twice(size: int, chance: int) -> None:
    graph = drawn(size, DOUBLE_TWICE).graph
    outcomes = played_out(graph, Random(chance))
    champion = progress(graph, outcomes).champion("F")
    lost = Counter(outcome.loser for outcome in outcomes.values())
    assert champion is not None
    assert lost.pop(champion, 0) <= 1
    assert lost == dict.fromkeys(set(entrants(size)) - {champion}, 2)


def test_thirty_two_play_on_until_four_of_each_are_left() -> None:
    graph = shaped(32, Shape.PLAYOFF).graph
    assert [len(nodes) for nodes in graph.rounds("M")] == [16, 8, 4]
    assert [len(nodes) for nodes in graph.rounds("C")] == [8, 8, 4, 4]
    assert [len(nodes) for nodes in graph.rounds("F")] == [4, 2, 1]
    for node in graph.rounds("F")[0]:
        assert [graph[key].bracket for key in node.feeders] == ["M", "C"]


@settings(max_examples=40, deadline=None)
@given(st.integers(8, 80), st.integers())
def test_the_last_eight_are_four_unbeaten_and_four_beaten_once(size: int, chance: int) -> None:
    graph = shaped(size, Shape.PLAYOFF).graph
    outcomes = played_to_the_final(graph, Random(chance))
    lost = [outcome.loser for outcome in outcomes.values()]
    state = progress(graph, outcomes)
    last = [one for node in graph.rounds("F")[0] for one in state[node.key].participants]
    assert sorted(lost.count(one) for one in last if isinstance(one, int)) == [0] * 4 + [1] * 4
