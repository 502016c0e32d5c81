"""Putting a clock on a match, agreeing on it, and correcting its times.

Whether somebody is of the staff is decided at the edge. Players put on the clock that the rules
provide; another one, or another time, is for the director.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotFoundError
from matches.engine.clock import ClockState
from matches.engine.clock_settings import ClockSettings
from matches.engine.errors import EngineError
from matches.models import Match
from matches.models_clock import Clock, ClockStep, ms
from matches.selectors.clock_reserve import reserve_of
from matches.selectors.records import newest_live
from matches.services.clock_flags import clock_check
from matches.services.clock_rules import (
    NEXT_GAME,
    OBLIGATION,
    OFF,
    PREFERENCE,
    SetClock,
    clock_mode,
    clock_rules,
)
from matches.services.clock_steps import (
    SETTLED,
    keep,
    lock_clock,
    log_step,
    note,
    require_open,
    scored,
    state_of,
    times,
)
from matches.services.steps import lock_match, save
from players.actors import Act

SEEN_EVERY = 10  # seconds between two notes that a phone was heard of


@transaction.atomic
def clock_set_up(
    *,
    match_id: int,
    act: Act,
    settings: ClockSettings | None = None,
    scores: Sequence[int] = (0, 0),
    on_turn: int | None = None,
    by_staff: bool = False,
) -> Clock:
    """Put a clock on: as the rules of the match say, or with these settings.

    At `scores`, where a match goes on with one, the time is that of the points that are left. Both
    players have to confirm. Where the rules let one of the two decide, the director is told who
    asked for it. `on_turn`: it begins at once, within the game, with the turn of that side. Doing
    the same again changes nothing while nobody has confirmed; a clock that has run is replaced by
    staff only, with a reason.

    Raises ConflictError `match_over`, `clocks_off`, `clock_has_run`, InvalidError
    `reason_missing`, `clock_from_next_game` and those of the engine (`clock_...`,
    `scores_not_two`).
    """
    match = lock_match(match_id)
    require_open(match)
    rules = clock_rules(match)
    if not by_staff:
        _require_clocks(rules)
    if on_turn is not None and rules.imposed_from == NEXT_GAME:
        raise InvalidError(
            "clock_from_next_game",
            _("By the rules of this match a clock is put on with the next game, not within one."),
        )
    state = _new(match, settings, rules, scores, _instant(act.at, on_turn))
    clock = Clock.objects.filter(match=match).first()
    before = None if clock is None else clock_told(state_of(clock))
    if clock is None:
        clock = Clock(match=match, created_at=act.at)
    elif state_of(clock) == state:
        return clock
    else:
        _require_replaceable(clock, act, by_staff=by_staff)
    asked_by = _side_of(match, act) if rules.mode == PREFERENCE else None
    keep(
        clock,
        state,
        stopped_for="",
        break_until=None,
        confirmed_1_at=None,
        confirmed_2_at=None,
        each_game=rules.each_game,
        sets_over=0,
        asked_by=asked_by,
        **scored(_score_at(match, scores)),
        **SETTLED,
    )
    note(clock, ClockStep.Kind.SET_UP, act, state, note=act.reason)
    told = {"clock": clock_told(state), "scores": list(scores)}
    log_step(
        match,
        "clock.set_up",
        act,
        before=None if before is None else {"clock": before},
        after=told,
    )
    if asked_by is not None:
        save(match)  # the control room shows it
        log_step(match, "clock.demanded", act, after={"side": asked_by})
    return clock


def clocks_call(*, match_ids: Collection[int], act: Act) -> None:
    """Put clocks on the matches among these that must be played with one and have none yet.

    Whose two sit at a board of the site already, they agree on it by that.
    """
    found = Match.objects.filter(pk__in=match_ids, clock=None, state=Match.State.OPEN)
    for match in found.order_by("pk"):
        if clock_mode(match.rules) == OBLIGATION:
            clock_set_up(match_id=match.pk, act=act)
            record = newest_live(match.pk)
            if record is not None and all(record.joined):
                clock_confirm(match_id=match.pk, sides=(1, 2), act=act)


@transaction.atomic
def clock_confirm(*, match_id: int, sides: Collection[int], act: Act) -> Clock:
    """These sides agree with the settings; staff may say so for both. Again changes nothing."""
    match = lock_match(match_id)
    require_open(match)
    clock = lock_clock(match)
    new = [side for side in sorted(sides) if not clock.confirmed[side - 1]]
    if not new:
        return clock
    state = state_of(clock)
    keep(clock, state, **{f"confirmed_{side}_at": act.at for side in new})
    for side in new:
        note(clock, ClockStep.Kind.CONFIRMED, act, state, side=side)
        log_step(match, "clock.confirmed", act, after={"side": side})
    return clock


@transaction.atomic
def clock_correct(
    *, match_id: int, left: Mapping[int, int], act: Act, seen_version: int | None = None
) -> Clock:
    """Give a side, or both, so many milliseconds. A side that was out of time is back in.

    Raises InvalidError `reason_missing`, `nothing_to_correct` and the engine's (`clock_...`),
    ConflictError `match_over` (take the result back first), `version_conflict`.
    """
    match = lock_match(match_id)
    require_open(match)
    clock = lock_clock(match)
    if seen_version is not None and seen_version != clock.version:
        raise ConflictError(
            "version_conflict",
            _("The clock has gone on meanwhile. Look at where it stands and try again."),
            version=clock.version,
        )
    if not act.reason.strip():
        raise InvalidError("reason_missing", _("Say why the times are corrected."))
    if not left:
        raise InvalidError("nothing_to_correct", _("Say what time a side has."))
    before = times(state_of(clock), act.at)
    state = _standing(state_of(clock), act.at)
    try:
        for side, time in sorted(left.items()):
            state = state.set_reserve(side, time, state.not_before(ms(act.at)))
    except EngineError as error:
        raise InvalidError.of(error) from error
    keep(clock, state, **({} if state.lost is not None else SETTLED))
    note(clock, ClockStep.Kind.CHANGED, act, state, note=act.reason)
    log_step(match, "clock.changed", act, before=before, after=times(state, act.at))
    return clock


@transaction.atomic
def clock_renew_links(*, match_id: int, act: Act) -> Clock:
    """Make the links to the clock worthless: somebody has one who should not."""
    match = lock_match(match_id)
    clock = lock_clock(match)
    clock.epoch += 1
    clock.save(update_fields=["epoch"])
    log_step(match, "clock.renewed", act)
    return clock


def clock_seen(*, match_id: int, sides: Collection[int], at: datetime) -> None:
    """A phone that shows the clock was heard of; if it finds time up, so it is now."""
    _note_seen(match_id, sides, at)
    clock_check(match_id=match_id, at=at)


@transaction.atomic
def _note_seen(match_id: int, sides: Collection[int], at: datetime) -> None:
    clock = Clock.objects.filter(match_id=match_id).first()
    if clock is None:
        raise NotFoundError("no_clock", _("This match has no clock."))
    seen = {1: clock.seen_1_at, 2: clock.seen_2_at}
    old = [
        side
        for side in sides
        if (last := seen[side]) is None or (at - last).total_seconds() >= SEEN_EVERY
    ]
    if old:
        Clock.objects.filter(pk=clock.pk).update(**{f"seen_{side}_at": at for side in old})


def clock_told(state: ClockState) -> dict[str, Any]:
    """How it is set, as the log keeps it: milliseconds, and the kind of the delay."""
    settings = state.settings
    return {"reserve": max(state.reserves), "delay": settings.delay, "kind": settings.kind}


def _require_clocks(rules: SetClock) -> None:
    if rules.mode == OFF:
        raise ConflictError(
            "clocks_off",
            _("This match is played without a clock: only the director puts one on."),
        )


def _score_at(match: Match, scores: Sequence[int]) -> tuple[int, int]:
    """With the penalty points that a match begins with, if nothing else was told."""
    return match.start if tuple(scores) == (0, 0) else (scores[0], scores[1])


def _side_of(match: Match, act: Act) -> int | None:
    """The side for which a player acts, if one does."""
    if act.by.kind != "player" or act.by.ident is None:
        return None
    return match.sides.filter(players=act.by.ident).values_list("number", flat=True).first()


def _instant(at: datetime, on_turn: int | None) -> tuple[int, int] | None:
    return None if on_turn is None else (on_turn, ms(at))


def _new(
    match: Match,
    settings: ClockSettings | None,
    rules: SetClock,
    scores: Sequence[int],
    turn: tuple[int, int] | None,
) -> ClockState:
    """`turn`: whose turn has been interrupted, and when."""
    chosen = settings or rules.settings
    try:
        reserve = reserve_of(match, chosen, each_game=rules.each_game, scores=scores)
        state = ClockState(settings=chosen, reserves=(reserve, reserve))
        return state if turn is None else state.start(*turn).pause(turn[1])
    except EngineError as error:
        raise InvalidError.of(error) from error


def _standing(state: ClockState, at: datetime) -> ClockState:
    """The clock for the director, who is above a flag that has just fallen."""
    instant = state.not_before(ms(at))
    return state.expire(instant) if state.expired(instant) else state


def _require_replaceable(clock: Clock, act: Act, *, by_staff: bool) -> None:
    if state_of(clock).turn == 0 and not any(clock.confirmed):
        return
    if not by_staff:
        raise ConflictError(
            "clock_has_run", _("This clock is agreed on already: only the director changes it.")
        )
    if not act.reason.strip():
        raise InvalidError("reason_missing", _("Say why another clock is put on."))
