"""Results that the director enters and corrects, standing among the tables with a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.acting import press, shows
from tests.browser.conftest import Hall
from tests.builders import Stage
from tests.chromium import PHONE
from tournaments.models import Event

pytestmark = pytest.mark.browser


def test_a_winner_alone_takes_two_taps(hall: Hall, event: Event) -> None:
    director = hall.director(**PHONE)
    director.goes_to(event)
    watching = hall.public().watches(event)
    winner = Stage(event).players("M1.3")[0].name
    director.page.locator("a[href$='/M1.3/']").tap()
    director.page.get_by_role("button", name=winner).first.tap()
    expect(director.page.get_by_role("status").first).to_contain_text(winner)
    expect(watching.locator("#M1\\.3 .won")).to_contain_text(winner)
    expect(watching.locator("#M2\\.2")).to_contain_text(winner)


def test_a_correction_shows_what_it_would_change_before_it_does(hall: Hall, event: Event) -> None:
    stage = Stage(event)
    for key in ("M1.1", "M1.2", "M2.1"):
        stage.win(key)
    loser = stage.players("M1.1")[1].name
    director = hall.director(**PHONE)
    director.opens_match(event, "M1.1")
    director.unfolds("Correct the result")
    director.page.get_by_role("radio", name=loser).first.check()
    director.page.get_by_label("Reason").first.fill("Scores were swapped")
    press(director.page, "See what this would change")
    shows(director.page, "These results are taken back", "M2.1", "Scores were swapped")
    assert stage.fixture("M2.1").winner is not None

    watching = hall.public().watches(event)
    press(director.page, "Do it and take 1 result back")
    expect(watching.locator("#M2\\.1.playing")).to_contain_text(loser)
    director.goes_to(event, "log")
    shows(director.page, "Scores were swapped", "Dana Director")
