"""Who is at the table, who is late, and what the rules make of it by themselves.

A match that is called to a table is awaited until it has begun: both are there, somebody says that
it has, a clock is pressed or a result is reported. Meanwhile the deadline `late_start` stands at
the next step of the rules (`matches.engine.lateness`). A step costs whoever is missing at its
moment while the other is known to be there. A ring that comes late does all steps that are due,
each by who was there at its own moment, and each once.

Nobody loses anything because phones were not used. Where nobody has said that he is there, nobody
is known to be missing: the director is told once when the first step is due, and once more when
the rules would make a loss of it, and decides.

While the director is called to the match its minutes do not count: nothing is given or lost, and
afterwards it goes on with that time left out (`late_holds`).

Whether somebody is of the staff is decided at the edge.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import InvalidError, NotFoundError
from matches.engine.lateness import LatePlan, LateStep, held_since
from matches.models import Match
from matches.models_late import Penalty
from matches.services.clock_steps import log_step
from matches.services.deadlines import (
    clear_deadline,
    clear_deadlines,
    handles,
    set_deadline,
    set_deadlines,
)
from matches.services.late_clock import (
    cut_both,
    late_clock_check,
    late_clock_start,
    late_clock_stop,
)
from matches.services.late_holds import late_holds_of
from matches.services.late_rules import late_plan_of
from matches.services.penalties import (
    forfeit,
    give,
    lift,
    require_open,
    require_reason,
    score,
    settle,
    unlift,
)
from matches.services.steps import LATE, begin, lock_if_there, lock_match, save
from players.actors import SYSTEM, Act

HERE = ("here_1_at", "here_2_at", "begun_at", "late_done_at")


# --- The call ------------------------------------------------------------------------------------
def matches_called(matches: Sequence[Match], at: datetime) -> None:
    """Their players are awaited from now on, as if never before, unless they have begun.

    Needs a transaction; two statements for any number of matches. They need not be locked: the
    first statement locks those that have not begun, and of the others nothing is changed.
    """
    waiting = Match.objects.filter(pk__in=[match.pk for match in matches], begun_at=None)
    called = waiting.update(
        called_at=at, here_1_at=None, here_2_at=None, late_done_at=None, excused_at=None
    )
    if called < len(matches):
        awaited = set(waiting.values_list("pk", flat=True))
        matches = [match for match in matches if match.pk in awaited]
    # Whoever has called the director meanwhile is seen to when it rings.
    due = {match.pk: late_plan_of(match).next_after(at, at) for match in matches}
    set_deadlines({(LATE, pk): step.at for pk, step in due.items() if step is not None})


def matches_uncalled(match_ids: Iterable[int]) -> None:
    """They have no table any more: nobody is awaited until they are called again."""
    ids = list(match_ids)
    clear_deadlines([LATE], ids)
    Match.objects.filter(pk__in=ids, begun_at=None).update(
        called_at=None, here_1_at=None, here_2_at=None
    )


def match_uncalled(match_id: int, act: Act) -> None:
    """The same for one that may be begun later; the clock of whoever is late stops meanwhile."""
    match = lock_match(match_id)
    if match.begun_at is None:
        late_clock_stop(match, (1, 2), act)
    matches_uncalled([match_id])


# --- Who is there --------------------------------------------------------------------------------
@transaction.atomic
def match_here(
    *,
    match_id: int,
    sides: Collection[int],
    act: Act,
    since: datetime | None = None,
    seen_version: int | None = None,
) -> Match:
    """These sides are at the table. With both of them there the match begins.

    Staff may say that somebody has been there `since` an earlier moment: then points that the other
    one's absence has cost since are given now. Again changes nothing; nor does it when the match is
    lost already by what was due before. Raises ConflictError `match_over`, `version_conflict`;
    InvalidError `side_unknown`, `moment_unknown` (before the call, or in the future).
    """
    match = lock_match(match_id, seen_version=seen_version)
    _check_sides(sides)
    _check_moment(match, since, act.at)
    require_open(match)
    late_catch_up(match, act.at)
    new = [side for side in sorted(set(sides)) if not match.here[side - 1]]
    if match.state != Match.State.OPEN or match.begun_at is not None or not new:
        return match
    cut_both(match, late_plan_of(match), act)
    for side in new:
        setattr(match, f"here_{side}_at", since or act.at)
        log_step(match, "match.present", act, after={"side": side})
    if since is not None and not all(match.here):
        _work_off(match, since, act.at)
    _go_on(match, new, act)
    return match


@transaction.atomic
def match_begun(*, match_id: int, act: Act, seen_version: int | None = None) -> Match:
    """It is being played: nobody is late any more. Again changes nothing.

    Raises ConflictError `match_over`, `version_conflict`.
    """
    match = lock_match(match_id, seen_version=seen_version)
    require_open(match)
    late_catch_up(match, act.at)
    if match.state == Match.State.OPEN and match.begun_at is None:
        late_clock_stop(match, (1, 2), act)
        _begin(match, act)
    return match


@transaction.atomic
def match_not_here(
    *, match_id: int, sides: Collection[int], act: Act, seen_version: int | None = None
) -> Match:
    """These sides are not at the table, and the match has not begun, whatever was said before.

    For staff. What absence costs goes on from now. Raises as `match_here`.
    """
    match = lock_match(match_id, seen_version=seen_version)
    _check_sides(sides)
    require_open(match)
    gone = [side for side in sorted(set(sides)) if match.here[side - 1]]
    if not gone and match.begun_at is None:
        return match
    match.begun_at, match.late_done_at = None, act.at
    for side in gone:
        setattr(match, f"here_{side}_at", None)
    for side in sorted(set(sides)):
        log_step(match, "match.absent", act, after={"side": side})
    save(match, *HERE)
    late_arm(match)
    return match


def _check_sides(sides: Collection[int]) -> None:
    if not sides or not set(sides) <= {1, 2}:
        raise InvalidError("side_unknown", _("Say who is at the table."))


def _check_moment(match: Match, since: datetime | None, at: datetime) -> None:
    if since is not None and not (match.called_at or at) <= since <= at:
        raise InvalidError("moment_unknown", _("Nobody was there before the match was called."))


def _go_on(match: Match, new: Collection[int], act: Act) -> None:
    """After somebody came: the match begins, or the other is awaited."""
    if match.state != Match.State.OPEN:
        return
    late_clock_stop(match, new, act)
    if all(match.here):
        _begin(match, act)
        return
    save(match, *HERE)
    _clock_if_due(match, act)
    late_arm(match)


def _clock_if_due(match: Match, act: Act) -> None:
    """Where one waits for the other whose clock would run by now."""
    plan, called = late_plan_of(match), match.called_at
    missing = [side for side in (1, 2) if not match.here[side - 1]]
    if plan.deed != "clock" or plan.first is None or match.excused_at or len(missing) != 1:
        return
    holds = late_holds_of(match)
    if called is None or not match.is_awaited or held_since(act.at, holds):
        return
    if plan.due(called, called, act.at, holds):
        late_clock_start(match, missing[0], act.at, act)


def _begin(match: Match, act: Act) -> None:
    begin(match, act.at)
    save(match, *HERE)
    log_step(match, "match.started", act)


# --- What is due ---------------------------------------------------------------------------------
@handles(LATE, lock=lock_if_there)
def late_catch_up(match: Match, at: datetime) -> None:
    """Do what is due by now at a match that is locked, if nobody did, and wait for the next step.

    The match may be decided by that.
    """
    if match.state != Match.State.OPEN or not match.is_awaited or match.excused_at:
        return
    called = match.called_at
    assert called is not None
    after = match.late_done_at or called
    if late_plan_of(match).due(called, after, at, late_holds_of(match)):
        _work_off(match, after, at)
        match.late_done_at = at
        save(match, "late_done_at")
    if match.state == Match.State.OPEN:
        late_clock_check(match, at)
    late_arm(match)


def _work_off(match: Match, after: datetime, at: datetime) -> None:
    """The steps later than `after`, until one of them decides the match."""
    plan, called = late_plan_of(match), match.called_at
    if called is None or match.excused_at:
        return
    for step in plan.due(called, after, at, late_holds_of(match)):
        if match.state != Match.State.OPEN:
            break
        missing = [side for side in (1, 2) if not _was_here(match, side, step.at)]
        if len(missing) == 2:
            _tell_of_both(match, plan, step, Act(SYSTEM, at))
        elif missing:
            _step(match, missing[0], step, Act(SYSTEM, at))


def _was_here(match: Match, side: int, at: datetime) -> bool:
    since = match.here_1_at if side == 1 else match.here_2_at
    return since is not None and since <= at


def _step(match: Match, side: int, step: LateStep, act: Act) -> None:
    match step.deed:
        case "point":
            _point(match, side, step, act)
        case "clock":
            late_clock_start(match, side, step.at, act)
        case "note":
            log_step(match, "late.noted", act, after={"side": side, "minutes": step.minute})
        case "forfeit":
            forfeit(match, side, "late.forfeit", act)


def _point(match: Match, side: int, step: LateStep, act: Act) -> None:
    """One for this moment, whoever asks again; with so many of them the match is lost."""
    if match.penalties.filter(late_at=step.at).exists():
        return
    give(match, side, 1, Penalty.Kind.LATE, act, step=step)
    late = match.penalties.filter(side=side, late_at__gt=match.called_at, removed_at=None)
    if match.state == Match.State.OPEN and late_plan_of(match).is_lost_by(late.count()):
        forfeit(match, side, "late.forfeit", act)


def _tell_of_both(match: Match, plan: LatePlan, step: LateStep, act: Act) -> None:
    """When the first step is due and when the loss would be; what is between says nothing new."""
    assert match.called_at is not None
    schedule = plan.schedule(match.called_at)
    if step.minute in {schedule[0].minute, schedule[-1].minute}:
        log_step(match, "late.both", act, after={"minutes": step.minute})


def late_arm(match: Match) -> None:
    """Set the deadline to the next step, for a match that is locked or new."""
    step = None
    if match.state == Match.State.OPEN and match.is_awaited and not match.excused_at:
        called = match.called_at
        assert called is not None
        plan = late_plan_of(match)
        upcoming = plan.next_after if any(match.here) else plan.next_with_nobody
        step = upcoming(called, match.late_done_at or called, late_holds_of(match))
    if step is None:
        clear_deadline(LATE, match.pk)
    else:
        set_deadline(LATE, match.pk, step.at)


# --- While the director is called -----------------------------------------------------------------
def late_hold(match: Match, at: datetime) -> None:
    """From now on the minutes do not count; what was due before is done already."""
    if match.state == Match.State.OPEN and match.is_awaited:
        late_clock_stop(match, (1, 2), Act(SYSTEM, at))
        late_arm(match)


def late_release(match: Match, at: datetime) -> None:
    """They count again, from where they were."""
    if match.state == Match.State.OPEN and match.is_awaited:
        _clock_if_due(match, Act(SYSTEM, at))
        late_arm(match)


# --- Excuses -------------------------------------------------------------------------------------
@transaction.atomic
def late_excuse(*, match_id: int, act: Act, seen_version: int | None = None) -> Match:
    """Coming late costs nothing in this match: its points go, and no more come. `act` says why.

    The time of a clock that ran meanwhile stays as it is. Raises ConflictError `match_over` (take
    the result back first), `version_conflict`; NotFoundError `nobody_late`; InvalidError
    `reason_missing`.
    """
    match = lock_match(match_id, seen_version=seen_version)
    require_open(match)
    require_reason(act)
    given = list(match.penalties.filter(kind=Penalty.Kind.LATE, removed_at=None))
    if match.excused_at is not None and not given:
        return match
    if not given and not match.is_awaited:
        raise NotFoundError("nobody_late", _("Nobody is late here, and nobody was."))
    before = {**score(match), "penalties": [penalty.number for penalty in given]}
    for penalty in given:
        lift(match, penalty, act)
    late_clock_stop(match, (1, 2), act)
    match.excused_at = act.at
    save(match, "start_1", "start_2", "excused_at")
    clear_deadline(LATE, match.pk)
    log_step(match, "late.excused", act, before=before, after=score(match))
    return match


@transaction.atomic
def late_unexcuse(*, match_id: int, penalties: Collection[int], act: Act) -> Match:
    """It counts after all: these points hold again, and what is due comes from now on."""
    match = lock_match(match_id)
    require_open(match)
    before = score(match)
    back = list(match.penalties.filter(number__in=penalties, removed_at__isnull=False))
    for penalty in back:
        unlift(match, penalty)
    match.excused_at, match.late_done_at = None, act.at
    save(match, "start_1", "start_2", "excused_at", "late_done_at")
    log_step(match, "late.unexcused", act, before=before, after=score(match))
    for side in sorted({penalty.side for penalty in back}):
        if match.state == Match.State.OPEN:
            settle(match, side, act)
    late_arm(match)
    return match
