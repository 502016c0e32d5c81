"""A break that the director grants: asked for at the clock, seen at the desk, seen at the clock."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from matches.models_clock import Clock
from matches.services.clock_running import Sent, clock_do
from players.actors import Act
from tests.browser.acting import press, shows
from tests.browser.conftest import Hall
from tests.browser.test_clocks import KEY, agree, shared
from tests.builders import DIRECTOR, Stage
from tests.waiting import until
from tournaments.models import Event

pytestmark = pytest.mark.browser


def by_rules(event: Event, **rules: Any) -> None:
    match = Stage(event).match(KEY)
    match.rules = {**match.rules, **rules}
    match.save()
    agree(event)


def begin(event: Event) -> None:
    """Side 1 is on turn."""
    act = Act(DIRECTOR, timezone.now())
    clock_do(match_id=Stage(event).match(KEY).pk, sent=Sent("press", 2), sides=(1, 2), act=act)


def _no_break() -> bool:
    return Clock.objects.get().break_until is None


def test_players_ask_and_the_director_grants_while_the_clock_runs_on(
    hall: Hall, event: Event
) -> None:
    by_rules(event, breaks="director", clock_runs_in_break=True)
    begin(event)
    page = shared(hall, event)
    page.wait_for_load_state()
    expect(page.get_by_role("button", name="A break between games")).to_have_count(0)
    press(page, "Ask for a break")
    shows(page, "The director is told that a break is asked for.")
    dana = hall.director()
    dana.goes_to(event)
    shows(dana.page, "A break")
    press(dana.page, "Grant a break of 5 minutes")
    shows(dana.page, "They have the break.")
    shows(page, "Break until")
    assert Clock.objects.get().running == 1
    page.locator("[data-half='1']").get_by_role("button").click()
    shows(page, "Press when your move is made.")
    until(_no_break, seconds=10, what="the press ended the break")


def test_between_games_a_break_is_offered_when_the_game_is_over(hall: Hall, event: Event) -> None:
    by_rules(event, breaks="between_games")
    begin(event)
    page = shared(hall, event)
    page.wait_for_load_state()
    page.get_by_text("Stop both").click()
    rest = page.get_by_role("button", name="A break between games")
    expect(rest).to_be_hidden()
    press(page, "The game is over")
    page.get_by_text("Stop both").click()
    rest.click()
    shows(page, "Break until")
