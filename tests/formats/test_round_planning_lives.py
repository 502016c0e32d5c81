"""How long lives last, against events that were really paired and played, and known small cases."""

from collections.abc import Sequence
from random import Random
from statistics import mean
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.formats.cast import names
from tests.formats.rounds_ahead import event, matches_of, planned, really_played
from tests.formats.swiss_play import members
from tournaments.formats.pace import match_duration
from tournaments.formats.pairing import Key, Member, Missed, Past
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.round_plan import RoundPlan
from tournaments.formats.round_planning import PAIRING

ONE = match_duration(7)


def test_the_last_two_play_until_one_has_no_life_left() -> None:
    # Best of 5: it takes 3 matches in 2 of 8 ways, 4 in 3 of 8, and 5 in 3 of 8.
    found = planned(event("lives", 2, lives=3))
    assert found.last_round == (3, 5)
    assert found.matches == pytest.approx(3 * 2 / 8 + 4 * 3 / 8 + 5 * 3 / 8, rel=0.02)
    expected = found.matches * (ONE.mean + PAIRING) - PAIRING
    assert found.plan.mean == pytest.approx(expected, rel=0.02)


def test_one_life_is_a_knockout() -> None:
    found = planned(event("lives", 8, lives=1))
    assert found.last_round == (3, 3)
    assert found.matches == 7


def test_three_with_equal_records_need_two_more_matches() -> None:
    # Each has lost once: one waits, two play, and the winner meets him.
    equal = event("lives", 3, "ab c", "ca b", "bc a", lives=2)
    found = planned(equal)
    assert (found.matches, found.last_round) == (2, (5, 5))
    (waiting,) = (one.first for one in equal.next_round().pairings if one.is_bye)
    assert found.plan.prospects[waiting].matches == 3  # two until now, and the last one


@pytest.mark.parametrize(
    ("field", "data"),
    [
        (8, {"lives": 2}),
        (9, {"lives": 3}),
        (12, {"lives": 2, "places": 4}),
        (16, {"lives": 3, "places": 3}),
    ],
)
def test_rounds_and_matches_are_as_many_as_in_events_really_played(
    field: int, data: dict[str, Any]
) -> None:
    chance = Random(f"{field}{data}")
    real = [matches_of(really_played(event("lives", field, **data), chance)) for _ in range(60)]
    found = planned(event("lives", field, **data), samples=600)
    assert found.matches == pytest.approx(mean(sum(one) for one in real), abs=0.5)
    last = len(found.ends)  # the rounds that more than half of such events have
    assert abs(last - mean(map(len, real))) <= 1
    fewest, most = found.last_round
    lengths = sorted(map(len, real))
    assert fewest <= lengths[5]
    assert lengths[-6] <= most


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 12), st.integers(1, 3), st.none() | st.integers(1, 4), st.integers())
def test_from_any_round_of_a_real_event_what_is_played_goes_on_to_its_end(
    field: int, lives: int, places: int | None, seed: int
) -> None:
    chance = Random(seed)
    done = really_played(event("lives", field, lives=lives, places=places), chance)
    rounds = chance.randrange(len(done.past.rounds)) + 1
    so_far = done.past.until(rounds)
    open_ = chance.sample(sorted(so_far.results), chance.randint(0, 2) % (len(so_far.results) + 1))
    last_only = [key for key in open_ if key[0] == rounds]
    one = with_open(done.members, so_far, last_only, lives=lives, places=places)
    found = planned(one, samples=10)
    assert (found.matches == 0) == one.is_over
    assert found.plan.median <= found.plan.late
    lost = sum(found.plan.prospects[member.id].matches for member in one.members)
    assert lost / 2 <= field * lives  # each match costs a life


def with_open(
    field: Sequence[Member], so_far: Past, open_: Sequence[Key], **data: int | None
) -> RoundEvent:
    results = {key: result for key, result in so_far.results.items() if key not in open_}
    plan = RoundPlan.of("lives", data)
    return RoundEvent(plan, field, "s", Past(so_far.rounds, results))


def test_who_is_away_loses_a_life_and_who_has_left_them_all() -> None:
    gone = [Member(one.id, last_round=1) if one.id in names("bd") else one for one in members(4)]
    # a and c are left, neither of whom has lost: at least two matches, at most three.
    found = planned(event("lives", gone, "ab cd", lives=2))
    assert found.last_round == (3, 4)
    late = [*members(4), Member(names("e")[0], first_round=3, late=Missed.BYE)]
    later = planned(event("lives", late, "ab cd", lives=2))
    assert later.plan.prospects[names("e")[0]].matches > 1.5
    strict = [*members(4), Member(names("e")[0], first_round=3, late=Missed.LOSS)]
    out = planned(event("lives", strict, "ab cd", lives=2))
    assert out.plan.prospects[names("e")[0]].matches == 0
