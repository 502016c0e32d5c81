"""What a ruling does beside its words: time, penalty points, a result, a warning.

Each is done by the service that does such things anyway. Time, points and warnings can be taken
back with the ruling; a result stays what it is, with all that was played since, until a director
corrects it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from matches.engine.clock_settings import SECOND
from matches.models import Match
from matches.models_clock import Clock, ms
from matches.services.clock_steps import state_of
from matches.services.clocks import clock_correct
from matches.services.steps import Verdict, result_data
from players.actors import Act
from tournaments.models_rulings import Ruling, Sanction
from tournaments.services.results import result_enter
from tournaments.services.ruling_steps import BOTH, Scene
from tournaments.services.sanctioning import (
    points_take_back,
    sanction_end,
    sanction_renew,
    sanction_with,
)

TIMES, PENALTY, RESULT, WARNING = "times", "penalty", "result", "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """`credit` and `left` are milliseconds by side: more time, or so much time. `penalty` are
    points against a side, `warning` is a side."""

    credit: Mapping[int, int] = field(default_factory=dict)
    left: Mapping[int, int] = field(default_factory=dict)
    penalty: tuple[int, int] | None = None
    verdict: Verdict | None = None
    clear: bool = False  # results further on that would no longer fit go as well
    warning: int | None = None


def effects_apply(scene: Scene, ruling: Ruling, effects: Effects, act: Act) -> None:
    """Do them, and note in the ruling what they did. Raises what those services raise, and
    ConflictError `match_void` for anything but words about a match that no longer counts."""
    done: dict[str, Any] = {}
    if replace(effects, clear=False) != Effects():
        scene.require_place()
    if effects.credit or effects.left:
        done[TIMES] = _times(scene.match, effects, act)
    if effects.warning is not None:
        sanction_with(scene, effects.warning, ruling, act)
        done[WARNING] = effects.warning
    if effects.penalty is not None:
        side, points = effects.penalty
        sanction_with(scene, side, ruling, act, points)
        done[PENALTY] = {"side": side, "points": points}
    if effects.verdict is not None:
        done[RESULT] = _result(scene, effects, effects.verdict, act)
    if done:
        ruling.effects = done
        ruling.save(update_fields=["effects"])


def _times(match: Match, effects: Effects, act: Act) -> dict[str, dict[str, int]]:
    before = _reserves(match, act)
    left = {side: before.get(side, 0) + more for side, more in effects.credit.items() if more}
    clock_correct(match_id=match.pk, left={**left, **effects.left}, act=act)
    after = _reserves(match, act)
    return {
        str(side): {"before": before[side], "after": after[side]}
        for side in BOTH
        if before[side] != after[side]
    }


def _reserves(match: Match, act: Act) -> dict[int, int]:
    """What is left to each; empty without a clock, which the service refuses."""
    clock = Clock.objects.filter(match=match).first()
    if clock is None:
        return {}
    state = state_of(clock)
    instant = state.not_before(ms(act.at))
    return {side: state.left(side, instant) for side in BOTH}


def _result(scene: Scene, effects: Effects, verdict: Verdict, act: Act) -> dict[str, Any]:
    before = result_data(scene.match)
    match = result_enter(
        event_id=scene.event.pk, key=scene.row.key, verdict=verdict, act=act, clear=effects.clear
    )
    scene.event.refresh_from_db()  # its version rose with the result
    return {"before": before, "after": result_data(match)}


def effects_take_back(scene: Scene, ruling: Ruling, act: Act) -> None:
    """Take back what can be, and note what was; what then is open is for the director."""
    back = []
    for name in open_effects(ruling):
        way = _WAYS.get(name)
        if way is not None and way(scene, ruling, act):
            back.append(name)
    effects_gone(ruling, back)


def effects_gone(ruling: Ruling, names: Collection[str]) -> None:
    """Note that these do not hold any more."""
    gone = [name for name in open_effects(ruling) if name in names]
    if gone:
        ruling.taken_back = [*ruling.taken_back, *gone]
        ruling.save(update_fields=["taken_back"])


def effects_restore(
    scene: Scene, ruling: Ruling, still: Sequence[str], ended: datetime | None, act: Act
) -> None:
    """What went when the ruling `ended` holds again; `still` is what had been taken back before."""
    for name in [name for name in ruling.taken_back if name not in still]:
        if name == TIMES:
            _shift(scene.match, ruling, 1, act)
        for sanction in ruling.sanctions.filter(kind=_KINDS.get(name, ""), withdrawn_at=ended):
            sanction_renew(sanction, act)
    ruling.taken_back = list(still)
    ruling.save(update_fields=["taken_back"])


def open_effects(ruling: Ruling) -> list[str]:
    """Those that hold."""
    return [name for name in ruling.effects if name not in ruling.taken_back]


def _times_back(scene: Scene, ruling: Ruling, act: Act) -> bool:
    return _shift(scene.match, ruling, -1, act)


def _shift(match: Match, ruling: Ruling, way: int, act: Act) -> bool:
    """As much as was given or taken: `way` 1 once more, -1 back; nothing where no clock runs any
    more."""
    match = Match.objects.get(pk=match.pk)
    now = _reserves(match, act)
    if match.state != Match.State.OPEN or not now:
        return False
    left = {
        int(side): max(SECOND, now[int(side)] + way * (said["after"] - said["before"]))
        for side, said in ruling.effects[TIMES].items()
    }
    if left:
        clock_correct(match_id=match.pk, left=left, act=act)
    return True


def _penalty_back(scene: Scene, ruling: Ruling, act: Act) -> bool:
    """Not once a result has the points in it."""
    match = Match.objects.get(pk=scene.match.pk)
    if match.state != Match.State.OPEN:
        return False
    for sanction in _with(ruling, Sanction.Kind.POINTS):
        points_take_back(sanction, act)
        sanction_end(sanction, act)
    return True


def _warning_back(_scene: Scene, ruling: Ruling, act: Act) -> bool:
    for sanction in _with(ruling, Sanction.Kind.WARNING):
        sanction_end(sanction, act)
    return True


def _with(ruling: Ruling, kind: str) -> QuerySet[Sanction]:
    return ruling.sanctions.filter(kind=kind, withdrawn_at=None)


_KINDS = {PENALTY: Sanction.Kind.POINTS, WARNING: Sanction.Kind.WARNING}
_WAYS = {TIMES: _times_back, PENALTY: _penalty_back, WARNING: _warning_back}
