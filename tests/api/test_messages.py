"""Messages by the API: read by the player, wished for, and the outbox of the staff."""

from typing import Any

import pytest

from tests.api.talking import director, member, player, visitor
from tests.builders import Stage, by_director, make_running_event
from tests.tournaments.telling import at, card, mails_are_on, reach
from tournaments.models import Event
from tournaments.models_notices import Contact, Notice
from tournaments.selectors.notice_kinds import OF_PLAYERS
from tournaments.services.notices import notices_make
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db

KINDS = [kind.code for kind in OF_PLAYERS]


@pytest.fixture(autouse=True)
def _mails(settings: Any) -> None:
    mails_are_on(settings)


@pytest.fixture
def event() -> Event:
    return make_running_event("AB")


def call(event: Event) -> None:
    table_assign(event_id=event.pk, key="M1.1", number=9, act=by_director(1))


def test_a_player_reads_messages_and_marks_them_as_read(event: Event) -> None:
    call(event)
    anna = player("A")
    latest = anna.get("/me/messages/?limit=1").json()["messages"]
    assert [(one["kind"], one["is_new"]) for one in latest] == [("call", True)]
    pair = " – ".join(str(name) for name in Stage(event).names("M1.1"))
    assert latest[0]["title"] == f"Table 9: {pair}, Main"
    read = anna.send("PUT", "/me/messages/read/", {"up_to": latest[0]["id"]})
    assert {one["is_new"] for one in read.json()["messages"]} == {False}


def test_an_address_is_given_changed_and_forgotten(event: Event) -> None:
    anna = player("A")
    given = anna.send("PATCH", "/me/contact/", {"email": "a@mail.example"}).json()
    assert (given["email"], given["confirmed"], given["by_email"]) == (
        "a@mail.example",
        False,
        True,
    )
    chosen = anna.send("PATCH", "/me/contact/", {"kinds": ["call"], "by_email": False}).json()
    assert [kind["kind"] for kind in chosen["kinds"] if kind["chosen"]] == ["call"]
    assert chosen["by_email"] is False
    assert anna.get("/me/contact/").json() == chosen
    assert "desk" not in Contact.objects.get().muted
    assert anna.send("DELETE", "/me/contact/").status_code == 204
    assert not Contact.objects.exists()
    assert [kind["kind"] for kind in anna.get("/me/contact/").json()["kinds"]] == KINDS


@pytest.mark.parametrize(
    ("body", "code"), [({"email": "x"}, "email_invalid"), ({"kinds": ["spam"]}, "kind_unknown")]
)
def test_what_cannot_be_is_refused_by_its_code(event: Event, body: Any, code: str) -> None:
    answer = player("A").send("PATCH", "/me/contact/", body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_without_mail_and_push_that_is_said(event: Event, settings: Any) -> None:
    settings.MAILS = settings.PUSHES = False
    anna = player("A")
    answer = anna.send("PATCH", "/me/contact/", {"email": "a@mail.example"})
    assert (answer.status_code, answer.json()["code"]) == (409, "mail_off")
    browser = {"endpoint": "https://push.example/", "p256dh": "x", "auth": "x"}
    answer = anna.send("PUT", "/me/contact/browsers/", browser)
    assert (answer.status_code, answer.json()["code"]) == (409, "push_off")
    shown = anna.get("/me/contact/").json()
    assert (shown["mails"], shown["push_key"]) == (False, "")


def test_a_browser_that_is_not_there_is_removed_without_a_word(event: Event) -> None:
    answer = player("A").post("/me/contact/browsers/remove/", {"endpoint": "https://x/"})
    assert answer.status_code == 200


def test_staff_have_wishes_of_their_own(event: Event) -> None:
    dana = director()
    shown = dana.send("PATCH", "/account/contact/", {"email": "dana@staff.example"}).json()
    assert [kind["kind"] for kind in shown["kinds"]] == ["desk"]
    assert dana.send("DELETE", "/account/contact/").status_code == 204
    assert visitor().get("/account/contact/").status_code == 401


def test_the_desk_gives_an_address_and_never_reads_one(event: Event) -> None:
    dana, one = director(), card("A")
    path = f"/tournaments/kyiv-open/cards/{one.player_id}/contact/"
    assert dana.get(path).json()["has_email"] is False
    given = dana.send("PUT", path, {"email": "told@mail.example"})
    assert given.json() == {
        "has_email": True,
        "confirmed": False,
        "stopped": False,
        "has_browser": False,
    }
    assert "told@mail.example" not in dana.get(path).content.decode()
    nobody = dana.get("/tournaments/kyiv-open/cards/999/contact/")
    assert (nobody.status_code, nobody.json()["code"]) == (404, "no_such_card")


def test_the_outbox_is_read_and_a_message_sent_again(event: Event) -> None:
    reach("A")
    call(event)
    notices_make(at=at(1))
    Notice.objects.update(state="given_up", last_error="550 nobody")
    dana, path = director(), "/tournaments/kyiv-open/messages/"
    box = dana.get(path).json()
    assert (box["people"], box["given_up"], box["waiting"]) == (1, 1, 0)
    assert [(one["to"], one["error"]) for one in box["messages"]] == [("A", "550 nobody")]
    again = dana.post(f"{path}{box['messages'][0]['id']}/resend/")
    assert (again.status_code, again.json()["waiting"]) == (200, 1)
    assert dana.post(f"{path}999/resend/").json()["code"] == "no_such_notice"
    assert member(event.tournament, "scorer").get(path).status_code == 403
