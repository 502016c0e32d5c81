"""Results fill the bracket; byes go through by themselves; results that do not fit do not count."""

import pytest

from tests.formats.cast import graph, names
from tests.formats.playing import beats, chart
from tournaments.formats.errors import FormatError
from tournaments.formats.progress import BYE, Outcome, Status, progress

FOUR = graph("M1.1 a b", "M1.2 c d", "M2.1 W-M1.1 W-M1.2", "C1.1 L-M1.1 L-M1.2")
SIX = graph(
    "M1.1 a bye",
    "M1.2 b c",
    "M1.3 d bye",
    "M1.4 e f",
    "M2.1 W-M1.1 W-M1.2",
    "M2.2 W-M1.3 W-M1.4",
    "M3.1 W-M2.1 W-M2.2",
    "C1.1 L-M1.2 L-M1.4",
)
HOLES = graph(
    "M1.1 a bye",
    "M1.2 b c",
    "M1.3 d bye",
    "M1.4 e bye",
    "C1.1 L-M1.1 L-M1.2",
    "C1.2 L-M1.3 L-M1.4",
    "C2.1 W-C1.1 W-C1.2",
)


def test_before_the_first_result_only_the_first_round_is_ready() -> None:
    assert chart(FOUR, {}) == [
        "M1.1 a b ready",
        "M1.2 c d ready",
        "M2.1 ? ? waiting",
        "C1.1 ? ? waiting",
    ]


def test_winner_and_loser_take_their_places_at_once() -> None:
    assert chart(FOUR, {"M1.2": beats("dc")}) == [
        "M1.1 a b ready",
        "M1.2 c d decided",
        "M2.1 ? d waiting",
        "C1.1 ? c waiting",
    ]


def test_a_bye_goes_through_without_a_match() -> None:
    assert chart(SIX, {"M1.2": beats("bc")}) == [
        "M1.1 a bye bye",
        "M1.2 b c decided",
        "M1.3 d bye bye",
        "M1.4 e f ready",
        "M2.1 a b ready",
        "M2.2 d ? waiting",
        "C1.1 c ? waiting",
        "M3.1 ? ? waiting",
    ]


def test_the_loser_of_a_bye_is_a_bye_and_two_of_them_are_an_empty_node() -> None:
    assert chart(HOLES, {"M1.2": beats("cb")})[4:] == [
        "C1.1 bye b bye",
        "C1.2 bye bye empty",
        "C2.1 b bye bye",
    ]


def test_a_walkover_is_known_before_it_is_known_who_has_it() -> None:
    state = progress(HOLES, {})
    waiting = state["C1.1"]
    assert (waiting.status, waiting.winner, waiting.loser) == (Status.WAITING, None, BYE)
    assert not state["C2.1"].is_match
    assert state["M1.2"].is_match


def test_a_finished_event_has_its_champions() -> None:
    outcomes = {"M1.1": beats("ab"), "M1.2": beats("cd"), "M2.1": beats("ca")}
    state = progress(FOUR, outcomes)
    assert (state.finished, state.champion("M"), state.champion("C")) == (False, *names("c"), None)
    state = progress(FOUR, outcomes | {"C1.1": beats("db")})
    assert (state.finished, state.champion("C")) == (True, *names("d"))
    assert state.champion("X") is None


def test_nobody_is_champion_of_a_bracket_of_byes() -> None:
    empty = progress(graph("M1.1 a bye", "M1.2 b bye", "C1.1 L-M1.1 L-M1.2"), {})
    assert empty["C1.1"].status is Status.EMPTY
    assert empty.champion("C") is None
    assert empty.finished


@pytest.mark.parametrize(
    ("key", "pair"),
    [("M2.1", "ac"), ("M2.1", "cd"), ("M1.1", "ac"), ("C1.1", "bd"), ("M1.2", "cc")],
)
def test_a_result_counts_only_between_the_two_who_meet(key: str, pair: str) -> None:
    outcome = beats(pair)
    state = progress(FOUR, {key: outcome})
    assert state.orphans == {key: outcome}
    assert state[key].winner is None


def test_a_result_against_a_bye_does_not_count() -> None:
    assert progress(SIX, {"M1.1": beats("ab")}).orphans == {"M1.1": beats("ab")}


def test_a_result_counts_whichever_slot_its_winner_has() -> None:
    assert progress(FOUR, {"M1.1": beats("ba")})["M1.1"].winner == names("b")[0]


def test_a_result_for_a_node_that_does_not_exist_is_refused() -> None:
    with pytest.raises(FormatError) as refused:
        progress(FOUR, {"M9.9": Outcome(*names("ab"))})
    assert (refused.value.code, refused.value.detail) == ("unknown_key", {"key": "M9.9"})
