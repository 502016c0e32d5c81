"""The lists in tests/data/entries, read to the last line.

Every expectation was taken from the files by eye.
"""

from pathlib import Path

from players.entrylists import EntryList, read_entries

FOLDER = Path(__file__).resolve().parents[1] / "data" / "entries"


def split(text: str, mark: str = " ") -> list[str]:
    return text.split(mark)


PLAIN = split(
    "Anna Ulrich|Boris Ibáñez|Clara Eriksen|David Moreau|Elena Tóth|Farid Berg|Greta Castillo"
    "|Hasan Rossi|Irina Demir|Jonas Lindqvist|Katya Sato|Levan O'Brien|Maria Quist|Nikos Gagua"
    "|Olga Van-der-Meer|Pavel Zeman|Quentin Nakamura|Rosa Vardanyan|Stefan Yilmaz|Tamar Xanthos"
    "|Ulla Petrosyan|Viktor Ivanova|Wanda Oliveira|Xenia Abramov|Yusuf Weber|Zoe Hollis"
    "|Åse Fischer|Björn Łukasik|Çelik Kowalski|Dénes Tkachenko|Éva Jensen|Føns Müller",
    mark="|",
)
COUNTRIES = split(
    "DEN GEO GEO GBR FRA GBR DEN USA UKR FRA TUR JPN DEN DEN GER TUR "
    "GBR USA TUR GRE RUS TUR TUR JPN GER FRA POL GBR POL TUR TUR"
)
RATINGS = [
    *(1397, 1646, 1903, 1665, 1535, 1934, 1731, 1414, 1560, 1894, 1826, 1720, 1534, 1433, 1887),
    *(1809, 1424, 1778, 1505, 1390, 1921, 1698, 1858, 1420, 1835, 1416, 1667, 1806, 1745, 1373),
    1522,
]
PAID = "-ny-y-y-nn-n--nnyyn----y-y-n-n-"
CLUBS = {
    "Kyiv BG": (2, 3, 7),
    "København": (4,),
    "Tbilisi Nardi": (5, 10, 14, 15, 16, 17),
    "Club 1921": (6, 8, 12, 13, 18),
    "": (9, 11),
}


def read(name: str) -> EntryList:
    return read_entries((FOLDER / f"entries-{name}.txt").read_bytes())


def codes(entries: EntryList) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in entries.findings]


def test_plain_list_gives_a_name_a_line_and_unticks_the_repeated_one() -> None:
    entries = read("plain")
    assert [row.name for row in entries.rows] == [*PLAIN, "David Moreau"]
    assert [row.line for row in entries.rows] == [*range(1, 33), 35]
    assert [row.name for row in entries.included] == PLAIN
    assert codes(entries) == [(35, "duplicate_name")]
    assert entries.findings[0].other_line == 4


def test_csv_with_a_byte_order_mark_gives_names_in_reading_order() -> None:
    entries = read("csv")
    assert [row.name for row in entries.rows] == PLAIN[:31]
    assert [f"{row.given} {row.family}" for row in entries.rows] == PLAIN[:31]
    assert [row.line for row in entries.rows] == list(range(2, 33))
    assert entries.findings == ()


def test_csv_columns_give_country_rating_and_payment() -> None:
    rows = read("csv").rows
    assert [row.country for row in rows] == COUNTRIES
    assert [row.rating for row in rows] == RATINGS
    assert [row.paid for row in rows] == [{"y": True, "n": False, "-": None}[mark] for mark in PAID]
    assert all(row.include for row in rows)


def test_tsv_columns_give_club_and_federation_number() -> None:
    entries = read("tsv")
    assert [row.name for row in entries.rows] == PLAIN[:17]
    assert [row.federation_no for row in entries.rows] == split(
        "65709 29600 17952 53153 66078 22805 53644 37416 57429 37493 48024 31245 11876 20830 "
        "87313 2581 78217"
    )
    assert {row.line: row.club for row in entries.rows} == {
        line: club for club, lines in CLUBS.items() for line in lines
    }
    assert entries.findings == ()


def test_cyrillic_list_is_read_as_windows_1251_with_the_names_as_written() -> None:
    entries = read("cyrillic")
    assert [(row.name, row.club, row.rating) for row in entries.rows] == [
        ("Иванова Мария", "Київ", 1534),
        ("Петросян Арам", "Тбилиси", 1402),
        ("Ткаченко Олег", "Київ", 1614),
        ("Гагуа Леван", "Тбилиси", 1712),
        ("Смирнов Пётр", "Тбилиси", 1464),
        ("Кузнецова Анна", "Москва", 1633),
        ("Шевченко Ірина", "Ереван", 1603),
        ("Бондаренко Юрій", "Ереван", 1601),
        ("Алиев Фарид", "Москва", 1646),
        ("Ким Сергей", "Ереван", 1431),
        ("Орлов Илья", "Київ", 1434),
        ("Зайцева Ольга", "Київ", 1625),
        ("Мельник Тарас", "Київ", 1456),
        ("Лысенко Дар'я", "Тбилиси", 1707),
        ("Ёлкин Артём", "Москва", 1452),
        ("Саакян Нарек", "Москва", 1690),
    ]
    assert {(row.given, row.family, row.country) for row in entries.rows} == {("", "", "")}
    assert [(f.code, f.value) for f in entries.findings] == [("encoding_assumed", "Windows-1251")]


def test_messy_list_gives_every_person_and_unticks_empty_places() -> None:
    rows = read("messy").rows
    assert [(row.line, row.name, row.include) for row in rows] == [
        (3, "Jonas Berg", True),
        (4, "berg jonas", True),
        (5, "Maria Castillo", True),
        (6, "TBD", False),
        (7, "Zoe Łukasik", True),
        (8, "bye", False),
        (9, "Nakamura / Sato", True),
        (10, "Quentin O'Brien", True),
        (11, "<b>Tamar</b> Gagua", True),
        (12, "田中 太郎", True),
        (13, "Éva Tóth", True),
    ]


def test_messy_list_gives_what_else_is_said_about_a_player() -> None:
    by_line = {row.line: row for row in read("messy").rows}
    assert (by_line[3].country, by_line[3].rating) == ("DEN", 1712)
    assert (by_line[7].given, by_line[7].family) == ("Zoe", "Łukasik")
    assert by_line[7].note == "late, arrives 11:30"
    assert by_line[9].note == "pair"
    assert by_line[10].rating == 1500
    assert by_line[12].country == "JPN"
    assert (by_line[13].country, by_line[13].paid) == ("HUN", True)
    assert by_line[13].family == ""


def test_messy_list_names_every_oddity_once() -> None:
    entries = read("messy")
    assert codes(entries) == [
        (1, "title_line"),
        (4, "possible_duplicate"),
        (6, "not_a_player"),
        (7, "note_kept"),
        (8, "not_a_player"),
        (9, "pair"),
        (10, "rating_uncertain"),
        (11, "markup"),
        (14, "missing_name"),
    ]
    assert entries.findings[1].other_line == 3
    assert entries.faults == ()
