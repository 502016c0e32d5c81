"""The steps from the call of a match to its loss."""

import doctest
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from matches.engine import lateness
from matches.engine.lateness import LatePlan

NOON = datetime(2026, 12, 5, 12, tzinfo=UTC)
POINTS = LatePlan(deed="point", first=5, every=5, lost_points=4)
ONLINE = LatePlan(lost_minute=20)


def after(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def steps(plan: LatePlan) -> list[tuple[int, str]]:
    return [(step.minute, step.deed) for step in plan.schedule(NOON)]


def due(plan: LatePlan, since: float, upto: float) -> list[int]:
    return [step.minute for step in plan.due(NOON, after(since), after(upto))]


def test_points_come_one_by_one_until_they_lose_the_match() -> None:
    points = [(minute, "point") for minute in (5, 10, 15, 20)]
    assert steps(POINTS) == [*points, (20, "forfeit")]


def test_a_minute_ends_the_points() -> None:
    plan = LatePlan(deed="point", first=5, every=5, lost_minute=15)
    assert steps(plan) == [(5, "point"), (10, "point"), (15, "forfeit")]


def test_without_points_the_match_is_lost_at_its_minute() -> None:
    assert steps(ONLINE) == [(20, "forfeit")]


def test_what_never_loses_the_match_has_one_step() -> None:
    assert steps(LatePlan(deed="point", first=5, every=5)) == [(5, "point")]
    assert steps(LatePlan(deed="clock", first=3)) == [(3, "clock")]
    assert steps(LatePlan()) == []


def test_a_step_is_due_at_its_very_moment_and_once() -> None:
    assert due(POINTS, 0, 4.99) == []
    assert due(POINTS, 0, 5) == [5]
    assert due(POINTS, 5, 10) == [10]


def test_all_that_an_outage_left_is_due_at_once() -> None:
    assert due(POINTS, 0, 17) == [5, 10, 15]


def test_points_go_on_for_who_is_missing_although_the_other_was_late_as_well() -> None:
    following = POINTS.next_after(NOON, after(20))
    assert following is not None
    assert (following.minute, following.at) == (25, after(25))


def test_with_nobody_there_nothing_comes_after_what_would_have_been_the_loss() -> None:
    minutes = [
        None if step is None else step.minute
        for ask in (POINTS.next_with_nobody, POINTS.next_after)
        for step in (ask(NOON, after(15)), ask(NOON, after(20)))
    ]
    assert minutes == [20, None, 20, 25]


def test_nothing_comes_after_the_loss_at_a_minute() -> None:
    assert ONLINE.next_after(NOON, after(20)) is None


@pytest.mark.parametrize(("points", "lost"), [(3, False), (4, True), (5, True)])
def test_so_many_points_lose_the_match(points: int, lost: bool) -> None:
    assert POINTS.is_lost_by(points) is lost
    assert not ONLINE.is_lost_by(points)


@given(st.lists(st.integers(0, 200), min_size=1, max_size=6))
def test_however_often_one_looks_each_step_is_found_once(moments: list[int]) -> None:
    looks = sorted({0, *moments})
    found = [one for a, b in pairwise(looks) for one in due(POINTS, a, b)]
    assert found == due(POINTS, 0, looks[-1])


def test_the_example_of_the_module_is_true() -> None:
    tried = doctest.testmod(lateness)
    assert (tried.failed, tried.attempted > 0) == (0, True)


def test_a_step_that_would_fall_into_a_hold_comes_so_much_later_and_all_after_it() -> None:
    holds = [(after(7), after(17))]
    found = POINTS.due(NOON, NOON, after(40), holds)
    assert [step.at for step in found[:4]] == [after(5), after(20), after(25), after(30)]
    assert [step.minute for step in found[:4]] == [5, 10, 15, 20]


def test_nothing_comes_while_a_hold_lasts_but_what_is_due_at_its_very_beginning() -> None:
    holds = [(after(5), None)]
    assert [step.at for step in POINTS.due(NOON, NOON, after(90), holds)] == [after(5)]
    assert POINTS.next_after(NOON, after(5), holds) is None


def test_holds_before_the_call_and_within_each_other_count_once() -> None:
    holds = [(after(-30), after(2)), (after(1), after(3)), (after(1), after(2))]
    step = POINTS.next_after(NOON, NOON, holds)
    assert step is not None
    assert step.at == after(8)
    assert lateness.counted(NOON, after(10), holds) == timedelta(minutes=7)
    assert lateness.held_since(after(1.5), holds) == after(-30)
    assert lateness.held_since(after(3), holds) is None
