"""Entry lists through the API: read, looked at, entered, corrected."""

import pytest

from tests.api.talking import V1, Talker, member, visitor
from tests.builders import enter, make_event
from tournaments.models import Event

pytestmark = pytest.mark.django_db

LIST = "Ada Lovelace, UKR, 1650\nBoris Petrenko\nAda Lovelace, UKR, 1650\n"


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def director(event: Event) -> Talker:
    return member(event.tournament, "director")


def test_a_preview_shows_rows_and_findings_and_stores_nothing(
    event: Event, director: Talker
) -> None:
    read = director.post(f"/events/{event.pk}/entries/preview/", {"text": LIST}).data
    shown = [(row["name"], row["country"], row["rating"], row["include"]) for row in read["rows"]]
    assert shown == [
        ("Ada Lovelace", "UKR", 1650, True),
        ("Boris Petrenko", "", None, True),
        ("Ada Lovelace", "UKR", 1650, False),
    ]
    twice = next(each for each in read["findings"] if each["code"] == "duplicate_name")
    assert (twice["line"], twice["other_line"]) == (3, 1)
    assert not event.entries.exists()


def test_a_file_may_be_sent_as_it_is_in_its_own_encoding(event: Event, director: Talker) -> None:
    read = director.client.post(
        f"{V1}/events/{event.pk}/entries/preview/",
        "Борис Петренко\nОлена Шевченко\n".encode("cp1251"),
        content_type="text/csv",
    )
    assert [row["name"] for row in read.json()["rows"]] == ["Борис Петренко", "Олена Шевченко"]


def test_the_rows_of_the_preview_go_in_as_they_are_without_those_unticked(
    event: Event, director: Talker
) -> None:
    rows = director.post(f"/events/{event.pk}/entries/preview/", {"text": LIST}).data["rows"]
    added = director.post(f"/events/{event.pk}/entries/", {"rows": rows}, if_match="*")
    assert (added.status_code, added.data["state"]) == (201, "entries")
    entries = visitor().get(f"/events/{event.pk}/entries/").data["entries"]
    assert [(entry["number"], entry["name"]) for entry in entries] == [
        (1, "Ada Lovelace"),
        (2, "Boris Petrenko"),
    ]


def test_an_entry_is_corrected_field_by_field_or_taken_off(event: Event, director: Talker) -> None:
    enter(event, ["Ada", "Bob"])
    ada, bob = event.entries.all()
    path = f"/events/{event.pk}/entries"
    corrected = director.send("PATCH", f"{path}/{ada.pk}/", {"country": "UKR"}, if_match="*")
    assert (corrected.data["name"], corrected.data["country"]) == ("Ada", "UKR")
    assert director.send("DELETE", f"{path}/{bob.pk}/", if_match="*").status_code == 200
    assert [entry["name"] for entry in visitor().get(f"{path}/").data["entries"]] == ["Ada"]
    gone = director.send("DELETE", f"{path}/{bob.pk}/", if_match="*")
    assert (gone.status_code, gone.data["code"]) == (404, "no_such_entry")


def test_a_list_without_names_enters_nobody(event: Event, director: Talker) -> None:
    sent = director.post(f"/events/{event.pk}/entries/", {"rows": []}, if_match="*")
    assert (sent.status_code, sent.data["code"]) == (400, "no_names")
