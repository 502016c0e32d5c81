"""The clocks of an event for everybody to watch, and for nobody to press."""

import json
from typing import Any

import pytest
from django.test import Client

from matches.live.topics import source_of
from matches.services.clock_links import clock_token
from tests.builders import Stage, make_tournament
from tests.matches.clocking import KEY, Table, now
from tests.pages.reading import text, words
from tournaments.fragments import register_sources
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    one = Table(make_tournament("Open", tables=2))
    one.press(2, now())
    return one


def wall(event: Event, more: str = "") -> str:
    return f"/t/{event.tournament.slug}/{event.slug}/clocks/{more}"


def test_everybody_sees_all_clocks_that_are_on_by_table(table: Table) -> None:
    event = table.stage.event
    page = Client().get(wall(event))
    names = table.stage.names(KEY)
    shown = words(text(page))
    assert f"{KEY} · Table" in shown
    for name in names:
        assert str(name) in shown
    assert "M1.2" not in shown


def test_an_event_without_clocks_says_so(table: Table) -> None:
    event = table.stage.event
    table.stage.win(KEY)
    page = text(Client().get(wall(event)))
    assert "No match is being played with a clock right now." in page
    assert 'data-tile="' not in page


def test_one_clock_has_a_page_of_its_own_also_when_it_is_over(table: Table) -> None:
    event = table.stage.event
    assert f"{KEY} · Table" in text(Client().get(wall(event, f"{KEY}/")))
    table.stage.win(KEY)
    assert "The match is over." in text(Client().get(wall(event, f"{KEY}/")))


@pytest.mark.parametrize("key", ["M1.2", "X9.9"])
def test_a_match_without_a_clock_has_no_such_page(table: Table, key: str) -> None:
    assert Client().get(wall(table.stage.event, f"{key}/")).status_code == 404


def test_nobody_presses_there(table: Table) -> None:
    event = table.stage.event
    page = text(Client().get(wall(event, f"{KEY}/")))
    assert "<form" not in page
    assert "<button" not in page
    for side in (0, 1, 2):
        assert clock_token(table.clock, side) not in page
    for address in (wall(event), wall(event, f"{KEY}/")):
        assert Client().post(address, {"deed": "press", "side": 1}).status_code == 405


@pytest.mark.parametrize("token", ["", "Clock", "Clock 1-0-wrong"])
def test_a_press_without_a_link_is_refused(table: Table, token: str) -> None:
    body = json.dumps({"presses": [{"id": "a", "side": 1}]})
    headers = {"Authorization": token} if token else {}
    answer = Client().post(
        "/api/v1/clock/presses/", body, content_type="application/json", headers=headers
    )
    assert answer.status_code == 401
    assert answer.json()["code"] in {"not_logged_in", "not_authenticated", "unknown_clock_link"}
    assert table.clock.running == 1


def test_the_stream_of_all_clocks_changes_with_every_press(table: Table) -> None:
    register_sources()
    source = source_of("clocks")
    assert source is not None
    event = table.stage.event
    before = source.versions([event.pk, 10**9])
    assert set(before) == {event.pk}
    table.press(1, now())
    assert source.versions([event.pk]) != {event.pk: before[event.pk]}
    rendered = source.render(event.pk, "state", "en")
    assert rendered is not None
    (told,) = json.loads(rendered)
    assert (told["running"], told["key"]) == (2, KEY)
    assert source.is_public("state")
    assert source.render(event.pk, "other", "en") is None


def test_the_page_asks_as_often_for_many_clocks(
    table: Table, django_assert_max_num_queries: Any
) -> None:
    Table(stage=Stage(table.stage.event), key="M1.2")
    with django_assert_max_num_queries(8):
        page = Client().get(wall(table.stage.event))
    assert text(page).count('data-tile="') == 2


def test_the_event_page_leads_to_the_clocks(table: Table) -> None:
    event = table.stage.event
    assert wall(event) in text(Client().get(f"/t/{event.tournament.slug}/{event.slug}/"))
