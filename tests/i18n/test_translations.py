"""The languages say everything that the code says, with the same facts in it."""

import re
from collections import Counter
from itertools import chain

import polib
import pytest
from django.conf import settings

from tests.i18n.extract import ROOT, Message, messages

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
FORMS = 3  # one, few, many: Russian and Ukrainian alike

# Facts and markup: the same in every language.
KEPT = re.compile(r"%\(\w+\)\w|\{\w*\}|<[^>]+>")

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))


def said(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_a_catalogue_holds_what_the_code_says_and_nothing_else(language: str) -> None:
    held = Counter(
        Message(entry.msgctxt, entry.msgid, entry.msgid_plural or None)
        for entry in catalogue(language)
    )
    assert held == Counter(messages())


def test_everything_is_translated_and_nothing_is_guessed(language: str) -> None:
    entries = catalogue(language)
    assert [entry.msgid for entry in entries if not all(map(str.strip, said(entry)))] == []
    assert [entry.msgid for entry in entries if entry.fuzzy or entry.obsolete] == []


def test_facts_and_markup_are_kept(language: str) -> None:
    for entry in catalogue(language):
        wanted = Counter(KEPT.findall(entry.msgid_plural or entry.msgid))
        for text in said(entry):
            assert Counter(KEPT.findall(text)) == wanted, text


def test_numbers_have_their_three_forms(language: str) -> None:
    entries = catalogue(language)
    assert entries.metadata["Plural-Forms"].startswith(f"nplurals={FORMS};")
    counted = [entry for entry in entries if entry.msgid_plural]
    assert counted
    assert [e.msgid for e in counted if sorted(e.msgstr_plural) != list(range(FORMS))] == []


def test_the_compiled_catalogue_is_that_of_the_text(language: str) -> None:
    path = ROOT / "locale" / language / "LC_MESSAGES" / "django.mo"
    compiled = polib.mofile(str(path))
    assert {(e.msgctxt, e.msgid, *said(e)) for e in compiled} == {
        (e.msgctxt, e.msgid, *said(e)) for e in catalogue(language)
    }
    assert compiled.metadata["Plural-Forms"] == catalogue(language).metadata["Plural-Forms"]


def test_no_letters_of_the_neighbour_slipped_in(language: str) -> None:
    texts = chain.from_iterable(said(entry) for entry in catalogue(language))
    other = "іїєґ" if language == "ru" else "ыэёъ"
    assert [text for text in texts if set(text.lower()) & set(other)] == []
