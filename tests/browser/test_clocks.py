"""The match clock: one phone between two players, one in each hand, with and without a network."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from matches.engine.clock_settings import MINUTE, SECOND, ClockSettings
from matches.models_clock import Clock
from matches.services.clock_running import Sent, clock_do
from matches.services.clocks import clock_confirm, clock_set_up
from players.actors import Act
from tests.browser.acting import follow, press, shows
from tests.browser.conftest import Complaints, Hall
from tests.builders import DIRECTOR, Stage
from tournaments.models import Event

pytestmark = pytest.mark.browser

KEY = "M1.1"


def half(page: Page, side: int) -> Locator:
    return page.locator(f"[data-half='{side}']")


def tap(page: Page, side: int) -> None:
    half(page, side).get_by_role("button").click()


def runs(page: Page, side: int) -> None:
    expect(half(page, side)).to_contain_class("runs")


def put_on(event: Event, **settings: Any) -> None:
    own = ClockSettings(**settings) if settings else None
    act = Act(DIRECTOR, timezone.now())
    clock_set_up(match_id=Stage(event).match(KEY).pk, act=act, settings=own)


def card(hall: Hall, event: Event, side: int, **options: Any) -> Page:
    """The page of the clock on the card of that player."""
    phone = hall.phone(**options)
    phone.scans_card(Stage(event).players(KEY)[side - 1].name)
    follow(phone.page, "Match clock")
    return phone.page


def shared(hall: Hall, event: Event) -> Page:
    page = card(hall, event, 1)
    follow(page, "One phone between the two of us")
    return page


def presses(event: Event) -> list[int]:
    """The sides of all presses that counted."""
    clock = Clock.objects.get(match=Stage(event).match(KEY))
    found = clock.steps.filter(kind="press", refused="").values_list("side", flat=True)
    return [side for side in found if side is not None]


def agree(event: Event, **settings: Any) -> None:
    put_on(event, **settings)
    act = Act(DIRECTOR, timezone.now())
    clock_confirm(match_id=Stage(event).match(KEY).pk, sides=(1, 2), act=act)


def test_each_has_a_phone_and_both_show_both_times(hall: Hall, event: Event) -> None:
    first, second = (card(hall, event, side) for side in (1, 2))
    press(first, "Put the clock on")
    second.reload()
    for page in (first, second):
        follow(page, "My half on my phone")
    tap(first, 1)
    tap(second, 2)
    shows(first, "Whoever rolled lower presses", "14:00", "0:12")
    expect(half(first, 2).get_by_role("button")).to_be_disabled()
    tap(second, 2)
    runs(first, 1)
    runs(second, 1)
    tap(first, 1)
    runs(second, 2)
    second.get_by_text("Stop both").click()
    shows(first, "Both clocks are stopped.")  # before anybody has said why
    second.keyboard.press("Escape")  # as Cancel
    runs(first, 2)
    second.get_by_text("Stop both").click()
    press(second, "Dice on the floor")
    shows(first, "Both clocks are stopped. Dice on the floor")
    press(first, "Go on")
    runs(second, 2)


def test_a_phone_whose_time_is_wrong_shows_what_is_left_all_the_same(
    hall: Hall, event: Event
) -> None:
    agree(event, fixed=14 * MINUTE)
    match_id, at = Stage(event).match(KEY).pk, timezone.now() - timedelta(minutes=2)
    opened = clock_do(match_id=match_id, sent=Sent("press", 2), sides=(1, 2), act=Act(DIRECTOR, at))
    assert opened.accepted
    page = card(hall, event, 1)
    page.clock.install(time=timezone.now() - timedelta(hours=3))
    follow(page, "My half on my phone")
    expect(half(page, 1)).to_contain_text(re.compile(r"1[12]:[0-5][0-9]"))
    expect(page.locator("[data-net=live]")).to_be_visible()
    expect(half(page, 1)).to_contain_text(re.compile(r"1[12]:[0-5][0-9]"))


def test_time_that_runs_out_is_seen_to_the_second_and_without_a_network(
    hall: Hall, event: Event, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    agree(event, fixed=90 * SECOND, delay=12 * SECOND)
    page = card(hall, event, 1)
    page.clock.install()
    follow(page, "One phone between the two of us")
    tap(page, 2)
    runs(page, 1)
    expect(page.locator("[data-net=live]")).to_be_visible()
    page.context.set_offline(True)
    page.clock.fast_forward(45_000)
    expect(half(page, 1)).to_contain_class("low")
    page.clock.fast_forward(48_000)
    expect(half(page, 1)).to_contain_class("very-low")
    page.clock.fast_forward(10_000)
    shows(page, f"Time is up: {Stage(event).players(KEY)[0].name}")


def test_without_its_script_each_half_is_a_button(hall: Hall, event: Event) -> None:
    put_on(event)
    page = card(hall, event, 1, java_script_enabled=False)
    follow(page, "One phone between the two of us")
    tap(page, 1)
    tap(page, 2)
    shows(page, "Whoever rolled lower presses")
    tap(page, 2)
    runs(page, 1)
    tap(page, 1)
    runs(page, 2)
    assert presses(event) == [2, 1]
