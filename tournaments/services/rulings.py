"""Rulings: made by a director, amended or withdrawn with a reason, and final after a while.

An amended ruling is replaced by another one: what the first did is taken back as far as that can
be, and the new one does what it says. Both stay to be read, like one that was withdrawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.models import Match
from matches.services.deadlines import clear_deadline, handles, set_deadline
from players.actors import SYSTEM, Act
from tournaments.models_rulings import APPEAL_WINDOW, COMMITTEE, Appeal, Call, Ruling
from tournaments.rulesets.appeals import NOBODY, appeal_closes, is_final_at_once
from tournaments.rulesets.ruleset import MEANINGS
from tournaments.selectors.deeds import RULED, TAKES_BACK
from tournaments.services.locking import bump
from tournaments.services.refusals import require_reason
from tournaments.services.ruling_effects import (
    RESULT,
    Effects,
    effects_apply,
    effects_gone,
    effects_restore,
    effects_take_back,
)
from tournaments.services.ruling_steps import (
    Scene,
    appeal_rules,
    close_call,
    lock_ruling,
    lock_scene,
    open_call,
    resume_clock,
)

State = Ruling.State


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingSpec:
    """What is ruled; why, is with the act. `side` is against whom, `rule` the name of the rule it
    rests on, `resumes` whether a clock that was stopped for the director goes on."""

    kind: str
    decision: str
    side: int | None = None
    rule: str = ""
    effects: Effects = field(default_factory=Effects)
    resumes: bool = True


@transaction.atomic
def ruling_make(
    *, event_id: int, key: str, spec: RulingSpec, act: Act, seen_version: int | None = None
) -> Ruling:
    """Rule on a match, whether or not somebody has called, and also when it is over.

    Answers the open call of the match. `seen_version` is the match's. Raises InvalidError
    `ruling_kind_unknown`, `decision_missing`, `reason_missing`, `rule_unknown`, `side_unknown`;
    ConflictError `tie_by_boards`, `version_conflict`; for the effects what `clock_correct`,
    `result_enter` and the other services raise.
    """
    _check(spec, act)
    scene = lock_scene(event_id, key, seen_version=seen_version)
    scene.require_board()
    call = open_call(scene.match)
    return _make(scene, spec, act, action="ruling.made", call=call)


@transaction.atomic
def ruling_amend(*, event_id: int, number: int, spec: RulingSpec, act: Act) -> Ruling:
    """Rule otherwise, with a reason; an appeal against the first ruling lapses.

    Raises NotFoundError `no_such_ruling`, ConflictError `ruling_ended`, and as `ruling_make`.
    """
    _check(spec, act)
    scene, old = lock_ruling(event_id, number)
    require_standing(old)
    return _make(scene, spec, act, action="ruling.amended", call=old.call, replaces=old)


@transaction.atomic
def ruling_withdraw(*, event_id: int, number: int, act: Act) -> Ruling:
    """It was wrong: needs a reason. Time, points and warnings are taken back where they can be.

    Raises NotFoundError `no_such_ruling`, ConflictError `ruling_ended`, InvalidError
    `reason_missing`.
    """
    require_reason(act)
    scene, ruling = lock_ruling(event_id, number)
    require_standing(ruling)
    _end(scene, ruling, State.WITHDRAWN, act)
    scene.log("ruling.withdrawn", act, after={**told(ruling), **takes_back(ruling)})
    bump(scene.event)
    return ruling


@transaction.atomic
def ruling_undo(*, event_id: int, number: int, act: Act) -> Ruling:
    """It was a mistake, and the result that came with it is taken back already: all else that it
    did goes with it. Raises as `ruling_withdraw`."""
    _scene, ruling = lock_ruling(event_id, number)
    effects_gone(ruling, [RESULT])
    return ruling_withdraw(event_id=event_id, number=number, act=act)


@transaction.atomic
def ruling_restore(*, event_id: int, was: Mapping[str, Any], act: Act) -> Ruling:
    """The amendment is undone: the ruling that it had replaced stands again, with what it did.

    `was` is how the log keeps it. An appeal that had lapsed is open again.
    """
    scene, ruling = lock_ruling(event_id, was["ruling"])
    Ruling.objects.filter(replaces=ruling).update(replaces=None)
    ended, ruling.ended_at = ruling.ended_at, None
    ruling.state, ruling.ended_reason = State.STANDS, ""
    ruling.save(update_fields=["state", "ended_at", "ended_reason"])
    effects_restore(scene, ruling, was.get("taken_back", ruling.taken_back), ended, act)
    appeal = Appeal.objects.filter(ruling=ruling).first()
    if appeal is None:
        if ruling.appeal_until is not None and ruling.final_at is None:
            set_deadline(APPEAL_WINDOW, ruling.pk, ruling.appeal_until)
    elif appeal.state == Appeal.State.LAPSED and appeal.decided_at == ended:
        appeal.state, appeal.decided_at = Appeal.State.OPEN, None
        appeal.save(update_fields=["state", "decided_at"])
        if appeal.due_at is not None and appeal.reminded_at is None:
            set_deadline(COMMITTEE, appeal.pk, appeal.due_at)
    scene.log("ruling.restored", act, after=told(ruling))
    bump(scene.event)
    return ruling


def _make(
    scene: Scene,
    spec: RulingSpec,
    act: Act,
    *,
    action: str,
    call: Call | None,
    replaces: Ruling | None = None,
) -> Ruling:
    if call is not None and call.is_open:
        close_call(call, scene.match, Call.State.RULED, act.at)
    until = appeal_closes(appeal_rules(scene.match), act.at)
    last = scene.event.rulings.aggregate(last=Max("number"))["last"] or 0
    ruling = Ruling.objects.create(
        event=scene.event,
        number=last + 1,
        match=scene.match,
        call=call,
        replaces=replaces,
        kind=spec.kind,
        side=spec.side,
        decision=spec.decision.strip()[:300],
        reason=act.reason.strip()[:300],
        rule=spec.rule,
        by_name=act.by.name,
        by_user_id=act.by.ident if act.by.kind == "staff" else None,
        made_at=act.at,
        appeal_until=until,
    )
    # The ruling first: what follows from it is undone before it.
    before = {**told(replaces), "taken_back": replaces.taken_back} if replaces else None
    gone = takes_back(replaces) if replaces else {}
    scene.log(action, act, before=before, after={**told(ruling), **gone})
    if replaces is not None:
        _end(scene, replaces, State.AMENDED, act)
    effects_apply(scene, ruling, spec.effects, act)
    match = Match.objects.get(pk=scene.match.pk)  # the effects may have decided it
    _set_appeals(scene, ruling, match, act)
    if spec.resumes:
        resume_clock(match, act)
    bump(scene.event)
    return ruling


def _set_appeals(scene: Scene, ruling: Ruling, match: Match, act: Act) -> None:
    """The time to appeal runs, if there is some: else the ruling is final at once."""
    rules = appeal_rules(match)
    if ruling.appeal_until is not None:
        set_deadline(APPEAL_WINDOW, ruling.pk, ruling.appeal_until)
    elif is_final_at_once(rules, match_is_over=match.is_over):
        ruling.final_at = act.at
        ruling.save(update_fields=["final_at"])
        if rules.appeals != NOBODY:
            scene.log("ruling.final", act, after=told(ruling))


def _end(scene: Scene, ruling: Ruling, state: str, act: Act) -> None:
    """It does not stand any more, and so there is nothing to appeal against."""
    effects_take_back(scene, ruling, act)
    end_row(ruling, state, act)
    appeal = Appeal.objects.filter(ruling=ruling, state=Appeal.State.OPEN).first()
    if appeal is not None:
        appeal.state, appeal.decided_at = Appeal.State.LAPSED, act.at
        appeal.save(update_fields=["state", "decided_at"])
        clear_deadline(COMMITTEE, appeal.pk)


def end_row(ruling: Ruling, state: str, act: Act) -> None:
    ruling.state, ruling.ended_at = state, act.at
    ruling.ended_reason = act.reason.strip()[:300]
    ruling.save(update_fields=["state", "ended_at", "ended_reason"])
    clear_deadline(APPEAL_WINDOW, ruling.pk)


def told(ruling: Ruling) -> dict[str, Any]:
    """As the log keeps it, and as whoever is told of it reads it."""
    return {"ruling": ruling.number, "kind": ruling.kind, "decision": ruling.decision}


def takes_back(ruling: Ruling) -> dict[str, int]:
    """For the line that tells of its end: there is nothing to undo any more."""
    lines = ruling.event.log.filter(action__in=RULED, after__ruling=ruling.number)
    made = lines.order_by("pk").values_list("pk", flat=True).last()
    return {} if made is None else {TAKES_BACK: made}


def require_standing(ruling: Ruling) -> None:
    if not ruling.stands:
        raise ConflictError(
            "ruling_ended",
            _("This ruling does not stand any more: look at what became of it."),
            state=ruling.state,
        )


def _check(spec: RulingSpec, act: Act) -> None:
    if spec.kind not in Ruling.Kind.values:
        raise InvalidError("ruling_kind_unknown", _("Choose what the ruling is about."))
    if not spec.decision.strip():
        raise InvalidError("decision_missing", _("Say what you have decided."))
    # Anybody may have a spectator removed without saying why.
    if spec.kind != Ruling.Kind.SPECTATOR:
        require_reason(act)
    if spec.rule and spec.rule not in MEANINGS:
        raise InvalidError("rule_unknown", _("There is no such rule."))
    if spec.side not in {None, 1, 2} or spec.effects.warning not in {None, 1, 2}:
        raise InvalidError("side_unknown", _("Say which of the two it is about."))


def _lock(ruling_id: int) -> tuple[Scene, Ruling] | None:
    found = Ruling.objects.filter(pk=ruling_id).values_list("event_id", "number").first()
    return None if found is None else lock_ruling(*found)


@handles(APPEAL_WINDOW, lock=_lock)
def window_close(locked: tuple[Scene, Ruling], at: datetime) -> None:
    """The time to appeal is over: the ruling is final, unless somebody has appealed."""
    scene, ruling = locked
    if not ruling.stands or ruling.final_at or Appeal.objects.filter(ruling=ruling).exists():
        return
    ruling.final_at = at
    ruling.save(update_fields=["final_at"])
    scene.log("appeal.lapsed", Act(SYSTEM, at), after=told(ruling))
    bump(scene.event)
