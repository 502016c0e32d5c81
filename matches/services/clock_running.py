"""What players do at a running clock: press, stop both, go on; one short transaction for each.

A phone sends what was done with the moment at which it was done, by the server's time as far as
the phone knows it, and with a name of its own. So it may send late, and twice: what it did without
network counts from when it was done. Each such deed is done or refused, with a stable code, and
kept in the history either way.

While nobody is on turn, before a game, a press is the opening: whoever rolled lower presses, and
the other moves first.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from config.errors import ConflictError, DomainError, InvalidError, NotAllowedError, in_words
from matches.engine.clock import ClockState
from matches.engine.clock_settings import ClockError
from matches.models import Match
from matches.models_clock import Clock, ClockStep, ms, ms_of
from matches.selectors.clock_reserve import reserve_of, set_length
from matches.services.clock_breaks import require_break, require_breaks
from matches.services.clock_flags import flag, lift
from matches.services.clock_games import check_score
from matches.services.clock_rules import clock_rules
from matches.services.clock_steps import (
    keep,
    lock_clock_sent,
    log_step,
    note,
    require_open,
    scored,
    state_of,
    times,
)
from matches.services.lateness import late_catch_up
from matches.services.steps import BEGINNING, begin, lock_bare, save
from players.actors import Act

BOTH = (1, 2)
DEEDS = (
    ClockStep.Kind.PRESS,
    ClockStep.Kind.STOP,
    ClockStep.Kind.RESUME,
    ClockStep.Kind.SCORE,
    ClockStep.Kind.ASK,
)
BEGINNERS = (ClockStep.Kind.PRESS, ClockStep.Kind.RESUME, ClockStep.Kind.SCORE)
MAX_SENT = 200  # deeds at once: an evening without network has fewer
AHEAD = timedelta(seconds=2)  # how far a phone may be ahead of the server
BEHIND_MS = 1000  # how far one phone may be behind the other


@dataclass(frozen=True, slots=True)
class Sent:
    """A deed as a phone tells it: `side` presses, stops both for a `reason`, tells the `scores`, or
    asks for a break.

    `ident` names it, so that it is done once; `pressed_at` is None for right now. `minutes` are of
    a break that staff grant, where the rules of the match leave that to them.
    """

    deed: str
    side: int | None = None
    ident: str = ""
    pressed_at: datetime | None = None
    reason: str = ""
    scores: tuple[int, int] | None = None
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of it: `code` and `message` say why it was refused."""

    ident: str
    code: str = ""
    message: str = ""

    @property
    def accepted(self) -> bool:
        return not self.code


@dataclass(slots=True)
class _Desk:
    """What is at hand while one deed is done."""

    match: Match
    clock: Clock
    sent: Sent
    act: Act
    pressed: int  # the instant that counts
    by_staff: bool


def clock_send(
    *,
    match_id: int,
    sent: Sequence[Sent],
    sides: Collection[int],
    act: Act,
    by_staff: bool = False,
) -> list[Answered]:
    """What a phone has to tell, in order; each in a transaction of its own, as `clock_do`."""
    if len(sent) > MAX_SENT:
        raise InvalidError("too_many_presses", _("Send fewer presses at once."), limit=MAX_SENT)
    common: dict[str, Any] = {"sides": sides, "act": act, "by_staff": by_staff}
    return [clock_do(match_id=match_id, sent=one, **common) for one in sent]


@transaction.atomic
def clock_do(
    *, match_id: int, sent: Sent, sides: Collection[int], act: Act, by_staff: bool = False
) -> Answered:
    """Do one of them, or say why not. `sides` are those on whose behalf the sender may press.

    Staff grant breaks whatever the rules say.

    Raises NotAllowedError `not_your_side`, InvalidError `deed_unknown`, `side_missing`,
    NotFoundError `no_clock`, ConflictError `press_id_reused`. Whatever else is wrong is an answer:
    `clock_not_confirmed`, `match_over`, `press_in_future`, `press_in_past`, `pressed_twice`,
    `flag_fallen`, `stop_reason_unknown`, `no_sets`, `set_over_already`, `score_impossible`,
    `breaks_off`, `break_by_director`, `break_within_game` and the codes of the engine's clock
    (`not_on_turn`, `time_lost`, `clock_stopped`, `clock_running`, `nobody_on_turn`).
    """
    _check(sent, sides)
    match = lock_bare(match_id)
    late_catch_up(match, act.at)  # first, for it may do something to the clock
    clock, earlier = lock_clock_sent(match, sent.ident)
    if earlier is not None:
        return _as_before(earlier, sent)
    desk = _Desk(match, clock, sent, act, ms(sent.pressed_at or act.at), by_staff)
    try:
        _require_possible(desk)
        state = _after(desk, state_of(clock))
    except ClockError as error:
        return _refuse(desk, error.code, in_words(error))
    except DomainError as error:
        return _refuse(desk, error.code, error.message)
    _accept(desk, state)
    return Answered(sent.ident)


def _check(sent: Sent, sides: Collection[int]) -> None:
    if sent.deed not in DEEDS:
        raise InvalidError("deed_unknown", _("A clock is pressed, stopped or goes on."))
    if sent.side is None and sent.deed == ClockStep.Kind.PRESS:
        raise InvalidError("side_missing", _("Say which side pressed."))
    if sent.scores is None and sent.deed == ClockStep.Kind.SCORE:
        raise InvalidError("score_missing", _("Say how many points both have."))
    if not sides or not {sent.side} <= {*sides, None}:
        raise NotAllowedError("not_your_side", _("You can press for your own side only."))


def _as_before(step: ClockStep, sent: Sent) -> Answered:
    """What was answered when the same was sent before."""
    if (step.kind, step.side) != (sent.deed, sent.side):
        raise ConflictError(
            "press_id_reused", _("Something else was sent under this name: take a new one.")
        )
    return Answered(sent.ident, step.refused, step.note if step.refused else "")


def _refuse(desk: _Desk, code: str, message: str) -> Answered:
    note(desk.clock, desk.sent.deed, desk.act, None, refused=code, **_as_sent(desk, message))
    return Answered(desk.sent.ident, code, message)


def _as_sent(desk: _Desk, words: str) -> dict[str, Any]:
    sent = desk.sent
    return {
        "side": sent.side,
        "sent_id": sent.ident[:40],
        "sent_at": sent.pressed_at,
        "note": words[:300],
    }


def _require_possible(desk: _Desk) -> None:
    """Refuse what no clock could take now, and settle the instant that counts."""
    require_open(desk.match)
    if not all(desk.clock.confirmed):
        raise ConflictError("clock_not_confirmed", _("Both players confirm the settings first."))
    now = ms(desk.act.at)
    if desk.pressed > now + ms_of(AHEAD):
        raise ConflictError(
            "press_in_future", _("This was sent as pressed in the future: check the phone’s time.")
        )
    desk.pressed = min(desk.pressed, now)
    lift(desk.match, desk.clock, desk.pressed, desk.act)
    since = state_of(desk.clock).since or 0
    if desk.pressed < since - BEHIND_MS:
        raise ConflictError(
            "press_in_past", _("Something was done at this clock after that press already.")
        )
    desk.pressed = max(desk.pressed, since)
    if desk.clock.running is not None and state_of(desk.clock).fallen(desk.pressed):
        flag(desk.match, desk.clock, desk.act.at)
        raise ConflictError("flag_fallen", _("Time was up before this press."))


def _after(desk: _Desk, state: ClockState) -> ClockState:
    sent, at = desk.sent, desk.pressed
    if sent.deed == ClockStep.Kind.RESUME:
        return state.resume(at)
    if sent.deed == ClockStep.Kind.SCORE:
        check_score(sent.scores or (0, 0), set_length(desk.match, desk.clock.sets_over))
        return state
    if sent.deed == ClockStep.Kind.STOP:
        return _stopped(desk, state)
    if sent.deed == ClockStep.Kind.ASK:
        require_breaks(desk.match)
        return state
    assert sent.side is not None
    if state.lost is None and state.on_turn is None:
        return state.start(3 - sent.side, at)
    if state.running == 3 - sent.side and _pressed_last(desk):
        raise ConflictError("pressed_twice", _("You have pressed already: the other is on turn."))
    return state.press(sent.side, at)


def _stopped(desk: _Desk, state: ClockState) -> ClockState:
    # Whoever stops both may say why after it: what counts is when they pressed.
    if desk.sent.reason and desk.sent.reason not in Clock.Stop.values:
        raise InvalidError(
            "stop_reason_unknown", _("Clocks are stopped for one of the reasons of the rules.")
        )
    if desk.sent.reason == Clock.Stop.SET:
        _require_set(desk)
    if desk.sent.reason == Clock.Stop.BREAK:
        if not desk.by_staff:
            require_break(desk.match, desk.clock, state)
        if state.running is not None and clock_rules(desk.match).runs_in_break:
            return state
    if desk.sent.reason in Clock.ENDS_TURN:
        if state.on_turn is None and state.running is None and state.lost is None:
            # Between games already: a break begins, or the set is over with that game.
            return _renewed(desk, state) if desk.sent.reason == Clock.Stop.SET else state
        if _ends_turn(desk):
            return _renewed(desk, state.stop(desk.pressed))
    if state.running is None and state.on_turn is not None and state.lost is None:
        return state  # stopped already: for another reason now
    return state.pause(desk.pressed)


def _ends_turn(desk: _Desk) -> bool:
    """In a break that the director grants within a game the turn stays where it is."""
    is_granted = desk.sent.reason == Clock.Stop.BREAK and desk.by_staff
    return desk.sent.reason in Clock.ENDS_TURN and not is_granted


def _renewed(desk: _Desk, state: ClockState) -> ClockState:
    """With a new reserve where it is for a game, or for a set, that is over."""
    of_set = desk.sent.reason == Clock.Stop.SET
    if not (of_set or desk.clock.each_game):
        return state
    reserve = reserve_of(
        desk.match,
        state.settings,
        each_game=desk.clock.each_game,
        sets_over=desk.clock.sets_over + of_set,
    )
    return state.renew(reserve, desk.pressed)


def _require_set(desk: _Desk) -> None:
    """A set is over once, whoever says so, and there are sets."""
    if desk.match.sets_to_win == 1:
        raise ConflictError("no_sets", _("This match is not played in sets."))
    done = desk.clock.steps.filter(refused="")
    stop, press = ClockStep.Kind.STOP, ClockStep.Kind.PRESS
    over = Q(kind=stop, note=Clock.Stop.SET) | Q(kind=ClockStep.Kind.GAME)
    last = done.filter(over).order_by("-number").first()
    begun = done.filter(kind=press, number__gt=last.number if last else 0).exists()
    if not begun or desk.clock.sets_over + 1 > 2 * desk.match.sets_to_win - 1:
        raise ConflictError("set_over_already", _("No game was begun in this set yet."))


def _pressed_last(desk: _Desk) -> bool:
    last = desk.clock.steps.filter(refused="").order_by("-number").first()
    return last is not None and (last.kind, last.side) == (ClockStep.Kind.PRESS, desk.sent.side)


def _accept(desk: _Desk, state: ClockState) -> None:
    """Every deed is in the history; the log has those that are no ordinary press."""
    before, sent = state_of(desk.clock), desk.sent
    if desk.match.begun_at is None and sent.deed in BEGINNERS:
        begin(desk.match, desk.act.at)
        save(desk.match, *BEGINNING)
    opens = sent.deed == ClockStep.Kind.PRESS and before.on_turn is None
    keep(desk.clock, state, **_columns(desk, ends=before.on_turn is not None, state=state))
    told = sent.reason if sent.scores is None else "{}–{}".format(*sent.scores)
    note(desk.clock, sent.deed, desk.act, state, **_as_sent(desk, told))
    if opens:
        log_step(desk.match, "clock.started", desk.act, after={"side": state.running})
    elif sent.deed == ClockStep.Kind.STOP and state.running is not None:
        log_step(desk.match, "break.begun", desk.act, after={"side": state.running})
    elif sent.deed == ClockStep.Kind.STOP:
        after = {"stop": sent.reason, **times(state, desk.act.at)}
        log_step(desk.match, "clock.stopped", desk.act, after=after)
    elif sent.deed == ClockStep.Kind.RESUME:
        log_step(desk.match, "clock.resumed", desk.act, after={"side": state.running})
    elif sent.deed == ClockStep.Kind.SCORE:
        log_step(desk.match, "clock.scored", desk.act, after={"score": list(sent.scores or ())})
    elif sent.deed == ClockStep.Kind.ASK:
        log_step(desk.match, "break.asked", desk.act, after={"side": sent.side})


def _columns(desk: _Desk, *, ends: bool, state: ClockState) -> dict[str, Any]:
    """`ends`: a game was being played. `state` is the clock after it."""
    if desk.sent.deed == ClockStep.Kind.SCORE:
        return scored(desk.sent.scores)
    if desk.sent.deed != ClockStep.Kind.STOP:
        back = desk.sent.deed == ClockStep.Kind.PRESS
        return {"break_until": None} if back else {}
    until = None
    if desk.sent.reason == Clock.Stop.BREAK:
        granted = desk.sent.minutes if desk.by_staff else 0
        minutes = clock_rules(desk.match).minutes_of_break(granted)
        until = desk.act.at + timedelta(minutes=minutes)
    if state.running is not None:
        return {"break_until": until}
    columns: dict[str, Any] = {"stopped_for": desk.sent.reason, "break_until": until}
    if desk.sent.reason == Clock.Stop.SET:
        return {**columns, **scored((0, 0)), "sets_over": desk.clock.sets_over + 1}
    if ends and _ends_turn(desk):
        return {**columns, **scored(None)}  # until somebody tells it
    return columns
