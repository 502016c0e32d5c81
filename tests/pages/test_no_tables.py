"""A tournament that counts no tables: no page makes anybody wait for one."""

import pytest
from django.test import Client

from tests.builders import enter, make_event, make_running_event, make_tournament
from tests.pages.desk import Desk
from tests.pages.reading import fixture, text, words
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("tables", "says"), [(0, "Ready to play"), (1, "Waiting for a table")])
def test_the_bracket_and_the_results_say_what_a_match_waits_for(tables: int, says: str) -> None:
    event = make_running_event("ABCD", tournament=make_tournament(tables=tables))
    page = f"/t/{event.tournament.slug}/{event.slug}/"
    assert says in fixture(text(Client().get(page)), "M1.2")
    assert says in words(text(Client().get(f"{page}results/")))


@pytest.mark.parametrize(("tables", "says"), [(0, "To be played"), (1, "Ready, without a table")])
def test_the_control_room_heads_what_can_be_played(tables: int, says: str) -> None:
    event = make_running_event("ABCD", tournament=make_tournament(tables=tables))
    assert says in text(Desk(event).get("event_desk"))


def published(tournament: Tournament) -> str:
    """What is said after the draw of A and B is published."""
    event = make_event(tournament, name="Side")
    enter(event, "AB")
    desk = Desk(event)
    desk.post("event_draft", step="draw", seed="s", version=1)
    desk.post("event_draft", step="draw", seed="s", version=desk.version())
    sure = {"step": "publish", "sure": "on", "version": desk.version()}
    return text(desk.client.post(desk.url("event_draft"), sure, follow=True))


def test_publishing_the_draw_calls_nobody_to_a_table() -> None:
    assert "The first matches can be played." in published(make_tournament(tables=0))


def test_publishing_says_that_somebody_is_called_where_a_table_is_free() -> None:
    assert "The first matches are called to tables." in published(make_tournament(tables=1))


def test_publishing_says_that_they_will_be_called_where_all_tables_are_taken() -> None:
    tournament = make_tournament(tables=1)
    make_running_event("CD", tournament=tournament)
    assert "Matches are called as soon as tables are free." in published(tournament)
