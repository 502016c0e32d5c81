"""The end of a break between two games: nothing happens but that it is said.

Whoever comes late after a break is late from here on: what that costs is for the rules on lateness.
"""

from datetime import datetime

from matches.models import Match
from matches.models_clock import Clock
from matches.services.clock_steps import BREAK_OVER, log_step, seen_anew
from matches.services.deadlines import handles
from matches.services.steps import lock_if_there
from players.actors import SYSTEM, Act


@handles(BREAK_OVER, lock=lock_if_there)
def break_over(match: Match, at: datetime) -> None:
    """The break that both took is over, if nobody has gone on yet."""
    clock = Clock.objects.filter(match=match, break_until__lte=at).first()
    if clock is None or match.state != Match.State.OPEN:
        return
    seen_anew(clock)
    assert clock.break_until is not None
    log_step(match, "break.over", Act(SYSTEM, at), after={"until": clock.break_until.isoformat()})
