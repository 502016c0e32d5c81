"""A graph is sound or refuses to exist, and it knows who waits for whom."""

import pytest

from tests.formats.cast import graph, listing, node
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import Graph

FOUR = (
    "M1.1 a b",
    "M1.2 c d",
    "M2.1 W-M1.1 W-M1.2",
    "C1.1 L-M1.1 L-M1.2",
)


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("duplicate_key", ["M1.1 a b", "M1.1 c d"]),
        ("unknown_key", ["M1.1 a b", "M2.1 W-M1.1 W-M1.2"]),
        ("entrant_twice", ["M1.1 a b", "M1.2 b c"]),
        ("entrant_twice", ["M1.1 a a"]),
        ("source_twice", ["M1.1 a b", "M2.1 W-M1.1 c", "M2.2 W-M1.1 d"]),
        ("source_twice", ["M1.1 a b", "C1.1 L-M1.1 L-M1.1"]),
        ("source_twice", ["M1.1 a b", "C1.1 L-M1.1 L1-M1.1"]),
        ("unknown_slot", ["M1.1 a b", "C1.1 L3-M1.1 bye"]),
        ("cycle", ["M1.1 a W-M1.1"]),
        ("cycle", ["M1.1 a b", "M1.2 c W-M1.3", "M1.3 d L-M1.2"]),
    ],
)
def test_an_unsound_graph_is_refused(code: str, lines: list[str]) -> None:
    with pytest.raises(FormatError) as refused:
        graph(*lines)
    assert refused.value.code == code


def test_a_refusal_names_the_nodes() -> None:
    with pytest.raises(FormatError, match=r"M2\.1 waits for M1\.9") as refused:
        graph("M1.1 a b", "M2.1 W-M1.1 L-M1.9")
    assert refused.value.detail == {"key": "M1.9", "node": "M2.1"}


def test_any_number_of_byes_is_sound() -> None:
    assert len(graph("M1.1 a bye", "M1.2 bye bye", "M1.3 bye b")) == 3


def test_winner_and_loser_of_a_node_may_meet_again() -> None:
    again = graph("M1.1 a b", "M2.1 W-M1.1 L-M1.1")
    assert again.feeds("M1.1") == (again["M2.1"],)
    assert again["M2.1"].feeders == ("M1.1",)


def test_play_order_goes_wave_by_wave_and_keeps_the_order_given() -> None:
    shuffled = graph("C1.1 L-M1.1 L-M1.2", "M1.2 c d", "M2.1 W-M1.1 W-M1.2", "M1.1 a b")
    assert list(shuffled) == ["M1.2", "M1.1", "C1.1", "M2.1"]


def test_a_node_waits_for_its_slowest_feeder() -> None:
    ladder = graph("M4.1 d W-M3.1", "M3.1 c W-M2.1", "M2.1 W-M1.1 b", "M1.1 a bye")
    assert list(ladder) == ["M1.1", "M2.1", "M3.1", "M4.1"]


def test_a_graph_is_a_mapping_of_nodes() -> None:
    four = graph(*FOUR)
    assert four["M1.2"] == node("M1.2 c d")
    assert "M2.1" in four
    assert "M2.2" not in four
    assert len(four) == 4
    assert listing(four) == list(FOUR)
    assert four == graph(*FOUR)


def test_brackets_and_rounds_read_from_the_top() -> None:
    four = graph(FOUR[1], FOUR[0], *FOUR[2:])
    assert four.brackets() == ("M", "C")
    assert [[n.key for n in round_] for round_ in four.rounds("M")] == [["M1.1", "M1.2"], ["M2.1"]]
    assert four.rounds("X") == ()


def test_the_final_is_the_only_node_of_the_last_round() -> None:
    assert graph(*FOUR).final("M") == node("M2.1 W-M1.1 W-M1.2")
    assert graph(*FOUR[:2]).final("M") is None
    assert graph(*FOUR).final("X") is None


def test_feeds_are_the_next_nodes_and_downstream_is_all_that_follow() -> None:
    eight = graph(
        "M1.1 a b",
        "M1.2 c d",
        "M1.3 e f",
        "M1.4 g h",
        "M2.1 W-M1.1 W-M1.2",
        "M2.2 W-M1.3 W-M1.4",
        "C1.1 L-M1.1 L-M1.2",
        "M3.1 W-M2.1 W-M2.2",
    )
    assert [n.key for n in eight.feeds("M1.1")] == ["M2.1", "C1.1"]
    assert [n.key for n in eight.downstream("M1.1")] == ["M2.1", "C1.1", "M3.1"]
    assert [n.key for n in eight.downstream("M2.2")] == ["M3.1"]
    assert eight.downstream("M3.1") == ()


def test_a_long_chain_needs_no_deep_stack() -> None:
    lines = ["M1.1 a b"] + [f"M{n}.1 W-M{n - 1}.1 bye" for n in range(2, 5001)]
    chain = Graph(map(node, reversed(lines)))
    assert list(chain)[-1] == "M5000.1"
    assert len(chain.downstream("M1.1")) == 4999
