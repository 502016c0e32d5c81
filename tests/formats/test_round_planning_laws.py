"""What holds of every forecast of rounds, whatever the event and whatever happened in it."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from tests.formats.rounds_ahead import event, planned
from tests.formats.swiss_play import decided
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.pairing import Member, Past, Result
from tournaments.formats.planning import Running
from tournaments.formats.round_event import RoundEvent

settings_of = st.one_of(
    st.tuples(st.just("swiss"), st.fixed_dictionaries({"rounds": st.integers(1, 3)})),
    st.tuples(
        st.just("lives"),
        st.fixed_dictionaries(
            {"lives": st.integers(1, 4), "places": st.none() | st.integers(1, 5)}
        ),
    ),
    st.tuples(st.just("round_robin"), st.fixed_dictionaries({"cycles": st.integers(1, 2)})),
)


@settings(max_examples=60, deadline=None)
@example(("lives", {"lives": 4, "places": None}), 19, 1, 1)  # the last round in 11 ways of 20
@given(settings_of, st.integers(4, 24), st.integers(1, 12), st.integers(1, 12))
def test_more_boards_are_never_later_and_nine_in_ten_never_earlier_than_half(
    chosen: tuple[str, dict[str, Any]], field: int, boards: int, more: int
) -> None:
    kind, data = chosen
    one = event(kind, field, **data)
    few, many = (planned(one, number, samples=20) for number in (boards, boards + more))
    assert many.plan.median <= few.plan.median
    assert many.plan.late <= few.plan.late
    assert few.plan.median <= few.plan.late
    assert few.matches == many.matches  # who wins does not depend on the boards
    ends = [end.median for _number, end in sorted(few.ends.items())]
    assert all(end.median <= end.late for end in few.ends.values())
    assert ends == sorted(ends)
    total = sum(each.matches for each in few.plan.prospects.values())
    assert total == pytest.approx(2 * few.matches)


@settings(max_examples=20, deadline=None)
@given(settings_of, st.integers(4, 16), st.floats(1.1, 3.0))
def test_who_plays_slower_is_done_later(
    chosen: tuple[str, dict[str, Any]], field: int, pace: float
) -> None:
    kind, data = chosen
    one = event(kind, field, **data)
    assert planned(one, samples=20, pace=pace).plan.mean > planned(one, samples=20).plan.mean


@settings(max_examples=150, deadline=None)
@given(settings_of, st.integers(4, 12), st.integers(1, 4), st.integers().map(Random))
def test_whatever_was_corrected_and_whoever_left_an_event_that_began_has_a_forecast(
    chosen: tuple[str, dict[str, Any]], field: int, boards: int, chance: Random
) -> None:
    kind, data = chosen
    one = corrected(begun(event(kind, field, **data), chance), chance)
    keys = [f"{one.plan.letter}{round_}.{number}" for round_, number in sorted(one.open_matches)]
    running = {key: Running(-30) for key in chance.sample(keys, chance.randint(0, len(keys)))}
    found = planned(one, boards, samples=5, running=running)
    assert 0 <= found.plan.median <= found.plan.late
    assert set(found.plan.starts) == set(keys) - running.keys()
    assert found.matches >= len(keys)


def begun(one: RoundEvent, chance: Random) -> RoundEvent:
    """Some rounds of it played; some of the field may be away, or leave."""
    one = replace(one, members=[coming(member.id, chance) for member in one.members])
    for _ in range(chance.randint(1, 6)):
        try:
            one = replace(one, past=decided(one.past, one.next_round(), chance, forfeits=True))
        except FormatError:  # all is over, or too few are here
            break
    return one


def coming(entrant: EntrantId, chance: Random) -> Member:
    away = frozenset(chance.sample([2, 3, 4], chance.choice([0, 0, 0, 1])))
    return Member(entrant, last_round=chance.choice([None] * 5 + [2, 3]), away=away)


def corrected(one: RoundEvent, chance: Random) -> RoundEvent:
    """Some results are the other way round since, and some are open again."""
    results = dict(one.past.results)
    for round_, number in list(results):
        pairings = one.past.rounds[round_ - 1].pairings
        (pair,) = (each.entrants for each in pairings if each.number == number)
        chosen = chance.randrange(6)
        if chosen == 0:
            results[round_, number] = Result(chance.choice(pair))
        elif chosen == 1:
            del results[round_, number]
    return replace(one, past=Past(one.past.rounds, results))
