"""Whole Swiss events: few rematches, near scores, shared byes; and large fields as good as small.

The bounds are those measured with another implementation (a general matching with floating
weights, results 50:50): rematches per event, largest difference of scores paired, most byes.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from tests.formats.swiss_play import Book, decided, members, pairs_of, played
from tournaments.formats.lots import Lots
from tournaments.formats.pairing import Member, Past
from tournaments.formats.swiss import SwissRules, pair_round, seats_of
from tournaments.formats.swiss_blocks import pair_in_blocks
from tournaments.formats.swiss_cost import PRIME, SWISS, Costs, Seat
from tournaments.formats.swiss_match import Pair, cheapest
from tournaments.formats.swiss_records import Absences, records
from tournaments.formats.swiss_wishes import NO_WISHES


def rematches(past: Past) -> int:
    met = Counter(
        frozenset(pairing.entrants)
        for round_ in past.rounds
        for pairing in round_.pairings
        if not pairing.is_bye
    )
    return sum(times - 1 for times in met.values())


def widest_gap(past: Past) -> int:
    book = Book(past)
    return max(
        abs(book.score(one, round_.number) - book.score(other, round_.number))
        for round_ in past.rounds
        for one, other in pairs_of(round_)
        if other is not None
    )


def most_byes(past: Past) -> int:
    byes = Counter(p.first for round_ in past.rounds for p in round_.pairings if p.is_bye)
    return max(byes.values(), default=0)


@pytest.mark.parametrize(
    ("size", "rounds", "events", "gap", "byes"),
    [
        (9, 5, 60, 2, 1),
        (17, 5, 20, 1, 1),
        (32, 6, 12, 1, 0),
        (65, 7, 4, 1, 1),
        (128, 7, 1, 1, 0),
        (200, 8, 1, 1, 0),
    ],
)
def test_events_with_room_have_no_rematch_and_near_scores(
    size: int, rounds: int, events: int, gap: int, byes: int
) -> None:
    for number in range(events):
        event = played(members(size), rounds, Random(number))
        assert rematches(event) == 0
        assert widest_gap(event) <= gap
        assert most_byes(event) == byes


@pytest.mark.parametrize(("size", "rounds", "known", "gap"), [(6, 5, 0.50, 4), (8, 7, 0.20, 5)])
def test_events_of_all_rounds_have_rematches_about_as_known(
    size: int, rounds: int, known: float, gap: int
) -> None:
    events = [played(members(size), rounds, Random(f"{size}-{n}")) for n in range(400)]
    # An event has none or two, so the mean of 400 has a standard error of 0.05, and the known
    # figure, from fewer events, a larger one.
    assert abs(sum(map(rematches, events)) / 400 - known) <= 0.15
    # One event in fifty may go beyond the known largest gap, which is from fewer events.
    assert sum(widest_gap(event) > gap for event in events) <= 8


def across(pairs: Sequence[Pair]) -> tuple[int, int]:
    """How many pairs have different scores, and the sum of the squares."""
    gaps = [one.score - other.score for one, other in pairs if other is not None]
    return sum(gap != 0 for gap in gaps), sum(gap * gap for gap in gaps)


def again(pairs: Sequence[Pair]) -> int:
    return sum(other is not None and other.id in one.met for one, other in pairs)


def seats(field: Sequence[Member], past: Past) -> list[Seat]:
    return [*seats_of(field, past, Absences(), seed="s", wishes=NO_WISHES).values()]


@pytest.mark.parametrize(("size", "rounds"), [(100, 4), (151, 5), (200, 7), (300, 8), (299, 5)])
def test_blocks_pair_no_more_across_scores_than_one_matching(size: int, rounds: int) -> None:
    field = members(size)
    waiting = seats(field, played(field, rounds, Random(size), forfeits=True))
    blocks, whole = pair_in_blocks(waiting, SWISS), cheapest(waiting, SWISS)
    assert again(blocks) == again(whole) == 0
    assert across(blocks) == across(whole)
    assert sorted(seat.id for pair in blocks for seat in pair if seat) == [
        member.id for member in field
    ]


def fast_event(size: int, rounds: int, chance: Random) -> tuple[list[Seat], set[int]]:
    """Seats of a large field after some rounds paired in blocks."""
    field, past = members(size), Past()
    for _ in range(rounds):
        past = decided(past, pair_round(field, past, SwissRules(9), seed="s"), chance)
    return seats(field, past), {p.first for r in past.rounds for p in r.pairings if p.is_bye}


@pytest.mark.parametrize("size", [1001, 3000])
def test_large_fields_have_no_rematch_and_float_as_little_as_parity_asks(size: int) -> None:
    waiting, had_bye = fast_event(size, 5, Random(1))
    pairs = pair_in_blocks(waiting, SWISS)
    lucky = [one for one, other in pairs if other is None]
    assert len(lucky) == size % 2
    assert not had_bye.intersection(seat.id for seat in lucky)
    scores = sorted((seat.score for seat in waiting if seat not in lucky), reverse=True)
    # Whoever pairs neighbours in order of score crosses as few scores as can be crossed.
    least = sum(high != low for high, low in zip(scores[::2], scores[1::2], strict=True))
    assert again(pairs) == 0
    assert across(pairs)[0] == least


def test_a_large_club_is_kept_apart_in_a_large_field() -> None:
    club = frozenset({"club:Kyiv"})
    field = [Member(m.id, labels=club if m.id <= 150 else frozenset()) for m in members(600)]
    pairs = pair_in_blocks(seats(field, Past()), SWISS)
    assert not [pair for pair in pairs if pair[1] and pair[0].labels & pair[1].labels]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 12), st.integers(1, 6), st.integers(0, 10**6))
def test_no_sum_of_lesser_faults_outweighs_a_greater_one(
    size: int, rounds: int, number: int
) -> None:
    field = members(size)
    past = played(field, rounds, Random(number))
    waiting = seats(field, past)
    costs = Costs(waiting, SWISS)
    pairs = [(one, other) for one in waiting for other in waiting if one.id < other.id]
    fresh = [costs.pair(*pair) for pair in pairs if pair[1].id not in pair[0].met]
    repeated = [costs.pair(*pair) for pair in pairs if pair[1].id in pair[0].met]
    if fresh and repeated:
        assert min(repeated) > size / 2 * max(fresh)


def test_lots_are_drawn_for_those_present_in_field_order() -> None:
    waiting = seats(members(4), Past())
    lots = Lots("s/1")
    assert [seat.lot for seat in waiting] == [lots.below(PRIME - 1) + 1 for _ in range(4)]
    assert records(members(4), Past(), Absences())[waiting[0].id].score == 0
