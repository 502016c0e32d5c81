"""The clock of a match that is played on the site: turns press it, nobody has to.

Each step assumes the match locked. A match without a clock, or with one that is not agreed on, is
played without.
"""

from django.utils.translation import gettext as _

from config.errors import ConflictError
from matches.engine.match import MatchState
from matches.models import Match
from matches.models_clock import Clock, ClockStep, ms
from matches.services.clock_running import Sent, clock_do
from matches.services.clock_steps import state_of
from players.actors import Act

BOTH = (1, 2)


def require_time(match: Match, act: Act) -> None:
    """Raises ConflictError `flag_fallen` when time is up, and the clock says what that costs."""
    clock = _clock(match)
    if clock is None:
        return
    state = state_of(clock)
    if state.lost or state.fallen(state.not_before(ms(act.at))):
        raise ConflictError("flag_fallen", _("Time is up: please call the director."))


def press(match: Match, before: MatchState, after: MatchState, act: Act) -> None:
    """Let the clock follow an action that was done; the end of the match, or of a set, is for
    others."""
    clock = _clock(match)
    if clock is None or after.is_over:
        return
    sent = _deed(clock, before, after)
    if sent is not None:
        clock_do(match_id=match.pk, sent=sent, sides=BOTH, act=act)


def press_set(match: Match, act: Act) -> None:
    """A set is over: both have the reserve of the next one."""
    if _clock(match) is not None:
        sent = Sent(ClockStep.Kind.STOP, reason=Clock.Stop.SET)
        clock_do(match_id=match.pk, sent=sent, sides=BOTH, act=act)


def _clock(match: Match) -> Clock | None:
    """Whoever locked the match asked for its clock with it."""
    clock = getattr(match, "clock", None)
    return clock if clock is not None and all(clock.confirmed) else None


def _deed(clock: Clock, before: MatchState, after: MatchState) -> Sent | None:
    """What a player at a board would do now; both clocks stand while a concession is offered."""
    state, decider = state_of(clock), after.game.decider
    if len(after.games) > len(before.games):
        return Sent(ClockStep.Kind.STOP, reason=Clock.Stop.GAME)
    if after.game.resigned is not None:
        return Sent(ClockStep.Kind.STOP, reason=Clock.Stop.CONCESSION)
    if before.game.resigned is not None and clock.stopped_for == Clock.Stop.CONCESSION:
        return Sent(ClockStep.Kind.RESUME) if state.on_turn else None
    if decider and state.on_turn is None:
        return Sent(ClockStep.Kind.PRESS, 3 - decider)
    if decider and state.running == 3 - decider:
        return Sent(ClockStep.Kind.PRESS, 3 - decider)
    return None
