"""The clock of whoever is late, where the rules let it run instead of giving points.

It is stopped when he comes, and the match begins as always: both confirm, the lower roll presses.
Where both are late the time until the first of them comes is taken off both (as at Trier), unless
nothing would be left: then the director decides. All of it needs the match locked.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from matches.engine.clock import ClockState, new_clock
from matches.engine.lateness import LatePlan, counted
from matches.models import Match
from matches.models_clock import Clock, ClockStep, ms, ms_of
from matches.services.clock_flags import flag
from matches.services.clock_rules import clock_rules
from matches.services.clock_steps import keep, log_step, note, state_of, times
from matches.services.late_holds import late_holds_of
from players.actors import Act

_BESIDE = (ClockStep.Kind.CONFIRMED, ClockStep.Kind.CHANGED)


def late_clock_start(match: Match, side: int, at: datetime, act: Act) -> None:
    """The clock of `side` runs since `at`, which may be earlier than now.

    A clock is put on if there is none. One that was used already is left alone: the match had
    begun, whatever is known of that.
    """
    clock = _clock(match, act)
    state = state_of(clock)
    if state.on_turn is not None or state.lost is not None:
        return
    state = state.start(side, state.not_before(ms(at)))
    keep(clock, state)
    note(clock, ClockStep.Kind.LATE, act, state, side=side)
    log_step(match, "late.clock", act, after={"side": side})


def late_clock_check(match: Match, at: datetime) -> None:
    """Whether his time was up before anybody came."""
    clock = Clock.objects.filter(match=match, running__isnull=False).first()
    if clock is not None and _runs_for_that(clock):
        flag(match, clock, at)


def late_clock_stop(match: Match, sides: Collection[int], act: Act) -> None:
    """Who was late is there, or excused: his clock stops, if it runs for that."""
    clock = Clock.objects.filter(match=match, running__in=sides).first()
    if clock is None or not _runs_for_that(clock):
        return
    state = state_of(clock)
    instant = state.not_before(ms(act.at))
    if state.fallen(instant):  # and nobody has noticed: a moment is left
        instant = state.not_before((state.flag_at() or 0) - 1)
    state = state.stop(instant)
    keep(clock, state)
    note(clock, ClockStep.Kind.STOP, act, state)


def cut_both(match: Match, plan: LatePlan, act: Act) -> None:
    """The first of the two comes only now: both lose the time since the clocks should have run."""
    called = match.called_at
    if plan.deed != "clock" or plan.first is None or called is None or any(match.here):
        return
    holds = late_holds_of(match)
    due = plan.due(called, called, act.at, holds)
    if not due or match.excused_at:
        return
    clock = _clock(match, act)
    before = state_of(clock)
    late = ms_of(counted(due[0].at, act.at, holds))
    if before.turn or not 0 < late < min(before.reserves):
        return
    after = _cut(before, late, before.not_before(ms(act.at)))
    keep(clock, after)
    note(clock, ClockStep.Kind.LATE, act, after)
    log_step(
        match,
        "late.both",
        act,
        before=times(before, act.at),
        after={"minutes": (act.at - called) // timedelta(minutes=1), **times(after, act.at)},
    )


def _cut(state: ClockState, late: int, instant: int) -> ClockState:
    for side in (1, 2):
        state = state.adjust(side, -late, instant)
    return state


def _runs_for_that(clock: Clock) -> bool:
    """Whoever agrees on it meanwhile, or sets it right, has not made it run."""
    done = clock.steps.filter(refused="").exclude(kind__in=_BESIDE)
    last = done.order_by("-number").first()
    return last is not None and last.kind == ClockStep.Kind.LATE


def _clock(match: Match, act: Act) -> Clock:
    """That of the match, or one as the rules have it."""
    clock = Clock.objects.filter(match=match).first()
    if clock is None:
        clock = Clock(match=match, created_at=act.at)
        state = new_clock(clock_rules(match).settings, length=match.length)
        keep(clock, state)
        note(clock, ClockStep.Kind.SET_UP, act, state)
    return clock
