"""A match with a clock, and what is done at it so many seconds after noon."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from matches.engine.clock_settings import MINUTE, SECOND, ClockSettings
from matches.models import Match
from matches.models_clock import Clock, ClockStep, ms
from matches.services.clock_running import Answered, Sent, clock_do
from matches.services.clock_steps import state_of
from matches.services.clocks import clock_confirm, clock_set_up
from players.actors import Act, Actor
from tests.builders import DIRECTOR, NOON, Stage, make_running_event
from tournaments.models import Tournament

KEY = "M1.1"
OF_MATCH = ("length", "sets_to_win", "decider")
TABLE = Actor("player", None, "Clock")
SETTINGS = ClockSettings(per_point=2 * MINUTE, delay=12 * SECOND)


def second(n: float) -> datetime:
    return NOON + timedelta(seconds=n)


def now() -> float:
    """For what is done through pages, which read the clock on the wall."""
    return (timezone.now() - NOON).total_seconds()


def at_table(n: float) -> Act:
    return Act(TABLE, second(n))


def by_staff(n: float, reason: str = "") -> Act:
    return Act(DIRECTOR, second(n), reason)


class Table:
    """A, B, C and D; the match M1.1 has a clock, which both have confirmed.

    `rules` are those of the match that are not as usual, and `settings` those of its clock.
    """

    def __init__(
        self,
        tournament: Tournament | None = None,
        *,
        confirmed: bool = True,
        stage: Stage | None = None,
        key: str = KEY,
        rules: Mapping[str, object] | None = None,
        scores: tuple[int, int] = (0, 0),
        **settings: Any,
    ) -> None:
        of_match = {name: settings.pop(name) for name in OF_MATCH if name in settings}
        self.stage = stage or Stage(make_running_event("ABCD", tournament=tournament))
        match = self.stage.match(key)
        self.match_id = match.pk
        Match.objects.filter(pk=match.pk).update(rules={**match.rules, **(rules or {})}, **of_match)
        own = ClockSettings(**settings) if settings else None
        clock_set_up(match_id=self.match_id, act=by_staff(0), settings=own, scores=scores)
        if confirmed:
            clock_confirm(match_id=self.match_id, sides=(1, 2), act=by_staff(0))

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=self.match_id)

    @property
    def clock(self) -> Clock:
        return Clock.objects.get(match=self.match_id)

    def steps(self) -> list[ClockStep]:
        return list(self.clock.steps.all())

    def left(self, side: int, n: float) -> float:
        """Seconds of reserve then."""
        return state_of(self.clock).left(side, ms(second(n))) / 1000

    def do(
        self,
        deed: str,
        n: float,
        side: int | None = None,
        *,
        sent: float | None = None,
        sides: Collection[int] = (1, 2),
        **more: Any,
    ) -> Answered:
        """`sent`: it arrives only then; what the phone says is `n`."""
        said = Sent(deed, side, pressed_at=None if sent is None else second(n), **more)
        act = at_table(n if sent is None else sent)
        return clock_do(match_id=self.match_id, sent=said, sides=sides, act=act)

    def press(self, side: int, n: float, **more: Any) -> str:
        """The code of the refusal, or empty."""
        return self.do("press", n, side, **more).code

    def stop(self, reason: str, n: float, **more: Any) -> str:
        return self.do("stop", n, reason=reason, **more).code

    def resume(self, n: float, **more: Any) -> str:
        return self.do("resume", n, **more).code
