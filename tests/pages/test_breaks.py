"""Breaks by the rules of a match: on the page of the clock, on the card, and at the desk."""

from typing import Any

import pytest
from django.test import Client

from matches.models_clock import Clock
from matches.services.clock_links import clock_token
from tests.builders import Stage
from tests.matches.clocking import Table, now
from tests.pages.cast import Phone
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "M1.1"
ASKS = "Ask for a break"


def table_with(**rules: Any) -> Table:
    return Table(make_cast(), rules=rules)


def page_of(table: Table) -> str:
    return f"/clock/{clock_token(table.clock)}/"


@pytest.mark.parametrize(
    ("breaks", "takes", "asks"),
    [("none", False, False), ("between_games", True, False), ("director", False, True)],
)
def test_the_clock_offers_what_the_rules_leave_to_players(
    breaks: str, takes: bool, asks: bool
) -> None:
    page = text(Client().get(page_of(table_with(breaks=breaks))))
    assert ('value="break"' in page) == takes
    assert (ASKS in page) == asks


def test_whoever_asks_reads_that_the_director_knows_and_he_grants_it_at_the_desk() -> None:
    table = table_with(breaks="director")
    asked = Client().post(page_of(table), {"deed": "ask_break"}, follow=True)
    assert "The director is told that a break is asked for." in words(text(asked))
    desk = Desk(table.stage.event)
    assert "A break" in words(text(desk.get("event_desk")))
    page = words(text(desk.get("fixture_clock", KEY)))
    assert "Grant a break" in page
    assert "Breaks during a match: As the director says · Length of a break: 5 min" in page
    assert desk.post("fixture_clock", KEY, step="break").status_code == 302
    assert table.clock.stopped_for == "break"
    assert "Grant a break" not in text(desk.get("fixture_clock", KEY))
    log = words(text(desk.get("event_log")))
    assert "a break is asked for" in log
    assert "A break between games" in log


def test_a_break_that_the_rules_forbid_is_refused_with_the_rule_on_the_page_without_script() -> (
    None
):
    table = table_with(breaks="none")
    refused = Client().post(page_of(table), {"deed": "stop", "reason": "break"})
    assert refused.status_code == 409
    assert "By the rules of this match there are no breaks" in text(refused)


def test_a_break_in_which_the_clock_runs_on_is_told_on_both_pages() -> None:
    table = table_with(breaks="director", clock_runs_in_break=True)
    table.press(2, now())
    desk = Desk(table.stage.event)
    desk.post("fixture_clock", KEY, step="break")
    assert table.clock.running == 1
    assert "it runs on" in words(text(desk.get("fixture_clock", KEY)))
    assert "Break until" in words(text(Client().get(page_of(table))))
    assert "a break, and the clock of" in words(text(desk.get("event_log")))


def test_a_card_calls_for_a_break_unless_there_are_none(
    event: Event, phones: tuple[Phone, Phone]
) -> None:
    mine = phones[0]
    path = mine.page(KEY, "call")
    match = Stage(event).match(KEY)
    match.rules = {**match.rules, "breaks": "none"}
    match.save()
    refused = mine.post(path, {"kind": "break"})
    assert refused.status_code == 409
    assert "there are no breaks" in text(refused)
    match.rules = {**match.rules, "breaks": "director"}
    match.save()
    assert mine.post(path, {"kind": "break"}).status_code == 302
    assert not Clock.objects.filter(match=match).exists()
