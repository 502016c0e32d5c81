"""Two players with their phones, the director at the desk, and the public that watches."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, expect

from matches.services.deadlines import fire_due
from tests.browser.acting import Phone, follow, shows
from tests.browser.conftest import NAMES, Hall
from tests.builders import Stage
from tournaments.models import Event

pytestmark = pytest.mark.browser

PROMISE = 2.0  # seconds from a confirmed result until everybody who watches sees it


def two_phones(hall: Hall, event: Event, key: str) -> tuple[Phone, Phone]:
    """The phones of the two who play this match, each at its card."""
    first, second = hall.phone(), hall.phone()
    for phone, player in zip((first, second), Stage(event).players(key), strict=True):
        phone.scans_card(player.name)
    return first, second


def all_within(seconds: float, changes: dict[Locator, str]) -> None:
    """All these come to say so in that time, counted from now."""
    end = time.monotonic() + seconds
    for place, text in changes.items():
        left = max(1.0, (end - time.monotonic()) * 1000)
        place.filter(has_text=text).first.wait_for(timeout=left)


def test_a_card_shows_opponent_table_and_length_at_an_address_without_the_secret(
    hall: Hall, event: Event
) -> None:
    director = hall.director()
    director.page.goto(f"/desk/{event.tournament.slug}/")
    follow(director.page, "Players’ cards")
    expect(director.page.locator(".paper svg")).to_have_count(len(NAMES))
    me, other = Stage(event).players("M1.2")
    follow(director.page, me.name)
    phone = hall.phone()
    phone.opens(director.page.locator("code").inner_text())
    shows(phone.page, me.name, f"You play {other.name}", "Table\n2", "match to 7")


def test_a_confirmed_result_reaches_all_open_pages_within_two_seconds(
    hall: Hall, event: Event
) -> None:
    winner, loser = (player.name for player in Stage(event).players("M1.1"))
    public = hall.public()
    bracket, results, standings = (
        public.watches(event, tab) for tab in ("", "results", "standings")
    )
    first, second = two_phones(hall, event, "M1.1")
    first.reports_result("I won", 3)
    shows(first.page, f"Waiting for {loser} to confirm.")
    shows(second.page, f"{winner} reported: {winner} won 7–3")
    second.confirms()
    all_within(
        PROMISE,
        {
            bracket.locator("#M1\\.1.decided"): "7",
            bracket.locator("#M2\\.1"): winner,
            results.locator(".pair.decided"): winner,
            standings.locator("tr", has_text=winner): "1",
        },
    )
    shows(first.page, "Your next match", "won\n7–3")
    shows(second.page, "lost\n3–7")


def test_two_who_do_not_agree_are_settled_at_the_desk(hall: Hall, event: Event) -> None:
    director = hall.director()
    director.goes_to(event)
    one, other = (player.name for player in Stage(event).players("M1.2"))
    first, second = two_phones(hall, event, "M1.2")
    first.reports_result("I won", 5)
    expect(director.section("Reported, waiting")).to_contain_text(f"{one} says: {one} wins 7–5")
    second.contradicts("I won", 4)
    shows(first.page, "You two do not agree.")
    disputed = director.section("Disputed")
    expect(disputed).to_contain_text(f"{other} says: {other} wins 7–4")

    disputed.get_by_role("link").click()
    claim = director.page.locator("li", has_text=f"{other} wins 7–4")
    claim.get_by_role("button", name="Accept this").click()
    shows(director.page, f"{other} wins 7–4", "1 done")
    shows(first.page, "lost\n4–7")
    shows(second.page, "won\n7–4")


def test_a_report_that_nobody_answers_confirms_itself(hall: Hall, event: Event) -> None:
    first, second = two_phones(hall, event, "M1.4")
    watching = hall.public().watches(event)
    second.reports_result("I won", 0)
    shows(second.page, "It confirms itself at about")
    shows(first.page, "If you do not answer, it counts from about")
    assert fire_due(timezone.now() + timedelta(hours=1)) >= 1
    shows(first.page, "lost\n0–7")
    shows(second.page, "won\n7–0")
    expect(watching.locator("#M1\\.4.decided .won")).to_contain_text("7")
