"""The board of a match at the desk: set up for the players, and ruled on."""

import pytest

from matches.models_record import Record
from tests.builders import make_running_event
from tests.matches.boards import Live
from tests.matches.clocking import KEY
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words

pytestmark = pytest.mark.django_db

PAGE = "fixture_board"


def test_a_board_is_set_up_from_the_desk() -> None:
    desk = Desk(make_running_event("ABCD", tournament=make_cast()))
    assert desk.url(PAGE, KEY) in text(desk.get("fixture", KEY))
    desk.post(PAGE, KEY, do="begin", game="plakoto", dice_by="board")
    assert Record.objects.get().rules["game"] == "plakoto"
    assert "to sit down" in text(desk.get(PAGE, KEY))
    assert "a board is set up on the site" in words(text(desk.get("fixture", KEY)))
    assert desk.post(PAGE, KEY, do="begin", game="chess", dice_by="board").status_code == 400


@pytest.fixture
def live() -> Live:
    return Live(tournament=make_cast())


def test_a_throw_is_void_and_a_game_is_awarded_as_the_director_says(live: Live) -> None:
    desk = Desk(live.stage.event)
    live.throw(1, 3, 1)
    live.play(1, "8/5 6/5")
    live.throw(2, 6, 6)
    seen = live.record.version
    desk.post(PAGE, KEY, do="void_roll", side=2, seen=seen)
    assert live.state.game.turn.phase.value == "roll"
    stale = desk.post(PAGE, KEY, do="award", side=1, points=2, seen=seen)
    assert stale.status_code == 409
    desk.post(PAGE, KEY, do="award", side=1, points=2, seen=live.record.version)
    assert live.state.score == (2, 0)
    first, second = live.stage.names(KEY)
    told = words(text(desk.get("fixture", KEY)))
    assert f"a throw of {second} is void" in told
    assert f"the game is awarded to {first}" in told


def test_what_only_players_do_is_not_done_at_the_desk(live: Live) -> None:
    desk = Desk(live.stage.event)
    refused = desk.post(PAGE, KEY, do="double", side=1, seen=live.record.version)
    assert refused.status_code == 400
    nothing = desk.post(PAGE, KEY, do="void_roll", side=1, seen=live.record.version)
    assert "There is no roll" in text(nothing)


def test_who_is_not_of_the_staff_rules_on_nothing(live: Live) -> None:
    otto = Desk(live.stage.event, "otto")
    assert otto.get(PAGE, KEY).status_code in {403, 404}
