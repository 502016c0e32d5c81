"""A pasted list of teams or pairs, one a line."""

import pytest
from hypothesis import given, strategies as st

from players.entrylists import read_teams


@pytest.mark.parametrize(
    ("line", "name", "members"),
    [
        ("Kyiv: Anna, Bohdan, Clara", "Kyiv", ("Anna", "Bohdan", "Clara")),
        ("2. Lviv:  Dina  Fox; Emil/Fedir + Gala &Hanna", "Lviv",
         ("Dina Fox", "Emil", "Fedir", "Gala", "Hanna")),
        ("Odesa\tIvan\tJana", "Odesa", ("Ivan", "Jana")),
        ("Poltava, Kira, Lev", "Poltava", ("Kira", "Lev")),
        ("Sumy", "Sumy", ()),
        ("Sumy:", "Sumy", ()),
    ],
)  # fmt: skip
def test_a_team_is_a_name_and_its_people(line: str, name: str, members: tuple[str, ...]) -> None:
    (row,) = read_teams(line)
    assert (row.name, row.members) == (name, members)


@pytest.mark.parametrize(
    ("line", "name", "members"),
    [
        ("Anna Nowak / Bohdan Koval", "", ("Anna Nowak", "Bohdan Koval")),
        ("Anna\tBohdan", "", ("Anna", "Bohdan")),
        ("The Dice: Anna & Bohdan", "The Dice", ("Anna", "Bohdan")),
        ("The Dice\tAnna\tBohdan", "The Dice", ("Anna", "Bohdan")),
    ],
)
def test_a_pair_needs_no_name(line: str, name: str, members: tuple[str, ...]) -> None:
    (row,) = read_teams(line, pairs=True)
    assert (row.name, row.members) == (name, members)


def test_lines_are_numbered_as_in_the_list_and_empty_ones_say_nothing() -> None:
    rows = read_teams("\nKyiv: A, B\n   \nLviv: C, D\n")
    assert [(row.line, row.name) for row in rows] == [(2, "Kyiv"), (4, "Lviv")]


@given(st.text(), st.booleans())
def test_whatever_is_pasted_is_read(text: str, pairs: bool) -> None:
    for row in read_teams(text, pairs=pairs):
        assert all(member == " ".join(member.split()) != "" for member in row.members)
        assert len(row.name) <= 80
