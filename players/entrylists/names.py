"""What can be said about a name without knowing the person.

Order of the parts, the key under which two spellings meet. Who the person is stays with the
services.
"""

import re
import unicodedata
from typing import Final

from .cleaning import tidy

_ACCENTS: Final = re.compile("[\u0300-\u036f]")
_JOINED: Final = re.compile(r"['’‘ʼ`´.\u200c]")
_PARTED: Final = re.compile(r"[^\w\u3099\u309a]+")
# Letters with a stroke or of two, which do not decompose.
_LETTERS: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
# Han, kana and Hangul: the family name comes first in reading order, too.
_FAMILY_FIRST: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")


def same_person_key(name: str) -> str:
    """A key that is equal for spellings that may well be one person.

    Letter case, order of the parts, accents (ё as е, й as и, ł as l), apostrophes, full stops and
    hyphens do not count: lists are typed by hand and on foreign keyboards. So an equal key is a
    reason to ask, never a proof. Voicing marks of kana do count: they make another letter.
    """
    plain = unicodedata.normalize("NFKD", name.casefold()).casefold()
    plain = _JOINED.sub("", _ACCENTS.sub("", plain).translate(_LETTERS))
    parts = sorted(_PARTED.sub(" ", plain).split())
    return unicodedata.normalize("NFC", " ".join(parts)) or tidy(name.casefold())


def reading_order(given: str, family: str) -> str:
    """The display name of the two parts: family first in East Asian scripts, last elsewhere."""
    parts = (family, given) if _FAMILY_FIRST.search(given + family) else (given, family)
    return tidy(" ".join(parts))


def has_letter(text: str) -> bool:
    """Whether there is anything to call a person by."""
    return any(char.isalpha() for char in text)
