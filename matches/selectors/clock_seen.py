"""The clock of a match as spectators see it where they see the match with a delay.

It stands as it stood that long ago, by its history, with its instants that much later: whoever lets
it tick on by the server's time sees what the players saw then.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from functools import reduce
from operator import or_

from django.db.models import F, Max, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from matches.engine.clock import ClockState
from matches.models_clock import Clock, ClockStep, moment, unpacked
from matches.selectors.watching import Sight


def clock_seen(clock: Clock, sight: Sight, step: ClockStep | None) -> Clock | None:
    """Not to be saved; None where there was none yet. `step` is that of `last_steps`."""
    if sight.is_whole:
        return clock
    if step is None or step.face is None:
        return None
    state = _later(unpacked(ClockState.from_data(clock.state).settings, step.face), sight.delay)
    flag_at = state.flag_at()
    seen = copy(clock)
    for name, value in _NOT_KNOWN.items():
        setattr(seen, name, value)
    seen.state, seen.running = state.to_data(), state.running
    seen.expires_at = None if flag_at is None else moment(flag_at)
    seen.version = step.number
    seen.sets_over = min(clock.sets_over, sight.sets_over)
    if step.kind == ClockStep.Kind.STOP and step.note in Clock.Stop.values:
        seen.stopped_for = step.note
    return seen


# What the history does not tell in numbers.
_NOT_KNOWN = {
    "stopped_for": "",
    "break_until": None,
    "waits": False,
    "asks": "",
    "claim_1": "",
    "claim_2": "",
    "score_1": None,
    "score_2": None,
    "asked_by": None,
}


def _later(state: ClockState, seconds: int) -> ClockState:
    return state if state.since is None else replace(state, since=state.since + seconds * 1000)


def steps_seen(sights: Mapping[int, Sight]) -> dict[int, int]:
    """The number of the last step that is seen at the clock of each match. One query."""
    if not sights:
        return {}
    found = _steps(sights).values("clock__match").annotate(last=Max("number"))
    return dict(found.values_list("clock__match", "last"))


def last_steps(sights: Mapping[int, Sight]) -> dict[int, ClockStep]:
    """By clock, the last step that is seen of it, where a match is not seen as it is. One query, if
    there are such."""
    held = {pk: sight for pk, sight in sights.items() if not sight.is_whole}
    if not held:
        return {}
    newest_first = Window(RowNumber(), partition_by=F("clock"), order_by=F("number").desc())
    found = _steps(held).annotate(nth=newest_first).filter(nth=1)
    return {step.clock_id: step for step in found}


def _steps(sights: Mapping[int, Sight]) -> QuerySet[ClockStep]:
    """All that are seen, in no order; of one match at least."""
    seen = (Q(clock__match=pk, at__lte=sight.until) for pk, sight in sights.items())
    return ClockStep.objects.filter(reduce(or_, seen), refused="").order_by()
