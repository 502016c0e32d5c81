"""The board of a match at the desk: set up for the players, and ruled on."""

import re

import pytest

from matches.models_record import Record
from tests.builders import make_running_event
from tests.matches.boards import Live
from tests.matches.clocking import KEY
from tests.matches.pairs import Pairs, make_pairs
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words

pytestmark = pytest.mark.django_db

PAGE = "fixture_board"


def test_a_board_is_set_up_from_the_desk() -> None:
    desk = Desk(make_running_event("ABCD", tournament=make_cast()))
    assert desk.url(PAGE, KEY) in text(desk.get("fixture", KEY))
    assert "by_agreement" not in text(desk.get(PAGE, KEY))
    desk.post(PAGE, KEY, do="begin", game="plakoto", dice_by="board")
    assert Record.objects.get().rules["game"] == "plakoto"
    assert "to sit down" in text(desk.get(PAGE, KEY))
    assert "a board is set up on the site" in words(text(desk.get("fixture", KEY)))
    assert desk.post(PAGE, KEY, do="begin", game="chess", dice_by="board").status_code == 400


def test_of_pairs_the_desk_says_whether_partners_must_agree() -> None:
    desk = Desk(make_pairs(make_cast()))
    assert '<input type="checkbox" name="by_agreement" value="1">' in text(desk.get(PAGE, KEY))
    desk.post(PAGE, KEY, do="begin", dice_by="board", by_agreement="1")
    assert Record.objects.get().by_agreement


def test_the_desk_sets_up_the_next_set_as_the_partners_agreed() -> None:
    pair = Pairs(by_agreement=True, tournament=make_cast(), length=1, sets={"to_win": 2})
    pair.opens()
    for name in ("Clara", "David"):
        pair.do(name, "resign", kind=1)
    for name in ("Anna", "Boris"):
        pair.do(name, "accept")
    desk = Desk(pair.event)
    forms = text(desk.get(PAGE, KEY)).split("<form ")
    (form,) = [each for each in forms if "Set up the board for the next set" in each]
    form = form.partition("</form>")[0]
    desk.post(PAGE, KEY, **dict(re.findall(r'name="(\w+)" value="(\w+)"', form)))
    assert (pair.record.set_number, pair.record.by_agreement) == (2, True)


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
