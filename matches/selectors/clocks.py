"""The clock of a match as pages and programs are told of it: values, and no rows.

Instants are milliseconds since 1970 by the server's time, so that whoever knows that time can let
the clock run on without asking again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from config.errors import NotFoundError
from matches.engine.clock import ClockState
from matches.engine.clock_face import shown_time
from matches.engine.clock_settings import ClockSettings
from matches.models import Match
from matches.models_clock import Clock, ClockStep, ms
from matches.selectors.clock_reserve import reserve_of, set_length
from matches.selectors.clock_seen import clock_seen, last_steps, steps_seen
from matches.selectors.clock_words import said_words, settings_words
from matches.selectors.watching import ALL, Sight, sights

HISTORY = 60  # lines that the director sees


@dataclass(frozen=True, slots=True)
class ClockView:
    """A clock, the names of the sides, and whether their match is still played."""

    match_id: int
    names: tuple[str, str]
    clock: Clock
    state: ClockState
    match_state: str
    length: int
    fresh: int | None  # the reserve of the next game, where each has its own
    fresh_set: int | None  # of the next set, where there are sets

    @property
    def is_open(self) -> bool:
        return self.match_state == Match.State.OPEN

    @property
    def is_agreed(self) -> bool:
        return all(self.clock.confirmed)

    @property
    def most(self) -> int:
        """The most points that a side has while they play."""
        return self.length - 1

    @property
    def has_begun(self) -> bool:
        return self.state.turn > 0

    @property
    def settings_words(self) -> str:
        """How it is set; empty once it has run, when less is left."""
        return "" if self.has_begun else settings_words(self.state)

    def data(self) -> dict[str, Any]:
        """Everything that makes the clock tick elsewhere."""
        state, clock = self.state, self.clock
        return {
            "match": self.match_id,
            "version": clock.version,
            "names": list(self.names),
            "open": self.is_open,
            "length": self.length,
            "settings": state.settings.to_data(),
            "set_to": self.settings_words,
            "reserves": list(state.reserves),
            "overtimes": list(state.overtimes),
            "since": state.since,
            "on_turn": state.on_turn,
            "running": state.running,
            "used": state.used,
            "turn": state.turn,
            "lost": state.lost,
            "flag_at": state.flag_at(),
            "confirmed": list(clock.confirmed),
            "stopped_for": clock.stopped_for,
            "break_until": None if clock.break_until is None else clock.break_until.isoformat(),
            "waits": clock.waits,
            "asks": clock.asks,
            "claims": [clock.claim_1, clock.claim_2],
            "score": None if clock.score is None else list(clock.score),
            "sets_over": clock.sets_over,
            "fresh": self.fresh,
            "fresh_set": self.fresh_set,
        }


@dataclass(frozen=True, slots=True)
class StepView:
    """One line of the history; `late` is how many seconds after the deed it came in."""

    number: int
    at: datetime
    what: str
    who: str
    by_name: str
    refused: str
    note: str
    late: int
    times: str


def clock_view(match_id: int, *, seen_at: datetime | None = None) -> ClockView:
    """As `clock_views`. Raises NotFoundError `no_clock`."""
    found = clock_views([match_id], seen_at=seen_at)
    if match_id not in found:
        raise NotFoundError("no_clock", _("This match has no clock."))
    return found[match_id]


def clock_views(
    match_ids: Collection[int], *, seen_at: datetime | None = None
) -> Mapping[int, ClockView]:
    """Those that have one; with `seen_at` as spectators see them then. Two queries for any number,
    up to three more for spectators, and one for each match whose report they do not see yet."""
    clocks = Clock.objects.filter(match__in=match_ids).select_related("match")
    held = {} if seen_at is None else sights(match_ids, seen_at)
    steps, found = last_steps(held), {}
    for clock in clocks.prefetch_related("match__sides"):
        sight = held.get(clock.match_id, ALL)
        seen = clock_seen(clock, sight, steps.get(clock.pk))
        if seen is not None:
            found[clock.match_id] = _view(seen, sight)
    return found


def _view(clock: Clock, sight: Sight) -> ClockView:
    first, second = sorted(clock.match.sides.all(), key=lambda side: side.number)
    match, state = sight.match(clock.match), ClockState.from_data(clock.state)
    fresh = reserve_of(match, state.settings, each_game=True) if clock.each_game else None
    return ClockView(
        match_id=clock.match_id,
        names=(first.name, second.name),
        clock=clock,
        state=state,
        match_state=match.state,
        length=set_length(match, clock.sets_over),
        fresh=fresh,
        fresh_set=None if match.sets_to_win == 1 else _of_set(match, clock, state.settings),
    )


def _of_set(match: Match, clock: Clock, settings: ClockSettings) -> int:
    after = clock.sets_over + 1
    return reserve_of(match, settings, each_game=clock.each_game, sets_over=after)


@dataclass(frozen=True, slots=True)
class Face:
    """One half of the clock at an instant, as a page without a script shows it."""

    side: int
    name: str
    time: str
    delay: str
    runs: bool
    lost: bool
    confirmed: bool
    opens: bool  # a press would start the other side


def clock_face(view: ClockView, side: int, at: datetime) -> Face:
    state = view.state
    now = state.not_before(ms(at))
    return Face(
        side=side,
        name=view.names[side - 1],
        time=shown_time(state.left(side, now)),
        delay=shown_time(_delay(state, side, now)),
        runs=state.running == side,
        lost=state.lost == side,
        confirmed=view.clock.confirmed[side - 1],
        opens=view.is_agreed and state.on_turn is None and state.lost is None,
    )


def _delay(state: ClockState, side: int, now: int) -> int:
    """What is left of the delay; the whole of it for a side that is not on turn."""
    on_turn = side == state.on_turn and state.settings.kind != "increment"
    return state.delay_left(side, now) if on_turn else state.settings.delay


def clock_versions(match_ids: Collection[int]) -> dict[int, str]:
    """With the state of the match, which ends a clock."""
    found = Clock.objects.filter(match__in=match_ids)
    rows = found.values_list("match_id", "version", "match__state", "epoch")
    return {pk: f"{version}-{state}-{epoch}" for pk, version, state, epoch in rows}


def clock_versions_seen(match_ids: Collection[int], at: datetime) -> dict[int, str]:
    """The same for spectators; where there is a delay by the steps that are seen."""
    found = clock_versions(match_ids)
    held = sights(found, at)
    steps = steps_seen(held)
    for pk, sight in held.items():
        if pk in steps:
            found[pk] = f"{steps[pk]}-{sight.delay}"
        else:
            found.pop(pk, None)
    return found


def clock_needs(match_ids: Collection[int]) -> tuple[set[int], set[int]]:
    """The matches in which a flag is down and the director is to rule; and those in which one
    player wants a clock, as he may, and the settings are not confirmed. One query."""
    wanted = Q(asked_by__isnull=False) & (Q(confirmed_1_at=None) | Q(confirmed_2_at=None))
    found = Clock.objects.filter(Q(waits=True) | wanted, match__in=match_ids)
    waits = dict(found.values_list("match_id", "waits"))
    flagged = {pk for pk, is_down in waits.items() if is_down}
    return flagged, set(waits) - flagged


def clock_history(view: ClockView) -> Sequence[StepView]:
    """What was done, latest first. One query."""
    steps = view.clock.steps.order_by("-number")[:HISTORY]
    return [_step(view, step) for step in steps]


def _step(view: ClockView, step: ClockStep) -> StepView:
    late = 0 if step.sent_at is None else round((step.at - step.sent_at).total_seconds())
    return StepView(
        number=step.number,
        at=step.sent_at or step.at,
        what=step.get_kind_display(),
        who="" if step.side is None else view.names[step.side - 1],
        by_name=step.by_name,
        refused=step.refused,
        note=_note(step),
        late=max(0, late),
        times="" if step.face is None else " – ".join(shown_time(time) for time in step.face[:2]),
    )


def _note(step: ClockStep) -> str:
    """In words, as far as it is a code."""
    if step.refused or step.kind == ClockStep.Kind.SET_UP:
        return step.note
    if step.kind in {ClockStep.Kind.CLAIM, ClockStep.Kind.GAME}:
        return said_words(step.note)
    if step.kind == ClockStep.Kind.FLAG:
        return ""  # the rules say what it costs
    return str(dict(Clock.Stop.choices).get(step.note, step.note))
