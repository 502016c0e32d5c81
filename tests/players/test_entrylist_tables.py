"""Lists with a heading: columns in three languages, and cells that cannot be read."""

import pytest

from players.entrylists import EntryList, Row, format_entries, read_entries


def found(entries: EntryList) -> list[tuple[int, str, str]]:
    return [(each.line, each.code, each.value) for each in entries.findings]


@pytest.mark.parametrize(
    "text",
    [
        "Surname,First name,Country,Elo,City,Paid,Federation no.\nБойко,Анна,UKR,1500,Київ,yes,77",
        "Фамилия;Имя;Страна;Рейтинг;Город;Оплата;№ федерации\nБойко;Анна;UKR;1500;Київ;да;77",
        "Прізвище\tІм’я\tКраїна\tРейтинг\tМісто\tСплачено\tID\nБойко\tАнна\tUKR\t1500\tКиїв\tтак\t77",
    ],
)
def test_columns_are_known_in_english_russian_and_ukrainian(text: str) -> None:
    entries = read_entries(text)
    assert entries.rows == (
        Row(
            line=2,
            text=text.split("\n")[1],
            name="Анна Бойко",
            given="Анна",
            family="Бойко",
            country="UKR",
            rating=1500,
            club="Київ",
            federation_no="77",
            paid=True,
        ),
    )
    assert entries.findings == ()


def test_surname_and_name_are_the_two_parts() -> None:
    (row,) = read_entries("Surname, Name\nBerg, Jonas").rows
    assert (row.name, row.given, row.family) == ("Jonas Berg", "Jonas", "Berg")


def test_a_name_cell_may_hold_the_family_name_first_or_more_than_the_name() -> None:
    rows = read_entries('Name,Club\n"Berg, Jonas",Kyiv BG\nAnna Ulrich (DEN),').rows
    assert [(row.name, row.country, row.club) for row in rows] == [
        ("Jonas Berg", "", "Kyiv BG"),
        ("Anna Ulrich", "DEN", ""),
    ]


def test_unknown_columns_are_named_and_left_out() -> None:
    entries = read_entries("Name;Hat;Rating\nAnna Ulrich;large;1500")
    assert found(entries) == [(1, "column_ignored", "Hat")]
    assert (entries.rows[0].rating, entries.rows[0].note) == (1500, "")


def test_unreadable_cells_are_kept_as_notes() -> None:
    entries = read_entries("Name;Rating;Country;Paid;Seed\nAnna;high;Denmark;perhaps;3")
    assert entries.rows[0].note == "rating: high; country: Denmark; paid: perhaps; seed 3"
    assert found(entries) == [
        (2, "rating_unreadable", "high"),
        (2, "country_unreadable", "Denmark"),
        (2, "paid_unreadable", "perhaps"),
    ]


def test_ratings_with_decimals_or_doubts_are_read_and_pointed_out() -> None:
    entries = read_entries("Name;Rating\nAnna;1500.6\nBoris;~1400\nClara;1600?")
    assert [row.rating for row in entries.rows] == [1501, 1400, 1600]
    assert found(entries) == [
        (2, "rating_rounded", "1500.6"),
        (3, "rating_uncertain", "~1400"),
        (4, "rating_uncertain", "1600?"),
    ]


def test_rows_too_short_or_too_long_or_without_a_name_are_pointed_out() -> None:
    entries = read_entries("Name,Country\nAnna\nBoris,GEO,late,vegan\n,DEN\n,\n")
    assert [(row.name, row.country, row.note) for row in entries.rows] == [
        ("Anna", "", ""),
        ("Boris", "GEO", "late, vegan"),
    ]
    assert found(entries) == [
        (2, "short_line", ""),
        (3, "note_kept", "late, vegan"),
        (4, "missing_name", ""),
    ]


def test_a_quotation_mark_left_open_spoils_one_line_only() -> None:
    entries = read_entries('Name,Rating\n"Anna,1500\n"Boris",1600')
    assert [(row.name, row.rating) for row in entries.rows] == [("Anna", 1500), ("Boris", 1600)]
    assert found(entries) == [(2, "quote_left_open", "")]


def test_a_title_may_stand_above_the_heading() -> None:
    entries = read_entries("Entries:\n\n#\tName\n1\tAnna Ulrich")
    assert [row.name for row in entries.rows] == ["Anna Ulrich"]
    assert found(entries) == [(1, "title_line", "")]


def test_a_line_with_a_known_word_among_names_is_not_a_heading() -> None:
    assert len(read_entries("Anna Club, Name of Boris\nClara City").rows) == 2


def test_the_written_table_is_headed_and_leaves_out_what_nobody_has() -> None:
    rows = read_entries("Anna Ulrich (DEN) 1397\nBoris Gagua (Kyiv BG)").rows
    assert format_entries(rows) == (
        "Name\tCountry\tRating\tClub\tFederation no.\n"
        "Anna Ulrich\tDEN\t1397\t\t\n"
        "Boris Gagua\t\t\tKyiv BG\t\n"
    )


def test_the_written_table_has_parts_payment_and_notes_if_anybody_has() -> None:
    rows = read_entries("Berg, Jonas, unpaid, late").rows
    assert format_entries(rows) == (
        "Name\tCountry\tRating\tClub\tFederation no.\tGiven name\tFamily name\tPaid\tNote\n"
        "Jonas Berg\t\t\t\t\tJonas\tBerg\tno\tlate\n"
    )
