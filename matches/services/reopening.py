"""A result is taken back and the match is to be played again: it is as usable as it was.

Lateness that had lost the match costs nothing any more, its points least of all: the match is
called anew, and whoever is awaited is awaited from then on. A board of the site that was closed
with the match is open again unless its dice were revealed; where only one had sat down, both are
asked to. The clock stands as it stood, a flag that decided the match being lifted and time that ran
for somebody late given back, and goes on when it is pressed.

All of it needs the match locked.
"""

from itertools import takewhile
from typing import Any

from matches.engine.clock import ClockState
from matches.models import Match, Outcome
from matches.models_clock import Clock, ClockStep, unpacked
from matches.models_late import Penalty
from matches.models_record import Record, RecordCheck
from matches.services.clock_steps import SETTLED, keep, log_step, note, state_of, times
from matches.services.late_holds import late_holds_of
from matches.services.late_rules import late_plan_of
from matches.services.live_pairs import forget
from matches.services.live_steps import keep as keep_record
from matches.services.penalties import lift, unlift
from matches.services.steps import result_data, save, undecide
from players.actors import SYSTEM, Act

LATE = "late"  # in what the log keeps of the result: the numbers of the points that went with it
_ENDS = (ClockStep.Kind.HALT, ClockStep.Kind.FLAG)


def take_back(match: Match, act: Act, state: Match.State = Match.State.OPEN) -> dict[str, Any]:
    """The match has no result any more, nor the points of a lateness that had lost it.

    Returns the result before, with the numbers of those points, as the log keeps it.
    """
    before = result_data(match) or {}
    late = _late_points(match) if state == Match.State.OPEN else []
    for penalty in late:
        lift(match, penalty, act)
    if late:
        save(match, "start_1", "start_2")
        before[LATE] = [penalty.number for penalty in late]
    undecide(match, state)
    return before


def late_points_restore(match: Match, numbers: list[int]) -> None:
    """They had gone with a result that holds again."""
    gone = match.penalties.filter(number__in=numbers, removed_at__isnull=False)
    for penalty in gone:
        unlift(match, penalty)
    save(match, "start_1", "start_2")


def _late_points(match: Match) -> list[Penalty]:
    """Those by the rules for coming late, if they or the minutes have lost the match."""
    called, winner = match.called_at, match.winner
    if called is None or winner is None or match.begun_at or match.outcome != Outcome.WALKOVER:
        return []
    holding = match.penalties.filter(side=3 - winner, late_at__isnull=False, removed_at=None)
    given, plan = list(holding), late_plan_of(match)
    fresh = sum(penalty.late_at is not None and penalty.late_at > called for penalty in given)
    by_points = bool(fresh) and (
        plan.is_lost_by(fresh)
        or (match.sets_to_win == 1 and match.start[winner - 1] >= match.length)
    )
    due = plan.due(called, called, match.decided_at or called, late_holds_of(match))
    return given if by_points or any(step.deed == "forfeit" for step in due) else []


def board_reopen(match: Match) -> None:
    """What was played on the site goes on, where nothing is known of the dice to come."""
    live = Record.objects.filter(match=match, source=Record.Source.LIVE, winner=None)
    for record in live.filter(closed_at__isnull=False):
        waits = not all(record.joined)
        if not waits and record.dice == Record.Dice.SITE:
            continue  # its secret is told by now
        RecordCheck.objects.filter(record=record).delete()
        forget(record)
        anew = {"joined_1_at": None, "joined_2_at": None, "seed_1": "", "seed_2": ""}
        keep_record(record, closed_at=None, **(anew if waits else {}))


def clock_reopen(match: Match, act: Act) -> None:
    """The clock stands as it did, and both are told so; one that nobody used is as it is."""
    clock = Clock.objects.filter(match=match).first()
    if clock is None:
        return
    used = state_of(clock)
    state = _as_it_stood(clock, used)
    if state != used:
        keep(clock, state, stopped_for="", **SETTLED)
        note(clock, ClockStep.Kind.UNFLAG, act, state, side=used.lost)
    if state.turn:
        log_step(match, "clock.reopened", act, after=times(state, act.at))


def _as_it_stood(clock: Clock, used: ClockState) -> ClockState:
    """Before the flag that decided the match, or before it ran for somebody late; nothing runs."""
    steps = clock.steps.filter(refused="", face__isnull=False).exclude(kind__in=_ENDS)
    stood = [(step, unpacked(used.settings, step.face or ())) for step in steps.order_by("-number")]
    awaited = list(takewhile(lambda one: _is_of_waiting(one[0]), stood))
    late = [n for n, one in enumerate(awaited) if one[1].running is not None]
    if late:
        return next((state for _step, state in stood[late[-1] + 1 :]), used)
    if used.lost is None:
        return used
    state = next((state for _step, state in stood if state.lost is None), used)
    return state if state.running is None else state.pause(state.since or 0)


def _is_of_waiting(step: ClockStep) -> bool:
    """It ran for somebody late, or the site stopped it while the director was called."""
    if step.kind == ClockStep.Kind.STOP:
        return step.by_name == SYSTEM.name
    return step.kind in {ClockStep.Kind.LATE, ClockStep.Kind.CONFIRMED}
