"""Names through the API and with an archive: without what nobody can see, and else whole."""

import json
from typing import Any

import pytest

from config.errors import InvalidError
from tests.api.talking import ask, director
from tests.builders import make_event
from tests.tournaments.archives import exported, imported, make_busy
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

HIDDEN, PERSIAN = "\u202e\u200b%s\u2066\ufdd0", "علی\u200cرضا"


def test_names_and_notes_are_as_they_look() -> None:
    event = make_event()
    rows = [{"name": HIDDEN % "Ada", "note": HIDDEN % "late"}, {"name": PERSIAN}]
    assert (
        ask(director(), "POST", f"/events/{event.pk}/entries/", {"rows": rows}).status_code == 201
    )
    found = Entry.objects.filter(event=event).order_by("number")
    assert [(row.name, row.note) for row in found] == [("Ada", "late"), (PERSIAN, "")]
    listed = {"text": f"{HIDDEN % 'Bea'}\n{PERSIAN}"}
    told = director().post(f"/events/{event.pk}/entries/preview/", listed).data["rows"]
    assert [row["name"] for row in told] == ["Bea", PERSIAN]


def test_a_name_of_which_nothing_is_seen_is_none() -> None:
    event = make_event()
    sent = ask(
        director(), "POST", f"/events/{event.pk}/entries/", {"rows": [{"name": HIDDEN % "\u3164"}]}
    )
    assert sent.status_code == 400


def test_names_come_out_of_an_archive_as_they_look() -> None:
    archive: Any = json.loads(json.dumps(exported(make_busy())))
    archive["entries"][0]["name"] = HIDDEN % PERSIAN
    archive["tournament"]["name"] = HIDDEN % "Кубок"
    copy = imported(archive)
    assert copy.entries.filter(name=PERSIAN).exists()
    assert copy.tournament.name == "Кубок"
    archive["entries"][0]["name"] = HIDDEN % " "
    with pytest.raises(InvalidError, check=lambda error: error.code == "archive_unreadable"):
        imported(archive)
