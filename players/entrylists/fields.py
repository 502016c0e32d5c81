"""Reads single values: a country, a rating, whether the fee is paid, a federation number.

Two doors. `fill_*` trusts the heading of a column and keeps as a note what it cannot read.
`absorb` has no heading to go by: it takes a piece only if it can hardly be anything else.
"""

import re
from dataclasses import replace
from typing import Final

from .countries import COUNTRY_CODES
from .draft import Draft
from .words import PAID, PAID_MARKS, plain_word

_RATING: Final = re.compile(
    r"(?P<word>rating|elo|рейтинг|r)?[ .:=]*(?P<before>[~≈]?) ?"
    r"(?P<value>[0-9]{1,4}(?:[.,][0-9]{1,4})?) ?(?P<after>\??)",
    re.IGNORECASE,
)
_RATING_WORD: Final = re.compile(r"(?:rating|elo|рейтинг)\b", re.IGNORECASE)
_NUMBER: Final = re.compile(
    r"(?:(?P<word>id|fed(?:eration)?(?: (?:no|id))?|№)[ .:]*)?(?P<value>[0-9]{1,12})", re.IGNORECASE
)


def is_country(text: str) -> bool:
    """Whether the text is a country code in capitals."""
    return text in COUNTRY_CODES


def fill_country(draft: Draft, cell: str) -> Draft:
    code = cell.strip("()[]. ").upper()
    if code in COUNTRY_CODES:
        return replace(draft, country=code)
    return draft.add_note(f"country: {cell}").remark("country_unreadable", cell)


def fill_rating(draft: Draft, cell: str) -> Draft:
    match = _RATING.fullmatch(cell.strip("()[] "))
    if match is None:
        return draft.add_note(f"rating: {cell}").remark("rating_unreadable", cell)
    return _with_rating(draft, match)


def fill_paid(draft: Draft, cell: str) -> Draft:
    word = plain_word(cell)
    paid = PAID.get(word, PAID_MARKS.get(word))
    if paid is None:
        return draft.add_note(f"paid: {cell}").remark("paid_unreadable", cell)
    return replace(draft, paid=paid)


def absorb(draft: Draft, text: str) -> Draft | None:
    """The draft with the still empty field that `text` is, or None if it is none of them."""
    for reader in (_absorb_country, absorb_rating, _absorb_paid, _absorb_number):
        fuller = reader(draft, text)
        if fuller is not None:
            return fuller
    return None


def speaks_of_rating(text: str) -> bool:
    """Whether the text begins with the word rating, readable or not."""
    return _RATING_WORD.match(text) is not None


def _absorb_country(draft: Draft, text: str) -> Draft | None:
    return replace(draft, country=text) if not draft.country and is_country(text) else None


def absorb_rating(draft: Draft, text: str) -> Draft | None:
    """The draft with the rating, if it has none yet and the text is one (300 to 3000)."""
    match = _RATING.fullmatch(text) if draft.rating is None else None
    # Without the word, a number is a rating only where ratings lie: 7 may be a table, 65709 an id.
    if match is None or not 300 <= _as_number(match) <= 3000:
        return None
    return _with_rating(draft, match)


def _absorb_paid(draft: Draft, text: str) -> Draft | None:
    paid = PAID.get(plain_word(text)) if draft.paid is None else None
    return None if paid is None else replace(draft, paid=paid)


def _absorb_number(draft: Draft, text: str) -> Draft | None:
    match = _NUMBER.fullmatch(text) if not draft.federation_no else None
    if match is None or not (match["word"] or len(match["value"]) >= 5 or draft.rating is not None):
        return None
    return replace(draft, federation_no=match["value"])


def _as_number(match: re.Match[str]) -> float:
    return float(match["value"].replace(",", "."))


def _with_rating(draft: Draft, match: re.Match[str]) -> Draft:
    number = _as_number(match)
    rated = replace(draft, rating=round(number))
    if not number.is_integer():
        rated = rated.remark("rating_rounded", match["value"])
    if match["before"] or match["after"]:
        rated = rated.remark("rating_uncertain", match[0])
    return rated
