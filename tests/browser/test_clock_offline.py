"""The clock of a match without a network, opened anew meanwhile; and whose time it goes by."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.engine.clock_settings import SECOND
from matches.models import Match
from matches.models_clock import Clock
from matches.services.clocks import clock_seen, clock_set_up
from matches.services.deadlines import fire_due
from players.actors import Act
from tests.browser.acting import shows
from tests.browser.conftest import Complaints, Hall
from tests.browser.test_clocks import KEY, presses, put_on, runs, shared, tap
from tests.builders import DIRECTOR, Stage
from tournaments.models import Event

pytestmark = pytest.mark.browser


def is_kept(page: Page) -> None:
    """The service worker has the page and all that it needs."""
    expect(page.locator("body[data-offline]")).to_be_attached()


def test_ten_presses_two_without_a_network_the_page_opened_anew_and_the_flag(
    hall: Hall, event: Event, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    complaints.expect("ERR_FAILED")
    put_on(event, fixed=600 * SECOND)
    page = shared(hall, event)
    shows(page, "Are the settings right?", "10:00")
    tap(page, 1)
    tap(page, 2)
    shows(page, "Whoever rolled lower presses")
    for n in range(10):
        side = 2 - n % 2
        tap(page, side)
        runs(page, 3 - side)
    match_id = Stage(event).match(KEY).pk
    page.wait_for_function(f"() => localStorage['clock-{match_id}-0'] === '[]'")
    assert presses(event) == [2, 1] * 5
    is_kept(page)

    page.context.set_offline(True)
    tap(page, 2)
    runs(page, 1)
    page.reload()
    runs(page, 1)
    shows(page, "No network", "(1)")
    tap(page, 1)
    runs(page, 2)
    shows(page, "(2)")
    page.reload()
    runs(page, 2)
    shows(page, "(2)")
    assert len(presses(event)) == 10

    page.context.set_offline(False)
    shows(page, "Connected")
    page.wait_for_function(f"() => localStorage['clock-{match_id}-0'] === '[]'")
    assert presses(event) == [2, 1] * 6

    up = timezone.now() + timedelta(seconds=600)
    clock_seen(match_id=match_id, sides=(1, 2), at=up - timedelta(seconds=10))
    assert fire_due(up) == 1
    shows(page, f"Time is up: {Stage(event).players(KEY)[1].name}", "The match is over.")
    assert Match.objects.get(pk=match_id).winner == 1


MEASURE = """async (ways) => {
  // Each way there and back takes so many milliseconds; the server is 7 minutes ahead of the phone.
  let local = 1_000_000;
  const ahead = 420_000;
  const left = [...ways];
  const { ServerTime } = globalThis.crawfordTime;
  const time = new ServerTime(async () => {
    const [there, back] = left.shift();
    local += there;
    const said = local + ahead;
    local += back;
    return said;
  }, () => local);
  await time.measure();
  return time.now() - (local + ahead);
}"""


@pytest.mark.parametrize(
    "ways",
    [
        [[5, 5]] * 5,
        [[900, 20], [30, 700], [60, 90], [1500, 10], [20, 400]],
        [[10, 180], [180, 10], [2000, 2000], [400, 0], [0, 400]],
        [[3000, 100], [100, 95], [50, 3000], [800, 800], [90, 100]],
    ],
)
def test_the_time_of_the_server_is_right_within_a_tenth_of_a_second_whatever_the_way_takes(
    hall: Hall, event: Event, ways: list[list[int]]
) -> None:
    put_on(event)
    page = shared(hall, event)
    page.wait_for_function("() => globalThis.crawfordTime")
    assert abs(page.evaluate(MEASURE, ways)) <= 100


def test_without_a_network_the_time_of_before_will_do(hall: Hall, event: Event) -> None:
    put_on(event)
    page = shared(hall, event)
    page.wait_for_function("() => globalThis.crawfordTime")
    told = page.evaluate(
        """async () => {
          localStorage.setItem("clock-ahead", "5000");
          const { ServerTime } = globalThis.crawfordTime;
          const time = new ServerTime(() => Promise.reject(new Error("no network")), () => 1000);
          await time.measure();
          return time.now();
        }"""
    )
    assert told == 6000


def put_rules(event: Event, **own: Any) -> None:
    match = Stage(event).match(KEY)
    match.rules = {**match.rules, **own}
    match.save()


def test_a_game_that_is_lost_on_time_is_told_on_the_phone_and_the_match_goes_on(
    hall: Hall, event: Event
) -> None:
    put_rules(event, flag="lose_game", reserve_covers="game", reserve_flat=180)
    put_on(event)
    page = shared(hall, event)
    tap(page, 1)
    tap(page, 2)
    shows(page, "Whoever rolled lower presses", "5:00")
    tap(page, 2)
    runs(page, 1)
    expect(page.locator("[data-net=live]")).to_be_visible()
    page.wait_for_function(f"() => localStorage['clock-{Stage(event).match(KEY).pk}-0'] === '[]'")
    assert fire_due(timezone.now() + timedelta(minutes=6)) == 1
    shows(page, "The game is lost on time.", Stage(event).players(KEY)[0].name)
    page.locator("[data-game] [name=score_2]").fill("2")
    page.locator("[data-game] [name=cube]").select_option("2")
    page.locator("[data-game] [value=gammon]").click()
    shows(page, "Score 0–6", "Whoever rolled lower presses", "5:00")
    assert Clock.objects.get().score == (0, 6)
    tap(page, 1)
    runs(page, 2)


def test_the_score_is_told_and_the_wall_shows_every_clock_as_it_goes(
    hall: Hall, event: Event
) -> None:
    put_on(event)
    page = shared(hall, event)
    wall = hall.public().context.new_page()
    wall.goto(f"/t/{event.tournament.slug}/{event.slug}/clocks/")
    shows(wall, KEY, "14:00", "To be confirmed")
    tap(page, 1)
    tap(page, 2)
    shows(page, "Whoever rolled lower presses")
    tap(page, 2)
    runs(page, 1)
    tile = wall.locator(f"[data-tile='{Stage(event).match(KEY).pk}']")
    expect(tile.locator("[data-half='1']")).to_contain_class("runs")
    page.locator("[data-scoring] summary").click()
    page.locator("[data-scoring] [name=score_1]").fill("3")
    page.locator("[data-scoring] [name=score_2]").fill("1")
    page.get_by_role("button", name="That is the score").click()
    expect(tile.locator("[data-score]")).to_have_text("3–1")
    tile.get_by_role("link").click()
    runs_alone = wall.locator("body.alone [data-half='1']")
    expect(runs_alone).to_contain_class("runs")
    tap(page, 1)
    expect(wall.locator("body.alone [data-half='2']")).to_contain_class("runs")
    other = Stage(event).match("M1.2").pk
    clock_set_up(match_id=other, act=Act(DIRECTOR, timezone.now()))
    wall.go_back()
    expect(wall.locator("[data-tile]")).to_have_count(2)
