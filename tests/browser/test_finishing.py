"""The end of an event: what the director, the players and the public are left with."""

import pytest
from playwright.sync_api import expect

from tests.browser.acting import follow, shows
from tests.browser.conftest import NAMES, Hall
from tests.builders import Stage
from tournaments.models import Event

pytestmark = pytest.mark.browser


def test_an_event_played_out_is_finished_on_every_page(hall: Hall, event: Event) -> None:
    stage = Stage(event)
    director = hall.director()
    director.goes_to(event)
    public = hall.public()
    standings = public.watches(event, "standings")
    champion_phone = hall.phone()
    champion_phone.scans_card(stage.players("M1.1")[0].name)  # the first side wins all

    stage.play_out()
    champion = stage.players("M3.1")[0].name
    shows(director.page, "Finished. All results are in.")
    shows(champion_phone.page, "You have won Main!")
    main, consolation = (
        standings.locator("table:not(.overall)").nth(n).locator("tbody") for n in (0, 1)
    )
    expect(main.locator("tr")).to_have_count(len(NAMES))
    expect(main.locator("tr").first).to_contain_text(champion)
    expect(consolation.locator("tr")).to_have_count(len(NAMES) // 2)
    expect(standings.get_by_text("still in")).to_have_count(0)

    follow(director.page, "Print the result sheet")
    sheet = director.page
    shows(sheet, "finished, 10 of 10 played", "Kyiv Open", champion)
    expect(sheet.locator(".key")).to_have_count(10)
    sheet.emulate_media(media="print")
    expect(sheet.locator(".no-print").first).to_be_hidden()
    shows(sheet, champion)


def test_the_log_tells_what_was_done_in_words(hall: Hall, event: Event) -> None:
    Stage(event).win("M1.1", loser_score=2)
    one, other = (player.name for player in Stage(event).players("M1.1"))
    director = hall.director()
    director.goes_to(event, "log")
    lines = director.page.locator("ol.log > li")
    expect(lines.first).to_contain_text(one)
    expect(lines.first).to_contain_text("7–2")
    shows(director.page, other, "Dana Director")
    shown = lines.all_inner_texts()
    assert not [line for line in shown if "{" in line or "None" in line or "_" in line]
