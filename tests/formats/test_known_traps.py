"""What other tournament programs got wrong: each test is a bug that directors met elsewhere."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from tests.formats.cast import entrants, names
from tests.formats.playing import beats, played_out
from tests.formats.shaped import EVERY_CONFIG, drawn
from tests.formats.swiss_play import decided, members
from tests.formats.test_correction import EIGHT, ROUND_ONE, told
from tests.formats.test_drafting import PLAIN, change, in_order
from tournaments.formats.alterations import Altering
from tournaments.formats.correction import compare
from tournaments.formats.drafting import alter
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import Bye, EntrantId
from tournaments.formats.pairing import How, Past, Result, Round
from tournaments.formats.progress import BYE, Status, progress
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.round_plan import RoundPlan
from tournaments.formats.round_table import round_table
from tournaments.formats.shapes import DrawConfig
from tournaments.formats.standings import standings
from tournaments.formats.swiss import SwissRules, check_rounds, pair_round

# --- Brackets ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 5, 31, 33])
@pytest.mark.parametrize("config", EVERY_CONFIG, ids=lambda config: config.shape.value)
def test_one_more_and_one_less_than_a_power_of_two(size: int, config: DrawConfig) -> None:
    event = drawn(size, config)
    state = progress(event.graph, played_out(event.graph, Random(size)))
    assert state.finished
    found = standings(event.graph, state)
    assert sorted(each.entrant for each in found) == entrants(size)
    assert (found[0].first, found[0].last) == (1, 1)


@pytest.mark.parametrize("config", EVERY_CONFIG[3:], ids=lambda config: config.shape.value)
@pytest.mark.parametrize("size", [5, 9, 17, 18])
def test_holders_of_two_neighbouring_byes_meet_and_nobody_waits_below(
    size: int, config: DrawConfig
) -> None:
    event = drawn(size, config)
    byes = [line == Bye() for line in event.lines]
    assert any(sum(byes[at : at + 4]) == 2 for at in range(0, len(byes), 4))
    state = progress(event.graph, {})
    assert all(BYE not in state[node.key].participants for node in event.graph.rounds("M")[1])
    after = progress(event.graph, played_out(event.graph, Random(1)))
    assert after.finished


def test_a_semi_final_is_corrected_after_the_final_has_been_played() -> None:
    before = {
        **ROUND_ONE,
        "M2.1": beats("ac"),
        "M2.2": beats("eg"),
        "M3.1": beats("ae"),
    }
    after = before | {"M2.1": beats("ca")}
    changes = compare(EIGHT, before, after)
    assert told(changes.orphaned) == ["M3.1 a e -> c e"]
    assert changes.refilled == ()
    state = progress(EIGHT, after)
    assert state["M3.1"].status is Status.READY
    assert state.champion("M") is None
    assert progress(EIGHT, after | {"M3.1": beats("ec")}).champion("M") == names("e")[0]


@pytest.mark.parametrize("pair", ["ac", "bd", "ad"])
def test_nobody_is_swapped_out_of_a_match_that_has_been_played(pair: str) -> None:
    outcomes = {"M1.1": beats("ab")}
    with pytest.raises(FormatError) as refused:
        alter(in_order("abcd"), PLAIN, change(Altering.SWAP, pair), outcomes)
    assert refused.value.code == "result_in_the_way"
    assert refused.value.detail["keys"] == ["M1.1"]


def test_the_two_of_a_played_match_may_change_sides() -> None:
    outcomes = {"M1.1": beats("ab")}
    swapped = alter(in_order("abcd"), PLAIN, change(Altering.SWAP, "ab"), outcomes)
    state = progress(swapped.graph, outcomes)
    assert (state["M1.1"].winner, state.orphans) == (names("a")[0], {})


# --- Rounds --------------------------------------------------------------------------------------
def all_forfeit(past: Past, round_: Round) -> Past:
    """The past with one more round in which nobody appeared."""
    lost = {
        (round_.number, pairing.number): Result(None, How.DOUBLE_FORFEIT)
        for pairing in round_.pairings
        if not pairing.is_bye
    }
    return Past((*past.rounds, round_), {**past.results, **lost})


def test_nobody_appears_in_any_round_of_a_swiss() -> None:
    field, so_far = members(6), Past()
    for _ in range(3):
        round_ = pair_round(field, so_far, SwissRules(3), seed="s")
        assert round_.notices == ()  # who forfeited each other were paired, and are not again
        so_far = all_forfeit(so_far, round_)
    event = RoundEvent(RoundPlan.of("swiss", {"rounds": 3}), field, "s", so_far)
    assert event.is_over
    assert {(row.first, row.last) for row in round_table(event, {}).rows} == {(1, 6)}


def test_one_round_of_a_swiss_with_two_hundred() -> None:
    field = members(200)
    plan = RoundPlan.of("swiss", {"rounds": 1})
    first = RoundEvent(plan, field, "s").next_round()
    paired = [entrant for pairing in first.pairings for entrant in pairing.entrants]
    assert (sorted(paired), first.notices) == (entrants(200), ())
    event = RoundEvent(plan, field, "s", decided(Past(), first, Random(1)))
    assert event.is_over
    spans = Counter((row.first, row.last) for row in round_table(event, {}).rows)
    assert spans == {(1, 100): 100, (101, 200): 100}


@settings(max_examples=30, deadline=None)
@given(st.integers(4, 24), st.integers(0, 10**6))
def test_two_rounds_less_than_entrants_can_be_played_as_a_swiss(size: int, number: int) -> None:
    """With so few opponents left a match may have to be repeated; then the director is told."""
    rules, field, so_far = SwissRules(size - 2), members(size), Past()
    chance, met = Random(number), Counter[frozenset[EntrantId]]()
    warned = {notice.code for notice in check_rounds(size, size - 2)}
    for _ in range(size - 2):
        round_ = pair_round(field, so_far, rules, seed=f"{number}")
        pairs = [frozenset(p.entrants) for p in round_.pairings if not p.is_bye]
        assert sum(map(len, pairs)) + size % 2 == size
        again = sum(pair in met for pair in pairs)
        assert [notice.detail["matches"] for notice in round_.notices] == [again] * bool(again)
        assert not again or warned == {"rematches_possible"}
        met.update(pairs)
        so_far = decided(so_far, round_, chance)
    assert max(met.values()) <= 2
