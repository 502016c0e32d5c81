"""Whatever comes in at a clock, in any order: its flag falls when the engine says, and once."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from matches.engine.clock_settings import SECOND, ClockSettings
from matches.models import Deadline
from matches.models_clock import moment, ms
from matches.services.clock_flags import clock_check
from matches.services.clock_running import Sent, clock_do
from matches.services.clock_steps import CLOCK_FLAG, state_of
from matches.services.clocks import clock_confirm, clock_seen, clock_set_up
from matches.services.deadlines import fire_due, ring
from players.actors import Act
from tests.builders import NOON
from tests.clock_history import History, Step
from tests.matches.clocking import TABLE, Table, by_staff

pytestmark = pytest.mark.django_db

LONG = 90 * SECOND  # after which nobody has time left, and no phone is in reach
BEGUN = ms(NOON)
SETTINGS = st.sampled_from(
    [
        ClockSettings(fixed=5 * SECOND, delay=2 * SECOND),
        ClockSettings(kind="bronstein", fixed=5 * SECOND, delay=2 * SECOND),
        ClockSettings(kind="increment", fixed=5 * SECOND, delay=2 * SECOND),
        ClockSettings(fixed=5 * SECOND, overtime=3 * SECOND, overtime_count=1),
    ]
)
# To the flag it is 5 or 7 s, to the end of overtime 3, to phones that are out of reach 45.
WAITS = st.sampled_from([0, 1, 400, 1500, 2999, 3000, 4999, 5000, 6999, 7000, 50_000])
LATE = st.sampled_from([None, 0, 300, 2000, 5500, 40_000])


class Deed(NamedTuple):
    """After `wait` ms; a phone says that it was `late` ms ago, or right now. If `lost` the server
    dies before the commit."""

    wait: int
    what: str
    side: int
    late: int | None
    lost: bool


DEEDS = st.builds(
    Deed,
    wait=WAITS,
    what=st.sampled_from(["press"] * 6 + ["again", "dice", "game", "resume", *"rsls", "seen"]),
    side=st.integers(1, 2),
    late=LATE,
    lost=st.sampled_from([False] * 4 + [True]),
)


class Evening:
    """A clock on which both have agreed, what was sent to it, and all alarms it ever had."""

    def __init__(self, table: Table, own: ClockSettings) -> None:
        self.table, self.now = table, BEGUN
        clock_set_up(match_id=table.match_id, act=by_staff(0), settings=own)
        clock_confirm(match_id=table.match_id, sides=(1, 2), act=by_staff(0))
        self.sent: list[Sent] = []
        self.alarms: list[int] = []

    def do(self, deed: Deed) -> None:
        self.now += deed.wait
        with transaction.atomic():
            self._doing(deed)()
            transaction.set_rollback(deed.lost)
        self.alarms += [pk for pk in self._pending() if pk not in self.alarms]
        flag_at = state_of(self.table.clock).flag_at()
        due = [ms(due_at) for due_at in self._pending().values()]
        assert due == ([] if flag_at is None else [flag_at])

    def _doing(self, deed: Deed) -> Callable[[], object]:
        others: dict[str, Callable[[], object]] = {
            "r": self._ring,
            "s": lambda: fire_due(moment(self.now)),
            "l": lambda: clock_check(match_id=self.table.match_id, at=moment(self.now)),
            "seen": lambda: clock_seen(
                match_id=self.table.match_id, sides=[deed.side], at=moment(self.now)
            ),
        }
        return others.get(deed.what) or (lambda: self._send(deed))

    def _ring(self) -> None:
        """All alarms there ever were, the newest first, twice."""
        for pk in 2 * self.alarms[::-1]:
            ring(pk, moment(self.now))

    def _send(self, deed: Deed) -> None:
        if deed.what != "again" or not self.sent:
            self.sent.append(self._said(deed))
        act = Act(TABLE, moment(self.now))
        clock_do(match_id=self.table.match_id, sent=self.sent[-1], sides=(1, 2), act=act)

    def _said(self, deed: Deed) -> Sent:
        at = None if deed.late is None else moment(self.now - deed.late)
        ident = str(len(self.sent))
        if deed.what == "resume":
            return Sent("resume", None, ident, at)
        if deed.what in {"dice", "game"}:
            return Sent("stop", None, ident, at, deed.what)
        return Sent("press", deed.side, ident, at)

    def _pending(self) -> dict[int, datetime]:
        alarms = Deadline.objects.filter(kind=CLOCK_FLAG, done_at=None)
        return dict(alarms.values_list("pk", "due_at"))

    def history(self) -> History:
        steps = [
            Step(
                step.kind,
                step.side,
                ms(step.at),
                ms(step.sent_at or step.at),
                step.refused,
                step.note,
                step.sent_id,
                step.face,
            )
            for step in self.table.steps()
        ]
        return History(self.table.match_id, state_of(self.table.clock).settings, steps)


@pytest.fixture
def table() -> Table:
    return Table(confirmed=False)


@settings(
    max_examples=30,
    deadline=None,
    phases=[Phase.generate],  # to shrink an evening takes minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(own=SETTINGS, deeds=st.lists(DEEDS, min_size=4, max_size=25))
def test_a_flag_falls_exactly_when_the_clock_says_and_once(
    table: Table, own: ClockSettings, deeds: list[Deed]
) -> None:
    with transaction.atomic():
        evening = Evening(table, own)
        for deed in deeds:
            evening.do(deed)
        for what in ("s", "r", "l"):
            evening.do(Deed(LONG, what, 1, None, lost=False))
        assert evening.history().contradictions(until=evening.now) == []
        is_lost = state_of(table.clock).lost is not None
        assert (table.match.state == "decided") == (is_lost and not table.clock.waits)
        transaction.set_rollback(True)
