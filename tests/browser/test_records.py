"""A player keeps the sheet and hands in a file; a scorekeeper enters the result; others replay, and
read what an analysis found."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from matches.models import Match
from matches.services.analyses import analysis_keep
from tests.browser.acting import follow, press, shows, strike
from tests.browser.conftest import Hall
from tests.builders import by_director
from tests.chromium import DESKTOP, PHONE
from tests.matches.analyses import FOUND, Analysed
from tests.matches.recording import KEY, Recorded

pytestmark = pytest.mark.browser


@pytest.fixture
def made(transactional_db: None) -> Recorded:
    return Recorded()


def keep(page: Page, winner: str, kind: str = "single", cube: int = 1) -> None:
    page.get_by_label(winner).check()
    page.get_by_label(kind, exact=True).check()
    if cube:  # there is none to choose in the Crawford game
        page.get_by_label(str(cube), exact=True).check()
    press(page, "Add the game")


def test_a_sheet_and_a_file_from_a_phone(hall: Hall, made: Recorded, tmp_path: Path) -> None:
    player = hall.phone()
    player.scans_card(made.names[0])
    page = player.page
    follow(page, "Score sheet and files")
    keep(page, made.names[0], "gammon", 2)
    shows(page, "4–0", "The game is on the sheet.")
    shows(page, "This is the Crawford game")
    keep(page, made.names[1], cube=0)
    shows(page, "4–1")
    file = tmp_path / "final.mat"
    file.write_bytes(made.text())
    page.get_by_label("The file of the match").set_input_files(file)
    press(page, "Read the file")
    shows(page, "The file is kept.", "do not agree", "Game 1: The record ends this game at 1-0")
    keep(page, made.names[0])
    press(page, "Report the result 5–1")
    shows(page, "The result is reported.")
    assert made.match.state == Match.State.REPORTED
    follow(page, "Replay it")
    shows(page, "0 / ")
    strike(page, "ArrowRight")
    shows(page, "1 / ")


def test_a_scorekeeper_enters_what_the_sheet_says(hall: Hall, made: Recorded) -> None:
    made.sheet((1, 2, 2), (1, 1, 1))
    made.upload(made.text())
    director = hall.director()
    director.page.goto(f"/matches/{made.match_id}/records/")
    press(director.page, "Enter the result 5–0")
    shows(director.page, "The result is entered.")
    assert (made.match.state, made.match.score_1) == ("decided", 5)
    director.goes_to(made.stage.event, KEY)
    shows(director.page, "what is recorded does not agree")


def test_a_player_has_the_match_analysed_and_goes_to_the_biggest_error(
    hall: Hall, transactional_db: None, settings: Any
) -> None:
    settings.GNUBG = "/bin/true"
    made = Analysed()
    player = hall.phone()
    player.scans_card(made.names[0])
    page = player.page
    page.goto(f"/matches/{made.match_id}/records/")
    follow(page, "Analysis")
    press(page, "Analyse the match")
    shows(page, "waits for its analysis")
    job = made.take()
    assert job is not None
    analysis_keep(job=job, found=FOUND, at=by_director(12).at)
    shows(page, "Error rate", "The biggest errors")  # it comes again by itself
    follow(page, "Show it in the replay")
    shows(page, "5 / ")


@pytest.mark.parametrize("screen", [PHONE, DESKTOP | {"color_scheme": "dark"}], ids=str)
def test_the_page_of_an_analysis_is_whole(
    hall: Hall, transactional_db: None, settings: Any, screen: dict[str, Any]
) -> None:
    settings.GNUBG = "/bin/true"
    made = Analysed(names=("Maximilian Freiherr von Grün", "Zoë Ångström", "C", "D"))
    page = hall.public(**screen).context.new_page()
    url = f"/matches/{made.match_id}/records/{made.file.pk}/analysis/"
    page.goto(url)
    shows(page, "This record has not been analysed.")
    made.done()
    page.goto(url)
    page.get_by_text("All decisions as a table").click()
    shows(page, "24/18 13/9")
