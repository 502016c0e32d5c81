"""What the services of the clock share; each step assumes that the match is locked.

From rows to the engine's value and back, the history, the deadline at which time is up, and the
line in the log.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery
from django.utils.translation import gettext as _

from config.errors import ConflictError, NotFoundError
from matches.engine.clock import ClockState
from matches.engine.clock_face import shown_time
from matches.live import announce
from matches.models import Match
from matches.models_clock import Clock, ClockStep, moment, ms, packed
from matches.services.deadlines import clear_deadline, set_deadline
from matches.signals import match_changed
from players.actors import Act

# Kinds of deadlines: time is up; a break between games is over.
CLOCK_FLAG = "clock_flag"
BREAK_OVER = "break_over"
# Of a clock whose flag nobody has to do anything about any more.
SETTLED: Mapping[str, Any] = {"waits": False, "asks": "", "claim_1": "", "claim_2": ""}


def state_of(clock: Clock) -> ClockState:
    return ClockState.from_data(clock.state)


def lock_clock(match: Match) -> Clock:
    """The clock of a match that is locked. Raises NotFoundError `no_clock`."""
    clock = Clock.objects.filter(match=match).first()
    if clock is None:
        raise _no_clock()
    return clock


def lock_clock_sent(match: Match, ident: str) -> tuple[Clock, ClockStep | None]:
    """The same, and what was sent under this name before; in one query where nothing was."""
    steps = ClockStep.objects.filter(clock=OuterRef("pk"))
    clock = (
        Clock.objects.filter(match=match)
        .annotate(
            newest=Subquery(steps.order_by("-number").values("number")[:1]),
            sent=Exists(steps.filter(sent_id=ident).exclude(sent_id="")),
        )
        .first()
    )
    if clock is None:
        raise _no_clock()
    clock.last_step = clock.newest or 0
    return clock, clock.steps.get(sent_id=ident) if clock.sent else None


def _no_clock() -> NotFoundError:
    return NotFoundError("no_clock", _("This match has no clock."))


def require_open(match: Match) -> None:
    """Raises ConflictError `match_over`: who has reported, or was ruled on, plays no more."""
    if match.state != Match.State.OPEN:
        raise ConflictError("match_over", _("The match is over: its clock does not run any more."))


def keep(clock: Clock, state: ClockState, **columns: Any) -> None:
    """Store the clock as it is now, with the deadlines that go with it, and wake the pages.

    A break in which the clock runs on goes on until it stops, or a column says otherwise.
    """
    before = clock.break_until
    flag_at = state.flag_at()
    clock.state = state.to_data()
    clock.running = state.running
    clock.expires_at = None if flag_at is None else moment(flag_at)
    if state.running is not None:
        over = {"break_until": None} if clock.stopped_for else {}
        columns = {"stopped_for": "", **over, **columns}
    for name, value in columns.items():
        setattr(clock, name, value)
    if state.running is None and clock.stopped_for != Clock.Stop.BREAK:
        clock.break_until = None
    clock.version += 1
    clock.save()
    _follow(CLOCK_FLAG, clock.match_id, clock.expires_at)
    if clock.break_until != before:
        _follow(BREAK_OVER, clock.match_id, clock.break_until)
    transaction.on_commit(announce)


def _follow(kind: str, match_id: int, due_at: datetime | None) -> None:
    if due_at is None:
        clear_deadline(kind, match_id)
    else:
        set_deadline(kind, match_id, due_at)


def seen_anew(clock: Clock) -> None:
    """Nothing changed but what time it is: the pages look again."""
    clock.version += 1
    clock.save(update_fields=["version"])
    transaction.on_commit(announce)


def scored(score: tuple[int, int] | None) -> dict[str, Any]:
    """The columns of the points by now; None where nobody has told them."""
    first, second = score or (None, None)
    return {"score_1": first, "score_2": second}


def note(clock: Clock, kind: str, act: Act, state: ClockState | None, **what: Any) -> ClockStep:
    """Add to the history of the clock; `state` is None for what was refused."""
    last = clock.last_step
    if last is None:
        last = clock.steps.order_by("-number").values_list("number", flat=True).first() or 0
    clock.last_step = last + 1
    return clock.steps.create(
        number=last + 1,
        kind=kind,
        at=act.at,
        by_name=act.by.name,
        face=None if state is None else packed(state),
        **what,
    )


def log_step(match: Match, action: str, act: Act, *, before: Any = None, after: Any = None) -> None:
    """The line in the log of the event, and whatever else hears of matches."""
    match_changed.send(
        sender=Match, match=match, action=action, act=act, before=before, after=after
    )


# --- Words ---------------------------------------------------------------------------------------
def times(state: ClockState, at: datetime) -> dict[str, str]:
    """Both times as the log tells them."""
    instant = state.not_before(ms(at))
    return {f"time_{side}": shown_time(state.left(side, instant)) for side in (1, 2)}
