"""Where the rules say so a flag costs the game, by what stood on the board."""

from typing import Any

import pytest

from config.errors import ConflictError, InvalidError
from matches.engine.clock_game import GameSaid
from matches.engine.clock_settings import MINUTE
from matches.services.clock_games import clock_say
from matches.services.clocks import clock_correct
from matches.services.deadlines import fire_due
from matches.services.steps import Verdict
from tests.builders import by_director
from tests.matches.clocking import KEY, Table, at_table, by_staff, second
from tournaments.models import LogEntry
from tournaments.selectors.log import log_page
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db(transaction=True)

UP = 3 * 60 + 13  # three minutes and thirteen seconds: after that a side has no time left
SESSION = {
    "flag": "lose_game",
    "reserve_covers": "game",
    "reserve_per_point": 0,
    "reserve_flat": 180,
    "doubles_reserve_per_point": 0,
    "imposed_off_per_point": 0,
    "delay": 13,
}


def table(**more: Any) -> Table:
    return Table(rules={**SESSION, **more})


def flagged(**more: Any) -> Table:
    """Side 1 has no time left in the first game."""
    one = table(**more)
    one.press(2, 0)
    fire_due(second(UP))
    return one


def say(
    one: Table, position: str, cube: int = 1, *, scores: tuple[int, int] = (0, 0), **more: Any
) -> None:
    sides, n = more.get("sides", (1, 2)), more.get("n", UP + 30)
    clock_say(
        match_id=one.match_id,
        sides=sides,
        said=GameSaid(position, cube, scores),
        act=at_table(n),
    )


def test_each_game_has_three_minutes_and_thirteen_seconds_a_move() -> None:
    one = table()
    one.press(2, 0)
    assert one.left(1, 73) == 120
    one.stop("game", 73)
    assert (one.left(1, 80), one.left(2, 80)) == (180, 180)
    one.press(1, 90)
    assert one.left(2, 104) == 179


def test_a_stop_within_a_game_gives_no_new_reserve() -> None:
    one = table()
    one.press(2, 0)
    one.stop("dice", 73)
    assert one.left(1, 80) == 120


def test_the_flag_asks_both_what_stood_on_the_board() -> None:
    one = flagged()
    clock = one.clock
    assert (clock.asks, clock.waits, one.match.state) == ("game", True, "open")
    assert one.press(1, UP + 1) == "time_lost"


@pytest.mark.parametrize(
    ("position", "cube", "score"),
    [
        ("single", 1, (0, 1)),
        ("gammon", 1, (0, 2)),
        ("backgammon", 1, (0, 3)),
        ("gammon", 2, (0, 4)),
    ],
)
def test_the_opponent_gets_what_was_on_the_board_times_the_cube(
    position: str, cube: int, score: tuple[int, int]
) -> None:
    one = flagged()
    say(one, position, cube)
    clock = one.clock
    assert (clock.score, clock.asks, clock.waits, clock.state["lost"]) == (score, "", False, None)
    assert one.match.state == "open"


def test_the_clock_is_set_for_the_next_game_which_a_press_opens() -> None:
    one = flagged()
    say(one, "gammon", 2)
    assert (one.left(1, UP + 40), one.left(2, UP + 40)) == (180, 180)
    assert one.clock.stopped_for == "game"
    assert one.press(1, UP + 60) == ""
    assert one.clock.running == 2


def test_the_game_may_be_the_match() -> None:
    one = flagged()
    say(one, "gammon", 2, scores=(2, 5))
    match = one.match
    assert (match.state, match.winner, match.outcome) == ("decided", 2, "played")
    assert (match.score_1, match.score_2) == (2, 7)
    assert one.stage.names("M2.1")[0] == one.stage.names(KEY)[1]
    (line,) = LogEntry.objects.filter(action="clock.game_lost")
    assert line.after is not None
    assert (line.after["points"], line.after["scores"]) == (4, [2, 7])


def test_both_phones_say_it_and_only_the_same_counts() -> None:
    one = flagged()
    say(one, "gammon", sides=(1,))
    assert (one.clock.claim_1, one.clock.claim_2, one.clock.score) == ("gammon:1:0:0", "", (0, 0))
    say(one, "backgammon", sides=(2,))
    assert one.clock.waits
    assert LogEntry.objects.filter(action="clock.contested").count() == 1
    say(one, "gammon", sides=(2,))
    assert one.clock.score == (0, 2)


def test_the_director_says_it_for_both() -> None:
    one = flagged()
    say(one, "gammon", sides=(1,))
    said = GameSaid("single", 4, (1, 1))
    clock_say(match_id=one.match_id, sides=(1, 2), said=said, act=by_staff(UP + 60))
    assert one.clock.score == (1, 5)


def test_it_is_done_once() -> None:
    one = flagged()
    say(one, "single")
    with pytest.raises(ConflictError) as caught:
        say(one, "single")
    assert caught.value.code == "nothing_asked"
    assert one.clock.score == (0, 1)
    assert [step.kind for step in one.steps()].count("game") == 1


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (GameSaid("mars", 1, (0, 0)), "position_unknown"),
        (GameSaid("gammon", 3, (0, 0)), "cube_unknown"),
        (GameSaid("gammon", 1, (7, 0)), "score_impossible"),
        (GameSaid("gammon", 1, (0, -1)), "score_impossible"),
    ],
)
def test_what_cannot_have_been_is_refused(said: GameSaid, code: str) -> None:
    one = flagged()
    with pytest.raises(InvalidError) as caught:
        clock_say(match_id=one.match_id, sides=(1, 2), said=said, act=at_table(UP + 5))
    assert caught.value.code == code


def test_without_a_flag_nobody_asks() -> None:
    one = table()
    one.press(2, 0)
    with pytest.raises(ConflictError) as caught:
        say(one, "single")
    assert caught.value.code == "nothing_asked"


def test_where_the_reserve_is_for_the_match_the_side_gets_the_time_that_the_points_left_have() -> (
    None
):
    one = Table(rules={"flag": "lose_game"})
    one.press(2, 0)
    one.press(1, 10)
    one.press(2, 12 + 10 + 60)  # a minute of reserve
    up = 82 + 12 + 14 * 60
    fire_due(second(up))
    say(one, "gammon", 2, n=up + 30)
    assert one.left(1, up + 40) == 10 * 60  # a minute for each of the 7 and the 3 points to go
    assert one.left(2, up + 40) == 13 * 60


def test_a_correction_or_a_result_asks_nothing_any_more() -> None:
    one = flagged()
    say(one, "gammon", sides=(1,))
    clock_correct(match_id=one.match_id, left={1: MINUTE}, act=by_staff(UP + 60, "Alarm"))
    clock = one.clock
    assert (clock.asks, clock.claim_1, clock.waits) == ("", "", False)
    two = flagged()
    event_id = two.stage.event.pk
    result_enter(event_id=event_id, key=KEY, verdict=Verdict(2), act=by_director(30))
    assert (two.clock.asks, two.clock.waits) == ("", False)


def test_presses_from_before_that_come_in_later_take_the_question_back() -> None:
    one = flagged()
    assert one.press(1, 100, sent=UP + 5) == ""
    clock = one.clock
    assert (clock.asks, clock.waits, clock.running) == ("", False, 2)


def test_the_log_tells_what_was_lost() -> None:
    one = flagged()
    say(one, "gammon", 2)
    first, second_ = one.stage.names(KEY)
    line = log_page(one.stage.event.tournament, event=one.stage.event).lines[0]
    lost = f"time was up for {first}, the game is lost with 4 points, now 0–4"
    assert line.what == f"{KEY} {first} – {second_}: {lost}"
