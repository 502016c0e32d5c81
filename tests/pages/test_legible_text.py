"""Whatever form it comes by, what nobody can see is in no name, note, reason or comment."""

import pytest
from django import forms
from django.test import Client

from players.models import User
from tests.builders import make_event, make_ladder
from tests.matches.clocking import now
from tests.matches.watching import Watched
from tests.pages.cast import Phone
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text
from tournaments.forms import accounts
from tournaments.models import Entry, LogEntry

pytestmark = pytest.mark.django_db

TURNED, ASTRONAUT = "\u202e\u200bAda\u2066 Zoë\ufdd0", "Ada \U0001f469\u200d\U0001f680"


@pytest.fixture
def desk() -> Desk:
    return Desk(make_event(make_cast()))


@pytest.mark.parametrize(("typed", "kept"), [(TURNED, "Ada Zoë"), (ASTRONAUT, ASTRONAUT)])
def test_names_by_hand_and_in_a_list_are_as_they_look(desk: Desk, typed: str, kept: str) -> None:
    desk.post("event_entries_edit", step="add", name=typed, note=typed)
    row = Entry.objects.get(event=desk.event)
    assert (row.name, row.note) == (kept, kept)
    page = text(desk.post("event_entries_edit", step="read", text=f"{typed} B"))
    assert f'value="{kept} B"' in page
    assert "\u202e" not in page


@pytest.mark.parametrize("nothing", ["\u200b", "\u3164", "\u2060 \u202e"])
def test_a_name_of_which_nothing_is_seen_is_none(desk: Desk, nothing: str) -> None:
    refused = desk.post("event_entries_edit", step="add", name=nothing)
    assert refused.status_code == 400
    assert not Entry.objects.filter(event=desk.event).exists()


def test_a_line_separator_is_as_little_part_of_a_name_as_a_new_line(desk: Desk) -> None:
    refused = desk.post("event_entries_edit", step="add", name="Ada\u2028Bea")
    assert refused.status_code == 400


def test_a_reason_that_says_nothing_is_none() -> None:
    live = Watched(tournament=make_cast())
    sent = {"step": "penalty", "side": 1, "points": 1, "kind": "conduct"}
    sent["version"] = live.match.version
    desk, given = Desk(live.stage.event), LogEntry.objects.filter(action="penalty.added")
    assert desk.post("fixture", "M1.1", **sent, reason="\u200b\u2060").status_code == 400
    assert not given.exists()
    assert desk.post("fixture", "M1.1", **sent, reason=TURNED).status_code == 302
    assert given.get().reason == "Ada Zoë"


def test_a_comment_is_as_it_looks_and_not_empty() -> None:
    live = Watched(tournament=make_cast(), delay=0)
    live.opened(now())
    phone = Phone(live.stage.event, live.stage.players("M1.2")[0].name)
    path = f"/matches/{live.match_id}/comments/"
    assert phone.post(path, {"text": "\u200b\u2800"}).status_code == 400
    assert phone.post(path, {"text": TURNED}).status_code == 302
    assert live.comments == ["Ada Zoë"]


def test_every_field_with_a_password_is_left_as_it_is() -> None:
    made = [one for one in vars(accounts).values() if isinstance(one, type)]
    named = {
        name
        for form in made
        if issubclass(form, forms.Form)
        for name, field in form.base_fields.items()
        if isinstance(field.widget, forms.PasswordInput)
    }
    assert named == accounts.PASSWORDS


def test_a_password_is_as_it_was_typed() -> None:
    secret = "backgammon\u200bat night"
    make_ladder("ABC")
    user = User.objects.get(username="dana")
    user.set_password(secret)
    user.save()
    client = Client()
    client.post("/login/", {"username": "dana", "password": secret})
    assert "_auth_user_id" in client.session
    more = f"{secret}\u200d"
    client.post("/account/password/", {"old": secret, "password": more, "again": more})
    user.refresh_from_db()
    assert user.check_password(more)
