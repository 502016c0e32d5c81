"""A correction tells what it would change before it is made."""

from random import Random

from hypothesis import given, settings, strategies as st

from tests.formats.cast import entrants, graph, names
from tests.formats.playing import beats, played_out, slot
from tournaments.formats.correction import Change, compare, compare_states, swapped
from tournaments.formats.draw import DrawConfig, draw
from tournaments.formats.elimination import Lengths
from tournaments.formats.progress import Outcome, progress

EIGHT = graph(
    "M1.1 a b",
    "M1.2 c d",
    "M1.3 e f",
    "M1.4 g h",
    "M2.1 W-M1.1 W-M1.2",
    "M2.2 W-M1.3 W-M1.4",
    "M3.1 W-M2.1 W-M2.2",
    "C1.1 L-M1.1 L-M1.2",
    "C1.2 L-M1.3 L-M1.4",
    "C2.1 W-C1.1 W-C1.2",
)
ROUND_ONE = {
    "M1.1": beats("ab"),
    "M1.2": beats("cd"),
    "M1.3": beats("ef"),
    "M1.4": beats("gh"),
}
BOTH = DrawConfig(Lengths(7), consolation=Lengths(5))


def told(changes: tuple[Change, ...]) -> list[str]:
    return [
        f"{change.key} {' '.join(map(slot, change.before))} -> {' '.join(map(slot, change.after))}"
        for change in changes
    ]


def test_nodes_still_to_be_played_refill() -> None:
    changes = compare(EIGHT, ROUND_ONE, ROUND_ONE | {"M1.1": beats("ba")})
    assert told(changes.refilled) == ["M2.1 a c -> b c", "C1.1 b d -> a d"]
    assert changes.orphaned == ()


def test_played_nodes_that_lose_an_entrant_need_a_decision() -> None:
    before = ROUND_ONE | {"M2.1": beats("ca"), "C1.1": beats("bd")}
    changes = compare(EIGHT, before, before | {"M1.1": beats("ba")})
    assert told(changes.orphaned) == ["M2.1 a c -> b c", "C1.1 b d -> a d"]
    assert told(changes.refilled) == ["M3.1 c ? -> ? ?", "C2.1 b ? -> ? ?"]


def test_a_result_taken_back_orphans_what_was_built_on_it() -> None:
    before = ROUND_ONE | {"M2.1": beats("ca")}
    after = {key: outcome for key, outcome in before.items() if key != "M1.2"}
    changes = compare(EIGHT, before, after)
    assert told(changes.orphaned) == ["M2.1 a c -> a ?"]
    assert told(changes.refilled) == ["C1.1 b d -> b ?", "M3.1 c ? -> ? ?"]


def test_a_result_that_is_cleared_along_with_the_correction_is_only_refilled() -> None:
    before = ROUND_ONE | {"M2.1": beats("ca")}
    changes = compare(EIGHT, before, ROUND_ONE | {"M1.1": beats("ba")})
    assert changes.orphaned == ()
    assert "M2.1 a c -> b c" in told(changes.refilled)


def test_a_result_rewritten_for_the_new_pair_is_no_change() -> None:
    before = ROUND_ONE | {"M2.1": beats("ca")}
    after = ROUND_ONE | {"M1.1": beats("ba"), "M2.1": beats("cb")}
    assert told(compare(EIGHT, before, after).refilled) == ["C1.1 b d -> a d"]


def test_the_result_of_a_final_concerns_no_other_node() -> None:
    before = ROUND_ONE | {"M2.1": beats("ac"), "M2.2": beats("eg"), "M3.1": beats("ae")}
    assert not compare(EIGHT, before, before | {"M3.1": beats("ea")})


def test_a_new_result_that_does_not_fit_is_told() -> None:
    changes = compare(EIGHT, ROUND_ONE, ROUND_ONE | {"M2.1": beats("ab")})
    assert told(changes.orphaned) == ["M2.1 a c -> a c"]


def test_a_result_that_did_not_count_before_is_not_told_again() -> None:
    before = ROUND_ONE | {"M2.1": beats("ab")}
    assert not compare(EIGHT, before, before)


def test_a_withdrawal_tells_who_will_stand_elsewhere() -> None:
    outcomes = ROUND_ONE | {"M2.1": beats("ac")}
    gone = dict.fromkeys(names("e"), 1)
    changes = compare_states(progress(EIGHT, outcomes), progress(EIGHT, outcomes, gone))
    assert told(changes.refilled) == ["M3.1 a ? -> a g"]
    assert changes.orphaned == ()


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 64), st.integers(), st.data())
def test_a_correction_reaches_downstream_only_and_back_is_back(
    size: int, chance: int, data: st.DataObject
) -> None:
    drawn = draw(entrants(size), BOTH, seed="s").graph
    before = played_out(drawn, Random(chance))
    key = data.draw(st.sampled_from(sorted(before)))
    after = before | {key: Outcome(before[key].loser, before[key].winner)}

    there, back = compare(drawn, before, after), compare(drawn, after, before)

    changed = {change.key for change in there.refilled + there.orphaned}
    assert {node.key for node in drawn.feeds(key)} <= changed
    assert changed <= {node.key for node in drawn.downstream(key)}
    assert back.orphaned == ()
    assert dict(progress(drawn, after | {key: before[key]})) == dict(progress(drawn, before))
    assert not compare(drawn, before, before)


def test_two_who_played_on_under_each_others_name_swap_their_ways() -> None:
    before = ROUND_ONE | {"M2.1": beats("ac"), "C1.1": beats("db"), "M2.2": beats("eg")}
    after = swapped(EIGHT, before, "M1.1")
    assert after is not None
    assert after["M1.1"] == beats("ba")
    assert (after["M2.1"], after["C1.1"], after["M2.2"]) == (beats("bc"), beats("da"), beats("eg"))


def test_what_both_lost_or_one_has_left_cannot_be_swapped() -> None:
    a, b = beats("ab").winner, beats("ab").loser
    nobody = Outcome(a, b, both_out=True)
    assert swapped(EIGHT, {"M1.1": nobody}, "M1.1") is None
    assert swapped(EIGHT, ROUND_ONE, "M1.1", withdrawn={b: 1}) is None


@given(st.integers(2, 32), st.integers(0, 2**32), st.data())
@settings(max_examples=60, deadline=None)
def test_a_swap_keeps_every_result_and_swapping_back_is_no_change(
    size: int, seed: int, data: st.DataObject
) -> None:
    built = draw(entrants(size), BOTH, seed=str(seed)).graph
    outcomes = played_out(built, Random(seed))
    key = data.draw(st.sampled_from(sorted(outcomes)))
    after = swapped(built, outcomes, key)
    assert after is not None
    assert not progress(built, after).orphans
    assert after.keys() == outcomes.keys()
    assert swapped(built, after, key) == outcomes
