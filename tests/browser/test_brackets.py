"""Double elimination from the form to the second final, without JavaScript where that matters."""

import pytest
from playwright.sync_api import expect

from tests.browser.acting import fill, press, shows
from tests.browser.conftest import Hall
from tests.builders import (
    Stage,
    by_director,
    enter,
    make_event,
    make_running_event,
    make_tournament,
)
from tests.chromium import PHONE
from tournaments.models import Event
from tournaments.services.drawing import event_draft

pytestmark = pytest.mark.browser

NAMES = ["Anna", "Boris", "Clara", "David", "Elena", "Farid", "Greta", "Hasan"]
DOUBLE = {"shape": "double", "second_final": True}


def test_a_double_elimination_is_set_up_drawn_and_published(hall: Hall) -> None:
    tournament = make_tournament()
    director = hall.director(**PHONE)
    page = director.page
    page.goto(f"/desk/{tournament.slug}/new/")
    fill(page, {"Name": "Double", "Match length": "7", "Who plays on after a loss": "rounds"})
    expect(page.get_by_label("Losers of rounds 1 to")).to_be_visible()
    expect(page.get_by_label("A second final")).to_be_hidden()
    fill(page, {"Who plays on after a loss": "double", "Match length in the finals": "11"})
    page.get_by_label("A second final").check()
    expect(page.get_by_label("Losers of rounds 1 to")).to_be_hidden()
    press(page, "Create the event")
    event = Event.objects.get()
    assert event.bracket_rules == {**DOUBLE, "finals_length": 11}
    enter(event, NAMES)
    director.goes_to(event, "draw")
    page.get_by_text("Seeds, byes and who should meet late").click()
    fill(page, {"Or seed these, best first": "1, 2"})
    director.drafts("6-3 2-1")
    shows(page, "Seeded, best first: Anna, Boris", "Lower bracket", "Finals")
    page.get_by_text("Change the draft by hand").click()
    fill(page, {"This one": "3 Clara", "And this one": "4 David"})
    press(page, "Swap these two")
    shows(page, "Clara and David swapped their lines")
    director.publishes()
    public = hall.public().opens(event)
    shows(public, "Main draw", "Lower bracket", "Finals", "Second final", "Only if needed")
    draw = hall.public().opens(event, "draw")
    shows(draw, "Seeded, best first: Anna, Boris", "Clara and David swapped their lines")


def test_a_second_final_that_is_not_needed_is_no_match(hall: Hall) -> None:
    event = make_running_event(NAMES, bracket_rules=DOUBLE)
    Stage(event).play_out()
    standings = hall.public().opens(event, "standings")
    rows = standings.locator("table.overall tbody tr")
    expect(rows).to_have_count(len(NAMES))
    expect(rows.first).to_contain_text("Finals")
    public = hall.public().opens(event)
    expect(public.get_by_text("Only if needed")).to_have_count(0)


def test_somebody_comes_late_and_leaves_again(hall: Hall) -> None:
    event = make_event(make_tournament(tables=2), bracket_rules=DOUBLE)
    enter(event, NAMES[:7])
    event_draft(event_id=event.pk, seed="s", act=by_director())
    director = hall.director()
    page = director.page
    director.goes_to(event, "draw")
    director.publishes()
    holder = event.fixtures.get(status="bye", stage__bracket="M", round=1).winner
    assert holder is not None
    director.goes_to(event, "entries")
    page.get_by_role("link", name="Let somebody in late").click()
    fill(page, {"Name": "Iryna", "Against, or for the place of": f"{holder.number} {holder.name}"})
    press(page, "Let in")
    shows(page, "Iryna is in the bracket.")
    director.goes_to(event, "entries", str(event.entries.get(name="Iryna").pk))
    page.get_by_role("link", name="Leaves, or is disqualified").click()
    shows(page, "Iryna leaves", "is a walkover for the other")
    press(page, "Has left")
    shows(page, "Iryna has left.")
    public = hall.public().opens(event)
    shows(public, "Iryna", "Walkover")
