"""The clocks of an archive: out, read and checked, and in again.

A match may have had hundreds of presses, so each step of the history is one line: a JSON list in
a text. Links are those of the site that takes the event in; a clock that runs has its alarm there.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from config.errors import in_words
from matches.engine.clock import ClockState
from matches.engine.clock_game import WORTH, GameSaid
from matches.engine.clock_settings import ClockError
from matches.engine.score import MAX_LENGTH
from matches.models import Match
from matches.models_clock import Clock, ClockStep, moment, unpacked
from matches.services.clock_steps import BREAK_OVER, CLOCK_FLAG, state_of
from matches.services.deadlines import set_deadline
from tournaments.services.archive_places import LARGE, Place, maybe_moment_out as _moment

MOMENTS = ("break_until", "confirmed_1_at", "confirmed_2_at", "seen_1_at", "seen_2_at")
# What an archive from before there was more to a clock would have said.
NEWER: Mapping[str, Any] = {
    "asks": "",
    "claims": ["", ""],
    "score": None,
    "sets_over": 0,
    "each_game": False,
    "asked_by": None,
}
STEP = ("kind", "side", "at", "sent_at", "sent_id", "refused", "note", "by_name", "face")
BATCH = 500


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """A clock that is not saved yet, with its history."""

    row: Clock
    steps: Sequence[ClockStep]


def clocks_out(matches: Q) -> dict[int, dict[str, Any]]:
    """By match. Two queries."""
    clocks = Clock.objects.filter(matches).distinct().prefetch_related("steps")
    return {clock.match_id: _clock(clock) for clock in clocks}


def _clock(clock: Clock) -> dict[str, Any]:
    moments = {name: _moment(getattr(clock, name)) for name in MOMENTS}
    return {
        "state": {name: clock.state[name] for name in sorted(clock.state)},
        "stopped_for": clock.stopped_for,
        "waits": clock.waits,
        "asks": clock.asks,
        "claims": [clock.claim_1, clock.claim_2],
        "score": None if clock.score is None else list(clock.score),
        "sets_over": clock.sets_over,
        "each_game": clock.each_game,
        "asked_by": clock.asked_by,
        **moments,
        "version": clock.version,
        "created_at": _moment(clock.created_at),
        "steps": [_line(step) for step in clock.steps.all()],
    }


def _line(step: ClockStep) -> str:
    values = [getattr(step, name) for name in STEP]
    values[2], values[3] = _moment(step.at), _moment(step.sent_at)
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


# --- In ------------------------------------------------------------------------------------------
def clock_read(place: Place) -> ClockFacts:
    names = ("state", "stopped_for", "waits", *MOMENTS, "version", "created_at", "steps")
    part = place.record(*names, newer=NEWER)
    state = _state(part["state"])
    flag_at = state.flag_at()
    row = Clock(
        state=state.to_data(),
        running=state.running,
        expires_at=None if flag_at is None else moment(flag_at),
        stopped_for=part["stopped_for"].choice(["", *Clock.Stop.values]),
        waits=part["waits"].flag(),
        version=part["version"].whole(1, LARGE),
        created_at=part["created_at"].moment(),
        **{name: part[name].maybe(Place.moment) for name in MOMENTS},
        **_more(part),
    )
    if (row.asks and not row.waits) or (not row.asks and (row.claim_1 or row.claim_2)):
        raise part["asks"].fault(_("something is asked while a flag is down"))
    if row.running is not None and row.stopped_for:
        raise part["stopped_for"].fault(_("a clock that runs is not stopped"))
    if row.break_until is not None and row.running is None and row.stopped_for != Clock.Stop.BREAK:
        raise part["break_until"].fault(_("there is no break"))
    steps = [_step(each, n, state) for n, each in enumerate(part["steps"].items(), start=1)]
    named = [step.sent_id for step in steps if step.sent_id]
    if len(set(named)) < len(named):
        raise part["steps"].fault(_("two presses have the same name"))
    return ClockFacts(row, steps)


def _more(part: Mapping[str, Place]) -> dict[str, Any]:
    claims = part["claims"].items()
    score = part["score"].maybe(Place.items)
    if len(claims) != 2 or (score is not None and len(score) != 2):
        raise part["claims"].fault(_("a clock has two sides"))
    for claim in claims:
        _check_claim(claim)
    points = [None, None] if score is None else [each.whole(0, MAX_LENGTH) for each in score]
    return {
        "asks": part["asks"].choice(["", *Clock.Ask.values]),
        "claim_1": claims[0].column(Clock, "claim_1"),
        "claim_2": claims[1].column(Clock, "claim_2"),
        "score_1": points[0],
        "score_2": points[1],
        "sets_over": part["sets_over"].whole(0, MAX_LENGTH),
        "each_game": part["each_game"].flag(),
        "asked_by": part["asked_by"].maybe(Place.side),
    }


def _check_claim(place: Place) -> None:
    text = place.column(Clock, "claim_1")
    try:
        known = not text or GameSaid.read(text).position in WORTH
    except ValueError:
        known = False
    if not known:
        raise place.fault(_("this is not what stood on a board"))


def _state(place: Place) -> ClockState:
    try:
        state = ClockState.from_data(place.data())
        flag_at = state.flag_at()
        moment(max(flag_at or 0, state.since or 0))
    except ClockError as error:
        raise place.fault(in_words(error)) from error
    except OverflowError as error:
        raise place.fault(_("a date and time is expected here")) from error
    return state


def _step(place: Place, number: int, state: ClockState) -> ClockStep:
    try:
        values = json.loads(place.text(2000))
    except ValueError as error:
        raise place.fault(_("a list is expected here")) from error
    listed = Place(values, place.path).items()
    if len(listed) != len(STEP):
        raise place.fault(_("a step of a clock has %(n)s parts") % {"n": len(STEP)})
    part = dict(zip(STEP, listed, strict=True))
    step = ClockStep(
        number=number,
        kind=part["kind"].choice(ClockStep.Kind.values),
        side=part["side"].maybe(Place.side),
        at=part["at"].moment(),
        sent_at=part["sent_at"].maybe(Place.moment),
        sent_id=part["sent_id"].column(ClockStep, "sent_id"),
        refused=part["refused"].column(ClockStep, "refused"),
        note=part["note"].column(ClockStep, "note"),
        by_name=part["by_name"].column(ClockStep, "by_name"),
        face=part["face"].maybe(lambda face: _face(face, state)),
    )
    if (step.face is None) != bool(step.refused):
        raise place.fault(_("a step is done, or it was refused"))
    return step


def _face(place: Place, state: ClockState) -> Any:
    face = [each.value for each in place.items()]
    try:
        unpacked(state.settings, face)
    except ClockError as error:
        raise place.fault(in_words(error)) from error
    except ValueError as error:
        raise place.fault(_("a list is expected here")) from error
    return face


def clocks_in(found: Iterable[tuple[ClockFacts | None, Match]], at: datetime) -> None:
    """Write them, the matches being there; breaks that are over are over. Needs a transaction."""
    clocks = [(facts, match) for facts, match in found if facts is not None]
    for facts, match in clocks:
        facts.row.match = match
    Clock.objects.bulk_create([facts.row for facts, _match in clocks], batch_size=BATCH)
    for facts, _match in clocks:
        for step in facts.steps:
            step.clock = facts.row
    steps = [step for facts, _match in clocks for step in facts.steps]
    ClockStep.objects.bulk_create(steps, batch_size=BATCH)
    for facts, match in clocks:
        if state_of(facts.row).running is not None and facts.row.expires_at is not None:
            set_deadline(CLOCK_FLAG, match.pk, facts.row.expires_at)
        if facts.row.break_until is not None and facts.row.break_until > at:
            set_deadline(BREAK_OVER, match.pk, facts.row.break_until)
