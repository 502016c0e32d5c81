"""Lives: out after so many losses, and the three ways an event ends."""

from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from tests.formats.cast import letter, names
from tests.formats.swiss_play import SEVEN, decided, members, past
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.lives import LivesRules, LivesState, Stage, lives_state
from tournaments.formats.pairing import Member, Missed, Past, Round
from tournaments.formats.swiss import pair_round
from tournaments.formats.swiss_records import Absences

TWO, THREE = LivesRules(2), LivesRules(3)


def state(size: int, rules: LivesRules, *rounds: str) -> LivesState:
    return lives_state(members(size), past(*rounds), rules, seed="s")


def alive(state: LivesState) -> str:
    """`a2 b1`: who is in, with the lives left."""
    return " ".join(f"{letter(one.entrant)}{one.lives}" for one in state.alive)


def places(groups: tuple[tuple[EntrantId, ...], ...]) -> list[str]:
    return ["".join(sorted(map(letter, group))) for group in groups]


def pairs(round_: Round | None) -> list[str]:
    assert round_ is not None
    return ["".join(sorted(map(letter, p.entrants))) for p in round_.pairings]


def test_a_loss_costs_a_life_and_the_last_one_the_place() -> None:
    # c and d lose twice, and go out together.
    now = state(6, TWO, "ab ec fd", "ac ef bd")
    assert alive(now) == "a2 e2 b1 f1"
    assert places(now.out) == ["cd"]
    assert now.stage is Stage.ROUNDS
    assert now.champion is None


def test_close_records_meet_even_for_the_second_time() -> None:
    # a has lost none, b and c one, d two. Only ad and bc is without a rematch, but a and d are
    # two losses apart.
    so_far = ("ab cd", "ac bd")
    assert alive(state(4, THREE, *so_far)) == "a3 b2 c2 d1"
    assert pairs(state(4, THREE, *so_far).next) in [["ab", "cd"], ["ac", "bd"]]
    assert pairs(pair_round(members(4), past(*so_far), SEVEN, seed="s")) == ["ad", "bc"]


def test_among_equal_records_nobody_meets_twice() -> None:
    assert pairs(state(6, THREE, "ab ec fd", "ac ef bd").next)[0] == "ae"
    assert "ab" not in pairs(state(4, THREE, "a=b c=d").next)


def test_a_bye_goes_to_a_worst_record_and_counts_as_a_win() -> None:
    now = state(5, THREE, "ab cd e")
    assert now.next is not None
    (bye,) = [pairing.first for pairing in now.next.pairings if pairing.is_bye]
    assert letter(bye) in "bd"
    assert alive(now) == "a3 c3 e3 b2 d2"


def test_the_better_of_the_last_two_has_lives_in_hand() -> None:
    now = state(4, TWO, "ab cd", "ac bd", "ab c")
    assert (alive(now), now.stage) == ("a2 c1", Stage.DUEL)
    assert pairs(now.next) == ["ac"]
    assert now.next is not None
    (why,) = now.next.pairings[0].reasons
    assert (why.code, why.detail["first_lives"], why.detail["second_lives"]) == ("last_two", 2, 1)
    level = state(4, TWO, "ab cd", "ac bd", "ab c", "ca")
    assert (alive(level), level.stage) == ("a1 c1", Stage.DUEL)
    over = state(4, TWO, "ab cd", "ac bd", "ab c", "ca", "ca")
    assert (over.stage, over.champion, places(over.places)) == (
        Stage.OVER,
        names("c")[0],
        ["c", "a", "b", "d"],
    )


# Six with one life: three are left after a round, all unbeaten.
SIX = "ad be cf"
ONE = LivesRules(1)


def trio(*rounds: str) -> tuple[LivesState, dict[str, str]]:
    """`rounds` are in the letters of the plan: w waits, o and t meet first."""
    plan = state(6, ONE, SIX).plan
    assert plan is not None
    who = {"w": letter(plan.waiting), "o": letter(plan.one), "t": letter(plan.two)}
    lines = ["".join(who.get(sign, sign) for sign in line) for line in rounds]
    return state(6, ONE, SIX, *lines), {name: sign for sign, name in who.items()}


def in_plan(round_or_groups: list[str], signs: dict[str, str]) -> list[str]:
    return ["".join(sorted(signs.get(name, name) for name in word)) for word in round_or_groups]


def test_three_with_equal_records_play_two_matches() -> None:
    first, signs = trio()
    assert first.stage is Stage.TRIO
    assert in_plan(pairs(first.next), signs) == ["ot", "w"]
    second, signs = trio("ot w")
    assert in_plan(pairs(second.next), signs) == ["ow"]


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        (("ot w", "wo"), ["w", "o", "t"]),
        (("ot w", "ow"), ["o", "t", "w"]),
        (("to w", "tw"), ["t", "o", "w"]),
        (("o=t w",), ["w", "ot"]),
        (("ot w", "o=w"), ["ow", "t"]),
    ],
)
def test_the_second_match_of_three_decides_all_places(
    rounds: tuple[str, ...], expected: list[str]
) -> None:
    over, signs = trio(*rounds)
    assert over.stage is Stage.OVER
    assert over.next is None
    assert in_plan(places(over.places), signs) == [*expected, "def"]


def test_every_one_of_three_waits_equally_often() -> None:
    waiting = [
        lives_state(members(6), past(SIX), ONE, seed=str(number)).plan for number in range(300)
    ]
    for entrant in names("abc"):
        # 300 draws: 100 each, give or take 8 (one sigma).
        assert 60 < sum(plan is not None and plan.waiting == entrant for plan in waiting) < 140


def test_who_has_had_a_bye_does_not_wait() -> None:
    # Five with one life: e has had the bye, and three are left.
    plan = state(5, ONE, "ab cd e").plan
    assert plan is not None
    assert letter(plan.waiting) in "ac"


def test_with_places_announced_the_last_life_is_paid_off_once_one_leads() -> None:
    rules = LivesRules(2, places=4)
    # a leads alone after two rounds; b, c and d could not win, and share.
    now = state(4, rules, "ab cd", "ac db")
    assert (now.stage, now.champion) == (Stage.OVER, names("a")[0])
    assert places(now.places) == ["a", "cd", "b"]
    unlimited = state(4, TWO, "ab cd", "ac db")
    assert (unlimited.stage, alive(unlimited)) == (Stage.ROUNDS, "a2 c1 d1")


def test_one_on_the_last_life_stays_if_that_saves_a_bye() -> None:
    # a leads with 4 lives, b, c have 2 or more, and d, the fourth, makes them even.
    rules = LivesRules(3, places=4)
    now = state(4, rules, "ab cd", "ac bd")
    assert (alive(now), now.in_the_money) == ("a3 b2 c2 d1", True)
    assert sorted("".join(pairs(now.next))) == list("abcd")


def test_a_missed_round_costs_a_life_or_is_a_bye() -> None:
    field = [*members(4)[:3], Member(names("d")[0], away=frozenset({2}))]
    lost = lives_state(field, past("ab cd", "ac b"), THREE, seed="s")
    assert alive(lost) == "a3 b2 c2 d1"
    kept = LivesRules(3, absences=Absences(away=Missed.BYE))
    assert alive(lives_state(field, past("ab cd", "ac b"), kept, seed="s")) == "a3 b2 c2 d2"


def test_who_leaves_is_out() -> None:
    field = [*members(4)[:3], Member(names("d")[0], last_round=1)]
    now = lives_state(field, past("ab dc"), TWO, seed="s")
    assert (alive(now), places(now.out)) == ("a2 b1 c1", ["d"])


def test_nobody_left_has_no_champion() -> None:
    over = state(2, ONE, "a=b")
    assert (over.stage, over.champion, places(over.places)) == (Stage.OVER, None, ["ab"])


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 40), st.integers(1, 5), st.sampled_from([None, 3, 8]), st.integers(0, 10**6))
def test_every_event_ends_and_places_everybody(
    size: int, lives: int, paid: int | None, number: int
) -> None:
    field, so_far, chance = members(size), Past(), Random(number)
    rules = LivesRules(lives, paid)
    now = lives_state(field, so_far, rules, seed="s")
    while now.next is not None:
        paired = [entrant for pairing in now.next.pairings for entrant in pairing.entrants]
        still_in = [one.entrant for one in now.alive]
        assert len(set(paired)) == len(paired)
        assert set(paired) <= set(still_in)
        if now.stage is not Stage.TRIO:
            assert sorted(paired) == sorted(still_in)
        so_far = decided(so_far, now.next, chance)
        now = lives_state(field, so_far, rules, seed="s")
    assert now.stage is Stage.OVER
    assert sorted(entrant for group in now.places for entrant in group) == [m.id for m in field]
    assert now.champion is not None


@pytest.mark.parametrize(
    ("code", "rules", "rounds"),
    [
        ("lives_out_of_range", LivesRules(0), ()),
        ("lives_out_of_range", LivesRules(33), ()),
        ("places_out_of_range", LivesRules(2, places=0), ()),
        ("half_a_life", LivesRules(2, absences=Absences(late=Missed.HALF)), ()),
        ("past_the_end", ONE, (SIX, "ab c", "ac", "ac")),
        ("other_pairing", ONE, (SIX, "de f")),
        ("past_the_end", ONE, ("ab", "ab")),
    ],
)
def test_what_cannot_be_is_refused(code: str, rules: LivesRules, rounds: tuple[str, ...]) -> None:
    size = 2 if rounds and rounds[0] == "ab" else 6
    with pytest.raises(FormatError) as refused:
        state(size, rules, *rounds)
    assert refused.value.code == code
    assert "%(" not in refused.value.message
