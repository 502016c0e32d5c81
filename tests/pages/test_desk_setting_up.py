"""New tournaments and events, and their settings, as a director types them."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from tests.builders import by_director, enter, make_event
from tests.pages.desk import Desk, login, make_cast
from tests.pages.reading import text
from tournaments.models import Event, Tournament
from tournaments.services.drawing import event_draft

pytestmark = pytest.mark.django_db

TOURNAMENT = {
    "name": "Odesa Cup",
    "starts_on": "2099-12-05",
    "ends_on": "2099-12-06",
    "time_zone": "Europe/Kyiv",
}
EVENT: dict[str, Any] = {"name": "Masters", "length": "9", "rule_set": "club"}


def test_three_answers_make_a_tournament_of_which_one_is_the_owner() -> None:
    make_cast()
    client = login("otto")
    response = client.post(reverse("tournament_new"), TOURNAMENT)
    made = Tournament.objects.get(name="Odesa Cup")
    assert response.headers["Location"] == reverse("tournament_desk", args=[made.slug])
    assert (made.starts_on, made.ends_on) == (date(2099, 12, 5), date(2099, 12, 6))
    assert client.get(reverse("tournament_staff", args=[made.slug])).status_code == 200


def test_a_new_tournament_is_thought_to_be_where_the_last_one_was() -> None:
    make_cast()
    client = login("dana")
    client.post(reverse("tournament_new"), {**TOURNAMENT, "time_zone": "Asia/Tokyo"})
    page = client.get(reverse("tournament_new")).content.decode()
    assert '<option value="Asia/Tokyo" selected>' in page


@pytest.mark.parametrize(
    ("machine", "chosen"),
    [("Europe/Kyiv", "Europe/Kyiv"), ("Etc/UTC", "UTC"), ("Mars/Base", "UTC"), ("", "UTC")],
)
def test_the_first_one_is_thought_to_be_where_the_machine_is(
    monkeypatch: pytest.MonkeyPatch, machine: str, chosen: str
) -> None:
    make_cast()
    monkeypatch.setattr("tournaments.selectors.zones.get_localzone_name", lambda: machine)
    page = login("otto").get(reverse("tournament_new")).content.decode()
    assert f'<option value="{chosen}" selected>' in page


def test_a_last_day_before_the_first_is_refused_and_everything_typed_stays() -> None:
    make_cast()
    response = login("dana").post(
        reverse("tournament_new"), {**TOURNAMENT, "ends_on": "2099-12-04", "venue": "The cellar"}
    )
    assert response.status_code == 400
    page = response.content.decode()
    assert "The last day is before the first." in page
    assert 'value="The cellar"' in page
    assert 'value="2099-12-04"' in page


@pytest.mark.parametrize(
    "bad",
    [
        {"name": ""},
        {"name": "  "},
        {"name": "Open\x07"},
        {"name": "x" * 101},
        {"starts_on": "yesterday"},
        {"time_zone": "Kyiv"},
        {"tables": "-1"},
        {"tables": "501"},
    ],
)
def test_a_tournament_that_cannot_be_is_refused(bad: dict[str, str]) -> None:
    make_cast()
    response = login("dana").post(reverse("tournament_new"), {**TOURNAMENT, **bad})
    assert response.status_code == 400
    assert Tournament.objects.count() == 1


def test_names_that_are_words_of_the_address_get_a_number() -> None:
    tournament = make_cast()
    client = login("dana")
    client.post(reverse("event_new", args=[tournament.slug]), {**EVENT, "name": "Settings"})
    event = Event.objects.get(name="Settings")
    address = reverse("event_desk", args=[tournament.slug, event.slug])
    assert "Next step" in client.get(address).content.decode()


def test_an_even_length_is_explained_and_allowed_only_expressly() -> None:
    address = reverse("event_new", args=[make_cast().slug])
    client = login("dana")
    refused = client.post(address, {**EVENT, "length": "8"})
    assert refused.status_code == 400
    assert "8 is even, and match lengths are odd by custom" in refused.content.decode()
    assert not Event.objects.exists()
    client.post(address, {**EVENT, "length": "8", "even_lengths": "on"})
    assert Event.objects.get().length == 8


def test_the_last_rounds_and_the_consolation_have_lengths_of_their_own() -> None:
    more = {"final_length": "13", "semi_length": "11", "shape": "first_round"}
    more |= {"consolation_length": "5", "confirm_minutes": "0"}
    address = reverse("event_new", args=[make_cast().slug])
    login("dana").post(address, {**EVENT, **more})
    event = Event.objects.get()
    assert event.lengths_from_final == {"1": 13, "2": 11}
    assert event.consolation_length == 5
    assert event.bracket_rules is None
    assert event.rules["confirm_minutes"] == 0


def test_a_format_takes_from_the_form_what_it_needs_and_passes_over_the_rest() -> None:
    more = {
        "shape": "double",
        "second_final": "on",
        "finals_length": "11",
        "drop_rounds": "nonsense",
    }
    more |= {"finals_last_length": "13", "last_chance": "on", "last_chance_length": "3"}
    tournament = make_cast()
    response = login("dana").post(reverse("event_new", args=[tournament.slug]), {**EVENT, **more})
    assert response.status_code == 302
    event = Event.objects.get()
    assert event.consolation_length is None
    assert event.bracket_rules == {
        "shape": "double",
        "second_final": True,
        "finals_length": 11,
        "finals_from_final": {"1": 13},
    }


@pytest.mark.parametrize(
    "typed",
    [
        {"shape": ""},
        {"shape": "first_match", "last_chance": "on", "last_chance_rounds": "2"},
        {"shape": "rounds", "drop_rounds": "3", "consolation_final_length": "7"},
        {"shape": "double", "second_final": "on", "consolation_length": "5"},
        {"shape": "playoff", "qualifiers": "2", "finals_length": "9"},
    ],
)
def test_settings_saved_as_they_are_shown_stay_as_they_are(typed: dict[str, str]) -> None:
    tournament = make_cast()
    login("dana").post(reverse("event_new", args=[tournament.slug]), {**EVENT, **typed})
    event = Event.objects.get()
    before = (event.bracket_rules, event.consolation_length)
    desk = Desk(event)
    form = desk.get("event_settings").context["form"]  # type: ignore[attr-defined]
    shown = {name: form[name].value() for name in form.fields}
    said = {name: value for name, value in shown.items() if value not in {None, False, ""}}
    assert desk.post("event_settings", **said).status_code == 302
    event.refresh_from_db()
    assert (event.bracket_rules, event.consolation_length) == before


@pytest.mark.parametrize("bad", [{"length": "0"}, {"length": "101"}, {"length": ""}, {"name": ""}])
def test_an_event_that_cannot_be_is_refused(bad: dict[str, str]) -> None:
    address = reverse("event_new", args=[make_cast().slug])
    assert login("dana").post(address, {**EVENT, **bad}).status_code == 400
    assert not Event.objects.exists()


def test_settings_saved_from_an_old_page_show_the_newer_state_and_keep_what_was_typed() -> None:
    desk = Desk(make_event(make_cast()))
    old = desk.version()
    desk.post("event_settings", **{**EVENT, "name": "Renamed meanwhile"}, version=old)
    response = desk.post("event_settings", **{**EVENT, "name": "Mine"}, version=old)
    assert response.status_code == 409
    assert "Renamed meanwhile" in text(response)
    assert 'value="Mine"' in text(response)
    again = desk.post("event_settings", **{**EVENT, "name": "Mine"}, version=desk.version())
    assert again.status_code == 302


def test_settings_are_fixed_once_there_is_a_draft() -> None:
    event = make_event(make_cast())
    enter(event, "AB")
    event_draft(event_id=event.pk, seed="s", act=by_director())
    desk = Desk(event)
    response = desk.post("event_settings", **EVENT, version=desk.version())
    assert response.status_code == 409
    assert "discard the draft first" in text(response)
