"""A drafted round altered by hand: who changes places, what is said of it, what is refused."""

import pytest

from tests.formats.cast import letter, names
from tests.formats.refusal import refused
from tests.formats.swiss_play import members, past
from tournaments.formats.pairing import Past, Round
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.round_hand import bye_swap, swapped
from tournaments.formats.round_plan import RoundPlan
from tournaments.formats.swiss_wishes import Wishes

A, B, C, D, E = names("abcde")
FIRST = past("ab cd e").rounds[0]


def pairs(round_: Round) -> list[str]:
    return ["".join(map(letter, pairing.entrants)) for pairing in round_.pairings]


def codes(round_: Round) -> list[list[str]]:
    return [[reason.code for reason in pairing.reasons] for pairing in round_.pairings]


def test_two_change_places_and_the_rest_stays_as_it_was() -> None:
    after = swapped(FIRST, (B, C), Past(), {})
    assert pairs(after) == ["ac", "bd", "e"]
    assert codes(after) == [["by_hand"], ["by_hand"], []]


def test_the_bye_goes_to_another_by_a_swap_with_its_holder() -> None:
    assert bye_swap(FIRST, A) == (A, E)
    after = swapped(FIRST, bye_swap(FIRST, A), Past(), {})
    assert pairs(after) == ["eb", "cd", "a"]
    assert codes(after) == [["by_hand"], [], ["bye_by_hand"]]


def test_swapping_back_gives_the_pairs_back() -> None:
    assert pairs(swapped(swapped(FIRST, (B, C), Past(), {}), (B, C), Past(), {})) == pairs(FIRST)


def test_a_repeat_made_by_hand_is_told_and_counted() -> None:
    so_far = past("ab cd e")
    round_ = past("ac bd e").rounds[0]
    after = swapped(round_, (C, B), so_far, {})
    assert codes(after)[:2] == [["by_hand", "rematch_by_hand"]] * 2
    assert [(notice.code, notice.detail) for notice in after.notices] == [
        ("rematches", {"matches": 2})
    ]
    assert swapped(after, (C, B), so_far, {}).notices == ()


def test_what_cannot_be_swapped_is_refused() -> None:
    with refused("swap_changes_nothing"):
        swapped(FIRST, (A, B), Past(), {})
    with refused("swap_changes_nothing"):
        swapped(FIRST, (A, A), Past(), {})
    with refused("not_paired"):
        swapped(FIRST, (A, names("z")[0]), Past(), {})
    with refused("forbidden_to_meet"):
        swapped(FIRST, (B, C), Past(), {A: {C}})
    with refused("has_bye"):
        bye_swap(FIRST, E)
    with refused("no_bye"):
        bye_swap(past("ab cd").rounds[0], A)


def test_an_event_keeps_to_what_is_forbidden_when_it_is_altered() -> None:
    plan = RoundPlan.of("swiss", {"rounds": 3})
    event = RoundEvent(plan, members(4), "s", wishes=Wishes(forced=((A, B),), forbidden=((A, C),)))
    drafted = event.next_round()
    assert sorted(map(sorted, pairs(drafted))) == [["a", "b"], ["c", "d"]]
    with refused("forbidden_to_meet"):
        event.altered(drafted, [(B, C)])
    assert {"ad", "da"} & {*pairs(event.altered(drafted, [(B, D)]))}


@pytest.mark.parametrize(("kind", "rules"), [("round_robin", {}), ("lives", {"lives": 2})])
def test_what_the_rules_give_is_not_altered(kind: str, rules: dict[str, int]) -> None:
    # Two left with lives in hand meet until one is out; the rounds of a round robin were drawn.
    event = RoundEvent(RoundPlan.of(kind, rules), members(2), "s")
    with refused("pairing_fixed"):
        event.altered(event.next_round(), [(A, B)])
