"""Reads a line, or the name cell of a table, that has no headings to go by.

The order in which it looks: numbering goes; what follows a dash between spaces is said about the
player; commas, semicolons and tabs part the rest; brackets, a rating and a country code at the end
are taken off the name.

"Surname, Name" or "Name, something else"? Decided for each line by itself:

* what is a country, rating, payment or number in any list is that ("Áiva Tóth, HUN, paid"), save
  that after a single word in capitals a code may be a given name ("BERG, BEN");
* after a single word (particles such as "van der" not counted) comes a given name;
* after two or more words comes a club or city, with a finding, because "Anna Ulrich, Copenhagen"
  is commoner than "García Márquez, Gabriel";
* what begins in lower case or with "late", "arrives" and the like is a note.

Without a delimiter the order of the parts is not guessed: the name stays as it is written.

Reading its own result again, with the same fields filled, changes nothing.
"""

import re
from dataclasses import replace
from typing import Final

from .cleaning import tidy
from .draft import Draft
from .fields import absorb, absorb_rating, is_country, speaks_of_rating
from .names import has_letter, reading_order
from .words import PAIRS, PARTICLES, is_remark, plain_word

_NUMBERING: Final = re.compile(
    r"(?:[#№] ?[0-9]{1,5}[.):]?|[0-9]{1,5} ?[.):]|[0-9]{1,5} [-–—](?= )|[0-9]{1,3}(?= \D)"
    r"|[*•·-])\s*"
)
_EDGES: Final = " ,;:|–—-\t"
_QUOTES: Final = '"“”„«»'
_DASH: Final = re.compile(r"\s[-–—]{1,2}\s")
_DELIMITER: Final = re.compile(r"[,;\t]")
_LAST_NUMBER: Final = re.compile(
    r"(.*?\S)[ :]+((?:(?:rating|elo|рейтинг)[ .:=]*)?[~≈]?[0-9]{3,4}(?:\.[0-9]{1,4})?\??)",
    re.IGNORECASE,
)
# What is longer is no name, and taking it to pieces would only cost time.
_LONGEST: Final = 200
_MOST_PIECES: Final = 40
_MOST_NUMBERS: Final = 5


def has_numbering(text: str) -> bool:
    """Whether the line begins with a number or a bullet, as the entries of a list do."""
    return _NUMBERING.match(text.lstrip()) is not None


def read_freeform(text: str, draft: Draft) -> Draft:
    """The draft with the name and whatever else the text says; its name is empty if there is none.

    Fields that the draft already has are kept: the text cannot change them.
    """
    head, tail = _halves(_trim("\t".join(map(tidy, text.split("\t")))))
    before, pieces = _skip_numbers(_pieces(head))
    if not pieces:
        return draft
    named, rest = _read_name(draft, pieces, by_comma=_parted_by_comma(head, pieces))
    return _read_rest(named, [*before, *rest, *_pieces(tail)])


def _halves(text: str) -> tuple[str, str]:
    head, *tail = _DASH.split(text, maxsplit=1)
    return (head, tail[0]) if tail and has_letter(head) else (text, "")


def _pieces(text: str) -> list[str]:
    trimmed = (_trim(piece) for piece in _DELIMITER.split(text, maxsplit=_MOST_PIECES))
    return [piece for piece in trimmed if piece]


def _parted_by_comma(head: str, pieces: list[str]) -> bool:
    match = _DELIMITER.search(head, head.find(pieces[0]) + len(pieces[0]))
    return match is not None and match[0] == ","


def _skip_numbers(pieces: list[str]) -> tuple[list[str], list[str]]:
    """What stands before the name and is worth keeping; the name and what follows it."""
    for number, piece in enumerate(pieces[:_MOST_NUMBERS]):
        if has_letter(piece):
            # Up to four digits in front are the place in the list.
            kept = [each for each in pieces[:number] if not (each.isdecimal() and len(each) < 5)]
            return kept, pieces[number:]
    return [], []


def _read_name(draft: Draft, pieces: list[str], *, by_comma: bool) -> tuple[Draft, list[str]]:
    name, peeled = _peel(pieces[0], draft, least_words=2)
    if len(pieces) == 1 or not _is_given(name, pieces[1]):
        return replace(peeled, name=name), pieces[1:]
    given, peeled = _peel(pieces[1], peeled, least_words=1)
    if not by_comma:
        peeled = peeled.remark("order_guessed", name)
    display = reading_order(given, name)
    return replace(peeled, name=display, given=given, family=name), pieces[2:]


def _is_given(family: str, piece: str) -> bool:
    """Whether the piece after `family` is a given name: see the module's own words."""
    given, _ = _peel(piece, Draft(), least_words=1)
    if absorb(Draft(), piece) is not None:
        shouted = " " not in family and family.isupper()
        return shouted and is_country(piece)
    likewise = given.title() if family[:1].islower() else given
    return (
        has_letter(given)
        and len(given.split()) <= 3
        and not any(char.isdecimal() for char in given)
        and not is_remark(likewise)
        and not speaks_of_rating(given)
        and sum(plain_word(word) not in PARTICLES for word in family.split()) <= 1
    )


def _read_rest(draft: Draft, pieces: list[str]) -> Draft:
    said: list[str] = []
    for piece in pieces:
        fuller = absorb(draft, piece)
        if fuller is not None:
            draft = fuller
        elif said or draft.club or not _is_place(piece):
            said.append(piece)
        else:
            # One word after a name in full may still be a given name: the director must look.
            one_word = piece == pieces[0] and " " not in piece and not draft.family
            draft = draft.add_club(piece).remark(
                "order_uncertain" if one_word else "club_guessed", piece
            )
    if not said:
        return draft
    note = ", ".join(said)
    unreadable = draft.rating is None and speaks_of_rating(note)
    return draft.add_note(note).remark("rating_unreadable" if unreadable else "note_kept", note)


def _is_place(piece: str) -> bool:
    return (
        has_letter(piece)
        and not is_remark(piece)
        and not is_country(piece)
        and not speaks_of_rating(piece)
    )


def _trim(text: str) -> str:
    """The text without numbering, bullets, quotation marks around it and stray punctuation."""
    before = None
    while text != before:
        before = text
        text = _unquote(text.strip(_EDGES))
        text = _NUMBERING.sub("", text, count=1) if _NUMBERING.match(text) else text
    return text


def _unquote(text: str) -> str:
    if len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES:
        inside = text[1:-1]
        return text if any(mark in inside for mark in _QUOTES) else inside
    if text.count('"') == 1:
        return text.strip('"')
    return text


def _peel(text: str, draft: Draft, *, least_words: int) -> tuple[str, Draft]:
    """The name without what stands at its end, and the draft with that; letters always remain."""
    if len(text) > _LONGEST:
        return text, draft
    while True:
        step = (
            _peel_brackets(text, draft)
            or _peel_rating(text, draft)
            or _peel_country(text, draft, least_words)
        )
        if step is None:
            return text, draft
        text, draft = step


def _peel_brackets(text: str, draft: Draft) -> tuple[str, Draft] | None:
    start = max(text.rfind("("), text.rfind("["))
    rest = _trim(text[: max(start, 0)])
    inside = text[start + 1 : -1]
    if text[-1:] not in {")", "]"} or not has_letter(rest) or ")" in inside or "]" in inside:
        return None
    for piece in _pieces(inside):
        draft = _read_bracketed(draft, piece)
    return rest, draft


def _read_bracketed(draft: Draft, piece: str) -> Draft:
    fuller = absorb(draft, piece)
    if fuller is not None:
        return fuller
    if plain_word(piece) in PAIRS:
        return draft.add_note("pair")
    if draft.club or not _is_place(piece):
        return draft.add_note(piece).remark("note_kept", piece)
    return draft.add_club(piece)


def _peel_rating(text: str, draft: Draft) -> tuple[str, Draft] | None:
    match = _LAST_NUMBER.fullmatch(text)
    fuller = absorb_rating(draft, match[2]) if match else None
    rest = _trim(match[1]) if match else ""
    return (rest, fuller) if fuller is not None and has_letter(rest) else None


def _peel_country(text: str, draft: Draft, least_words: int) -> tuple[str, Draft] | None:
    rest, _, code = text.rpartition(" ")
    rest = _trim(rest)
    # BERG BEN, all in capitals, is a name.
    if draft.country or not is_country(code) or rest.isupper() or not has_letter(rest):
        return None
    if len(rest.split()) < least_words:
        return None
    return rest, replace(draft, country=code)
