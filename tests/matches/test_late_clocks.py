"""Where the rules let the clock of who is late run instead of giving points."""

from typing import Any

import pytest

from matches.models_clock import Clock, ms
from matches.services.clock_running import Sent, clock_do
from matches.services.clock_steps import state_of
from matches.services.clocks import clock_confirm, clock_correct, clock_set_up
from matches.services.lateness import late_excuse, match_begun
from tests.builders import by_director
from tests.matches.lateness import Called, minute

pytestmark = pytest.mark.django_db(transaction=True)

DELAY = 0.2  # minutes of a move that cost nothing


@pytest.fixture
def called() -> Called:
    return late_by_clock()


def late_by_clock(**own: Any) -> Called:
    """14 minutes for each; from the fifth minute on."""
    return Called("club", late="clock", late_grace=5, forfeit_at="never", **own)


def left(called: Called, side: int, at: float) -> float:
    """Minutes."""
    return state_of(clock(called)).left(side, ms(minute(at))) / 60_000


def clock(called: Called) -> Clock:
    return Clock.objects.get(match=called.match)


def test_the_clock_of_who_is_missing_runs_after_the_grace(called: Called) -> None:
    called.here(1, at=1)
    called.pass_to(4.9)
    assert not Clock.objects.exists()
    called.pass_to(5)
    assert clock(called).running == 2
    assert left(called, 2, 8 + DELAY) == pytest.approx(14 - 3)
    assert left(called, 1, 8) == 14
    assert called.log() == ["late.clock"]


def test_it_has_run_since_the_step_however_late_that_rings(called: Called) -> None:
    called.here(1, at=1)
    called.pass_to(9)
    assert left(called, 2, 9 + DELAY) == pytest.approx(14 - 4)


def test_it_stops_when_he_comes_and_the_match_begins_as_always(called: Called) -> None:
    called.here(1, at=1)
    called.pass_to(5)
    called.here(2, at=9 + DELAY)
    assert (clock(called).running, called.match.begun_at) == (None, minute(9 + DELAY))
    assert left(called, 2, 60) == pytest.approx(14 - 4)
    clock_confirm(match_id=called.match.pk, sides=(1, 2), act=by_director(10))
    press = Sent("press", 1)
    assert clock_do(match_id=called.match.pk, sent=press, sides=[1], act=by_director(11)).accepted
    assert clock(called).running == 2


def test_whoever_never_comes_loses_on_time_and_nobody_had_begun(called: Called) -> None:
    called.here(2, at=1)
    called.pass_to(5, 5 + 14 + DELAY)
    assert called.result() == ("decided", 2, "walkover")


def test_with_both_late_both_lose_the_time_until_the_first_has_come(called: Called) -> None:
    called.pass_to(5)
    assert called.log() == ["late.both"]
    called.here(1, at=8)
    assert (left(called, 1, 8), left(called, 2, 8)) == (11, 11)
    assert clock(called).running == 2
    called.here(2, at=10 + DELAY)
    assert left(called, 1, 60) == 11
    assert left(called, 2, 60) == pytest.approx(9)


def test_with_both_coming_late_together_both_lose_as_much(called: Called) -> None:
    called.here(1, 2, at=9)
    assert (left(called, 1, 60), left(called, 2, 60)) == (10, 10)
    assert clock(called).running is None


def test_that_it_has_begun_costs_nobody_time(called: Called) -> None:
    called.pass_to(5)
    match_begun(match_id=called.match.pk, act=by_director(9))
    assert not Clock.objects.exists()


def test_when_no_time_would_be_left_to_either_the_director_decides(called: Called) -> None:
    called.pass_to(5)
    called.here(1, 2, at=5 + 14)
    assert (called.match.state, left(called, 1, 60)) == ("open", 14)


def test_an_excuse_stops_the_clock(called: Called) -> None:
    called.here(1, at=1)
    called.pass_to(5)
    late_excuse(match_id=called.match.pk, act=by_director(7, "He plays another event"))
    assert clock(called).running is None


def test_a_press_of_who_came_begins_the_match(called: Called) -> None:
    called.here(1, at=1)
    called.pass_to(5)
    clock_confirm(match_id=called.match.pk, sides=(1, 2), act=by_director(6))
    press = Sent("press", 2)
    clock_do(match_id=called.match.pk, sent=press, sides=[2], act=by_director(7))
    assert (called.match.begun_at, clock(called).running) == (minute(7), 1)


def test_a_press_that_comes_before_the_step_rings_goes_on_from_it(called: Called) -> None:
    match_id = called.match.pk
    clock_set_up(match_id=match_id, act=by_director())
    clock_confirm(match_id=match_id, sides=(1, 2), act=by_director())
    called.here(1, at=1)
    sent = Sent("press", 2, "p1")
    assert clock_do(match_id=match_id, sent=sent, sides=[2], act=by_director(7)).accepted
    assert clock(called).running == 1
    assert left(called, 2, 7) == pytest.approx(14 - 2 + DELAY)
    kinds = clock(called).steps.values_list("kind", flat=True)
    assert list(kinds)[-2:] == ["late", "press"]


def test_a_clock_may_run_and_a_last_minute_lose_the_match() -> None:
    called = Called("club", late="clock", late_grace=5, forfeit_at="minutes", forfeit_minutes=10)
    called.here(1, at=1)
    called.pass_to(5, 10)
    assert called.result() == ("decided", 1, "walkover")
    assert clock(called).running is None


def test_who_is_awaited_no_more_loses_no_time_and_no_match(called: Called) -> None:
    called.here(1, at=1)
    called.pass_to(5)
    called.move_to(None, at=8 + DELAY)
    called.pass_to(60)
    assert (called.match.state, clock(called).running) == ("open", None)
    assert left(called, 2, 60) == pytest.approx(14 - 3)
    called.move_to(3, at=70)
    called.here(1, at=71)
    called.pass_to(75)
    assert clock(called).running == 2


def test_rules_by_which_no_clock_runs_stop_it(called: Called) -> None:
    called.here(1, at=1)
    called.pass_to(5)
    called.given("ukbgf", at=8 + DELAY)
    assert clock(called).running is None
    assert left(called, 2, 60) == pytest.approx(14 - 3)
    assert (called.match.start, called.due) == ((0, 0), 10)


def test_it_stops_when_he_comes_though_the_other_has_agreed_on_it_meanwhile(called: Called) -> None:
    called.here(1, at=1)
    called.pass_to(5)
    clock_confirm(match_id=called.match.pk, sides=(1,), act=called.says(1, 6))
    called.here(2, at=9 + DELAY)
    assert clock(called).running is None
    assert left(called, 2, 20) == pytest.approx(14 - 4)


def test_it_stops_when_he_comes_though_it_was_set_right_meanwhile(called: Called) -> None:
    called.here(1, at=1)
    called.pass_to(5)
    act = by_director(6, reason="A point is worth more here")
    clock_correct(match_id=called.match.pk, left={2: 20 * 60_000}, act=act)
    called.here(2, at=9)
    assert clock(called).running is None
