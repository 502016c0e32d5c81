"""Payout tables: what a place is worth, to the cent."""

import pytest
from hypothesis import given, strategies as st

from tests.formats.refusal import refused
from tournaments.formats.errors import FormatError
from tournaments.formats.payouts import (
    PRESETS,
    Position,
    Preset,
    by_amounts,
    by_parts,
    by_percentages,
    preset,
    schedule,
)

FIRST, SECOND, THIRD = (Position("M", place) for place in (1, 2, 3))
CONSOLATION = Position("C", 1)


def test_parts_share_a_pool_that_divides_evenly() -> None:
    assert schedule(by_parts((50, 30, 20)), 160_000) == {
        FIRST: 80_000,
        SECOND: 48_000,
        THIRD: 32_000,
    }


def test_the_largest_remainder_gets_the_odd_cent() -> None:
    # 3/6, 2/6, 1/6 of 100 are 50, 33.33 and 16.67.
    assert list(schedule(by_parts((3, 2, 1)), 100).values()) == [50, 33, 17]


def test_equal_remainders_favour_the_better_place() -> None:
    assert list(schedule(by_parts((1, 1, 1)), 100).values()) == [34, 33, 33]


def test_prizes_are_rounded_to_whole_euros_and_the_winner_gets_the_loose_cents() -> None:
    assert list(schedule(by_parts((45, 22, 22, 11)), 100_050, unit=100).values()) == [
        45_050,
        22_000,
        22_000,
        11_000,
    ]


def test_a_main_and_a_consolation_bracket_share_one_pool() -> None:
    table = preset("main_consolation_40").table(entrants=32)
    assert schedule(table, 320_000) == {
        FIRST: 128_000,
        SECOND: 80_000,
        CONSOLATION: 80_000,
        Position("C", 2): 32_000,
    }


@pytest.mark.parametrize(
    ("entrants", "places"), [(3, 3), (12, 3), (13, 4), (19, 5), (28, 7), (36, 7), (50, 9)]
)
def test_larger_fields_pay_more_places(entrants: int, places: int) -> None:
    assert len(preset("by_entrants").table(entrants)) == places


@pytest.mark.parametrize("each", PRESETS, ids=lambda each: each.code)
def test_every_preset_shares_out_all_of_it(each: Preset) -> None:
    assert [sum(parts.values()) for _most, parts in each.rows] == [100] * len(each.rows)


def test_a_preset_pays_no_more_places_than_there_are_entrants() -> None:
    with refused("preset_out_of_range"):
        preset("six_30_20").table(entrants=5)
    with refused("preset_out_of_range"):
        preset("by_entrants").table(entrants=51)


def test_percentages_by_hand_must_be_all_of_it() -> None:
    assert by_percentages({FIRST: 6_250, CONSOLATION: 3_750})
    with pytest.raises(FormatError, match=r"add up to 87.5 %, not to 100 %: .* by \+12.5 %"):
        by_percentages({FIRST: 5_000, SECOND: 2_500, THIRD: 1_250})


def test_amounts_by_hand_must_be_the_pool() -> None:
    assert by_amounts({FIRST: 700, SECOND: 300}, 1_000)
    with refused("amounts_differ"):
        by_amounts({FIRST: 700, SECOND: 301}, 1_000)


@pytest.mark.parametrize(
    ("parts", "pool", "unit", "code"),
    [
        ((), 100, 1, "table_empty"),
        ((0, 0), 100, 1, "table_empty"),
        ((2, -1), 100, 1, "share_negative"),
        ((1,), -1, 1, "pool_negative"),
        ((1,), 100, 0, "unit_too_small"),
    ],
)
def test_nonsense_is_refused(parts: tuple[int, ...], pool: int, unit: int, code: str) -> None:
    with refused(code):
        schedule(dict(zip((FIRST, SECOND), parts, strict=False)), pool, unit=unit)


@given(
    st.lists(st.integers(1, 1_000), min_size=1, max_size=30),
    st.integers(0, 10**9),
    st.integers(1, 10_000),
)
def test_every_schedule_is_the_pool_and_no_better_place_gets_less(
    parts: list[int], pool: int, unit: int
) -> None:
    paid = list(schedule(by_parts(sorted(parts, reverse=True)), pool, unit=unit).values())
    assert sum(paid) == pool
    assert paid == sorted(paid, reverse=True)
    assert min(paid) >= 0
    assert all(amount % unit == 0 for amount in paid[1:])


@given(st.lists(st.integers(1, 1_000), min_size=1, max_size=30), st.integers(0, 10**9))
def test_nobody_is_a_cent_or_more_from_his_exact_share(parts: list[int], pool: int) -> None:
    paid = schedule(by_parts(parts), pool).values()
    for part, amount in zip(parts, paid, strict=True):
        assert abs(amount * sum(parts) - pool * part) < sum(parts)
