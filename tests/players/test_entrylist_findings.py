"""What a director is told: duplicates, empty places, odd names, encodings and limits."""

import pytest

from players.entrylists import MAX_LINES, MAX_NAME, EntryList, read_entries, same_person_key


def codes(entries: EntryList) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in entries.findings]


@pytest.mark.parametrize("source", ["", b"", "\n \n\t\n", "\ufeff"])
def test_a_list_without_names_says_so(source: str | bytes) -> None:
    entries = read_entries(source)
    assert entries.rows == ()
    assert [each.code for each in entries.faults] == ["no_names"]


def test_one_name_is_a_list() -> None:
    assert codes(read_entries("Anna Ulrich")) == []


def test_a_list_of_five_thousand_names_is_read_in_full() -> None:
    syllables = ("ba", "de", "ki", "lo", "mu", "na", "re", "si", "to", "vu")
    names = ["".join(syllables[int(digit)] for digit in f"{number:04}") for number in range(5_000)]
    entries = read_entries("\n".join(f"{name.title()} Berg" for name in names))
    assert [row.name for row in entries.included] == [f"{name.title()} Berg" for name in names]
    assert entries.findings == ()


def test_the_same_name_twice_is_unticked_and_points_to_the_first() -> None:
    entries = read_entries("Jonas Berg\nAnna Ulrich\nBerg, Jonas\nJonas  Berg")
    assert [row.include for row in entries.rows] == [True, True, False, False]
    assert [(each.line, each.other_line) for each in entries.findings] == [(3, 1), (4, 1)]
    assert {each.code for each in entries.findings} == {"duplicate_name"}
    assert "line 1" in entries.findings[0].message


@pytest.mark.parametrize("other", ["berg jonas", "BERG Jonas", "Jonas Bérg", "Jonas-Berg"])
def test_a_similar_name_stays_ticked_and_points_to_the_first(other: str) -> None:
    entries = read_entries(f"Jonas Berg\n{other}")
    assert [row.include for row in entries.rows] == [True, True]
    assert codes(entries) == [(2, "possible_duplicate")]


def test_namesakes_from_two_countries_or_with_two_numbers_stay_ticked() -> None:
    for one, two in (("GBR", "FRA"), ("65709", "29600")):
        entries = read_entries(f"David Moreau, {one}\nDavid Moreau, {two}")
        assert codes(entries) == [(2, "possible_duplicate")]
        assert len(entries.included) == 2


def test_keys_meet_across_accents_strokes_and_apostrophes() -> None:
    assert same_person_key("Łukasik, Zoë") == same_person_key("zoe lukasik")
    assert same_person_key("Ёлкин Артём") == same_person_key("Артем Елкин")
    assert same_person_key("O’Brien") == same_person_key("OBrien")
    assert same_person_key("Anna Ulrich") != same_person_key("Anna Ullrich")
    assert same_person_key("か") != same_person_key("が")


@pytest.mark.parametrize("name", ["bye", "BYE", "(bye)", "Bye 2", "TBD", "- vacant -", "Вакансия"])
def test_an_empty_place_stays_in_the_list_unticked(name: str) -> None:
    entries = read_entries(f"Anna Ulrich\n{name}\n{name}")
    assert [row.include for row in entries.rows] == [True, False, False]
    assert codes(entries) == [(2, "not_a_player"), (3, "not_a_player")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Nakamura / Sato", "pair"),
        ("Anna & Boris", "pair"),
        ("Nakamura Sato (pair)", "pair"),
        ("Anna <script>", "markup"),
        ("Anna\0 Ulrich", "control_characters"),
        ("Anna\u202e Ulrich", "invisible_characters"),
        ("Anna Ulr\ufffdch", "unreadable_characters"),
        ("Anna Ulrich, arrives at noon", "note_kept"),
        ("Anna Ulrich, rating unknown", "rating_unreadable"),
        ("Anna Ulrich, rating 1500?", "rating_uncertain"),
        ("Anna Ulrich +49 170 1234567", "digits_in_name"),
        ("12.", "missing_name"),
        ("A", "short_name"),
    ],
)
def test_an_odd_line_is_pointed_out(line: str, code: str) -> None:
    assert codes(read_entries(f"Maria Quist\n{line}")) == [(2, code)]


def test_a_name_too_long_is_a_fault_and_unticked() -> None:
    entries = read_entries(f"{'a' * MAX_NAME}\n{'b' * (MAX_NAME + 1)}")
    assert [row.include for row in entries.rows] == [True, False]
    assert [(each.line, each.code) for each in entries.faults] == [(2, "name_too_long")]


def test_a_line_too_long_to_be_an_entry_is_not_read() -> None:
    entries = read_entries(f"Anna Ulrich\n{'x' * 1001}")
    assert len(entries.rows) == 1
    assert codes(entries) == [(2, "line_too_long")]


def test_nothing_is_read_past_the_last_line_allowed() -> None:
    full = "\n".join(f"Player{'a' * (n % 50)} {n:b}" for n in range(MAX_LINES))
    assert len(read_entries(f"{full}\n \n").rows) == MAX_LINES
    over = read_entries(f"{full}\nAnna Ulrich")
    assert [each.code for each in over.faults] == ["too_many_lines"]
    assert len(over.rows) == MAX_LINES


@pytest.mark.parametrize(
    ("source", "name", "assumed"),
    [
        ("Éva Tóth".encode(), "Éva Tóth", []),
        ("Éva Tóth".encode("utf-8-sig"), "Éva Tóth", []),
        ("Éva Ёлкин".encode("utf-16"), "Éva Ёлкин", []),
        ("Иванова Мария".encode("cp1251"), "Иванова Мария", ["Windows-1251"]),
        ("Éva Tóth, Föns Müller".encode("cp1252"), "Éva Tóth", ["Windows-1252"]),
        (b"\xc1\x81sa Berg", "Ása Berg", ["Latin-1"]),
    ],
)
def test_an_encoding_is_found_and_a_guess_is_told(
    source: bytes, name: str, assumed: list[str]
) -> None:
    entries = read_entries(source)
    assert entries.rows[0].name == name
    guesses = [each.value for each in entries.findings if each.code == "encoding_assumed"]
    assert guesses == assumed


@pytest.mark.parametrize("source", [b"PK\x03\x04" + b"Berg\n" * 9, b"%PDF-1.7", b"\0\1\2" * 99])
def test_a_file_that_is_no_text_is_refused_whole(source: bytes) -> None:
    assert codes(read_entries(source)) == [(0, "not_text")]
