"""What holds for every list, however odd. Examples are drawn; the seed of a failure is printed."""

import unicodedata
from dataclasses import replace

from hypothesis import given, settings, strategies as st

from players.entrylists import EntryList, Row, format_entries, read_entries, same_person_key

PIECES = (
    *("Berg", "Jonas", "van", "der", "田中", "é", "۵", "²", "Ⅳ", "ﬁ", "ǅ", "İ"),
    *("DEN", "(DEN)", "(pair)", "1.", "12)", "#3", "1500", "1500?", "65709", "rating"),
    *("bye", "TBD", "paid", "late", "Name", "Surname", "<b>"),
    *"()[]<>/-–?~№_':!\"“”",
)
BREAKS = (" ", " ", ", ", ";", "\t", "\n", "\r", " - ", "\0", "\x0b", "\u200b", "\u2028", "\u0301")
HEADS = ("Name\tClub\tID\n", "Surname,First name,Country,Rating,Paid,Note,Seed,Hat\n")
lists = st.one_of(
    st.text(),
    st.lists(st.sampled_from(PIECES + BREAKS + HEADS), max_size=25).map("".join),
)
letters = st.sampled_from("abcdefghijklmnopqrstuvwxyzéøßñабвгдєії")
words = st.text(letters, min_size=2, max_size=9).map(str.capitalize)
simple_names = st.lists(
    st.tuples(words, words).map(" ".join),
    min_size=1,
    unique_by=same_person_key,
)


def fields(entries: EntryList) -> list[Row]:
    return [replace(row, line=0, text="") for row in entries.rows]


@settings(deadline=None)
@given(lists)
def test_reading_any_text_gives_lines_of_that_text_and_clean_names(text: str) -> None:
    entries = read_entries(text)
    last = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    assert all(1 <= row.line <= last for row in entries.rows)
    assert all(0 <= each.line <= last for each in entries.findings)
    for row in entries.rows:
        assert row.name
        for text_field in (row.name, row.given, row.family, row.club, row.note):
            assert text_field == " ".join(text_field.split())
            assert unicodedata.is_normalized("NFC", text_field)
            assert not {unicodedata.category(char) for char in text_field} & {"Cc", "Cs"}


@settings(deadline=None)
@given(st.binary())
def test_reading_any_bytes_gives_the_same_list_every_time(source: bytes) -> None:
    assert read_entries(source) == read_entries(source)


@settings(max_examples=300, deadline=None)
@given(lists)
def test_a_formatted_list_reads_back_to_the_same_rows(text: str) -> None:
    entries = read_entries(text)
    assert fields(read_entries(format_entries(entries.rows))) == fields(entries)


@settings(deadline=None)
@given(simple_names, st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_simple_names_come_back_as_they_are(names: list[str], encoding: str) -> None:
    rows = read_entries("\n".join(names).encode(encoding)).rows
    assert [row.name for row in rows] == names


@settings(deadline=None)
@given(st.lists(words, min_size=1, max_size=4), st.data())
def test_a_key_does_not_depend_on_order_or_case(parts: list[str], data: st.DataObject) -> None:
    mixed = data.draw(st.permutations([part.upper() for part in parts]))
    assert same_person_key(" ".join(mixed)) == same_person_key(" ".join(parts))


@settings(deadline=None)
@given(st.text())
def test_a_key_is_its_own_key(name: str) -> None:
    assert same_person_key(same_person_key(name)) == same_person_key(name)
