"""A team cup from the form to the tie that goes on, and a member who reports his own board."""

import pytest
from playwright.sync_api import expect

from tests.browser.acting import fill, press, shows
from tests.browser.conftest import Hall
from tests.builders import Stage, enter_teams, make_event, make_ties, make_tournament
from tests.chromium import PHONE
from tournaments.models import Event

pytestmark = pytest.mark.browser

TEAMS = """Kyiv: Anna, Boris, Clara, David
Lviv: Elena, Farid, Greta
Odesa: Hasan, Iryna, Jan
Poltava: Kira, Lev, Maria
"""


def test_a_team_cup_is_set_up_entered_drawn_and_played(hall: Hall) -> None:
    tournament = make_tournament()
    director = hall.director(**PHONE)
    page = director.page
    page.goto(f"/desk/{tournament.slug}/new/")
    fill(page, {"Name": "Team cup", "Match length": "7"})
    expect(page.get_by_label("Boards of a tie")).to_be_hidden()
    page.get_by_label("Teams", exact=True).check()
    fill(page, {"Boards of a tie": "3", "Reserves of a team, at most": "1"})
    press(page, "Create the event")
    event = Event.objects.get()
    director.pastes(TEAMS)
    shows(page, "4 rows were read.")
    press(page, "Enter the ticked rows")
    shows(page, "4 entries added.", "David reserve")
    director.goes_to(event, "draw")
    director.drafts("6-3 2-1")
    director.publishes()
    director.goes_to(event)
    shows(page, "Ties", "Kyiv")
    tie = next(key for key in ("M1.1", "M1.2") if "Kyiv" in Stage(event).names(key))
    director.goes_to(event, tie)
    page.get_by_text("Line-up of Kyiv").click()
    lineup = page.locator("details", has_text="Line-up of Kyiv")
    lineup.get_by_label("Board 2").select_option("David (reserve)")
    lineup.get_by_role("button", name="Save the line-up").click()
    shows(page, "The line-up is saved.", "David")
    for board, winner in ((1, 1), (2, 2), (3, 1)):
        director.goes_to(event, f"{tie}.{board}")
        page.locator("form.winners").first.locator(f"button[value='{winner}']").click()
        expect(page.get_by_role("heading", name="Ties")).to_be_visible()
    public = hall.public().opens(event)
    box = public.locator(f"[id='{tie}']")
    expect(box.locator("b").nth(0)).to_have_text("2")
    box.get_by_text("Boards").click()
    expect(box).to_contain_text("David")
    shows(public, Stage(event).names("M2.1")[0] or Stage(event).names("M2.1")[1] or "nobody")


def test_a_member_sees_his_board_and_reports_it(hall: Hall) -> None:
    event = make_ties(("Kyiv", "Lviv"), size=4)
    first, second = Stage(event).names("M1.1")
    one, other = hall.phone(), hall.phone()
    one.scans_card(f"{first} 2")
    shows(one.page, f"{second} 2", "Board 2 of the tie", f"For {first}")
    one.reports_result("I won", 3)
    other.scans_card(f"{second} 2")
    other.confirms()
    shows(other.page, f"{first} – {second} 1–0")
    reserve = hall.phone()
    reserve.scans_card(f"{first} 4")
    shows(reserve.page, f"{first} – {second} 1–0")


def test_a_pair_shares_its_match(hall: Hall) -> None:
    event = make_event(entrants="pairs")
    enter_teams(event, {"": ["Anna", "Boris"], "The Dice": ["Clara", "David"]})
    director = hall.director()
    director.goes_to(event, "draw")
    director.drafts("6-3")
    director.publishes()
    for name in ("Anna", "Boris"):
        watching = hall.phone()
        watching.scans_card(name)
        shows(watching.page, "The Dice", "For Anna / Boris: Anna, Boris")
    phone = hall.phone()
    phone.scans_card("Boris")
    phone.reports_result("I won", 5)
    partner = hall.phone()
    partner.scans_card("David")
    partner.confirms()
    shows(hall.public().opens(event), "Anna / Boris", "The Dice")
