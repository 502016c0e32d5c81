"""From the call of a match to its loss, under each rule set, with time passing by."""

import pytest

from matches.models import Deadline
from matches.models_clock import Clock
from matches.models_late import Penalty
from matches.services.clocks import clock_set_up
from matches.services.deadlines import fire_due, ring
from matches.services.live_begin import Table, live_begin, live_join
from matches.services.rules import match_rules_set
from tests.builders import NOON, by_director
from tests.matches.lateness import KEY, Called, minute

pytestmark = pytest.mark.django_db(transaction=True)

POINT = "late.point"


@pytest.mark.parametrize(
    ("preset", "minutes"),
    [
        ("club", [5, 10, 15, 20]),
        ("usbgf", [5, 10, 15, 20]),
        ("ukbgf", [5, 10, 15, 20]),
        ("wbgf", [15, 20, 25, 30]),
    ],
)
def test_points_fall_at_their_minutes_and_the_fourth_of_seven_loses_the_match(
    preset: str, minutes: list[int]
) -> None:
    called = Called(preset)
    called.here(2, at=1)
    for n, due in enumerate(minutes):
        assert called.due == due
        called.pass_to(due - 0.01)
        assert called.match.start == (0, n)
        called.pass_to(due)
    assert called.result() == ("decided", 2, "walkover")
    assert called.match.start == (0, 4)
    assert called.log() == [*[POINT] * 4, "late.forfeit"]
    assert called.due is None
    assert called.stage.names("M2.1")[0] == called.stage.names(KEY)[1]


def test_online_the_match_is_lost_after_twenty_minutes_and_nothing_before() -> None:
    called = Called("online")
    called.here(1, at=2)
    called.pass_to(5, 10, 19.99)
    assert (called.match.state, called.match.start) == ("open", (0, 0))
    called.pass_to(20)
    assert called.result() == ("decided", 1, "walkover")
    assert called.log() == ["late.forfeit"]


def test_in_russia_the_director_is_told_and_decides() -> None:
    called = Called("fnr")
    called.here(1, at=2)
    called.pass_to(5, 20, 600)
    assert (called.match.state, called.match.start) == ("open", (0, 0))
    assert called.log() == ["late.noted"]
    assert called.due is None


def test_nobody_loses_anything_because_phones_were_not_used() -> None:
    called = Called("ukbgf")
    called.pass_to(5, 10, 15, 20, 25, 60)
    assert (called.match.state, called.match.start) == ("open", (0, 0))
    assert called.log() == ["late.both", "late.both"]  # the first step, and where it would be lost
    assert called.due is None


def test_online_nobody_loses_either_where_neither_has_said_that_he_is_there() -> None:
    called = Called("online")
    called.pass_to(20, 40)
    assert called.match.state == "open"
    assert called.log() == ["late.both"]


def test_with_both_late_the_points_begin_when_the_first_has_come() -> None:
    called = Called("ukbgf")
    called.pass_to(5)
    called.here(1, at=7)
    called.pass_to(10)
    assert called.match.start == (1, 0)
    called.here(2, at=12)
    called.pass_to(15, 20, 25)
    assert (called.match.start, called.match.state) == ((1, 0), "open")


def test_who_came_late_himself_wins_by_points_and_not_by_the_minutes_of_the_other() -> None:
    called = Called("ukbgf")
    called.here(1, at=7)
    called.pass_to(20)
    assert (called.match.start, called.match.state) == ((3, 0), "open")
    called.pass_to(25)
    assert called.result() == ("decided", 1, "walkover")


def test_who_comes_after_the_last_minute_is_heard_by_the_director_alone() -> None:
    called = Called("online")
    called.pass_to(20)
    called.here(1, at=30)
    called.pass_to(40, 50)
    assert called.match.state == "open"


def test_an_outage_gives_all_that_is_due_at_once_and_each_once() -> None:
    called = Called("ukbgf")
    called.here(1, at=1)
    called.pass_to(17)
    called.pass_to(17, 17.5)
    given = Penalty.objects.order_by("number")
    assert [penalty.late_at for penalty in given] == [minute(5), minute(10), minute(15)]
    assert called.match.start == (3, 0)
    assert called.due == 20


def test_an_outage_to_the_end_loses_the_match_with_as_many_points_as_without_one() -> None:
    called = Called("ukbgf")
    called.here(1, at=1)
    called.pass_to(300)
    assert called.result() == ("decided", 1, "walkover")
    assert called.match.start == (4, 0)


def test_who_was_there_is_judged_at_the_moment_of_the_step() -> None:
    called = Called("ukbgf")
    called.here(1, at=1)
    called.here(2, at=12)  # nobody has rung since the call
    assert called.match.start == (2, 0)
    assert called.match.begun_at == minute(12)


def test_two_ringers_give_one_point() -> None:
    called = Called("ukbgf")
    called.here(1, at=1)
    deadline = Deadline.objects.get(kind="late_start", done_at=None)
    assert ring(deadline.pk, minute(5))
    assert not ring(deadline.pk, minute(5))
    assert called.match.start == (1, 0)


def test_a_ring_that_was_forgotten_by_the_mark_gives_no_second_point() -> None:
    called = Called("ukbgf")
    called.here(1, at=1)
    called.pass_to(5)
    Deadline.objects.filter(kind="late_start").update(due_at=minute(5), done_at=None)
    fire_due(minute(6))
    assert called.match.start == (1, 0)


def test_a_match_that_is_gone_is_nobody_s_delay() -> None:
    called = Called("ukbgf")
    deadline = Deadline.objects.get(kind="late_start", done_at=None)
    Deadline.objects.filter(pk=deadline.pk).update(subject_id=10**9)
    called.pass_to(5)
    assert not Deadline.objects.filter(kind="late_start", done_at=None).exists()


def test_a_call_at_noon_is_awaited_from_noon() -> None:
    called = Called("ukbgf")
    assert (called.match.called_at, called.match.begun_at, called.due) == (NOON, None, 5)


def test_points_as_many_as_the_length_lose_where_nothing_else_does() -> None:
    called = Called("club", length=3, forfeit_at="never")
    called.here(2, at=0)
    called.pass_to(5, 10)
    assert called.match.state == "open"
    called.pass_to(15)
    assert called.result() == ("decided", 2, "walkover")
    assert called.log() == [POINT, POINT, POINT, "penalty.forfeit"]


def test_other_rules_cost_from_now_on_and_nothing_for_the_time_before() -> None:
    called = Called("fnr")
    called.here(1, at=1)
    called.pass_to(5)
    rules = {"code": "ukbgf", "confirm_minutes": 10}
    match_rules_set(match_id=called.match.pk, rules=rules, act=by_director(12))
    assert (called.match.start, called.due) == ((0, 0), 15)
    called.pass_to(15)
    assert called.match.start == (1, 0)


def test_whoever_sits_down_at_a_board_of_the_site_is_there_and_agrees_with_its_clock() -> None:
    called = Called()
    match_id = called.match.pk
    clock_set_up(match_id=match_id, act=by_director())
    live_begin(match_id=match_id, table=Table(bytes(32)), act=called.says(1, 0))
    for side in (1, 2):
        live_join(match_id=match_id, side=side, seed="x", act=called.says(side, 1))
    assert called.match.begun_at == minute(1)
    assert Clock.objects.get(match=match_id).confirmed == (True, True)
    called.pass_to(30)
    assert (called.match.state, called.match.start) == ("open", (0, 0))
