"""Calling the director to a match: players call and settle it among themselves, staff come.

A second call at the same match joins the first one, so that both sides are heard and the queue has
one line for it. Asking for a break is a call as well, which ends when it is granted. While a
call is open nobody who is late to the match loses anything by that. Who may do what is decided at
the edge for staff, and here for players.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotFoundError
from matches.models import Match
from matches.services.clock_breaks import require_breaks
from matches.services.lateness import late_catch_up, late_hold
from matches.services.steps import lock_match, save, side_of
from players.actors import Act
from tournaments.models import Event, Fixture
from tournaments.models_rulings import Call, Voice
from tournaments.services.locking import bump, lock_event
from tournaments.services.ruling_steps import (
    Scene,
    close_call,
    event_of,
    open_call,
    resume_clock,
    stop_clock,
    tell_all,
)

State = Call.State


@transaction.atomic
def call_make(
    *, match_id: int, player_id: int, act: Act, kind: str = Call.Kind.OTHER, words: str = ""
) -> Call:
    """A player calls; the clock stops, unless it is for a break. Saying the same again changes
    nothing.

    Raises NotAllowedError `not_your_match`, InvalidError `call_kind_unknown`, ConflictError
    `match_void`, `breaks_off`.
    """
    if kind not in Call.Kind.values:
        raise InvalidError("call_kind_unknown", _("Choose what it is about."))
    match = lock_match(match_id)
    side = side_of(match, player_id)
    if kind == Call.Kind.BREAK:
        require_breaks(match)
    call = open_call(match)
    words = words.strip()[:300]
    if call is not None and _said(call, player_id, kind, words):
        return call
    call = _add(match, call, Voice(side=side, player_id=player_id, kind=kind, words=words), act)
    if kind != Call.Kind.BREAK:
        stop_clock(match, (side,), act)
    return call


def call_by_clock(match: Match, act: Act, kind: str = Call.Kind.CLOCK) -> None:
    """Both clocks were stopped for the director, at the clock itself, or a break was asked for.

    Needs the match locked.
    """
    if match.state == Match.State.VOID:
        return
    players = match.sides.filter(players__pk=act.by.ident or 0)
    side = players.values_list("number", flat=True).first()
    player_id, call = None if side is None else act.by.ident, open_call(match)
    # Who has called stops the clocks as well; a break is another thing to wait for.
    if call is None or (kind != Call.Kind.CLOCK and not _said(call, player_id, kind, "")):
        _add(match, call, Voice(side=side, player_id=player_id, kind=kind), act)


def call_grant(match: Match, at: datetime) -> None:
    """A break is granted at the clock: nobody asks for one any more. Needs the match locked."""
    call = open_call(match)
    if call is None or not call_asks(call, Call.Kind.BREAK):
        return
    call_answer(call, match, Call.Kind.BREAK, at)
    save(match)  # the control room shows it


def call_asks(call: Call, kind: str) -> bool:
    """Whether somebody who calls for that still waits."""
    return call.voices.filter(kind=kind, withdrawn_at=None).exists()


def call_answer(call: Call, match: Match, kind: str, at: datetime) -> None:
    """What some called for is answered: who called for that alone waits no more, and where others
    wait for something else, they do so alone. Needs the match locked, and the call open."""
    waiting = call.voices.filter(withdrawn_at=None)
    if waiting.exclude(kind=kind).exists():
        waiting.filter(kind=kind).update(withdrawn_at=at)
    else:
        close_call(call, match, State.CLOSED, at)


def call_drop(match: Match, at: datetime) -> None:
    """The pair changed: nobody waits there any more. Needs the match locked."""
    call = open_call(match)
    if call is not None:
        close_call(call, match, State.CLOSED, at)


def call_over(match: Match, at: datetime) -> bool:
    """The match is decided, so nobody waits there any more. Needs the match locked.

    Returns whether somebody did.
    """
    call = open_call(match)
    if call is not None:
        close_call(call, match, State.OVER, at)
    return call is not None


def calls_reopen(
    event: Event, match_ids: Collection[int], moments: Collection[datetime], act: Act
) -> None:
    """What had ended them at these moments is undone: whoever had called waits again, unless there
    is a new call, or the match was decided since. The clock stays as it is, and what coming late
    has cost meanwhile is not asked again. Needs the event locked."""
    ended = event.calls.filter(match__in=match_ids, closed_at__in=moments)
    for call in ended.filter(state__in=(State.RULED, State.OVER)).order_by("match_id"):
        match = lock_match(call.match_id)
        late_catch_up(match, act.at)
        if match.state == Match.State.VOID or open_call(match) is not None:
            continue
        if _was_decided(match, call.closed_at, act.at):
            continue
        _reopen(call, match, act.at)
        _scene(event, match).log("director.reopened", act)
        event.refresh_from_db()
        bump(event)


def _was_decided(match: Match, since: datetime | None, at: datetime) -> bool:
    """Whether it was decided since then; what this very act has put back at `at` was before."""
    return match.decided_at is not None and since is not None and since < match.decided_at < at


def _reopen(call: Call, match: Match, at: datetime) -> None:
    if match.state == Match.State.OPEN and match.is_awaited and call.closed_at is not None:
        call.called_at += at - call.closed_at  # between the two the minutes counted
    call.state, call.closed_at = State.TAKEN if call.taken_by else State.WAITING, None
    call.save(update_fields=["state", "called_at", "closed_at"])
    late_hold(match, at)


def _said(call: Call, player_id: int | None, kind: str, words: str) -> bool:
    return call.voices.filter(player=player_id, kind=kind, words=words, withdrawn_at=None).exists()


def _add(match: Match, call: Call | None, voice: Voice, act: Act) -> Call:
    if call is None:
        event_id = event_of(match)
        late_catch_up(match, act.at)
        call = Call.objects.create(event_id=event_id, match=match, called_at=act.at)
        late_hold(match, act.at)
    voice.call, voice.by_name, voice.at = call, act.by.name, act.at
    voice.save()
    after = {"kind": voice.kind, "words": voice.words, "side": voice.side}
    tell_all(match, "director.called", act, after)
    return call


@transaction.atomic
def call_withdraw(*, match_id: int, player_id: int, act: Act) -> Call:
    """Settled among the players, says who called. Where the other side has called as well, its
    call stays. The clock goes on when they press it.

    Raises NotAllowedError `not_your_match`, ConflictError `no_call`.
    """
    match = lock_match(match_id)
    side = side_of(match, player_id)
    call = open_call(match)
    voices = None if call is None else call.voices.filter(withdrawn_at=None)
    # The phone between the two has no side: each of them may take back what was pressed there.
    own = None if voices is None else voices.filter(side=side) or voices.filter(side=None)
    if call is None or voices is None or not own:
        raise ConflictError("no_call", _("You have not called the director, or not any more."))
    own.update(withdrawn_at=act.at)
    if not voices.exists():
        close_call(call, match, State.SETTLED, act.at)
    tell_all(match, "director.settled", act, {"side": side})
    return call


@transaction.atomic
def call_take(*, event_id: int, call_id: int, act: Act) -> Call:
    """Somebody of the staff goes there. Again by the same changes nothing.

    Raises NotFoundError `no_such_call`, ConflictError `call_closed`, `call_taken`.
    """
    event = lock_event(event_id)
    call, scene = call_lock(event, call_id)
    if call.state == State.TAKEN:
        if call.taken_by == act.by.name:
            return call
        raise ConflictError(
            "call_taken", _("%(name)s is on the way already.") % {"name": call.taken_by}
        )
    call.state, call.taken_at, call.taken_by = State.TAKEN, act.at, act.by.name
    call.save(update_fields=["state", "taken_at", "taken_by"])
    scene.log("director.taken", act)
    bump(event)
    return call


@transaction.atomic
def call_close(*, event_id: int, call_id: int, act: Act, resumes: bool = True) -> Call:
    """Nothing was to be ruled. Raises NotFoundError `no_such_call`, ConflictError `call_closed`."""
    event = lock_event(event_id)
    call, scene = call_lock(event, call_id)
    close_call(call, scene.match, State.CLOSED, act.at)
    scene.log("director.closed", act)
    if resumes:
        resume_clock(scene.match, act)
    bump(event)
    return call


def call_lock(event: Event, call_id: int) -> tuple[Call, Scene]:
    """The call with its match locked, as it is then. Raises `no_such_call`, `call_closed`."""
    match_id = event.calls.filter(pk=call_id).values_list("match_id", flat=True).first()
    if match_id is None:
        raise NotFoundError("no_such_call", _("There is no such call."))
    match = lock_match(match_id)
    call = Call.objects.get(pk=call_id)
    if not call.is_open:
        raise ConflictError("call_closed", _("This call is over: look at what became of it."))
    return call, _scene(event, match)


def _scene(event: Event, match: Match) -> Scene:
    row = Fixture.places.filter(event=event, match=match).first() or Fixture(event=event)
    return Scene(event, row, match)
