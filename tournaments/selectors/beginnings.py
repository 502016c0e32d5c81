"""How a match begins, as pages and the API show it: who is there, what is due, the penalties."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from matches.engine.lateness import LatePlan, LateStep
from matches.models import Match
from matches.models_late import Penalty
from matches.services.late_rules import late_plan_of
from tournaments.selectors.late_holds import NOT_LATE, Lateness
from tournaments.selectors.late_words import penalty_about, points_words

Names = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Late:
    """A match that is awaited. `missing` and `there` are sides; with two missing nobody is known
    to be late.

    `first_at`: when absence first costs something; `next`: what the rules do next, if anything,
    a point with which the match is lost being the loss, and `words` for that, to go on with after
    a time: `1 point for Anna`. `held_since`: the director is called, and no minutes count.
    """

    since: datetime
    first_at: datetime | None
    next: LateStep | None
    there: Sequence[int]
    missing: Sequence[int]
    words: str
    waits_for: str  # the name of who is missing where the other is there
    held_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Begins:
    """The beginning of a match; `late` while it is awaited and nobody is excused."""

    called_at: datetime | None
    here_at: tuple[datetime | None, datetime | None]
    begun_at: datetime | None
    excused_at: datetime | None
    start: tuple[int, int]
    late: Late | None

    @property
    def is_penalized(self) -> bool:
        return any(self.start)

    @property
    def here(self) -> tuple[bool, bool]:
        return self.here_at[0] is not None, self.here_at[1] is not None

    @property
    def start_text(self) -> str:
        """`0–2`."""
        return "–".join(map(str, self.start))


def begins(match: Match, names: Names, lateness: Lateness = NOT_LATE) -> Begins:
    """No query: what is not in the row of a match that is awaited is its `lateness` (see
    `late_holds.lateness_of`)."""
    return Begins(
        called_at=match.called_at,
        here_at=(match.here_1_at, match.here_2_at),
        begun_at=match.begun_at,
        excused_at=match.excused_at,
        start=match.start,
        late=_late(match, names, lateness),
    )


def _late(match: Match, names: Names, lateness: Lateness) -> Late | None:
    if match.state != Match.State.OPEN or not match.is_awaited or match.excused_at:
        return None
    called = match.called_at
    assert called is not None
    first = late_plan_of(match).next_after(called, called, lateness.holds)
    missing = [side for side in (1, 2) if not match.here[side - 1]]
    step = _next(match, called, missing, lateness)
    return Late(
        since=called,
        first_at=first.at if first else None,
        next=step,
        there=[side for side in (1, 2) if side not in missing],
        missing=missing,
        words=_words(step, missing, names) if step else "",
        waits_for=names[missing[0] - 1] if len(missing) == 1 else "",
        held_since=next((begun for begun, ended in lateness.holds if ended is None), None),
    )


def _next(
    match: Match, called: datetime, missing: Sequence[int], lateness: Lateness
) -> LateStep | None:
    """A point that loses the match is told as its loss."""
    plan = late_plan_of(match)
    upcoming = plan.next_with_nobody if len(missing) == 2 else plan.next_after
    step = upcoming(called, match.late_done_at or called, lateness.holds)
    if step is None:
        return None
    if step.deed == "point" and len(missing) == 1:
        side = missing[0]
        if _loses(match, plan, side, lateness.points[side - 1] + 1):
            return LateStep(step.at, step.minute, "forfeit")
    return step


def _loses(match: Match, plan: LatePlan, side: int, late_points: int) -> bool:
    """Whether one more point for coming late, which makes so many, loses the match."""
    if plan.is_lost_by(late_points):
        return True
    return match.sets_to_win == 1 and match.start[2 - side] + 1 >= match.length


def _words(step: LateStep, missing: Sequence[int], names: Names) -> str:
    if len(missing) == 2:
        return _by_rules(step.deed)
    said = {"missing": names[missing[0] - 1], "there": names[2 - missing[0]]}
    words = {
        "point": _("1 point for %(there)s"),
        "clock": _("the clock of %(missing)s runs"),
        "note": _("the director decides"),
        "forfeit": _("%(missing)s loses the match"),
    }
    return words[step.deed] % said


def _by_rules(deed: str) -> str:
    words = {
        "point": _("the rules give a point for who is there"),
        "clock": _("the rules let the clock run of who is not there"),
        "note": _("the director decides"),
        "forfeit": _("by the rules whoever is not there loses the match"),
    }
    return words[deed]


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """A penalty in words; `removed` says by whom it was taken back, and is empty if it holds."""

    number: int
    id: int
    side: int
    points: int
    kind: str
    words: str
    reason: str
    at: datetime
    by_name: str
    removed_at: datetime | None
    removed_by: str
    removed_why: str

    @property
    def holds(self) -> bool:
        return self.removed_at is None


def penalty_views(names: Mapping[int, Names]) -> dict[int, list[PenaltyView]]:
    """The penalties of matches, by match, in order; `names` are those of the sides. One query."""
    found: dict[int, list[PenaltyView]] = {}
    for penalty in Penalty.objects.filter(match__in=names):
        view = _penalty(penalty, names[penalty.match_id])
        found.setdefault(penalty.match_id, []).append(view)
    return found


def penalty_id(match_id: int, number: int) -> int:
    """0 for one that is not there, which no service knows either."""
    found = Penalty.objects.filter(match=match_id, number=number)
    return found.values_list("pk", flat=True).first() or 0


def _penalty(penalty: Penalty, names: Names) -> PenaltyView:
    about = penalty_about(penalty.kind)
    told = (
        _("%(points)s for %(name)s. %(offender)s: %(kind)s")
        if about
        else _("%(points)s for %(name)s")
    )
    words = told % {
        "points": points_words(penalty.points),
        "name": names[2 - penalty.side],
        "kind": about,
        "offender": names[penalty.side - 1],
    }
    own = ("number", "side", "points", "kind", "reason", "at", "by_name")
    gone = ("removed_at", "removed_by", "removed_why")
    values: dict[str, Any] = {name: getattr(penalty, name) for name in (*own, *gone)}
    return PenaltyView(id=penalty.pk, words=words, **values)
