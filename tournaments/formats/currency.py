"""Amounts of money as people write them, and as integers in minor units.

A currency is its ISO 4217 code with its number of decimals: 50.5 EUR are 5050 cents, 50 JPY are 50
yen. How a page writes an amount in the reader's language is for the page.
"""

import re

from tournaments.formats.errors import FormatError

CURRENCIES = {
    "EUR": 2,
    "USD": 2,
    "GBP": 2,
    "UAH": 2,
    "PLN": 2,
    "CHF": 2,
    "CZK": 2,
    "DKK": 2,
    "SEK": 2,
    "NOK": 2,
    "HUF": 2,
    "RON": 2,
    "BGN": 2,
    "GEL": 2,
    "TRY": 2,
    "ILS": 2,
    "CAD": 2,
    "AUD": 2,
    "ISK": 0,
    "JPY": 0,
    "KWD": 3,
}
MAX_AMOUNT = 10**12  # in minor units: more than any purse holds

_WRITTEN = re.compile(r"(\d{1,13})(?:[.,](\d+))?")


def decimals(currency: str) -> int:
    """Raises FormatError `currency_unknown`."""
    if currency not in CURRENCIES:
        raise FormatError(
            "currency_unknown",
            "%(currency)s is no currency known here: choose one of %(known)s.",
            currency=currency or "—",
            known=", ".join(CURRENCIES),
        )
    return CURRENCIES[currency]


def read_amount(text: str, currency: str) -> int:
    """`50`, `50.5`, `50,50` and `1 250` in minor units; nothing is guessed.

    Raises FormatError `amount_unreadable`, also for more decimals than the currency has, and
    `currency_unknown`.
    """
    places = decimals(currency)
    found = _WRITTEN.fullmatch("".join(text.split()))
    fraction = (found[2] or "") if found else ""
    if found is None or len(fraction) > places:
        raise FormatError(
            "amount_unreadable",
            "“%(text)s” is no amount of %(currency)s: write it like %(example)s.",
            text=text.strip()[:40],
            currency=currency,
            example=bare(125_000 if places else 1250, currency),
        )
    amount = int(found[1] + fraction.ljust(places, "0"))
    if amount > MAX_AMOUNT:
        raise FormatError(
            "amount_too_large",
            "%(amount)s is more than fits: check the number.",
            amount=plain(amount, currency),
        )
    return amount


def read_percent(text: str) -> int:
    """`33`, `33.5` and `33,5` in basis points. Raises FormatError `percent_unreadable`."""
    found = _WRITTEN.fullmatch(text.strip().removesuffix("%").strip())
    fraction = (found[2] or "") if found else ""
    if found is None or len(fraction) > 2 or int(found[1]) > 100:
        raise FormatError(
            "percent_unreadable",
            "“%(text)s” is no percentage: write it like 33 or 33.5.",
            text=text.strip()[:40],
        )
    return int(found[1] + fraction.ljust(2, "0"))


def bare(amount: int, currency: str) -> str:
    """The amount without its currency, as `read_amount` takes it: `50.50`."""
    places = decimals(currency)
    whole, fraction = divmod(abs(amount), 10**places)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{fraction:0{places}}" if places else f"{sign}{whole}"


def plain(amount: int, currency: str) -> str:
    """The amount and its currency, the same in every language: `50.50 EUR`."""
    return f"{bare(amount, currency)} {currency}"
