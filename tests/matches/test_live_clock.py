"""In a match with a clock that is played on the site, turns press it."""

import pytest

from matches.engine.clock_settings import SECOND, ClockSettings
from matches.models_clock import Clock
from matches.services.clocks import clock_confirm, clock_set_up, clocks_call
from tests.matches.boards import BOARD, Live
from tests.matches.clocking import by_staff

pytestmark = pytest.mark.django_db


def timed(length: int = 3) -> Live:
    live = Live(length=length)
    own = ClockSettings(fixed=60 * SECOND)
    clock_set_up(match_id=live.match_id, act=by_staff(0), settings=own)
    clock_confirm(match_id=live.match_id, sides=(1, 2), act=by_staff(0))
    return live


def runs(live: Live) -> int | None:
    return Clock.objects.get(match=live.match_id).running


def test_the_clock_runs_for_whoever_has_to_act() -> None:
    live = timed()
    live.throw(1, 3, 1, n=1)
    assert runs(live) == 1
    live.play(1, "8/5 6/5", n=2)
    assert runs(live) == 2
    live.do(2, "double", n=3)
    assert runs(live) == 1
    live.do(1, "take", n=4)
    assert runs(live) == 2


def test_both_stand_while_a_concession_is_offered_and_between_games() -> None:
    live = timed()
    live.throw(1, 3, 1, n=1)
    live.do(2, "resign", kind=1, n=2)
    assert (runs(live), Clock.objects.get().stopped_for) == (None, "concession")
    live.do(1, "refuse", n=3)
    assert runs(live) == 1
    live.do(2, "resign", kind=1, n=4)
    live.do(1, "accept", n=5)
    assert (runs(live), Clock.objects.get().stopped_for) == (None, "game")
    live.throw(1, 1, 6, n=6)
    assert runs(live) == 2


def test_who_is_out_of_time_plays_no_more_and_loses() -> None:
    live = timed()
    live.throw(1, 3, 1, n=1)
    assert live.play(1, "8/5 6/5", n=120) == "match_over"
    assert (live.match.winner, live.match.outcome) == (2, "forfeit")


def test_a_clock_that_is_not_agreed_on_is_left_alone() -> None:
    live = Live()
    clock_set_up(match_id=live.match_id, act=by_staff(0))
    assert live.throw(1, 3, 1, n=1) == ""
    assert runs(live) is None


def test_the_end_of_the_match_stops_the_clock() -> None:
    live = timed(length=1)
    live.throw(1, 3, 1, n=1)
    live.do(2, "resign", kind=1, n=2)
    live.do(1, "accept", n=3)
    assert (live.match.state, runs(live)) == ("decided", None)


def must_have_a_clock(live: Live) -> None:
    match = live.match
    match.rules = {**match.rules, "clock": "obligation"}
    match.save()


def test_a_clock_that_the_rules_want_stands_at_the_board_and_is_agreed_on_by_sitting_down() -> None:
    live = Live(joined=False)
    must_have_a_clock(live)
    live.begin(BOARD, "tavla")
    assert not any(Clock.objects.get().confirmed)
    live.join()
    assert all(Clock.objects.get().confirmed)
    live.throw(1, 3, 1, n=1)
    assert runs(live) == 1


def test_rules_that_want_a_clock_only_now_put_it_on_when_both_have_sat_down() -> None:
    live = Live(joined=False)
    must_have_a_clock(live)
    live.join()
    assert all(Clock.objects.get().confirmed)


def test_who_are_called_while_they_play_here_have_agreed_on_the_clock_that_the_rules_want() -> None:
    live = Live()
    must_have_a_clock(live)
    clocks_call(match_ids=[live.match_id], act=by_staff(1))
    assert all(Clock.objects.get().confirmed)
    live.throw(1, 3, 1, n=2)
    assert runs(live) == 1
