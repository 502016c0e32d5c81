"""Times as people read them: how a clock is set, how far behind one watches, until when it is."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.engine.clock_settings import MINUTE, SECOND
from matches.selectors.clock_words import set_to_words
from matches.selectors.time_words import seconds_words
from matches.services.clock_links import clock_token
from matches.services.clock_running import Sent, clock_do
from tests.builders import Stage, make_running_event
from tests.matches.clocking import Table, by_staff
from tests.pages.cast import Phone
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words
from tests.tournaments.rulings import KEY
from tournaments.models import Tournament
from tournaments.selectors.log import fixture_log

pytestmark = pytest.mark.django_db(transaction=True)

SET = "14:00 each, 12 s delay a move"


@pytest.fixture
def table() -> Table:
    return Table(make_cast())


def clock_page(table: Table) -> str:
    return text(Client().get(f"/clock/{clock_token(table.clock)}/"))


@pytest.mark.parametrize(
    ("kind", "delay", "said"),
    [
        ("simple_delay", 12, "6:00 each, 12 s delay a move"),
        ("bronstein", 90, "6:00 each, up to 1 min 30 s given back a move"),
        ("increment", 10, "6:00 each, 10 s added a move"),
        ("simple_delay", 0, "6:00 each, no delay"),
    ],
)
def test_how_a_clock_is_set_is_said_in_words(kind: str, delay: int, said: str) -> None:
    assert set_to_words(6 * MINUTE, delay * SECOND, kind) == said


@pytest.mark.parametrize(("seconds", "said"), [(20, "20 s"), (300, "5 min"), (90, "1 min 30 s")])
def test_a_span_of_time_has_its_units(seconds: int, said: str) -> None:
    assert seconds_words(seconds) == said


def test_whoever_is_to_confirm_reads_what_they_confirm() -> None:
    event = make_running_event("ABCD", tournament=make_cast(), length=7)
    phone = Phone(event, Stage(event).players(KEY)[0].name)
    phone.post(phone.page(KEY, "clock"))
    assert SET in words(text(phone.get(phone.page(KEY, "clock"))))
    assert SET in words(text(Desk(event).get("fixture_clock", KEY)))
    assert "a clock is put on, 14:00 each, 12 s delay a move" in fixture_log(event, KEY)[0].what
    rules = Client().get(reverse("event_rules", args=[event.tournament.slug, event.slug]))
    assert SET in words(text(rules))


def test_the_page_of_the_clock_says_it_too_until_it_runs(table: Table) -> None:
    assert f"<strong data-set-to>{SET}</strong>" in clock_page(table)
    table.press(2, 0)
    assert SET not in clock_page(table)


def test_a_break_ends_by_the_time_of_the_tournament(table: Table) -> None:
    Tournament.objects.update(time_zone="Asia/Tokyo")
    table.press(2, 0)
    sent = Sent("stop", reason="break")
    common: dict[str, Any] = {"sides": (1, 2), "by_staff": True}
    answer = clock_do(match_id=table.match_id, sent=sent, act=by_staff(60), **common)
    assert answer.accepted
    page = clock_page(table)
    assert "<time data-break>21:06</time>" in page
    assert 'data-zone="Asia/Tokyo"' in page
