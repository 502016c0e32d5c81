"""Reading without what most browsers have: JavaScript, or a stream that stays open."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acting import press, shows
from tests.browser.conftest import NAMES, Complaints, Hall
from tests.builders import Stage
from tournaments.models import Event

pytestmark = pytest.mark.browser

TABS = ("", "entries", "results", "standings", "draw")


@pytest.fixture(autouse=True)
def _one_result(event: Event) -> None:
    Stage(event).win("M1.2", loser_score=4)


def content(page: Page) -> str:
    return " ".join((page.locator("[data-live]").text_content() or "").split())


def test_public_pages_say_the_same_without_javascript(hall: Hall, event: Event) -> None:
    without, usual = hall.public(java_script_enabled=False), hall.public()
    for tab in TABS:
        said = content(without.opens(event, tab))
        assert all(name in said for name in NAMES), tab
        assert said == content(usual.watches(event, tab)), tab


def test_a_player_reports_without_javascript(hall: Hall, event: Event) -> None:
    winner, loser = Stage(event).players("M1.3")
    first, second = (hall.phone(java_script_enabled=False) for _ in range(2))
    first.scans_card(winner.name)
    first.reports_result("I won", 6)
    second.scans_card(loser.name)
    second.confirms()
    shows(hall.public(java_script_enabled=False).opens(event), "2 of 10 matches played")
    assert Stage(event).fixture("M1.3").winner is not None


def test_a_director_enters_a_score_without_javascript(hall: Hall, event: Event) -> None:
    director = hall.director(java_script_enabled=False)
    director.opens_match(event, "M1.3")
    director.unfolds("With the score")
    for name, points in zip(Stage(event).names("M1.3"), ("3", "7"), strict=True):
        director.page.get_by_role("spinbutton", name=str(name), exact=True).fill(points)
    press(director.page, "Enter the score")
    shows(director.page, f"{Stage(event).names('M1.3')[1]} wins 7–3", "2 done")


def test_a_page_whose_stream_is_blocked_asks_for_changes(
    hall: Hall, event: Event, complaints: Complaints
) -> None:
    complaints.expect("net::ERR_FAILED")
    public = hall.public()
    public.context.clock.install()
    public.context.route("**/events/**", lambda route: route.abort())
    page = public.opens(event)
    expect(page.locator("[data-state=polling]")).to_be_attached()
    winner = Stage(event).players("M1.3")[0].name
    Stage(event).win("M1.3")
    page.clock.fast_forward("00:16")
    expect(page.locator("#M1\\.3.decided .won")).to_contain_text(winner)


def test_a_page_on_the_wall_is_current_when_it_is_loaded_again_twelve_hours_later(
    hall: Hall, event: Event, complaints: Complaints
) -> None:
    complaints.expect("net::ERR_INTERNET_DISCONNECTED")
    public = hall.public()
    public.context.clock.install()
    wall = public.watches(event)
    shows(wall, "1 of 10 matches played")
    public.context.set_offline(True)
    Stage(event).win("M1.1", loser_score=5)
    public.context.clock.fast_forward("12:00:00")
    public.context.set_offline(False)
    wall.reload()
    shows(wall, "2 of 10 matches played")
    expect(wall.locator("[data-live][data-state=live]")).to_be_attached()
    Stage(event).win("M1.3", loser_score=6)
    shows(wall, "3 of 10 matches played")
