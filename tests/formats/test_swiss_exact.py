"""Small fields against all possible pairings, and every field against what must always hold."""

from collections import Counter
from random import Random

from hypothesis import given, settings, strategies as st

from tests.formats.swiss_play import Book, Pairs, all_pairings, decided, members, pairs_of, played
from tournaments.formats.graph import EntrantId
from tournaments.formats.lives import LIVES
from tournaments.formats.pairing import Member, Past
from tournaments.formats.swiss import SwissRules, check_rounds, pair_round, round_of, seats_of
from tournaments.formats.swiss_cost import SWISS, Seat
from tournaments.formats.swiss_match import cheapest
from tournaments.formats.swiss_records import Absences
from tournaments.formats.swiss_wishes import NO_WISHES

MANY = SwissRules(60)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 8), st.integers(0, 7), st.integers(0, 10**6))
def test_no_pairing_is_better_than_the_one_made(size: int, rounds: int, number: int) -> None:
    field = members(size)
    before = played(field, rounds, Random(number), forfeits=True)
    book = Book(before)
    made = book.faults(pairs_of(pair_round(field, before, MANY, seed="s")))
    assert made == min(book.faults(pairs) for pairs in all_pairings([m.id for m in field]))


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 7), st.integers(0, 6), st.integers(0, 10**6))
def test_with_lives_close_records_come_before_new_opponents(
    size: int, rounds: int, number: int
) -> None:
    field = members(size)
    before = played(field, rounds, Random(number), forfeits=True)
    seats = seats_of(field, before, Absences(), seed="s", wishes=NO_WISHES)
    made = pairs_of(round_of(rounds + 1, seats, LIVES, NO_WISHES))

    def by_records(pairs: Pairs) -> tuple[int, ...]:
        again, rematch, height, gaps, floats = Book(before).faults(pairs)
        return again, height, gaps, rematch, floats

    every = all_pairings([member.id for member in field])
    assert by_records(made) == min(map(by_records, every))


@st.composite
def changing_fields(draw: st.DrawFn) -> list[Member]:
    """2 to 60, some of whom come late, leave early or miss a round."""
    field = []
    for member in members(draw(st.integers(2, 60))):
        first = draw(st.sampled_from([1, 1, 1, 1, 2, 3]))
        last = draw(st.sampled_from([None, None, None, None, 1, 3]))
        away = draw(st.sampled_from([(), (), (), (2,), (4,)]))
        field.append(Member(member.id, first, last, frozenset(away)))
    return field


@settings(max_examples=60, deadline=None)
@given(changing_fields(), st.integers(0, 10**6))
def test_whatever_happens_everybody_present_is_paired_once(
    field: list[Member], number: int
) -> None:
    chance, past = Random(number), Past()
    for round_number in range(1, 6):
        here = [member.id for member in field if member.is_present(round_number)]
        if len(here) < 2:
            break
        round_ = pair_round(field, past, MANY, seed=f"seed {number}")
        assert round_ == pair_round(field, past, MANY, seed=f"seed {number}")
        paired = [entrant for pairing in round_.pairings for entrant in pairing.entrants]
        assert sorted(paired) == sorted(here)
        assert [pairing.number for pairing in round_.pairings] == [
            *range(1, len(round_.pairings) + 1)
        ]
        assert all(pairing.reasons for pairing in round_.pairings)
        byes = [pairing.first for pairing in round_.pairings if pairing.is_bye]
        assert len(byes) == len(here) % 2
        had = Counter(p.first for r in past.rounds for p in r.pairings if p.is_bye)
        assert all(had[lucky] == min(had[entrant] for entrant in here) for lucky in byes)
        past = decided(past, round_, chance, forfeits=True)


@settings(max_examples=30, deadline=None)
@given(st.integers(4, 60), st.integers(0, 10**6))
def test_nobody_meets_twice_in_the_safe_rounds(size: int, number: int) -> None:
    rounds = min((size + size % 2) // 2, 8)
    assert check_rounds(size, rounds) == ()
    met = Counter(
        frozenset(pairing.entrants)
        for round_ in played(members(size), rounds, Random(number), forfeits=True).rounds
        for pairing in round_.pairings
    )
    assert set(met.values()) == {1}


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 20), st.integers(0, 7), st.integers(0, 10**6))
def test_reasons_say_what_is_the_case(size: int, rounds: int, number: int) -> None:
    field = members(size)
    before = played(field, rounds, Random(number), forfeits=True)
    book = Book(before)
    for pairing in pair_round(field, before, MANY, seed="s").pairings:
        kinds = {reason.code.split("_")[0] for reason in pairing.reasons}
        if pairing.second is None:
            others = [m.id for m in field if not book.byes(m.id)]
            lowest = min(map(book.score, others), default=None)
            expected = "bye_lowest" if book.score(pairing.first) == lowest else "bye_to_fit"
            assert pairing.reasons[0].code == (expected if others else "bye_again")
            continue
        level = book.score(pairing.first) == book.score(pairing.second)
        met = book.met(pairing.first, pairing.second)
        assert kinds == {"same" if level else "float"} | ({"rematch"} if met else set())
        assert book.score(pairing.first) >= book.score(pairing.second)
        assert all("%(" not in reason.message for reason in pairing.reasons)


def test_the_longest_event_of_the_largest_exact_field_can_be_reckoned() -> None:
    # All that is possible at once: 64 rounds, all met again and again, scores from 0 to 64.
    waiting = [
        Seat(
            EntrantId(number),
            lot=number,
            score=128 * (number % 2),
            byes=64 * (number % 3 == 0),
            downs=64,
            ups=64,
            last=EntrantId(number ^ 1),
            met={EntrantId(other): 64 for other in range(1, 302)},
            labels=frozenset("abc"),
        )
        for number in range(1, 302)
    ]
    (alone,) = [one for one, other in cheapest(waiting, SWISS) if other is None]
    assert (alone.byes, alone.score) == (0, 0)
