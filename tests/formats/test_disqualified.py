"""Who is disqualified takes no place, and nobody below notices but for moving up."""

from hypothesis import given, strategies as st

from tournaments.formats import EntrantId
from tournaments.formats.disqualified import Span, places_without

A, B, C, D, E = map(EntrantId, range(1, 6))
TABLE = {A: (1, 1), B: (2, 2), C: (3, 4), D: (3, 4), E: (5, 5)}


def test_all_below_move_up() -> None:
    assert places_without(TABLE, {B}) == {A: (1, 1), C: (2, 3), D: (2, 3), E: (4, 4)}


def test_who_shared_with_him_shares_with_one_less() -> None:
    assert places_without(TABLE, {C}) == {A: (1, 1), B: (2, 2), D: (3, 3), E: (4, 4)}


def test_places_that_can_still_come_stay_possible() -> None:
    """Of B and C one will be second; who is out may be either before or after A in the end."""
    open_ = {A: (1, 3), B: (1, 3), C: (1, 3)}
    assert places_without(open_, {B}) == {A: (1, 2), C: (1, 2)}


@given(st.lists(st.integers(1, 4), min_size=1, max_size=12), st.sets(st.integers(0, 11)))
def test_the_others_fill_their_places_exactly(sharing: list[int], out: set[int]) -> None:
    spans: dict[EntrantId, Span] = {}
    for group in sharing:
        first = len(spans) + 1
        spans |= {EntrantId(first + n): (first, first + group - 1) for n in range(group)}
    gone = {list(spans)[n] for n in out if n < len(spans)}
    left = places_without(spans, gone)
    taken = sorted({place for first, last in left.values() for place in range(first, last + 1)})
    assert taken == list(range(1, len(spans) - len(gone) + 1))
    for first, last in left.values():
        assert sum(span == (first, last) for span in left.values()) == last - first + 1
