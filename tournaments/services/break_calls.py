"""A break that was asked for is granted or refused: the answer to that part of a call.

Whoever waits for the director for something else goes on waiting. Where a clock is agreed on it
stands, or runs on, as the rules of the match say, and knows when the break is over; without one
the players read how long they have.
"""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.models import Match
from matches.models_clock import Clock
from matches.services.clock_rules import clock_rules
from matches.services.clock_running import Sent, clock_do
from players.actors import Act
from tournaments.models import Event
from tournaments.models_rulings import Call
from tournaments.selectors.rulings import LONGEST_BREAK
from tournaments.services.calls import call_answer, call_asks, call_lock
from tournaments.services.locking import bump, lock_event
from tournaments.services.ruling_steps import BOTH, Scene


@transaction.atomic
def break_grant(*, event_id: int, call_id: int, act: Act, minutes: int = 0) -> Call:
    """They have the break, for as many minutes as the rules of the match say. `minutes` are for
    where these leave it to the director; 0: as usual.

    Raises NotFoundError `no_such_call`, ConflictError `call_closed`, `no_break_asked`,
    `match_over`, and what the clock answers; InvalidError `break_minutes`.
    """
    event = lock_event(event_id)
    call, scene = _asked(event, call_id)
    if scene.match.state != Match.State.OPEN:
        raise ConflictError("match_over", _("The match is over."))
    if not 0 <= minutes <= LONGEST_BREAK:
        raise InvalidError(
            "break_minutes", _("A break lasts %(n)s minutes at most.") % {"n": LONGEST_BREAK}
        )
    minutes = clock_rules(scene.match).minutes_of_break(minutes)
    call_answer(call, scene.match, Call.Kind.BREAK, act.at)
    _stop(scene.match, minutes, act)  # now, for the minutes of who is late go on with the answer
    ends = act.at + timedelta(minutes=minutes)
    scene.log("break.granted", act, after={"minutes": minutes, "ends": ends.isoformat()})
    bump(event)
    return call


@transaction.atomic
def break_refuse(*, event_id: int, call_id: int, act: Act) -> Call:
    """They play on; `act` may say why. Raises as `break_grant`."""
    event = lock_event(event_id)
    call, scene = _asked(event, call_id)
    call_answer(call, scene.match, Call.Kind.BREAK, act.at)
    scene.log("break.refused", act)
    bump(event)
    return call


def _asked(event: Event, call_id: int) -> tuple[Call, Scene]:
    call, scene = call_lock(event, call_id)
    if not call_asks(call, Call.Kind.BREAK):
        raise ConflictError("no_break_asked", _("Nobody asks for a break here, or not any more."))
    return call, scene


def _stop(match: Match, minutes: int, act: Act) -> None:
    """At the clock, if it counts; the message of what it answers says why it cannot be."""
    clock = Clock.objects.filter(match=match).first()
    if clock is None or not all(clock.confirmed):
        return
    sent = Sent("stop", reason=Clock.Stop.BREAK, minutes=minutes)
    answer = clock_do(match_id=match.pk, sent=sent, sides=BOTH, act=act, by_staff=True)
    if not answer.accepted:
        raise ConflictError(answer.code, answer.message)
