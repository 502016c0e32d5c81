"""Amounts and refusals about money in words."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from config.errors import InvalidError
from tournaments.formats import FormatError
from tournaments.formats.currency import decimals, plain
from tournaments.formats.payouts import PRESETS, Position
from tournaments.selectors.brackets import bracket_name

GAP = "\N{NO-BREAK SPACE}"

# The facts of errors that are amounts in minor units.
_AMOUNTS = frozenset(
    {"amount", "total", "pool", "missing", "kept", "collected", "agreed", "due", "price", "unit"}
)


def amount_words(amount: int, currency: str) -> str:
    """`1,250.00 EUR` as the reader writes numbers."""
    if not currency:
        return str(amount)
    places = decimals(currency)
    number = number_format(
        Decimal(amount).scaleb(-places), decimal_pos=places, use_l10n=True, force_grouping=True
    )
    return f"{number}{GAP}{currency}"


def percent_words(basis_points: int) -> str:
    return f"{number_format(Decimal(basis_points).scaleb(-2).normalize(), use_l10n=True)}{GAP}%"


def preset_words(code: str) -> str:
    """The name of a published table; whatever is none stays as it is."""
    words = {
        "main_consolation_40": _("40 / 25, consolation 25 / 10"),
        "main_consolation_45": _("45 / 22, consolation 22 / 11"),
        "by_entrants": _("By the number of entrants"),
    }
    names = {one.code: one.name for one in PRESETS}
    return words.get(code) or names.get(code, code)


def position_words(position: Position) -> str:
    return _("%(bracket)s, place %(place)s") % {
        "bracket": bracket_name(position.bracket),
        "place": position.place,
    }


def refusal_words(error: FormatError, currency: str, names: Mapping[int, str] | None = None) -> str:
    """What a pure package refused, with amounts as amounts and entrants by name."""
    said = {key: _fact(key, fact, currency, names or {}) for key, fact in error.detail.items()}
    return _(error.template) % said


def _fact(key: str, fact: object, currency: str, names: Mapping[int, str]) -> object:
    match fact:
        case Position():
            return position_words(fact)
        case int() if key in _AMOUNTS:
            return amount_words(fact, currency)
        case int() if key == "entrant":
            return names.get(fact, fact)
        case str() if key == "source":
            return bracket_name(fact)
        case _:
            return fact


def refused(
    error: FormatError, currency: str, names: Mapping[int, str] | None = None
) -> InvalidError:
    detail: dict[str, Any] = {
        key: fact if isinstance(fact, int) else str(fact) for key, fact in error.detail.items()
    }
    return InvalidError(error.code, refusal_words(error, currency, names), **detail)


def logged(amount: int, currency: str) -> str:
    """An amount as the log keeps it, the same for readers of all languages."""
    return plain(amount, currency)
