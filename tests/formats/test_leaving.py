"""Withdrawals, disqualifications and double forfeits: the bracket always goes on."""

from tests.formats.cast import graph, names
from tests.formats.playing import beats, chart, charted
from tests.formats.test_places import table
from tournaments.formats.graph import EntrantId
from tournaments.formats.progress import BYE, Outcome, Status, advance, progress

FOUR = graph("M1.1 a b", "M1.2 c d", "M2.1 W-M1.1 W-M1.2", "C1.1 L-M1.1 L-M1.2")
EIGHT = graph(
    "M1.1 a b",
    "M1.2 c d",
    "M1.3 e f",
    "M1.4 g h",
    "M2.1 W-M1.1 W-M1.2",
    "M2.2 W-M1.3 W-M1.4",
    "M3.1 W-M2.1 W-M2.2",
)


def both_out(pair: str) -> Outcome:
    return Outcome(*names(pair), both_out=True)


def left(letters: str) -> dict[EntrantId, int]:
    """Those who withdrew, one after the other."""
    return {entrant: when for when, entrant in enumerate(names(letters))}


def test_a_double_forfeit_feeds_byes_to_both_later_rounds() -> None:
    assert chart(FOUR, {"M1.1": both_out("ab"), "M1.2": beats("cd")}) == [
        "M1.1 a b decided",
        "M1.2 c d decided",
        "M2.1 bye c bye",
        "C1.1 bye d bye",
    ]


def test_two_double_forfeits_leave_an_empty_final_and_no_champion() -> None:
    state = progress(FOUR, {"M1.1": both_out("ab"), "M1.2": both_out("dc")})
    assert state["M2.1"].status is Status.EMPTY
    assert state.champion("M") is None
    assert state.finished
    assert not state.orphans


def test_who_withdraws_before_his_match_gives_walkovers_wherever_he_comes() -> None:
    state = progress(FOUR, {"M1.2": beats("cd")}, withdrawn=left("b"))
    assert charted(state) == [
        "M1.1 a b decided",
        "M1.2 c d decided",
        "M2.1 a c ready",
        "C1.1 b d decided",
    ]
    assert state.champion("C") == names("d")[0]


def test_who_withdraws_keeps_the_results_he_has() -> None:
    outcomes = {"M1.1": beats("ab"), "M1.2": beats("cd")}
    state = progress(FOUR, outcomes, withdrawn=left("a"))
    assert (state["M1.1"].winner, state.champion("M")) == (*names("a"), *names("c"))


def test_who_withdraws_after_his_last_match_changes_nothing() -> None:
    outcomes = {"M1.1": beats("ab"), "M1.2": beats("cd"), "M2.1": beats("ac"), "C1.1": beats("bd")}
    assert dict(progress(FOUR, outcomes, left("ab"))) == dict(progress(FOUR, outcomes))


def test_two_who_left_together_are_both_out() -> None:
    state = progress(FOUR, {}, withdrawn=dict.fromkeys(names("ab"), 1))
    assert state["M1.1"].is_double_forfeit
    assert (state["M1.1"].winner, state["C1.1"].first) == (BYE, BYE)


def test_who_had_a_walkover_before_he_withdrew_keeps_it() -> None:
    outcomes = {"M1.2": beats("cd"), "M2.1": beats("ca")}
    state = progress(FOUR, outcomes, withdrawn=left("ba"))
    assert (state["M1.1"].winner, state["M1.1"].loser) == (*names("a"), *names("b"))
    assert not state.orphans


def test_nobody_appears() -> None:
    state = progress(EIGHT, {}, withdrawn=dict.fromkeys(names("abcdefgh"), 1))
    assert state.finished
    assert state.champion("M") is None


def test_a_result_between_others_gives_way_to_the_walkover_and_is_told() -> None:
    outcome = beats("ad")
    state = progress(FOUR, {"M1.1": outcome}, withdrawn=left("b"))
    assert state.orphans == {"M1.1": outcome}
    assert state["M1.1"].winner == names("a")[0]


def test_a_double_forfeit_puts_two_out_in_that_round() -> None:
    outcomes = {
        "M1.1": both_out("ab"),
        "M1.2": beats("cd"),
        "M1.3": beats("ef"),
        "M1.4": beats("gh"),
        "M2.2": beats("eg"),
        "M3.1": beats("ec"),
    }
    assert table(EIGHT, outcomes, "M") == [
        "e 1-1 3:0",
        "c 2-2 1:1",
        "g 3-3 1:1",
        "a 4-8 0:1",
        "b 4-8 0:1",
        "d 4-8 0:1",
        "f 4-8 0:1",
        "h 4-8 0:1",
    ]


def test_a_link_with_a_condition_takes_the_loser_of_that_slot_only() -> None:
    conditional = graph("M1.1 a bye", "M1.2 b c", "M2.1 W-M1.1 W-M1.2", "C1.1 L1-M2.1 L-M1.2")
    assert chart(conditional, {"M1.2": beats("bc")})[-1] == "C1.1 ? c waiting"
    assert chart(conditional, {"M1.2": beats("bc"), "M2.1": beats("ba")})[-1] == "C1.1 a c ready"
    assert chart(conditional, {"M1.2": beats("bc"), "M2.1": beats("ab")})[-1] == "C1.1 bye c bye"


def test_advancing_node_by_node_settles_what_a_withdrawal_reaches() -> None:
    outcomes = {"M1.2": beats("cd")}
    gone = left("b")
    state = advance(FOUR, progress(FOUR, outcomes), outcomes, ["M1.1"], gone)
    assert dict(state) == dict(progress(FOUR, outcomes, gone))
