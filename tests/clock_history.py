"""Reads the history of a match clock, and says what in it the engine's pure clock contradicts.

It knows no database but through one query, so that whoever has seen real processes killed, and
whoever has called services with moments of his own, asks the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import psycopg

from matches.engine.clock import ClockState
from matches.engine.clock_settings import ClockError, ClockSettings

ENDS_TURN = ("game", "break")
CLOCKS = "SELECT id, match_id, state FROM matches_clock WHERE match_id = ANY(%s) ORDER BY id"
STEPS = """
SELECT kind, side, trunc(extract(epoch FROM at) * 1000)::bigint,
  trunc(extract(epoch FROM coalesce(sent_at, at)) * 1000)::bigint, refused, note, sent_id, face
FROM matches_clockstep WHERE clock_id = %s ORDER BY number
"""


class Step(NamedTuple):
    """One line of the history; `at` is when the server heard of it, in ms since 1970.

    `done` is when it was done, as the phone says, and `ident` how the phone calls it.
    """

    kind: str
    side: int | None
    at: int
    done: int
    refused: str
    note: str
    ident: str
    face: Sequence[int | None] | None


@dataclass(frozen=True)
class History:
    """All steps of one clock, of which the first is the setting up."""

    match_id: int
    settings: ClockSettings
    steps: Sequence[Step]

    def contradictions(self, *, until: int) -> list[str]:
        """What should not be there, and what should be by the instant `until` and is not."""
        walk = _Walk(self.settings)
        for step in self.steps:
            if not step.refused:
                walk.take(step)
        flag_at = walk.state.flag_at() if walk.state else None
        if flag_at is not None and flag_at <= until:
            walk.wrong.append(f"lost: the flag of {flag_at} has not fallen by {until}")
        return [f"match {self.match_id}: {each}" for each in walk.wrong]

    def falls(self) -> list[int]:
        """For each flag that fell, the instant at which time was up."""
        walk = _Walk(self.settings)
        for step in self.steps:
            if not step.refused:
                walk.take(step)
        return walk.falls

    def count(self, kind: str) -> int:
        return sum(step.kind == kind and not step.refused for step in self.steps)


class _Walk:
    """Does at a clock of its own what the history says that was done."""

    def __init__(self, settings: ClockSettings) -> None:
        self.settings = settings
        self.state: ClockState | None = None
        self.before: ClockState | None = None  # the last flag
        self.wrong: list[str] = []
        self.falls: list[int] = []

    def take(self, step: Step) -> None:
        told = self._told(step)
        if self.state is None or step.kind in {"set_up", "changed"}:
            self.state = told
            return
        try:
            expected = self._expected(self.state, step, told)
        except ClockError as error:
            self.wrong.append(f"{step.kind} at {step.at}: {error.code}")
        else:
            if expected != told:
                self.wrong.append(f"{step.kind} at {step.at}: {told}, not {expected}")
        self.state = told

    def _told(self, step: Step) -> ClockState:
        assert step.face is not None, "only what was refused has no face"
        names = ("since", "on_turn", "running", "used", "turn", "lost")
        first, second, over_1, over_2, *rest = step.face
        data = {"settings": self.settings.to_data(), "reserves": [first, second]}
        overtimes = {"overtimes": [over_1, over_2]}
        return ClockState.from_data({**data, **overtimes, **dict(zip(names, rest, strict=True))})

    def _expected(self, state: ClockState, step: Step, told: ClockState) -> ClockState:
        if step.kind in {"flag", "overtime"}:
            return self._fallen(state, step)
        if step.kind == "unflag":
            assert self.before is not None, "a flag is lifted that had not fallen"
            return self.before
        if step.kind == "halt":
            return state.pause(told.since or 0)
        # It counts from when it was done, but for what was done in the future or in the past.
        return _done(state, step, max(min(step.done, step.at), state.since or 0))

    def _fallen(self, state: ClockState, step: Step) -> ClockState:
        flag_at = state.flag_at()
        if flag_at is None or step.at < flag_at:
            self.wrong.append(f"early: a flag fell at {step.at}, time is up at {flag_at}")
            return state
        self.before = state
        self.falls.append(flag_at)
        return state.expire(step.at)


def _done(state: ClockState, step: Step, instant: int) -> ClockState:
    """What presses, stops and resumes do; agreeing does nothing."""
    if step.kind == "press":
        assert step.side is not None
        opens = state.on_turn is None
        return state.start(3 - step.side, instant) if opens else state.press(step.side, instant)
    if step.kind == "resume":
        return state.resume(instant)
    if step.kind == "stop" and step.note in ENDS_TURN:
        return state if state.on_turn is None else state.stop(instant)
    if step.kind == "stop":
        return state if state.running is None and state.on_turn else state.pause(instant)
    assert step.kind == "confirmed", step.kind
    return state


def read_histories(database: str, match_ids: Iterable[int]) -> Mapping[int, History]:
    """Those of the clocks of these matches in a PostgreSQL database."""
    found = {}
    with psycopg.connect(database) as connection:
        clocks = connection.execute(CLOCKS, [list(match_ids)]).fetchall()
        for clock_id, match_id, state in clocks:
            rows: list[tuple[Any, ...]] = connection.execute(STEPS, [clock_id]).fetchall()
            settings = ClockSettings.from_data(state["settings"])
            found[match_id] = History(match_id, settings, [Step(*row) for row in rows])
    return found
