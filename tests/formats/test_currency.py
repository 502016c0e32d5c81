"""Amounts as people write them, and back."""

import pytest
from hypothesis import example, given, strategies as st

from tests.formats.refusal import refused
from tournaments.formats.currency import (
    CURRENCIES,
    MAX_AMOUNT,
    bare,
    decimals,
    plain,
    read_amount,
    read_percent,
)


@pytest.mark.parametrize(
    ("text", "currency", "amount"),
    [
        ("50", "EUR", 5000),
        ("50.5", "EUR", 5050),
        ("50,50", "UAH", 5050),
        ("1 250", "EUR", 125_000),
        ("1\N{NO-BREAK SPACE}250,75", "EUR", 125_075),
        (" 0 ", "EUR", 0),
        ("007", "EUR", 700),
        ("500", "JPY", 500),
        ("1.250", "KWD", 1250),
    ],
)
def test_an_amount_is_read_as_it_is_written(text: str, currency: str, amount: int) -> None:
    assert read_amount(text, currency) == amount


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("", "EUR"),
        ("ten", "EUR"),
        ("-5", "EUR"),
        ("1,250", "EUR"),
        ("1.250.00", "EUR"),
        ("5.", "EUR"),
        ("50.5", "JPY"),
        ("1e3", "EUR"),
        ("50 €", "EUR"),
    ],
)
def test_what_is_no_amount_is_not_guessed(text: str, currency: str) -> None:
    with refused("amount_unreadable"):
        read_amount(text, currency)


def test_more_than_fits_is_refused() -> None:
    assert read_amount(bare(MAX_AMOUNT, "EUR"), "EUR") == MAX_AMOUNT
    with refused("amount_too_large"):
        read_amount(bare(MAX_AMOUNT + 1, "EUR"), "EUR")


def test_a_currency_has_its_own_number_of_decimals() -> None:
    assert [decimals(code) for code in ("EUR", "JPY", "KWD")] == [2, 0, 3]
    with refused("currency_unknown"):
        decimals("eur")


@pytest.mark.parametrize(
    ("amount", "currency", "said"),
    [
        (5, "EUR", "0.05 EUR"),
        (-5, "EUR", "-0.05 EUR"),
        (-12_345, "EUR", "-123.45 EUR"),
        (5, "JPY", "5 JPY"),
        (5, "KWD", "0.005 KWD"),
    ],
)
def test_an_amount_is_said_with_its_decimals(amount: int, currency: str, said: str) -> None:
    assert plain(amount, currency) == said


@example(MAX_AMOUNT, "ISK")
@given(st.integers(0, MAX_AMOUNT), st.sampled_from(sorted(CURRENCIES)))
def test_what_is_written_is_read_back(amount: int, currency: str) -> None:
    assert read_amount(bare(amount, currency), currency) == amount


@pytest.mark.parametrize(
    ("text", "points"),
    [("33", 3300), ("33.5", 3350), ("33,25 %", 3325), ("100", 10_000), ("0", 0)],
)
def test_a_percentage_is_read_in_basis_points(text: str, points: int) -> None:
    assert read_percent(text) == points


@pytest.mark.parametrize("text", ["", "half", "101", "33.333", "-1", "%"])
def test_what_is_no_percentage_is_not_guessed(text: str) -> None:
    with refused("percent_unreadable"):
        read_percent(text)
