"""Penalty points: they go to the opponent of whoever gets them, and count in the score.

A match with penalties begins at 2-0, say, and what is reported is the final score with those
points in it. So they are given and taken back while the match is open; once there is a result,
that is taken back first. Points that alone are as many as the length have decided the match: it
is a walkover if nobody is known to have begun, else a forfeit.

In a match of sets the points belong to a set. They are told to the players, and neither decide the
match nor are they in its score, which is told in sets.

Whether somebody may is decided at the edge (`user.has_perm("matches.rule", match)`).
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotFoundError
from matches.engine.lateness import LateStep
from matches.models import Match, Outcome
from matches.models_clock import Clock
from matches.models_late import Penalty
from matches.services.clock_steps import keep, log_step, scored, state_of
from matches.services.steps import Verdict, decide, lock_match, result_data, save
from players.actors import SYSTEM, Act

ADDED = "penalty.added"
REMOVED = "penalty.removed"
LATE_POINT = "late.point"
KEPT = "penalty.kept"  # from the match that was there before
DECIDED = "penalty.forfeit"  # the points alone have decided the match
MAX_POINTS = 99


@transaction.atomic
def penalty_add(
    *,
    match_id: int,
    side: int,
    points: int,
    kind: str,
    act: Act,
    seen_version: int | None = None,
) -> Penalty:
    """Penalize `side` (1 or 2): its opponent gets the points. `act` says why.

    Raises ConflictError `match_over` (take the result back first), `version_conflict`; InvalidError
    `side_unknown`, `penalty_points`, `penalty_kind`, `reason_missing`.
    """
    match = lock_match(match_id, seen_version=seen_version)
    require_open(match)
    _check(side, points, kind)
    require_reason(act)
    return give(match, side, points, kind, act)


@transaction.atomic
def penalty_remove(*, penalty_id: int, act: Act, seen_version: int | None = None) -> Penalty:
    """Take a penalty back; it stays on record. `act` says why. Again changes nothing.

    Raises ConflictError `match_over`, `version_conflict`; NotFoundError `no_such_penalty`;
    InvalidError `reason_missing`.
    """
    penalty, match = _locked(penalty_id, seen_version)
    if not penalty.holds:
        return penalty
    require_open(match)
    require_reason(act)
    before = score(match)
    lift(match, penalty, act)
    save(match, "start_1", "start_2")
    _log(match, REMOVED, penalty, act, before)
    return penalty


@transaction.atomic
def penalty_restore(*, penalty_id: int, act: Act) -> Penalty:
    """A penalty that was taken back holds after all. Errors as of `penalty_remove`."""
    penalty, match = _locked(penalty_id, None)
    if penalty.holds:
        return penalty
    require_open(match)
    before = score(match)
    unlift(match, penalty)
    save(match, "start_1", "start_2")
    _log(match, ADDED, penalty, act, before)
    settle(match, penalty.side, act)
    return penalty


def give(
    match: Match,
    side: int,
    points: int,
    kind: str,
    act: Act,
    *,
    step: LateStep | None = None,
) -> Penalty:
    """Add a penalty to an open match that is locked, and decide the match if that does.

    `step`: what gives it is the schedule for coming late.
    """
    before = score(match)
    penalty = Penalty.objects.create(
        match=match,
        number=match.penalties.count() + 1,
        side=side,
        points=points,
        kind=kind,
        reason=act.reason.strip()[:300],
        at=step.at if step else act.at,
        by_name=act.by.name,
        late_at=step.at if step else None,
    )
    _count(match, penalty, points)
    save(match, "start_1", "start_2")
    if step is None:
        _log(match, ADDED, penalty, act, before)
    else:
        _log(match, LATE_POINT, penalty, act, before, minutes=step.minute)
    settle(match, side, act)
    return penalty


def keep_late(gone: Match, match: Match, act: Act) -> None:
    """What coming late has cost in the match that is `gone` holds in the one in its place, which is
    new. Whose penalties those are may sit there no more: the opponent has waited all the same."""
    held = list(gone.penalties.filter(kind=Penalty.Kind.LATE, removed_at=None).order_by("number"))
    if not held:
        return
    before = score(match)
    for number, penalty in enumerate(held, start=1):
        penalty.pk, penalty.match, penalty.number = None, match, number
        penalty.save(force_insert=True)
        _count(match, penalty, penalty.points)
    save(match, "start_1", "start_2")
    for side in sorted({penalty.side for penalty in held}):
        points = sum(penalty.points for penalty in held if penalty.side == side)
        facts = {"side": side, "points": points, "kind": Penalty.Kind.LATE, **score(match)}
        log_step(match, KEPT, act, before=before, after=facts)


def settle(match: Match, side: int, act: Act) -> None:
    """Decide the match against `side` if its penalties alone are as many points as the length."""
    got = match.start[2 - side]
    if match.sets_to_win == 1 and got >= match.length:
        forfeit(match, side, DECIDED, act)


def forfeit(match: Match, side: int, action: str, act: Act) -> None:
    """The match is lost for `side`: a walkover where nobody is known to have begun."""
    outcome = Outcome.WALKOVER if match.begun_at is None else Outcome.FORFEIT
    decide(match, Verdict(3 - side, outcome), act.at)
    log_step(match, action, act, after={**(result_data(match) or {}), "side": side})


def lift(match: Match, penalty: Penalty, act: Act) -> None:
    """It does not hold any more. Whoever calls it saves the match and tells it."""
    penalty.removed_at, penalty.removed_by = act.at, act.by.name
    penalty.removed_why = act.reason.strip()[:300]
    penalty.save(update_fields=["removed_at", "removed_by", "removed_why"])
    _count(match, penalty, -penalty.points)


def unlift(match: Match, penalty: Penalty) -> None:
    """It holds again. Whoever calls it saves the match and tells it."""
    penalty.removed_at, penalty.removed_by, penalty.removed_why = None, "", ""
    penalty.save(update_fields=["removed_at", "removed_by", "removed_why"])
    _count(match, penalty, penalty.points)


def require_open(match: Match) -> None:
    if match.state != Match.State.OPEN:
        raise ConflictError(
            "match_over",
            _("A result is told already, with the points in it. Take it back first."),
            state=match.state,
        )


def require_reason(act: Act) -> None:
    """People say why; what the system does follows from the rules."""
    if act.by != SYSTEM and not act.reason.strip():
        raise InvalidError("reason_missing", _("Say why."))


def score(match: Match) -> dict[str, Any]:
    """What the match begins with, as the log keeps it."""
    return {"score": list(match.start)}


def _locked(penalty_id: int, seen_version: int | None) -> tuple[Penalty, Match]:
    """The match is locked before its penalty is read."""
    match_id = Penalty.objects.filter(pk=penalty_id).values_list("match_id", flat=True).first()
    if match_id is None:
        raise NotFoundError("no_such_penalty", _("There is no such penalty."))
    match = lock_match(match_id, seen_version=seen_version)
    return Penalty.objects.get(pk=penalty_id), match


def _check(side: int, points: int, kind: str) -> None:
    if side not in {1, 2}:
        raise InvalidError("side_unknown", _("Say which side gets the penalty."))
    if not 1 <= points <= MAX_POINTS:
        raise InvalidError(
            "penalty_points", _("A penalty is 1 to %(n)s points.") % {"n": MAX_POINTS}
        )
    if kind not in Penalty.Kind.values:
        raise InvalidError("penalty_kind", _("Say what the penalty is for."))


def _count(match: Match, penalty: Penalty, points: int) -> None:
    if penalty.side == 1:
        match.start_2 += points
    else:
        match.start_1 += points
    if match.sets_to_win == 1:
        _count_on_clock(match, 3 - penalty.side, points)


def _count_on_clock(match: Match, side: int, points: int) -> None:
    """The score that was told there has them as well, so that nobody need tell it again."""
    clock = Clock.objects.filter(match=match, score_1__isnull=False).first()
    if clock is None or clock.score is None:
        return
    score = list(clock.score)
    score[side - 1] = min(match.length, max(0, score[side - 1] + points))
    keep(clock, state_of(clock), **scored((score[0], score[1])))


def _log(
    match: Match, action: str, penalty: Penalty, act: Act, before: dict[str, Any], **more: Any
) -> None:
    after = {
        "penalty": penalty.number,
        "side": penalty.side,
        "points": penalty.points,
        "kind": penalty.kind,
        **score(match),
        **more,
    }
    log_step(match, action, act, before=before, after=after)
