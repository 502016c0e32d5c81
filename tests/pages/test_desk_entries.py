"""Entering players: a list is read, looked at, confirmed; one by hand; changed and removed."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings

from tests.builders import by_director, enter, make_event
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text
from tournaments.models import Entry
from tournaments.services.drawing import event_draft

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk(make_event(make_cast()))


def _names(desk: Desk) -> list[str]:
    return [entry.name for entry in Entry.objects.filter(event=desk.event)]


def _confirm(desk: Desk, source: str, rows: dict[str, Any], **more: Any) -> Any:
    data = {"step": "confirm", "text": source, "version": desk.version(), **rows, **more}
    return desk.post("event_entries_edit", **data)


def _row(line: int, name: str, *, take: bool = True, **more: str) -> dict[str, str]:
    fields = {"name": name, "country": "", "club": "", "rating": "", "note": "", **more}
    ticked = {f"take-{line}": "on"} if take else {}
    return {**ticked, **{f"{key}-{line}": value for key, value in fields.items()}}


def test_a_pasted_list_is_shown_and_nothing_is_stored(desk: Desk) -> None:
    response = desk.post("event_entries_edit", step="read", text="Anna Nowak\nJan Kowalski")
    assert response.status_code == 200
    assert 'name="name-1" value="Anna Nowak"' in text(response)
    assert _names(desk) == []


def test_whether_the_fee_is_paid_stands_in_the_note(desk: Desk) -> None:
    source = "Name,Paid,Note\nAnna Nowak,yes,late\nJan Kowalski,no,"
    page = text(desk.post("event_entries_edit", step="read", text=source))
    assert 'name="note-2" value="late; paid"' in page
    assert 'name="note-3" value="not paid"' in page


def test_what_is_confirmed_is_entered_as_edited_and_what_is_unticked_is_not(desk: Desk) -> None:
    source = "Anna Nowak\nJan Kowalski\nBye"
    rows = {
        **_row(1, "Anna Nowak-Wolf", country="pol", rating="1650", note="late"),
        **_row(2, "Jan Kowalski", take=False),
        **_row(3, "Bye", take=False),
    }
    assert _confirm(desk, source, rows).status_code == 302
    entry = Entry.objects.get(event=desk.event)
    assert (entry.name, entry.country, entry.rating, entry.note) == (
        "Anna Nowak-Wolf",
        "POL",
        1650,
        "late",
    )


def test_a_windows_1251_file_keeps_its_letters(desk: Desk) -> None:
    file = SimpleUploadedFile("list.csv", "Олена Коваленко\nДмитро Шевчук".encode("cp1251"))
    response = desk.post("event_entries_edit", step="read", file=file)
    assert 'value="Олена Коваленко"' in text(response)
    assert "Windows-1251" in text(response)


def test_duplicates_byes_and_names_already_entered_come_unticked(desk: Desk) -> None:
    enter(desk.event, ["Olena Koval"])
    source = "Anna Nowak\nAnna Nowak\nBye\nKOVAL Olena"
    page = text(desk.post("event_entries_edit", step="read", text=source))
    ticked = [line for line in range(1, 5) if f'name="take-{line}" checked' in page]
    assert ticked == [1]
    assert "Olena Koval is entered already." in page
    assert "The same name stands on line 1" in page


def test_a_row_that_cannot_be_entered_is_explained_and_nothing_typed_is_lost(desk: Desk) -> None:
    rows = {**_row(1, "Anna\x07Nowak"), **_row(2, "Jan", rating="-3", club="x" * 81)}
    response = _confirm(desk, "Anna Nowak\nJan", rows)
    assert response.status_code == 400
    assert "Name: Remove the control characters." in text(response)
    assert 'name="rating-2" value="-3"' in text(response)
    assert _names(desk) == []


def test_a_list_that_another_director_entered_meanwhile_is_not_entered_twice(desk: Desk) -> None:
    old = desk.version()
    enter(desk.event, ["Anna Nowak"])
    rows = {**_row(1, "Anna Nowak"), **_row(2, "Jan Kowalski", note="pays later")}
    response = _confirm(desk, "Anna Nowak\nJan Kowalski", rows, version=old)
    assert response.status_code == 409
    page = text(response)
    assert "Anna Nowak is entered already." in page
    assert 'name="take-1" checked' not in page
    assert 'name="take-2" checked' in page
    assert "pays later" in page


def test_a_thousand_rows_are_previewed_and_entered(desk: Desk) -> None:
    names = [f"Player Number{n:04}" for n in range(1000)]
    source = "\n".join(names)
    page = text(desk.post("event_entries_edit", step="read", text=source))
    assert page.count('name="take-') == 1000
    rows: dict[str, str] = {}
    for line, name in enumerate(names, 1):
        rows |= _row(line, name)
    assert _confirm(desk, source, rows).status_code == 302
    assert len(_names(desk)) == 1000


def test_five_thousand_names_are_too_many_and_the_list_stays_in_the_box(desk: Desk) -> None:
    source = "\n".join(f"Player Number{n:04}" for n in range(5000))
    response = desk.post("event_entries_edit", step="read", text=source)
    assert response.status_code == 400
    assert "An event takes at most 2048 entries; this list has 5000." in text(response)
    assert "Player Number4999" in text(response)


def test_lists_that_do_not_fit_together_are_too_many_as_well(desk: Desk) -> None:
    enter(desk.event, [f"Early Number{n:04}" for n in range(2047)])
    response = _confirm(desk, "Anna\nJan", {**_row(1, "Anna"), **_row(2, "Jan")})
    assert response.status_code == 400
    assert "with this list it would have 2049" in text(response)


@pytest.mark.parametrize("source", ["", "  \n \n", "12345\n---"])
def test_a_list_without_names_says_so(desk: Desk, source: str) -> None:
    assert desk.post("event_entries_edit", step="read", text=source).status_code == 400


def test_nothing_ticked_is_refused(desk: Desk) -> None:
    response = _confirm(desk, "Anna", _row(1, "Anna", take=False))
    assert response.status_code == 400
    assert "The list holds no names to enter." in text(response)


@override_settings(MAX_UPLOAD=100)
def test_a_list_that_is_too_large_is_refused(desk: Desk) -> None:
    file = SimpleUploadedFile("list.csv", b"Anna Nowak\n" * 10)
    assert desk.post("event_entries_edit", step="read", file=file).status_code == 400


def test_a_spreadsheet_file_is_not_read_as_names(desk: Desk) -> None:
    file = SimpleUploadedFile("list.xlsx", b"PK\x03\x04" + bytes(200))
    response = desk.post("event_entries_edit", step="read", file=file)
    assert response.status_code == 400
    assert "save it as CSV" in text(response)


def test_control_characters_and_markup_do_no_harm(desk: Desk) -> None:
    page = text(
        desk.post("event_entries_edit", step="read", text="An\0na <script>alert(1)</script>")
    )
    assert "<script>alert" not in page
    assert "\0" not in page


def test_one_by_hand_is_entered_and_a_nameless_one_is_not(desk: Desk) -> None:
    assert (
        desk.post("event_entries_edit", step="add", name="Anna", country="POL").status_code == 302
    )
    assert desk.post("event_entries_edit", step="add", name="", club="KBC").status_code == 400
    assert desk.post("event_entries_edit", step="add", name="A\x00", club="KBC").status_code == 400
    assert _names(desk) == ["Anna"]


def test_a_name_that_is_entered_already_is_asked_back(desk: Desk) -> None:
    enter(desk.event, ["Olena Koval"])
    asked = desk.post("event_entries_edit", step="add", name="Koval Olena", club="KBC")
    assert asked.status_code == 400
    assert "is entered already" in text(asked)
    assert 'value="KBC"' in text(asked)
    meant = desk.post("event_entries_edit", step="add", name="Koval Olena", another="on")
    assert meant.status_code == 302
    assert _names(desk) == ["Olena Koval", "Koval Olena"]


def test_an_entry_is_corrected_and_taken_off_the_list(desk: Desk) -> None:
    enter(desk.event, ["Ana", "Jan"])
    first, second = Entry.objects.filter(event=desk.event)
    desk.post("entry_edit", first.pk, name="Anna", note="late")
    desk.post("entry_edit", second.pk, step="remove")
    assert _names(desk) == ["Anna"]
    assert Entry.objects.get(event=desk.event).note == "late"


def test_entries_are_fixed_while_there_is_a_draft(desk: Desk) -> None:
    enter(desk.event, ["Anna", "Jan"])
    event_draft(event_id=desk.event.pk, seed="s", act=by_director())
    added = desk.post("event_entries_edit", step="add", name="Late Larry")
    assert added.status_code == 409
    assert 'value="Late Larry"' in text(added)
    entry = Entry.objects.filter(event=desk.event)[0]
    assert desk.post("entry_edit", entry.pk, step="remove").status_code == 409
    assert _names(desk) == ["Anna", "Jan"]
