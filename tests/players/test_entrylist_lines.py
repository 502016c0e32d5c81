"""Lines without a heading: what is the name, and what is said about the player."""

import pytest

from players.entrylists import Row, read_entries


def only(line: str) -> Row:
    (row,) = read_entries(line).rows
    return row


def codes(line: str) -> list[str]:
    return [each.code for each in read_entries(line).findings]


@pytest.mark.parametrize(
    "line",
    [
        "1. Anna Ulrich",
        "1) Anna Ulrich",
        "#1 Anna Ulrich",
        "№ 1 Anna Ulrich",
        "1 Anna Ulrich",
        "1;Anna Ulrich",
        "1\tAnna Ulrich",
        "- Anna Ulrich",
        "• Anna Ulrich",
        "  Anna \u00a0 Ulrich,,",
        "“Anna Ulrich”",
        "Anna\u200b Ulrich",
        "\ufeffAnna Ulrich\r\n",
    ],
)
def test_numbering_bullets_quotes_and_odd_spaces_are_not_part_of_a_name(line: str) -> None:
    assert only(line).name == "Anna Ulrich"


@pytest.mark.parametrize("name", ["Anna Ulrich", "Van-der-Meer Olga", "O’Brien", "Дар'я Лысенко"])
def test_a_name_without_delimiter_keeps_its_order_and_has_no_parts(name: str) -> None:
    row = only(name)
    assert (row.name, row.given, row.family) == (name, "", "")


@pytest.mark.parametrize(
    ("line", "given", "family"),
    [
        ("Berg, Jonas", "Jonas", "Berg"),
        ("berg, jonas", "jonas", "berg"),
        ("BERG, BEN", "BEN", "BERG"),
        ("van der Berg, Jonas", "Jonas", "van der Berg"),
        ("Berg, Anna Maria", "Anna Maria", "Berg"),
        ("Smith, John, Jr.", "John", "Smith Jr."),
        ("Ёлкин, Артём", "Артём", "Ёлкин"),
    ],
)
def test_a_single_word_and_a_comma_are_a_family_name(line: str, given: str, family: str) -> None:
    row = only(line)
    assert (row.name, row.given, row.family) == (f"{given} {family}", given, family)


def test_east_asian_names_keep_the_family_name_first() -> None:
    assert only("山田 太郎").name == "山田 太郎"
    assert only("山田, 太郎 (JPN)").name == "山田 太郎"


def test_two_words_and_a_comma_are_a_name_in_full_and_the_director_is_asked() -> None:
    row = only("Anna Ulrich, Copenhagen")
    assert (row.name, row.club) == ("Anna Ulrich", "Copenhagen")
    assert codes("Anna Ulrich, Copenhagen") == ["order_uncertain"]
    assert codes("Anna Ulrich, Kyiv BG") == ["club_guessed"]


@pytest.mark.parametrize(
    "line",
    [
        "Anna Ulrich, DEN, 1397, paid, 65709",
        "Ulrich,Anna,DEN,1397,yes,65709",
        '"Ulrich, Anna",DEN,1397,paid,65709',
        "Anna Ulrich (DEN) 1397 – paid, id 65709",
        "Anna Ulrich [DEN, 1397] (paid) (65709)",
        "1;Anna Ulrich;DEN;rating 1397;оплачено;65709",
    ],
)
def test_country_rating_payment_and_number_are_known_wherever_they_stand(line: str) -> None:
    row = only(line)
    assert row.name == "Anna Ulrich"
    assert (row.country, row.rating, row.paid, row.federation_no) == ("DEN", 1397, True, "65709")
    assert (row.club, row.note) == ("", "")


def test_cells_with_tabs_keep_the_order_of_the_parts_as_written() -> None:
    row = only("1\tUlrich\tAnna\tDEN\tKyiv BG")
    assert (row.name, row.country, row.club) == ("Ulrich Anna", "DEN", "Kyiv BG")
    assert codes("Ulrich\tAnna") == ["order_kept"]
    assert only("Anna\tKyiv BG").name == "Anna"


def test_brackets_hold_a_club_or_city_unless_they_hold_a_country() -> None:
    assert only("Anna Ulrich (Берлин)").club == "Берлин"
    assert only("Anna Ulrich (GEO)").country == "GEO"
    assert only("Anna (Fish) Ulrich").name == "Anna (Fish) Ulrich"


def test_unpaid_is_not_the_same_as_not_said() -> None:
    assert only("Anna Ulrich, not paid").paid is False
    assert only("Anna Ulrich").paid is None


def test_the_first_line_is_a_heading_only_if_it_can_hardly_be_a_name() -> None:
    for title in ("Entries for Saturday!!", "Players:", "Name", "Список участников"):
        assert codes(f"{title}\nAnna Ulrich") == ["title_line"]
    for name in ("Liszt Franz", "1. Players", "Entries, Anna"):
        assert len(read_entries(f"{name}\nAnna Ulrich").rows) == 2


def test_letters_are_put_together_in_one_way() -> None:
    assert only("E\u0301va To\u0301th").name == "Éva Tóth"
    assert only("علی\u200cرضا").name == "علی\u200cرضا"
    assert only("Ada \U0001f469\u200d\U0001f680").name == "Ada \U0001f469\u200d\U0001f680"
