"""Undoing penalties, excuses and lateness: what they gave goes, what they took comes back."""

from collections.abc import Callable, Mapping

from matches.models_late import Penalty
from matches.services.lateness import late_unexcuse
from matches.services.penalties import LATE_POINT, penalty_remove, penalty_restore
from matches.services.reopening import LATE, late_points_restore
from matches.services.steps import lock_match
from players.actors import Act
from tournaments.models import Event, LogEntry
from tournaments.selectors.deeds import Deed
from tournaments.services.refusals import logged_facts


def _penalty(line: LogEntry) -> int:
    number = logged_facts(line.after)["penalty"]
    return Penalty.objects.values_list("pk", flat=True).get(match=line.match_id, number=number)


def _undo_added(_event: Event, deed: Deed, act: Act) -> None:
    penalty_remove(penalty_id=_penalty(deed.first), act=act)


def _undo_removed(_event: Event, deed: Deed, act: Act) -> None:
    penalty_restore(penalty_id=_penalty(deed.first), act=act)


def _undo_excused(_event: Event, deed: Deed, act: Act) -> None:
    before = logged_facts(deed.first.before)
    assert deed.first.match_id is not None
    late_unexcuse(match_id=deed.first.match_id, penalties=before["penalties"], act=act)


def _undo_reopened(_event: Event, deed: Deed, _act: Act) -> None:
    """The result is there again: the points for coming late that had gone with it hold as well."""
    late = logged_facts(deed.first.before).get(LATE)
    if late and deed.first.match_id is not None:
        late_points_restore(lock_match(deed.first.match_id), late)


LATE_INVERSES: Mapping[str, Callable[[Event, Deed, Act], None]] = {
    "penalty.added": _undo_added,
    LATE_POINT: _undo_added,
    "penalty.removed": _undo_removed,
    "result.reopened": _undo_reopened,
    "late.excused": _undo_excused,
}
