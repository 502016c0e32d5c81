"""The clock of a match at the desk, and what the control room says of one whose time is up."""

import pytest

from matches.models_clock import Clock
from matches.services.clocks import clock_set_up
from matches.services.deadlines import fire_due
from tests.builders import Stage, by_player, make_running_event
from tests.matches.clocking import Table, now, second
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words

pytestmark = pytest.mark.django_db

KEY = "M1.1"
PAGE = "fixture_clock"


@pytest.fixture
def desk() -> Desk:
    return Desk(make_running_event("ABCD", tournament=make_cast()))


def clock() -> Clock:
    return Clock.objects.get()


def test_a_clock_is_put_on_confirmed_and_opened_from_the_desk(desk: Desk) -> None:
    assert desk.url(PAGE, KEY) in text(desk.get("fixture", KEY))
    assert "Put a clock on" in text(desk.get(PAGE, KEY))
    desk.post(PAGE, KEY, step="set_up", preset="nvbc")
    assert clock().state["settings"]["delay"] == 15_000
    desk.post(PAGE, KEY, step="confirm")
    assert clock().confirmed == (True, True)
    page = text(desk.get(PAGE, KEY))
    assert "/clock/" in page
    assert "<svg" in page


def test_a_clock_in_the_middle_of_a_match_is_set_by_the_score(desk: Desk) -> None:
    desk.post(PAGE, KEY, step="set_up", score_1=5, score_2=3)
    assert clock().state["reserves"] == [360_000, 360_000]


def test_own_settings_are_written_as_minutes_and_seconds(desk: Desk) -> None:
    desk.post(PAGE, KEY, step="set_up", preset="own", fixed="1:05:00", delay="0:08")
    assert (clock().state["reserves"][0], clock().state["settings"]["delay"]) == (3_900_000, 8_000)
    refused = desk.post(PAGE, KEY, step="set_up", preset="own", fixed="ten", delay="0:08")
    assert refused.status_code == 400
    assert "such as 12:30" in text(refused)
    assert desk.post(PAGE, KEY, step="set_up", preset="own", reason="x").status_code == 400


@pytest.fixture
def table() -> Table:
    return Table(make_cast())


def test_the_director_stops_corrects_and_lets_it_go_on(table: Table) -> None:
    desk = Desk(table.stage.event)
    table.press(2, now())
    assert desk.post(PAGE, KEY, step="stop", stop="director").status_code == 302
    assert table.clock.stopped_for == "director"
    assert "time was up" not in words(text(desk.get("event_log")))
    assert "Say why" in text(desk.post(PAGE, KEY, step="correct", left_1="9:30"))
    desk.post(PAGE, KEY, step="correct", left_1="9:30", reason="It had stopped")
    assert table.clock.state["reserves"][0] == 570_000
    assert desk.post(PAGE, KEY, step="resume").status_code == 302
    assert table.clock.stopped_for == ""
    log = words(text(desk.get("event_log")))
    first = table.stage.names(KEY)[0]
    assert f"the clock goes on, {first} is on turn" in log
    assert "the times of the clock corrected" in log
    assert "→ 9:30" in log
    assert "both clocks stopped" in log
    assert "The director is called" in log


def test_times_are_for_directors_and_the_clock_for_scorers_too(table: Table) -> None:
    sam = Desk(table.stage.event, "sam")
    refused = sam.post(PAGE, KEY, step="correct", left_1="9:30", reason="slow")
    assert refused.status_code == 403
    assert sam.post(PAGE, KEY, step="confirm").status_code == 302
    assert Desk(table.stage.event, "otto").get(PAGE, KEY).status_code == 403


def test_time_that_is_up_and_waits_for_a_ruling_is_on_top_of_the_control_room(
    table: Table,
) -> None:
    desk = Desk(table.stage.event)
    assert "to rule on" not in text(desk.get("event_desk"))
    match = table.match
    match.rules = {**match.rules, "flag": "lose_game"}
    match.save()
    table.press(2, 0)
    fire_due(second(900))
    page = words(text(desk.get("event_desk")))
    assert "Time is up 1 to rule on" in page
    assert "3 matches to go" in page
    assert "The game is lost on time" in text(desk.get(PAGE, KEY))
    table.stage.win(KEY, 2)
    assert "to rule on" not in text(desk.get("event_desk"))


def test_presses_that_came_late_or_were_refused_are_told_to_the_director(table: Table) -> None:
    table.press(2, 0)
    table.press(1, 20, sent=80, ident="a")
    table.press(1, 81, ident="b")
    page = words(text(Desk(table.stage.event).get(PAGE, KEY)))
    assert "came 60 seconds later" in page
    assert "refused" in page
    assert "You have pressed already" in page


def test_a_match_whose_players_are_not_known_has_no_clock(desk: Desk) -> None:
    assert desk.get(PAGE, "M2.1").status_code == 409
    assert desk.get(PAGE, "M9.9").status_code == 404


def test_the_director_says_what_stood_on_the_board(table: Table) -> None:
    desk = Desk(table.stage.event)
    match = table.match
    match.rules = {**match.rules, "flag": "lose_game"}
    match.save()
    table.press(2, 0)
    fire_due(second(900))
    page = words(text(desk.get(PAGE, KEY)))
    assert "The game is lost on time" in page
    refused = desk.post(PAGE, KEY, step="game", position="gammon", cube=2, score_1=7, score_2=1)
    assert refused.status_code == 400
    desk.post(PAGE, KEY, step="game", position="gammon", cube=2, score_1=0, score_2=1)
    assert clock().score == (0, 5)


def test_a_clock_that_one_player_wants_is_shown_until_it_is_agreed_on(desk: Desk) -> None:
    stage = Stage(desk.event)
    match = stage.match(KEY)
    match.rules = {**match.rules, "clock": "preference"}
    match.save()
    player = stage.players(KEY)[1]
    clock_set_up(match_id=match.pk, act=by_player(player, 5))
    assert "A clock is wanted" in text(desk.get("event_desk"))
    assert f"{player.name} wants to play with a clock" in words(text(desk.get(PAGE, KEY)))
    desk.post(PAGE, KEY, step="confirm")
    assert "A clock is wanted" not in text(desk.get("event_desk"))


def test_a_clock_is_put_on_within_a_game_where_the_rules_let_it(desk: Desk) -> None:
    refused = desk.post(PAGE, KEY, step="set_up", score_1=5, score_2=3, on_turn=2)
    assert refused.status_code == 400
    assert "is put on with the next game" in text(refused)
    match = Stage(desk.event).match(KEY)
    match.rules = {**match.rules, "imposed_from": "at_once"}
    match.save()
    desk.post(PAGE, KEY, step="set_up", score_1=5, score_2=3, on_turn=2)
    assert clock().state["on_turn"] == 2
