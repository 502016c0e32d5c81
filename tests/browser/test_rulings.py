"""The director is called from a phone, comes, rules, and the players read it; an appeal follows."""

from collections.abc import Sequence

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.models import Match
from matches.services.clock_running import Sent, clock_do
from matches.services.clocks import clock_confirm, clock_set_up
from players.actors import Act
from tests.browser.acting import fill, follow, press, shows
from tests.browser.conftest import Hall
from tests.builders import DIRECTOR, Stage
from tournaments.models import Event

pytestmark = pytest.mark.browser

KEY = "M1.1"


def begin(event: Event) -> Match:
    """A clock runs for the first side, and players may appeal to a committee."""
    match = Stage(event).match(KEY)
    match.rules = {**match.rules, "appeals": "committee", "committee": 3}
    match.save()
    act = Act(DIRECTOR, timezone.now())
    clock_set_up(match_id=match.pk, act=act)
    clock_confirm(match_id=match.pk, sides=(1, 2), act=act)
    clock_do(match_id=match.pk, sent=Sent("press", 2), sides=(1, 2), act=act)
    return match


def calls(hall: Hall, name: str) -> Page:
    page = hall.phone()
    page.scans_card(name)
    follow(page.page, "Call the director")
    page.page.get_by_label("The dice").check()
    fill(page.page, {"In a few words": "One die lies on a checker"})
    press(page.page, "Call the director")
    shows(page.page, "The director is called.", "The director was called at")
    return page.page


def appeals(hall: Hall, name: str) -> Page:
    page = hall.phone()
    page.scans_card(name)
    shows(page.page, "You may appeal until")
    follow(page.page, "I appeal")
    fill(page.page, {"Why the ruling is wrong": "It did not lie flat"})
    press(page.page, "I appeal")
    shows(page.page, "has appealed.", "It is not decided yet.")
    return page.page


def judge(page: Page, names: Sequence[str]) -> None:
    """All of these are against the ruling."""
    for name in names:
        page.get_by_label(name, exact=True).check()
    press(page, "These decide")
    for name in names:
        group = page.get_by_role("group", name=name)
        group.get_by_label("the ruling is overturned").check()
    press(page, "Record the decision")


def test_a_player_calls_the_director_rules_with_time_and_the_other_one_appeals(
    hall: Hall, event: Event
) -> None:
    match = begin(event)
    first, second = (player.name for player in Stage(event).players(KEY))
    director = hall.director()
    director.goes_to(event)
    caller = calls(hall, first)
    # The control room shows it by itself, on top.
    shows(director.page, "The director is called", "One die lies on a checker")
    expect(director.page.locator("section").first).to_have_id("calls")
    director.page.locator("#calls a").click()
    shows(director.page, "Both clocks are stopped.")
    press(director.page, "I go there")
    shows(caller, "is on the way")
    ruled = {
        "What it is about": "cocked_dice",
        "Decision": "The roll counts, two minutes more",
        "Reason": "The die lay flat",
        "The rule it rests on": "die_on_checker",
        f"More time for {first}": "2:00",
    }
    fill(director.page, ruled)
    press(director.page, "Record the ruling")
    shows(director.page, "Saved.", "The clock runs.", f"clock of {first}")
    shows(caller, "Ruling: The roll counts, two minutes more", f"clock of {first}")

    other = appeals(hall, second)
    director.goes_to(event)
    shows(director.page, "Appeals", "the committee is to be drawn up")
    director.page.locator("#appeals a").click()
    players = [entry.player for entry in event.entries.all()]
    judge(director.page, [one.name for one in players if one.name not in {first, second}][:3])
    shows(director.page, "the ruling is overturned, 0–3", "taken back")
    shows(other, "overturned on appeal")
    assert Match.objects.get(pk=match.pk).state == "open"


def test_a_call_in_any_event_is_in_the_queue_and_a_ruling_is_undone_in_one_step(
    hall: Hall, event: Event
) -> None:
    first, second = (player.name for player in Stage(event).players(KEY))
    director = hall.director()
    director.goes_to(event)
    follow(director.page, event.tournament.name)
    follow(director.page, "Calls")
    shows(director.page, "Nobody has called the director.")
    caller = calls(hall, first)
    # The queue shows it by itself.
    shows(director.page, "One die lies on a checker", f"{event.name} {KEY}")
    director.page.get_by_role("link", name=first).click()
    shows(director.page, "The director was called at")
    said = {"What it is about": "conduct", "Decision": f"{second} has lost"}
    fill(director.page, {**said, "Reason": "Left the table"})
    director.page.get_by_text("The result", exact=True).click()
    fill(director.page, {"Winner": "1", "How the match ended": "forfeit"})
    press(director.page, "Record the ruling")
    shows(director.page, "Saved.", f"{first} wins by forfeit")
    shows(caller, f"Ruling: {second} has lost")
    director.goes_to(event)
    follow(director.page, "Undo")
    shows(director.page, "the recorded ruling on")
    press(director.page, "Undo it")
    shows(director.page, "Undone: the recorded ruling", "One die lies on a checker")
    assert Stage(event).match(KEY).state == Match.State.OPEN


def test_players_who_settle_it_among_themselves_need_no_director(hall: Hall, event: Event) -> None:
    first = Stage(event).players(KEY)[0].name
    director = hall.director()
    director.goes_to(event)
    phone = hall.phone()
    phone.scans_card(first)
    follow(phone.page, "Call the director")
    press(phone.page, "Call the director")
    shows(director.page, "The director is called")
    follow(phone.page, "The director is called")
    press(phone.page, "We have settled it among us")
    shows(phone.page, "Good: the director is told.")
    expect(director.page.locator("#calls")).to_have_count(0)
