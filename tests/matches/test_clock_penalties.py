"""Where the rules say so a flag costs points, and the match goes on with more time."""

from typing import Any

import pytest

from matches.models import Deadline
from matches.models_clock import Clock
from matches.models_late import Penalty
from matches.services.clock_flags import clock_check
from matches.services.clocks import clock_seen
from matches.services.deadlines import fire_due
from matches.services.penalties import penalty_add, penalty_remove
from tests.builders import by_director
from tests.matches.clocking import Table, second
from tests.matches.lateness import Called
from tournaments.models import LogEntry
from tournaments.selectors.log import log_page

pytestmark = pytest.mark.django_db(transaction=True)

UP = 14 * 60 + 12
RULES = {"flag": "penalty", "flag_points": 2, "overtime": 180}


def flagged(**more: Any) -> Table:
    """Side 1 has no time left."""
    table = Table(rules=RULES, **more)
    table.press(2, 0)
    fire_due(second(UP))
    return table


def test_the_opponent_gets_the_points_and_the_side_its_time() -> None:
    table = flagged()
    (penalty,) = Penalty.objects.all()
    assert (penalty.side, penalty.points, penalty.kind) == (1, 2, "clock")
    assert (table.match.state, table.match.start) == ("open", (0, 2))
    clock = table.clock
    assert (clock.running, clock.waits, clock.state["lost"], clock.score) == (
        None,
        False,
        None,
        (0, 2),
    )
    assert table.left(1, UP + 5) == 180


def test_the_turn_goes_on_when_they_are_told() -> None:
    table = flagged()
    assert table.resume(UP + 30) == ""
    assert table.left(1, UP + 40) == 170
    assert table.left(2, UP + 40) == 14 * 60


def test_it_is_done_once_however_often_it_rings() -> None:
    table = flagged()
    Deadline.objects.filter(kind="clock_flag").update(done_at=None)
    fire_due(second(UP + 10))
    clock_check(match_id=table.match_id, at=second(UP + 20))
    assert Penalty.objects.count() == 1
    assert LogEntry.objects.filter(action="clock.penalty").count() == 1


def test_each_time_it_costs_points_again_until_they_are_the_match() -> None:
    table = flagged()
    at = UP
    for _n in range(3):
        table.resume(at + 1)
        at += 200
        fire_due(second(at))
    assert (table.match.state, table.match.winner) == ("decided", 2)
    assert table.match.start == (0, 8)


def test_points_that_the_opponent_lacked_win_the_match() -> None:
    table = flagged(scores=(3, 6))
    match = table.match
    assert (match.winner, match.outcome, match.score_1, match.score_2) == (2, "played", 3, 7)


def test_nobody_is_penalized_while_the_phone_is_out_of_reach() -> None:
    table = Table(rules=RULES)
    table.press(2, 0)
    clock_seen(match_id=table.match_id, sides=(1, 2), at=second(60))
    fire_due(second(UP))
    assert table.clock.waits
    assert not Penalty.objects.exists()


def test_the_log_tells_what_it_cost() -> None:
    table = flagged()
    names = table.stage.names("M1.1")
    event = table.stage.event
    told = [line.what for line in log_page(event.tournament, event=event).lines]
    who = f"M1.1 {names[0]} – {names[1]}: time was up for {names[0]}"
    assert f"{who}, 2 points for the opponent and 3:00 to go on" in told


def test_points_of_a_penalty_are_in_the_score_that_was_told() -> None:
    table = Table(scores=(3, 4))
    given = penalty_add(
        match_id=table.match_id, side=1, points=2, kind="conduct", act=by_director(1, "Swore")
    )
    assert table.clock.score == (3, 6)
    penalty_remove(penalty_id=given.pk, act=by_director(2, "It was somebody else"))
    assert table.clock.score == (3, 4)


def test_points_in_a_match_of_sets_wait_for_the_director_to_count_them() -> None:
    table = Table(sets_to_win=2, scores=(3, 4))
    act = by_director(1, "Swore")
    penalty_add(match_id=table.match_id, side=1, points=2, kind="conduct", act=act)
    assert table.clock.score == (3, 4)


def test_points_for_coming_late_are_on_a_clock_that_was_put_on_with_the_call() -> None:
    called = Called("ukbgf", clock="obligation")
    called.move_to(None, at=0)
    called.move_to(3, at=0)
    called.here(1, at=1)
    called.pass_to(5)
    assert Clock.objects.get(match=called.match).score == (1, 0)
