"""Lists of entries as they come: files of five kinds, and a messy one that is pasted."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.acting import press, shows
from tests.browser.conftest import Hall
from tests.builders import make_event
from tournaments.models import Event

pytestmark = pytest.mark.browser

LISTS = Path(__file__).resolve().parents[1] / "data" / "entries"
# name: rows, and how many of them are ticked
COUNTS = {"plain": (33, 32), "csv": (31, 31), "tsv": (17, 17), "cyrillic": (16, 16)}


@pytest.fixture
def event() -> Event:
    return make_event()


def test_every_kind_of_file_is_read_to_the_last_row(hall: Hall, event: Event) -> None:
    director = hall.director()
    for name, (rows, ticked) in COUNTS.items():
        director.goes_to(event, "entries")
        director.uploads(LISTS / f"entries-{name}.txt")
        shows(director.page, f"{rows} rows were read. {ticked} of them ticked.")
        expect(director.page.locator("table.preview tbody tr")).to_have_count(rows)


def test_cyrillic_names_in_windows_1251_are_entered_as_written(hall: Hall, event: Event) -> None:
    director = hall.director()
    director.goes_to(event, "entries")
    director.uploads(LISTS / "entries-cyrillic.txt")
    shows(director.page, "Windows-1251")
    press(director.page, "Enter the ticked rows")
    shows(director.page, "16 entries added.", "Лысенко Дар'я", "Бондаренко Юрій")
    shows(hall.public().opens(event, "entries"), "Ёлкин Артём", "Тбилиси")


def test_a_messy_list_is_pasted_and_empty_places_are_not_ticked(hall: Hall, event: Event) -> None:
    director = hall.director()
    director.goes_to(event, "entries")
    director.pastes((LISTS / "entries-messy.txt").read_text("utf-8"))
    shows(director.page, "11 rows were read. 9 of them ticked.")
    for name, ticked in {"TBD": False, "bye": False, "Jonas Berg": True, "田中 太郎": True}.items():
        expect(director.row(name).get_by_role("checkbox")).to_be_checked(checked=ticked)
    director.row("berg jonas").get_by_role("checkbox").uncheck()
    press(director.page, "Enter the ticked rows")
    shows(director.page, "8 entries added.", "<b>Tamar</b> Gagua")
