"""Breaks: who may take one and when, and its end, at which nothing happens but that it is said.

By the rules of a match there are none, or players take them between two games, or ask and a
director grants them; the director may grant one in any case. Whoever comes late after a break is
late from here on: what that costs is for the rules on lateness.
"""

from datetime import datetime

from django.utils.translation import gettext as _

from config.errors import ConflictError
from matches.engine.clock import ClockState
from matches.models import Match
from matches.models_clock import Clock
from matches.services.clock_rules import BY_DIRECTOR, NO_BREAKS, clock_rules
from matches.services.clock_steps import BREAK_OVER, log_step, seen_anew
from matches.services.deadlines import handles
from matches.services.steps import lock_if_there
from players.actors import SYSTEM, Act


def require_breaks(match: Match) -> None:
    """Raises ConflictError `breaks_off`, where the rules of the match know none."""
    if clock_rules(match).breaks == NO_BREAKS:
        raise ConflictError(
            "breaks_off",
            _("By the rules of this match there are no breaks: only the director grants one."),
            rule="breaks",
        )


def require_break(match: Match, clock: Clock, state: ClockState) -> None:
    """Whether players may take a break now by themselves.

    A game is known to go on where somebody is on turn and the score is told: after a game it is
    not, until somebody tells it. Where nobody tells scores, who stops for a break says that a game
    is over. Raises ConflictError `breaks_off`, `break_by_director`, `break_within_game`.
    """
    require_breaks(match)
    if clock_rules(match).breaks == BY_DIRECTOR:
        raise ConflictError(
            "break_by_director",
            _("By the rules of this match the director grants breaks: ask for one."),
            rule="breaks",
        )
    if state.on_turn is not None and clock.score is not None:
        raise ConflictError(
            "break_within_game",
            _("By the rules of this match breaks are between games: stop when the game is over."),
            rule="breaks",
        )


@handles(BREAK_OVER, lock=lock_if_there)
def break_over(match: Match, at: datetime) -> None:
    """The break that both took is over, if nobody has gone on yet."""
    clock = Clock.objects.filter(match=match, break_until__lte=at).first()
    if clock is None or match.state != Match.State.OPEN:
        return
    seen_anew(clock)
    assert clock.break_until is not None
    log_step(match, "break.over", Act(SYSTEM, at), after={"until": clock.break_until.isoformat()})
