"""What holds for a match clock whatever happens to it."""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from hypothesis import given, strategies as st

from matches.engine.clock import ClockState, new_clock
from matches.engine.clock_settings import KINDS, ClockError, ClockSettings

SETTINGS = st.builds(
    ClockSettings,
    kind=st.sampled_from(KINDS),
    per_point=st.integers(0, 80),
    fixed=st.integers(1, 100),
    delay=st.integers(1, 30),
    overtime=st.just(20),
    overtime_count=st.integers(1, 2),
) | st.builds(ClockSettings, fixed=st.integers(1, 200), delay=st.integers(0, 30))
SIDES = st.sampled_from([1, 2])


class Event(NamedTuple):
    gap: int
    name: str
    args: tuple[int, ...]


GAPS = st.integers(-1, 60)  # an event before the last one is among them
ON = st.tuples(st.just("go on"), st.just(()))
BARE = st.tuples(st.sampled_from(["pause", "resume", "stop", "expire"]), st.just(()))
SIDED = st.tuples(st.sampled_from(["press", "start"]), st.tuples(SIDES))
ADJUST = st.tuples(st.just("adjust"), st.tuples(SIDES, st.integers(-50, 50)))
EVENTS = st.lists(
    st.builds(lambda gap, event: Event(gap, *event), GAPS, ON | ON | ON | BARE | SIDED | ADJUST),
    min_size=4,
    max_size=25,
)


def going_on(state: ClockState, at: int) -> ClockState:
    """What brings the match on from here, so that few of many events are refused."""
    if state.expired(at):
        return state.expire(at)
    if state.running is not None:
        return state.press(state.running, at)
    return state.resume(at) if state.on_turn else state.start(1, at)


def played(settings: ClockSettings, events: list[Event]) -> Iterator[tuple[ClockState, ClockState]]:
    """The clock before and after each event that it took; others must be refused as ClockError."""
    state, at = new_clock(settings, length=3), 1000
    for gap, name, args in events:
        at += gap
        with suppress(ClockError):
            going = name == "go on"
            after = going_on(state, at) if going else getattr(state, name)(*args, at=at)
            yield state, after
            state = after
        at = max(at, state.since or 0)


@given(SETTINGS, EVENTS)
def test_any_events_lead_to_a_clock_that_survives_being_stored(
    settings: ClockSettings, events: list[Event]
) -> None:
    for _, state in played(settings, events):
        assert ClockState.from_data(json.loads(json.dumps(state.to_data()))) == state
        assert all(state.reserves[side - 1] > 0 or state.lost == side for side in (1, 2))


@given(SETTINGS, EVENTS)
def test_the_flag_falls_exactly_when_nothing_is_left(
    settings: ClockSettings, events: list[Event]
) -> None:
    for _, state in played(settings, events):
        flag_at, side = state.flag_at(), state.running
        assert (flag_at is None) == (side is None)
        if flag_at is not None and side is not None:
            assert state.left(side, flag_at) == 0 < state.left(side, flag_at - 1)
            assert state.expired(flag_at - 1) is None
            expiry = state.expired(flag_at)
            assert expiry is not None
            assert (expiry.side, expiry.at) == (side, flag_at)


@given(SETTINGS, EVENTS, st.lists(st.integers(0, 300), min_size=2, max_size=6).map(sorted))
def test_time_left_only_shrinks_and_never_below_nothing(
    settings: ClockSettings, events: list[Event], gaps: list[int]
) -> None:
    for _, state in played(settings, events):
        assert state.since is not None
        for side in (1, 2):
            reserves = [state.left(side, state.since + gap) for gap in gaps]
            delays = [state.delay_left(side, state.since + gap) for gap in gaps]
            assert reserves == sorted(reserves, reverse=True)
            assert delays == sorted(delays, reverse=True)
            assert reserves[-1] >= 0 <= delays[-1]


class Turn(NamedTuple):
    side: int
    ms: int
    pressed: bool


TURNS = st.lists(st.tuples(st.lists(st.integers(0, 40), min_size=1, max_size=4), st.booleans()))


def cost(settings: ClockSettings, turn: Turn) -> int:
    """What a whole turn takes off a reserve: its time less what the delay makes good."""
    if settings.kind == "increment":
        return turn.ms - (settings.delay if turn.pressed else 0)
    return turn.ms - min(turn.ms, settings.delay)


@given(st.sampled_from(KINDS), st.integers(1, 30), TURNS)
def test_a_reserve_loses_the_time_of_its_turns_less_their_delay(
    kind: Any, delay: int, turns: list[tuple[list[int], bool]]
) -> None:
    """Turns in pieces with pauses of 7 between, ended by a press or by a stop."""
    settings = ClockSettings(kind=kind, fixed=100_000, delay=delay)
    state, at, side = new_clock(settings, length=1).start(1, at=0), 0, 1
    taken: list[Turn] = []
    for pieces, pressed in turns:
        for piece in pieces:
            at += piece + 7
            state = state.pause(at=at - 7).resume(at=at)
        taken.append(Turn(side, sum(pieces), pressed))
        state = state.press(side, at=at) if pressed else state.stop(at=at).start(3 - side, at=at)
        side = 3 - side
    for who in (1, 2):
        costs = sum(cost(settings, turn) for turn in taken if turn.side == who)
        assert state.left(who, at) == 100_000 - costs


@given(SETTINGS, EVENTS)
def test_no_event_takes_more_time_than_went_by(
    settings: ClockSettings, events: list[Event]
) -> None:
    """Across one event a side's reserve falls by at most the time since the last one."""
    settings = replace(settings, fixed=settings.fixed + 10_000)
    for before, after in played(settings, [e for e in events if e.name != "adjust"]):
        assert after.since is not None
        gone = after.since - (after.since if before.since is None else before.since)
        for side, had, has in zip((1, 2), before.reserves, after.reserves, strict=True):
            ran = gone if before.running == side else 0
            gain = settings.delay + settings.overtime if side == before.on_turn else 0
            assert had - ran <= has <= had + gain


@given(EVENTS, st.integers(1, 60))
def test_simple_delay_and_bronstein_cost_the_same_when_no_flag_falls(
    events: list[Event], delay: int
) -> None:
    ends = []
    for kind in ("simple_delay", "bronstein"):
        settings = ClockSettings(kind=kind, fixed=10_000, delay=delay)
        state = new_clock(settings, length=1).start(1, at=1000)
        for _, after in played(settings, events):
            state = after
        ends.append(state.stop(at=5000).reserves if state.on_turn else state.reserves)
    assert ends[0] == ends[1]


JUNK = st.one_of(
    st.none(), st.booleans(), st.floats(), st.text(max_size=5), st.integers(-2, 3), st.integers(),
    st.lists(st.integers(0, 5), max_size=3),
)  # fmt: skip
STORED = new_clock(ClockSettings(fixed=9, delay=3), length=1).start(1, at=4).to_data()


@given(st.dictionaries(st.sampled_from(list(STORED)), JUNK, max_size=4))
def test_any_data_is_a_clock_or_refused(changes: dict[str, Any]) -> None:
    data = {**STORED, **changes}
    with suppress(ClockError):
        assert ClockState.from_data(data).to_data() == data


@given(JUNK)
def test_what_is_not_a_stored_clock_is_refused(data: object) -> None:
    code = ""
    try:
        ClockState.from_data(data)
    except ClockError as error:
        code = error.code
    assert code == "clock_data_unreadable"
