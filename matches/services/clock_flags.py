"""What happens when time is up: overtime, the loss of the match, or a ruling by the director.

The deadline `clock_flag` stands at the moment at which the running side has no time left; every
press moves it. Whoever notices first, a ring, the sweep or a phone, it is done once.

A phone without network keeps pressing, and here it looks as if nobody did. So where the phones on
which the side presses were not heard of any more when its time ran out, nobody loses by it: the
flag is down and waits for the director, and presses from before it that come in later lift it.
"""

from datetime import datetime, timedelta

from django.db.models import Q

from matches.engine.clock import ClockState
from matches.engine.clock_face import Expiry, shown_time
from matches.models import Deadline, Match, Outcome
from matches.models_clock import Clock, ClockStep, moment, ms, unpacked
from matches.models_late import Penalty
from matches.selectors.clock_reserve import set_length
from matches.services.clock_rules import LOSE_GAME, LOSE_MATCH, PENALTY, SetClock, clock_rules
from matches.services.clock_steps import (
    CLOCK_FLAG,
    SETTLED,
    keep,
    log_step,
    note,
    scored,
    state_of,
)
from matches.services.deadlines import handles, ring
from matches.services.penalties import give
from matches.services.steps import Verdict, decide, lock_if_there, result_data, save
from players.actors import SYSTEM, Act

DONE_AT_ONCE = (LOSE_MATCH, PENALTY)
REACH = timedelta(seconds=45)  # phones are heard of every 15 s


@handles(CLOCK_FLAG, lock=lock_if_there)
def clock_run_out(match: Match, at: datetime) -> None:
    """The time of the side that runs is over, if it still is."""
    clock = Clock.objects.filter(match=match, running__isnull=False).first()
    if clock is not None:
        flag(match, clock, at)


def clock_check(*, match_id: int, at: datetime) -> bool:
    """Somebody looks: what is due is done at once. Returns whether it was done now."""
    due = Deadline.objects.filter(
        kind=CLOCK_FLAG, subject_id=match_id, done_at=None, due_at__lte=at
    )
    found = due.values_list("pk", flat=True).first()
    return found is not None and ring(found, at)


def flag(match: Match, clock: Clock, at: datetime) -> bool:
    """Act on the fall of the flag, if it is down at `at`. Needs the match locked."""
    state = state_of(clock)
    expiry = state.expired(state.not_before(ms(at)))
    if expiry is None:
        return False
    if match.state != Match.State.OPEN:
        halt(clock, Act(SYSTEM, at))
    elif expiry.lost:
        _expire(match, clock, state, expiry, at)
    else:
        _overtime(match, clock, state, expiry, at)
    return True


def halt(clock: Clock, act: Act) -> None:
    """The match is over: what runs is stopped. Needs the match locked."""
    state = state_of(clock)
    instant = state.not_before(ms(act.at))
    if state.expired(instant):
        instant = state.not_before((state.flag_at() or 0) - 1)
    state = state.pause(instant)
    keep(clock, state)
    note(clock, ClockStep.Kind.HALT, act, state)


def lift(match: Match, clock: Clock, pressed: int, act: Act) -> bool:
    """Whether a press that is only heard of now was made before the last flag fell: then it had
    not fallen, and the clock is what it was. A clock that runs has no flag down."""
    if clock.running is not None:
        return False
    down = clock.steps.filter(refused="").order_by("-number").first()
    if down is None or down.kind not in {ClockStep.Kind.FLAG, ClockStep.Kind.OVERTIME}:
        return False
    before = clock.steps.filter(refused="", number__lt=down.number).order_by("-number").first()
    state = state_of(clock)
    if before is None or before.face is None or match.state != Match.State.OPEN:
        return False
    was = unpacked(state.settings, before.face)
    fell = was.flag_at()
    if fell is None or not (was.since or 0) <= pressed < fell:
        return False
    keep(clock, was, **SETTLED)
    note(clock, ClockStep.Kind.UNFLAG, act, was, side=was.running)
    log_step(match, "clock.unflagged", act, after={"side": was.running})
    return True


def clock_halt(match: Match, act: Act) -> None:
    """The match is over: its clock stops, no flag waits for a ruling and no break ends any more.

    Within the transaction of the caller, who has the match locked. Whoever locked it asked for a
    clock with it, so that a match without one, as most are, costs nothing here.
    """
    if not hasattr(match, "clock"):
        return
    busy = Q(running__isnull=False) | Q(waits=True) | Q(break_until__isnull=False)
    clock = Clock.objects.filter(busy, match_id=match.pk).first()
    if clock is None:
        return
    if clock.running is not None:
        halt(clock, act)
    if clock.waits or clock.break_until is not None:
        keep(clock, state_of(clock), break_until=None, **SETTLED)


def _overtime(match: Match, clock: Clock, state: ClockState, expiry: Expiry, at: datetime) -> None:
    act = Act(SYSTEM, at)
    state = state.expire(state.not_before(ms(at)))
    keep(clock, state, stopped_for=Clock.Stop.DIRECTOR)
    note(clock, ClockStep.Kind.OVERTIME, act, state, side=expiry.side)
    after = {"side": expiry.side, "clock": shown_time(expiry.overtime)}
    log_step(match, "clock.overtime", act, after=after)


def _expire(match: Match, clock: Clock, state: ClockState, expiry: Expiry, at: datetime) -> None:
    """What the rules say; only where they leave nothing open it is done at once."""
    rules = clock_rules(match)
    asks = _asked(match, clock, rules, expiry.side)
    waits = bool(asks) or rules.flag not in DONE_AT_ONCE or _is_out_of_reach(clock, expiry)
    state = state.expire(state.not_before(ms(at)))
    keep(clock, state, waits=waits, asks=asks)
    act = Act(SYSTEM, at)
    note(clock, ClockStep.Kind.FLAG, act, state, side=expiry.side, note=rules.flag)
    if waits:
        save(match)  # the control room shows it
        after = {"side": expiry.side, "policy": rules.flag, **({"asks": asks} if asks else {})}
        log_step(match, "clock.flagged", act, after=after)
    elif rules.flag == PENALTY:
        _penalize(match, clock, rules, expiry.side, act)
    else:
        clock_lose(match, expiry.side, act)


def _penalize(match: Match, clock: Clock, rules: SetClock, side: int, act: Act) -> None:
    """Points for the opponent, which may decide the match, and more time to go on with."""
    give(match, side, rules.penalty_points, Penalty.Kind.CLOCK, act)
    if match.state != Match.State.OPEN:
        return
    clock.refresh_from_db(fields=["score_1", "score_2", "version"])
    score = _with_points(match, clock, side, rules)
    told = {"side": side, "points": rules.penalty_points, "clock": shown_time(rules.penalty_time)}
    if score is not None and max(score) == match.length and match.sets_to_win == 1:
        decide(match, Verdict(3 - side, Outcome.PLAYED, score), act.at)
        log_step(match, "clock.lost", act, after={**(result_data(match) or {}), **told})
        return
    state = state_of(clock)
    state = state.set_reserve(side, rules.penalty_time, state.not_before(ms(act.at)))
    keep(clock, state, stopped_for=Clock.Stop.DIRECTOR, **scored(score))
    note(clock, ClockStep.Kind.PENALTY, act, state, side=side, note=str(rules.penalty_points))
    log_step(match, "clock.penalty", act, after=told)


def _with_points(match: Match, clock: Clock, side: int, rules: SetClock) -> tuple[int, int] | None:
    """The score by now, as far as it is known, with the points that the opponent gets: here they
    count in the set that is played, and else they are in it with the penalty."""
    if clock.score is None or match.sets_to_win == 1:
        return clock.score
    points = list(clock.score)
    most = set_length(match, clock.sets_over)
    points[2 - side] = min(most, points[2 - side] + rules.penalty_points)
    return points[0], points[1]


def clock_lose(match: Match, side: int, act: Act) -> None:
    """The match is lost on time. Needs the match locked."""
    decide(match, Verdict(3 - side, _outcome(match)), act.at)
    log_step(match, "clock.lost", act, after={**(result_data(match) or {}), "side": side})


def _asked(match: Match, clock: Clock, rules: SetClock, side: int) -> str:
    """What has to be known first: the position that is lost, or whether it could be lost."""
    if rules.flag == LOSE_GAME:
        return Clock.Ask.GAME
    if rules.flag == LOSE_MATCH and rules.safe_win and _may_be_safe(match, clock, side):
        return Clock.Ask.SAFE
    return ""


def _may_be_safe(match: Match, clock: Clock, side: int) -> bool:
    """Whether the side may be one point from winning: by the score, as far as it was told."""
    if clock.sets_over < match.sets_to_win - 1:
        return False
    score = clock.score
    return score is None or score[side - 1] == set_length(match, clock.sets_over) - 1


def _outcome(match: Match) -> Outcome:
    """Who never came, and whose clock ran for that, had not begun."""
    return Outcome.FORFEIT if match.begun_at else Outcome.WALKOVER


def _is_out_of_reach(clock: Clock, expiry: Expiry) -> bool:
    seen = clock.seen_1_at if expiry.side == 1 else clock.seen_2_at
    return seen is not None and seen + REACH < moment(expiry.at)
