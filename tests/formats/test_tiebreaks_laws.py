"""What holds for all standings, whoever met whom."""

from itertools import accumulate
from random import Random

from hypothesis import given, settings, strategies as st

from tests.formats.cast import entrants
from tournaments.formats.round_results import Kind, RoundResult, Unplayed
from tournaments.formats.standings_table import standings
from tournaments.formats.tiebreaks import SIMPLE, DrawnLot, LivesLeft

TWO = [Kind.WIN] * 4 + [
    Kind.DRAW,
    Kind.WALKOVER,
    Kind.FORFEIT,
    Kind.DOUBLE_FORFEIT,
    Kind.DOUBLE_LOSS,
    Kind.DISQUALIFICATION,
]
ONE = [Kind.BYE, Kind.HALF_BYE, Kind.ABSENT, Kind.WITHDRAWN, Kind.REST]
ORDER = (*SIMPLE.values(), LivesLeft(3))

events = st.builds(
    lambda size, rounds, seed: (size, played(size, rounds, Random(seed))),
    st.integers(1, 12),
    st.integers(0, 7),
    st.integers(),
)
rules = st.sampled_from(Unplayed)


def played(size: int, rounds: int, chance: Random) -> list[list[RoundResult]]:
    found = []
    for _ in range(rounds):
        field = chance.sample(entrants(size), size)
        results = []
        while field:
            a = field.pop()
            if field and chance.random() < 0.85:
                kind, b = chance.choice(TWO), field.pop()
                results.append(RoundResult(a, b, kind, (7, chance.randrange(7))))
            elif chance.random() < 0.9:
                results.append(RoundResult(a, None, chance.choice(ONE)))
        found.append(results)
    return found


Event = tuple[int, list[list[RoundResult]]]


@settings(max_examples=150, deadline=None)
@given(events, rules)
def test_everybody_has_a_row_and_places_tile(event: Event, rule: Unplayed) -> None:
    size, rounds = event
    found = standings(entrants(size), rounds, ORDER, rule)
    assert sorted(row.entrant for row in found.rows) == entrants(size)
    next_free = 1
    for row in found.rows:
        assert row.first <= next_free <= row.last
        next_free += 1
    assert all(
        row.ranked or row.first > sum(each.ranked for each in found.rows) for row in found.rows
    )


@settings(max_examples=100, deadline=None)
@given(events, rules, st.randoms(use_true_random=False))
def test_the_order_of_results_in_a_round_does_not_matter(
    event: Event, rule: Unplayed, chance: Random
) -> None:
    size, rounds = event
    shuffled = [chance.sample(results, len(results)) for results in rounds]
    assert (
        standings(entrants(size), rounds, ORDER, rule).rows
        == standings(entrants(size), shuffled, ORDER, rule).rows
    )


@settings(max_examples=100, deadline=None)
@given(events, rules)
def test_a_lot_leaves_no_ties(event: Event, rule: Unplayed) -> None:
    size, rounds = event
    found = standings(entrants(size), rounds, (DrawnLot("law"),), rule)
    assert all(row.first == row.last for row in found.rows if row.ranked)


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 6), st.integers(0, 7), st.integers())
def test_what_everybody_won_is_what_their_opponents_are_worth(
    pairs: int, rounds: int, seed: int
) -> None:
    """Where all is played, each score is in one Buchholz a round, and beaten once a win."""
    chance = Random(seed)
    size = 2 * pairs
    event = []
    for _ in range(rounds):
        field = chance.sample(entrants(size), size)
        event.append([RoundResult(a, b) for a, b in zip(field[::2], field[1::2], strict=True)])
    codes = ("score", "buchholz", "buchholz_cut_1", "sonneborn_berger", "progressive")
    found = standings(entrants(size), event, [SIMPLE[code] for code in codes])
    rows = {row.entrant: [value or 0 for value in row.values] for row in found.rows}
    score = {entrant: values[0] for entrant, values in rows.items()}

    assert sum(values[1] for values in rows.values()) == rounds * sum(score.values())
    for entrant, (_score, buchholz, cut, sonneborn_berger, progressive) in rows.items():
        mine = [
            result for results in event for result in results if entrant in (result.a, result.b)
        ]
        foes = [result.b if result.a == entrant else result.a for result in mine]
        worth = [score[foe] for foe in foes if foe is not None]
        assert buchholz - cut == min(worth, default=0)
        beaten = [score[r.b] for r in mine if r.a == entrant and r.b is not None]
        assert sonneborn_berger == 2 * sum(beaten)
        assert progressive == sum(accumulate(2 * (r.a == entrant) for r in mine))
