"""A result that is taken back leaves a match that can be played: board, clock, and lateness."""

from collections.abc import Sequence

import pytest

from matches.engine.clock_settings import MINUTE
from matches.models_late import Penalty
from matches.models_record import Record
from matches.services.clock_running import Sent, clock_do
from matches.services.clock_steps import state_of
from matches.services.deadlines import fire_due
from matches.services.live_begin import Table as BoardTable, live_begin, live_join
from matches.services.steps import Verdict
from tests.builders import by_director, undo_last
from tests.matches.boards import SITE, Live
from tests.matches.clocking import KEY, Table, by_staff, second
from tests.matches.lateness import Called, minute
from tests.matches.test_clock_flags import UP, started
from tests.matches.test_late_clocks import clock, late_by_clock, left
from tests.pages.desk import Desk
from tests.pages.reading import text, words
from tests.tournaments.test_late_calls import call, close
from tournaments.models import LogEntry
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db(transaction=True)


def reopen(called: Called | Table, at: float, key: str = KEY) -> None:
    act = by_director(at, reason="He was at the wrong table")
    result_enter(event_id=called.stage.event.pk, key=key, verdict=None, act=act)


def lost_by_points() -> Called:
    called = Called("ukbgf")
    called.here(2, at=1)
    called.pass_to(5, 10, 15, 20)
    assert called.result() == ("decided", 2, "walkover")
    return called


def holding() -> Sequence[int]:
    return list(Penalty.objects.filter(removed_at=None).values_list("number", flat=True))


def test_points_that_lost_the_match_go_with_its_result_and_lateness_begins_anew() -> None:
    called = lost_by_points()
    reopen(called, 30)
    match = called.match
    assert (match.state, match.start, match.called_at) == ("open", (0, 0), minute(30))
    assert (holding(), called.due) == ([], 35)
    called.pass_to(35, 60)
    assert (called.match.state, called.match.start) == ("open", (0, 0))  # nobody said he is there


def test_who_is_late_again_has_all_the_points_before_him_that_he_had_at_first() -> None:
    called = lost_by_points()
    reopen(called, 30)
    called.here(2, at=31)
    called.pass_to(35, 40, 45)
    assert (called.match.state, called.match.start) == ("open", (0, 3))
    called.pass_to(50)
    assert called.result() == ("decided", 2, "walkover")


def test_the_log_says_that_the_points_went_with_it() -> None:
    called = lost_by_points()
    reopen(called, 30)
    told = words(text(Desk(called.stage.event).get("event_log")))
    assert "result taken back, and with it the points for coming late" in told


def test_undoing_that_gives_result_and_points_back() -> None:
    called = lost_by_points()
    reopen(called, 30)
    undo_last(called.stage.event, 31)
    assert called.result() == ("decided", 2, "walkover")
    assert (called.match.start, holding()) == ((0, 4), [1, 2, 3, 4])


def test_points_stay_where_the_match_was_lost_otherwise() -> None:
    called = Called("ukbgf")
    called.here(2, at=1)
    called.pass_to(5)
    called.stage.win(KEY, 1, 3, act=by_director(40))
    reopen(called, 50)
    assert (called.match.start, holding()) == ((0, 1), [1])


def test_minutes_that_lost_the_match_are_counted_anew() -> None:
    called = Called("online")
    called.here(1, at=2)
    called.pass_to(20)
    reopen(called, 30)
    called.here(1, at=31)
    called.pass_to(49)
    assert called.match.state == "open"
    called.pass_to(50)
    assert called.result() == ("decided", 1, "walkover")


def test_a_board_at_which_one_had_sat_down_is_there_for_both() -> None:
    called = Called("ukbgf")
    match_id = called.match.pk
    live_begin(match_id=match_id, table=BoardTable(bytes(32), dice=SITE), act=called.says(2, 1))
    live_join(match_id=match_id, side=2, seed="x", act=called.says(2, 1))
    called.pass_to(5, 10, 15, 20)
    assert Record.objects.get().closed_at is not None
    reopen(called, 30)
    for side in (1, 2):
        live_join(match_id=match_id, side=side, seed="y", act=called.says(side, 31))
    record = Record.objects.get()
    assert (record.closed_at, record.joined, record.seeds) == (None, (True, True), ("y", "y"))
    assert called.match.begun_at == minute(31)


def test_a_board_with_dice_of_its_own_goes_on_where_it_stood() -> None:
    live = Live()
    live.throw(1, 3, 1)
    event = live.stage.event
    forfeit = Verdict(2, "forfeit")
    result_enter(event_id=event.pk, key=KEY, verdict=forfeit, act=by_staff(10))
    assert live.play(1, "8/5 6/5") == "match_over"
    result_enter(event_id=event.pk, key=KEY, verdict=None, act=by_staff(20, "They go on"))
    assert live.match.begun_at is None
    assert live.play(1, "8/5 6/5", n=30) == ""
    assert live.match.begun_at == second(30)  # nobody awaits who plays


def test_dice_of_the_site_that_were_told_are_thrown_no_more() -> None:
    live = Live(dice=SITE)
    event = live.stage.event
    forfeit = Verdict(2, "forfeit")
    result_enter(event_id=event.pk, key=KEY, verdict=forfeit, act=by_staff(10))
    result_enter(event_id=event.pk, key=KEY, verdict=None, act=by_staff(20, "They go on"))
    assert live.do(1, "roll") == "record_closed"


def test_a_flag_that_is_taken_back_leaves_the_clock_as_the_last_turn_began() -> None:
    table = started()
    table.press(1, 60)
    table.press(2, 90)
    fire_due(second(90 + UP))
    assert table.match.outcome == "forfeit"
    reopen(table, 30)
    state = state_of(table.clock)
    assert (state.lost, state.running, state.on_turn) == (None, None, 1)
    assert state.reserves == (14 * MINUTE - 48_000, 14 * MINUTE - 18_000)
    goes_on = Sent("resume")
    at = by_director(31)
    assert clock_do(match_id=table.match_id, sent=goes_on, sides=(1, 2), act=at).accepted
    assert "clock.reopened" in LogEntry.objects.values_list("action", flat=True)


def test_a_clock_that_stopped_with_the_match_goes_on_with_the_times_it_had() -> None:
    table = started()
    table.stage.win(KEY, 1, act=by_staff(60))
    before = state_of(table.clock).reserves
    reopen(table, 30)
    assert state_of(table.clock).reserves == before
    sent = Sent("resume")
    act = by_director(31)
    assert clock_do(match_id=table.match_id, sent=sent, sides=(1, 2), act=act).accepted


def test_time_that_ran_for_lateness_is_given_back_with_the_result() -> None:
    called = late_by_clock()
    called.here(1, at=1)
    called.pass_to(5, 25)
    assert called.result() == ("decided", 1, "walkover")
    reopen(called, 30)
    assert (left(called, 2, 30), clock(called).running) == (14, None)
    called.here(1, at=31)
    called.pass_to(35)
    assert clock(called).running == 2  # and it runs again for whoever is late again


def test_so_is_time_that_ran_in_parts_because_the_director_was_called_meanwhile() -> None:
    called = late_by_clock()
    called.here(1, at=1)
    called.pass_to(5)
    close(called, call(called, 8), 10)
    called.pass_to(40)
    assert called.result() == ("decided", 1, "walkover")
    reopen(called, 41)
    assert (left(called, 2, 41), clock(called).running) == (14, None)


def test_time_of_somebody_who_came_late_is_not() -> None:
    called = late_by_clock()
    called.here(1, at=1)
    called.pass_to(5)
    called.here(2, at=7)
    used = left(called, 2, 8)
    called.stage.win(KEY, 1, act=by_director(40))
    reopen(called, 41)
    assert left(called, 2, 41) == used < 14


def test_a_clock_without_its_history_stays_as_it_is() -> None:
    called = late_by_clock()
    called.here(1, at=1)
    called.pass_to(5, 25)
    clock(called).steps.all().delete()
    reopen(called, 30)
    assert (called.match.state, left(called, 2, 30)) == ("open", 0)
