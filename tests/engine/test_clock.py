"""A match clock runs for one side, stops for both, and runs out at an exact instant."""

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from matches.engine.clock import ClockState, new_clock
from matches.engine.clock_settings import ClockError, ClockSettings, Kind

# Times in these tests are small: a reserve of 100, a delay of 12.
SIMPLE = ClockSettings(fixed=100, delay=12)
OVERTIME = replace(SIMPLE, overtime=30, overtime_count=1)


def clock(kind: Kind = "simple_delay", **values: Any) -> ClockState:
    return new_clock(replace(SIMPLE, kind=kind, **values), length=7)


def both(state: ClockState, at: int) -> tuple[int, int]:
    return state.left(1, at), state.left(2, at)


def refused(method: Any, *args: Any, **named: Any) -> str:
    with pytest.raises(ClockError) as refusal:
        method(*args, **named)
    assert refusal.value.message
    return refusal.value.code


def test_a_clock_stands_until_it_is_started() -> None:
    state = clock()
    assert (state.running, state.turn, state.flag_at()) == (None, 0, None)
    assert both(state, 10**12) == (100, 100)
    assert state.expired(10**12) is None


def test_an_instant_before_the_last_event_counts_as_that_of_the_event() -> None:
    assert clock().not_before(3) == 3
    state = clock().start(1, 5)
    assert [state.not_before(at) for at in (4, 5, 6)] == [5, 5, 6]


def test_a_clock_for_a_match_begun_has_the_reserve_for_its_score() -> None:
    settings = ClockSettings(per_point=10)
    assert new_clock(settings, length=9, scores=(5, 3)).reserves == (50, 50)


def test_the_delay_runs_before_the_reserve() -> None:
    state = clock().start(1, at=1000)
    assert [state.delay_left(1, at) for at in (1000, 1005, 1012, 1050)] == [12, 7, 0, 0]
    assert [state.left(1, at) for at in (1000, 1012, 1013, 1050)] == [100, 100, 99, 62]
    assert both(state, 1050) == (62, 100)
    assert state.delay_left(2, 1050) == 0


def test_what_is_left_of_a_delay_is_lost() -> None:
    state = clock().start(1, at=0).press(1, at=5).press(2, at=6).press(1, at=6 + 13)
    assert both(state, 19) == (99, 100)


def test_a_press_starts_the_other_side_on_a_new_turn() -> None:
    state = clock().start(2, at=0).press(2, at=3)
    assert (state.running, state.on_turn, state.turn, state.since) == (1, 1, 2, 3)


def test_bronstein_gives_back_what_was_used_and_never_more_than_the_delay() -> None:
    state = clock("bronstein").start(1, at=0)
    assert (state.left(1, 5), state.delay_left(1, 5)) == (95, 7)
    assert state.press(1, at=5).reserves == (100, 100)
    assert state.press(1, at=20).reserves == (92, 100)


def test_with_a_small_reserve_bronstein_runs_out_inside_the_delay() -> None:
    one = clock("bronstein").set_reserve(1, 1, at=0).start(1, at=0)
    assert one.flag_at() == 1
    assert refused(one.press, 1, at=1) == "flag_fallen"
    assert clock().set_reserve(1, 1, at=0).start(1, at=0).press(1, at=12).reserves == (1, 100)


def test_increments_come_with_the_press_and_pile_up() -> None:
    state = clock("increment").start(1, at=0)
    assert (state.left(1, 5), state.delay_left(1, 5)) == (95, 0)
    assert state.press(1, at=5).reserves == (107, 100)
    assert state.press(1, at=5).press(2, at=5).press(1, at=5).reserves == (119, 112)
    assert state.stop(at=5).reserves == (95, 100)


def test_a_clock_without_delay_runs_at_once() -> None:
    state = clock(delay=0).start(1, at=0)
    assert (state.flag_at(), state.left(1, 1), state.delay_left(1, 0)) == (100, 99, 0)


@pytest.mark.parametrize("kind", ["simple_delay", "bronstein", "increment"])
def test_a_pause_neither_renews_the_delay_nor_costs_time(kind: Kind) -> None:
    whole = clock(kind).start(1, at=0)
    parts = whole.pause(at=5).resume(at=500).pause(at=505).resume(at=900, side=1)
    assert parts.turn == 1
    assert (parts.left(1, 910), parts.delay_left(1, 900)) == (
        whole.left(1, 20),
        whole.delay_left(1, 10),
    )
    assert parts.press(1, at=910).reserves == whole.press(1, at=20).reserves


def test_a_paused_clock_remembers_the_turn() -> None:
    state = clock().start(2, at=0).pause(at=5)
    assert (state.running, state.on_turn, state.flag_at()) == (None, 2, None)
    assert (state.delay_left(2, 99), both(state, 99)) == (7, (100, 100))


def test_the_other_side_resumes_with_a_turn_of_its_own() -> None:
    state = clock("bronstein").start(1, at=0).pause(at=5).resume(at=9, side=2)
    assert (state.running, state.turn, state.delay_left(2, 9)) == (2, 2, 12)
    assert state.reserves == (100, 100)


def test_a_stop_ends_the_turn_and_the_next_game_has_a_new_delay() -> None:
    state = clock("bronstein").start(1, at=0).stop(at=20)
    assert (state.on_turn, state.running, state.reserves) == (None, None, (92, 100))
    assert refused(state.resume, at=30) == "nobody_on_turn"
    assert refused(state.stop, at=30) == "nobody_on_turn"
    again = state.start(1, at=30)
    assert (again.turn, again.delay_left(1, 30)) == (2, 12)
    assert clock("bronstein").start(1, at=0).pause(at=20).stop(at=25).reserves == (92, 100)


@pytest.mark.parametrize(("kind", "flag_at"), [("simple_delay", 112), ("bronstein", 100)])
def test_time_has_run_out_when_exactly_nothing_is_left(kind: Kind, flag_at: int) -> None:
    state = clock(kind).start(1, at=0)
    assert state.flag_at() == flag_at
    before, at, after = (flag_at - 1, flag_at, flag_at + 50)
    assert [state.left(1, t) for t in (before, at, after)] == [1, 0, 0]
    assert [state.fallen(t) for t in (before, at, after)] == [False, True, True]
    assert state.expired(before) is None
    assert state.press(1, at=before).on_turn == 2


def test_no_event_is_taken_after_the_flag_fell() -> None:
    state = clock().start(1, at=0)
    for method in (state.pause, state.stop):
        assert refused(method, at=112) == "flag_fallen"
    assert refused(state.press, 1, at=112) == "flag_fallen"
    assert refused(state.adjust, 1, 50, at=112) == "flag_fallen"
    assert refused(state.set_reserve, 2, 50, at=112) == "flag_fallen"


def test_without_overtime_the_first_expiry_loses() -> None:
    state = clock().start(2, at=0)
    expiry = state.expired(200)
    assert expiry is not None
    assert (expiry.side, expiry.at, expiry.overtime, expiry.lost) == (2, 112, 0, True)
    over = state.expire(at=200)
    assert (over.lost, over.running, over.reserves, over.since) == (2, None, (100, 0), 200)
    assert over.fallen(200)
    assert over.expired(200) is None


def test_overtime_is_given_once_and_the_second_expiry_loses() -> None:
    state = new_clock(OVERTIME, length=7).start(1, at=0)
    expiry = state.expired(112)
    assert expiry is not None
    assert (expiry.side, expiry.overtime, expiry.lost) == (1, 30, False)
    more = state.expire(at=150)
    assert (more.reserves, more.overtimes, more.running) == ((30, 100), (1, 0), None)
    assert (more.lost, more.fallen(150), more.on_turn) == (None, False, 1)
    again = more.resume(at=200)
    assert again.flag_at() == 230
    last = again.expired(230)
    assert last is not None
    assert last.lost
    assert again.expire(at=230).lost == 1


def test_each_side_has_its_own_overtime() -> None:
    state = new_clock(OVERTIME, length=7).start(1, at=0).expire(at=112)
    other = state.resume(at=112).press(1, at=113).expire(at=300)
    assert (other.overtimes, other.lost) == ((1, 1), None)


def test_bronstein_gives_nothing_back_for_time_before_the_overtime() -> None:
    settings = replace(OVERTIME, kind="bronstein")
    state = new_clock(settings, length=7).start(1, at=0).expire(at=100).resume(at=100)
    assert state.press(1, at=105).reserves == (30, 100)
    assert state.press(1, at=120).reserves == (22, 100)
    paused = new_clock(settings, length=7).start(1, at=0).pause(at=50).resume(at=50)
    assert paused.expire(at=100).resume(at=100).press(1, at=105).reserves == (30, 100)


def test_a_director_adds_takes_and_sets_time_in_a_running_turn() -> None:
    state = clock().start(1, at=0)
    assert both(state.adjust(1, 50, at=20), 20) == (142, 100)
    assert both(state.adjust(2, -99, at=20), 25) == (87, 1)
    moved = state.set_reserve(1, 7, at=5)
    assert (moved.running, moved.turn, moved.delay_left(1, 5), moved.flag_at()) == (1, 1, 7, 19)
    assert refused(state.adjust, 2, -100, at=20) == "reserve_too_small"
    assert refused(state.set_reserve, 1, 0, at=20) == "clock_value_too_small"


def test_time_that_the_director_gives_revives_a_side_that_lost() -> None:
    over = clock().start(1, at=0).expire(at=112)
    assert over.adjust(2, 5, at=113).lost == 1
    revived = over.adjust(1, 60, at=120)
    assert (revived.lost, revived.reserves, revived.running) == (None, (60, 100), None)
    assert revived.resume(at=130).flag_at() == 190


def test_nothing_goes_on_after_time_is_lost() -> None:
    over = clock().start(1, at=0).expire(at=112)
    for method in (over.pause, over.stop, over.resume, over.expire):
        assert refused(method, at=200) == "time_lost"
    assert refused(over.press, 1, at=200) == "time_lost"
    assert refused(over.start, 2, at=200) == "time_lost"


@pytest.mark.parametrize("kind", ["simple_delay", "bronstein"])
def test_a_new_game_may_bring_both_a_whole_new_reserve_and_all_overtime(kind: Kind) -> None:
    spent = clock(kind, overtime=30, overtime_count=1).start(1, at=0).expire(at=200)
    stopped = spent.resume(at=210).stop(at=225)
    fresh = stopped.renew(80, at=230)
    assert (fresh.reserves, fresh.overtimes, fresh.on_turn) == ((80, 80), (0, 0), None)
    assert fresh.start(2, at=240).running == 2


def test_a_new_reserve_takes_the_loss_of_time_back() -> None:
    over = clock().start(1, at=0).expire(at=112)
    assert over.renew(80, at=120).lost is None
    assert refused(clock().start(1, at=0).renew, 80, at=5) == "clock_running"
    assert refused(over.renew, 0, at=120) == "clock_value_too_small"


def test_events_out_of_order_are_refused_by_cause() -> None:
    standing, running = clock(), clock().start(1, at=10)
    assert refused(standing.press, 1, at=10) == "clock_stopped"
    assert refused(standing.pause, at=10) == "clock_stopped"
    assert refused(standing.resume, at=10) == "nobody_on_turn"
    assert refused(standing.expire, at=10) == "flag_standing"
    assert refused(running.press, 2, at=11) == "not_on_turn"
    assert refused(running.press(1, at=11).press, 1, at=12) == "not_on_turn"
    assert refused(running.pause(at=11).press, 1, at=12) == "clock_stopped"
    assert refused(running.pause(at=11).pause, at=12) == "clock_stopped"
    assert refused(running.start, 1, at=12) == "clock_running"
    assert refused(running.resume, at=12) == "clock_running"
    assert refused(running.expire, at=121) == "flag_standing"


def test_time_does_not_go_back() -> None:
    state = clock().start(1, at=10)
    for method in (state.pause, state.stop, state.resume, state.expire):
        assert refused(method, at=9) == "time_went_back"
    for question in (state.fallen, state.expired):
        assert refused(question, 9) == "time_went_back"
    for sided in (state.press, state.start, state.left, state.delay_left):
        assert refused(sided, 1, at=9) == "time_went_back"
    assert refused(state.adjust, 1, 5, at=9) == "time_went_back"
    assert state.press(1, at=10).turn == 2


JUNK = [None, True, 1.0, "1", 3, 0, -1, 10**5000, [1], b"1"]


@pytest.mark.parametrize("junk", JUNK, ids=lambda value: type(value).__name__)
def test_what_is_no_side_and_no_time_is_refused(junk: Any) -> None:
    state = clock().start(1, at=10)
    for method in (state.press, state.start, state.left, state.delay_left):
        assert refused(method, junk, at=11) == "side_unknown"
    assert refused(state.set_reserve, junk, 1, at=11) == "side_unknown"
    if junk is not None:
        assert refused(state.pause(at=10).resume, at=11, side=junk) == "side_unknown"
    assert refused(state.press, 1, at=junk) in {
        "clock_value_not_whole", "clock_value_too_small", "clock_value_too_large", "time_went_back",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("clock_contradictory", {"running": 2}),
        ("clock_contradictory", {"on_turn": None, "running": None}),
        ("clock_contradictory", {"turn": 0}),
        ("clock_contradictory", {"since": None}),
        ("clock_contradictory", {"since": None, "on_turn": None, "running": None, "used": 0}),
        ("clock_contradictory", {"reserves": (0, 100)}),
        ("clock_contradictory", {"lost": 1, "running": None}),
        ("clock_contradictory", {"lost": 1, "reserves": (0, 100)}),
        ("clock_contradictory", {"lost": 2, "reserves": (100, 0), "running": None}),
        ("clock_value_too_large", {"overtimes": (1, 0)}),
        ("clock_value_not_whole", {"used": None}),
        ("clock_pair_needed", {"reserves": (100, 100, 100)}),
        ("clock_pair_needed", {"overtimes": None}),
        ("side_unknown", {"lost": 3}),
        ("clock_without_settings", {"settings": "usbgf"}),
    ],
)
def test_a_clock_that_no_events_lead_to_is_refused(code: str, values: dict[str, Any]) -> None:
    state = clock().start(1, at=0).pause(at=5).resume(at=9)
    assert refused(replace, state, **values) == code


def test_an_event_leaves_the_clock_before_it_as_it_was() -> None:
    state = clock().start(1, at=0)
    state.press(1, at=50)
    assert state == clock().start(1, at=0)
    with pytest.raises(FrozenInstanceError):
        state.turn = 5  # type: ignore[misc]
