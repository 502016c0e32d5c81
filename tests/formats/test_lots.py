"""Lots come from the published seed and nothing else, and they are fair."""

from hashlib import sha256

import pytest
from hypothesis import given, strategies as st

from tests.formats.by_the_book import shuffled_by_the_book
from tournaments.formats.errors import FormatError
from tournaments.formats.lots import ALGORITHM, Lots


@given(st.text(min_size=1).filter(str.strip), st.integers(0, 70))
def test_anybody_can_repeat_a_shuffle_from_the_description(seed: str, count: int) -> None:
    items = list(range(count))
    assert Lots(seed).shuffled(items) == shuffled_by_the_book(seed, items)


def test_a_lot_of_sixteen_is_the_last_digit_of_the_next_digest() -> None:
    digits = [sha256(f"Kyiv Open:{k}".encode()).hexdigest()[-1] for k in range(20)]
    lots = Lots("Kyiv Open")
    assert [lots.below(16) for _ in range(20)] == [int(digit, 16) for digit in digits]


def test_shuffle_continues_where_the_lots_stopped() -> None:
    lots = Lots("seed")
    assert lots.shuffled(range(40)) != lots.shuffled(range(40))


def test_shuffle_leaves_the_field_as_it_was() -> None:
    field = [3, 1, 2]
    assert sorted(Lots("seed").shuffled(field)) == [1, 2, 3]
    assert field == [3, 1, 2]


def test_numbers_beyond_the_last_whole_multiple_are_thrown_away() -> None:
    # With three quarters of all numbers usable, about one lot in four is drawn again.
    n = 3 * 2**254
    numbers = [int(sha256(f"s:{k}".encode()).hexdigest(), 16) for k in range(100)]
    usable = [number for number in numbers if number < n]
    assert len(usable) < 100
    lots = Lots("s")
    assert [lots.below(n) for _ in usable] == usable


def test_every_place_is_equally_likely() -> None:
    # 6,000 shuffles of 6: each of 36 cells expects 1,000. 25 degrees of freedom are left, and
    # chi-square exceeds 52.6 once in a thousand seeds; this seed is fixed.
    counts = [[0] * 6 for _ in range(6)]
    lots = Lots("uniformity")
    for _ in range(6000):
        for place, item in enumerate(lots.shuffled(range(6))):
            counts[place][item] += 1
    assert sum((count - 1000) ** 2 / 1000 for row in counts for count in row) < 52.6


@pytest.mark.parametrize("seed", ["", " ", "\n\t"])
def test_a_blank_seed_is_refused(seed: str) -> None:
    with pytest.raises(FormatError) as refused:
        Lots(seed)
    assert refused.value.code == "seed_missing"


@pytest.mark.parametrize("n", [0, -1, 2**256 + 1])
def test_a_lot_out_of_nothing_is_refused(n: int) -> None:
    with pytest.raises(FormatError) as refused:
        Lots("seed").below(n)
    assert (refused.value.code, refused.value.detail) == ("lots_out_of_range", {"n": n})


def test_the_algorithm_has_the_published_name() -> None:
    assert ALGORITHM == "sha256-shuffle-1"
