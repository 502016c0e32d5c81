"""The public pages: what they cost, what they set, and what they keep to themselves."""

import re
from datetime import date
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.builders import (
    Stage,
    by_director,
    enter,
    make_event,
    make_running_event,
    make_tournament,
    make_user,
)
from tests.pages.reading import text, words
from tournaments.fragments import EVENT_FRAGMENTS
from tournaments.models import Staff
from tournaments.services.drawing import event_draft
from tournaments.services.showing import event_show_forecast

pytestmark = pytest.mark.django_db

EVENT = "/t/kyiv-open/main/"
TABS = ["", "entries/", "results/", "standings/", "draw/", "sheet/"]


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("entrants", [2, 64])
def test_a_page_makes_the_same_few_queries_for_any_field(
    client: Client, django_assert_max_num_queries: Any, tab: str, entrants: int
) -> None:
    make_running_event([f"P{n}" for n in range(entrants)], consolation_length=3)
    # Which matches have a board to see, and which wait for the director while they are awaited.
    more = {"": 1, "results/": 2}.get(tab, 0)
    with django_assert_max_num_queries(3 + more):
        assert client.get(EVENT + tab).status_code == 200


def test_a_tournament_with_many_events_makes_four_queries(
    client: Client, django_assert_num_queries: Any
) -> None:
    tournament = make_tournament()
    for n in range(3):
        event = make_running_event(["Ann", "Bob"], tournament=tournament, name=f"Event {n}")
        Stage(event).play_out()
    with django_assert_num_queries(4):
        html = text(client.get("/t/kyiv-open/"))
    assert words(html).count("Winner:") == 3


@pytest.mark.parametrize("path", ["/", "/t/kyiv-open/", *[EVENT + tab for tab in TABS]])
def test_a_visitor_gets_no_cookie_and_the_bytes_of_everybody(client: Client, path: str) -> None:
    make_running_event(["Ann", "Bob"])
    response = client.get(path)
    assert not response.cookies
    assert "Cookie" not in response.get("Vary", "")
    assert b"csrf" not in response.content


def test_the_public_is_told_when_it_ends_only_if_the_director_says_so(client: Client) -> None:
    event = make_running_event("ABCD", tournament=make_tournament(time_zone="Europe/Kyiv"))
    assert "Expected" not in text(client.get(EVENT))
    event_show_forecast(event_id=event.pk, shows=True, act=by_director(10))
    page = words(text(client.get(EVENT)))
    # Two matches to 7, of about 55 minutes each, from two in the afternoon on.
    assert re.search(r"Expected to finish about (15:50|15:55|16:00|16:05) \(90 %: 16:\d\d\)", page)
    assert "as of 14:10" in page
    assert "Expected" not in text(client.get(EVENT + "sheet/"))


def test_the_forecast_costs_the_public_page_three_queries_once(
    client: Client, django_assert_num_queries: Any
) -> None:
    event = make_running_event([f"P{n}" for n in range(64)])
    event_show_forecast(event_id=event.pk, shows=True, act=by_director(10))
    for queries in (7, 4):
        with django_assert_num_queries(queries):
            client.get(EVENT)


def test_a_page_names_its_event_and_version_for_the_cache(client: Client) -> None:
    event = make_running_event(["Ann", "Bob"])
    event.refresh_from_db()
    for tab in TABS:
        assert client.get(EVENT + tab)["X-Live-Topic"] == f"event:{event.pk}:{event.version}"


def test_a_page_made_for_somebody_is_not_for_the_cache(client: Client) -> None:
    make_running_event(["Ann", "Bob"])
    client.force_login(make_user("olha"))
    response = client.get(EVENT)
    assert "X-Live-Topic" not in response
    assert "Cookie" in response["Vary"]


@pytest.mark.parametrize("tab", ["", "results/", "standings/", "draw/", "sheet/"])
def test_a_draft_is_not_public(client: Client, tab: str) -> None:
    event = make_event()
    enter(event, ["Ann", "Bob", "Cid"])
    event_draft(event_id=event.pk, seed="secret-seed", act=by_director())
    html = text(client.get(EVENT + tab))
    assert "The draw is not published yet." in html
    assert "secret-seed" not in html
    assert "Ann" not in html


def test_the_draft_does_not_show_on_the_tournament_page(client: Client) -> None:
    event = make_event()
    enter(event, ["Ann", "Bob", "Cid"])
    event_draft(event_id=event.pk, seed="s", act=by_director())
    said = words(text(client.get("/t/kyiv-open/")))
    assert "Taking entries 3 entries" in said
    assert "The draw is not published yet." in said


@pytest.mark.parametrize(
    "path", ["/t/nope/", "/t/kyiv-open/nope/", "/t/nope/main/", "/nowhere/", EVENT + "nope/"]
)
def test_what_does_not_exist_is_not_found_with_a_way_on(client: Client, path: str) -> None:
    make_event()
    response = client.get(path)
    assert response.status_code == 404
    assert 'href="/"' in text(response)


def test_the_result_sheet_leads_its_staff_back_to_the_control_room(client: Client) -> None:
    make_running_event("AB")
    assert "Control room" not in text(client.get(f"{EVENT}sheet/"))
    client.force_login(make_user("otto"))
    assert "Control room" not in text(client.get(f"{EVENT}sheet/"))
    client.force_login(Staff.objects.get().user)
    assert "Control room" in text(client.get(f"{EVENT}sheet/"))


def test_home_says_of_a_tournament_whose_events_are_over_that_it_is_finished(
    client: Client,
) -> None:
    day = timezone.now().date()
    event = make_running_event("AB", tournament=make_tournament(starts_on=day, ends_on=day))
    assert "On now" in text(client.get("/"))
    Stage(event).win("M1.1")
    page = text(client.get("/"))
    assert "Finished" in page
    assert "On now" not in page


def test_home_sorts_tournaments_by_the_day_at_their_place(client: Client) -> None:
    today = timezone.now().date()
    make_tournament("Long Now", starts_on=date(2000, 1, 1), ends_on=date(today.year + 5, 1, 1))
    make_tournament("Far Future", starts_on=date(2200, 1, 1), ends_on=date(2200, 1, 2))
    make_tournament("Old Times", starts_on=date(1999, 1, 1), ends_on=date(1999, 1, 2))
    said = words(text(client.get("/")))
    positions = [
        said.index(word)
        for word in ("Now", "Long Now", "Coming up", "Far Future", "Past", "Old Times")
    ]
    assert positions == sorted(positions)


def test_past_tournaments_come_in_pages(client: Client) -> None:
    for n in range(31):
        day = date(2001, 1, 1 + n)
        make_tournament(f"Monthly {n}", starts_on=day, ends_on=day)
    assert "Monthly 0<" not in text(client.get("/"))
    assert "Monthly 0<" in text(client.get("/?page=2"))


def test_a_page_cannot_be_posted_to(client: Client) -> None:
    make_event()
    assert client.post(EVENT).status_code == 405


def test_the_language_is_chosen_by_a_link_and_kept_in_a_cookie(client: Client) -> None:
    response = client.get("/language/", {"lang": "uk", "next": "/t/kyiv-open/?a=1"})
    assert response["Location"] == "/t/kyiv-open/?a=1"
    assert response.cookies[settings.LANGUAGE_COOKIE_NAME].value == "uk"
    assert 'lang="uk"' in text(client.get("/"))


@pytest.mark.parametrize("away", ["https://evil.example/", "//evil.example", "javascript:x"])
def test_the_language_link_leads_to_this_site_only(client: Client, away: str) -> None:
    assert client.get("/language/", {"lang": "ru", "next": away})["Location"] == "/"


def test_an_unknown_language_changes_nothing(client: Client) -> None:
    assert not client.get("/language/", {"lang": "xx"}).cookies


@pytest.mark.parametrize("path", ["/", "/nowhere/", *[EVENT + tab for tab in TABS]])
def test_pages_hold_nothing_that_the_content_policy_forbids(client: Client, path: str) -> None:
    make_running_event(["Ann", "Bob", "Cid"])
    html = text(client.get(path))
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)", html)


def test_a_page_that_cannot_be_made_still_says_what_to_do(client: Client, monkeypatch: Any) -> None:
    make_running_event(["Ann", "Bob"])
    lost = EVENT_FRAGMENTS["bracket"]._replace(template="no/such/template.html")
    monkeypatch.setitem(EVENT_FRAGMENTS, "bracket", lost)
    client.raise_request_exception = False
    response = client.get(EVENT)
    assert response.status_code == 500
    assert "go back, load the page again" in words(text(response))


@pytest.mark.parametrize("back", ["home", "no.such.page", "1", "%s", "", "/\n"])
def test_the_language_is_chosen_wherever_one_comes_from(client: Client, back: str) -> None:
    answer = client.get("/language/", {"lang": "uk", "next": back})
    assert (answer.status_code, answer.cookies["django_language"].value) == (302, "uk")
