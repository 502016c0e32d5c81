"""How matches began, and their penalties, of an archive: out, read and checked, and in again.

What a match begins with is the sum of its penalties, so it is not told. A match that is awaited has
its alarm on the site that takes the event in.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from matches.models import Match
from matches.models_late import Penalty
from matches.services.lateness import late_arm
from matches.services.penalties import MAX_POINTS
from tournaments.services.archive_places import Place, maybe_moment_out as _moment

BEGINNING = ("called_at", "here_1_at", "here_2_at", "begun_at", "late_done_at", "excused_at")
BATCH = 500


@dataclass(frozen=True, slots=True)
class LateFacts:
    """The penalties of a match that is not saved yet."""

    row: Match
    penalties: Sequence[Penalty]


def beginning_out(match: Match) -> dict[str, str | None]:
    return {name: _moment(getattr(match, name)) for name in BEGINNING}


def penalties_out(matches: Q) -> dict[int, list[dict[str, Any]]]:
    """By match, in order. One query."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for penalty in Penalty.objects.filter(matches).distinct().order_by("match", "number"):
        found[penalty.match_id].append(_penalty(penalty))
    return found


def _penalty(penalty: Penalty) -> dict[str, Any]:
    return {
        "side": penalty.side,
        "points": penalty.points,
        "kind": penalty.kind,
        "reason": penalty.reason,
        "at": _moment(penalty.at),
        "by_name": penalty.by_name,
        "late_at": _moment(penalty.late_at),
        "removed_at": _moment(penalty.removed_at),
        "removed_by": penalty.removed_by,
        "removed_why": penalty.removed_why,
    }


# --- In ------------------------------------------------------------------------------------------
def late_read(row: Match, beginning: Place, penalties: Place) -> LateFacts:
    """Into the row go the moments and what the match begins with."""
    if beginning.value is not None:
        part = beginning.record(*BEGINNING)
        for name in BEGINNING:
            setattr(row, name, part[name].maybe(Place.moment))
    listed = [_read(each, number) for number, each in enumerate(penalties.items(), start=1)]
    penalties.once(one.late_at or one.number for one in listed)
    for side in (1, 2):
        got = sum(one.points for one in listed if one.side != side and one.holds)
        setattr(row, f"start_{side}", got)
    return LateFacts(row, listed)


def _read(place: Place, number: int) -> Penalty:
    part = place.record(
        *("side", "points", "kind", "reason", "at", "by_name", "late_at"),
        *("removed_at", "removed_by", "removed_why"),
    )
    penalty = Penalty(
        number=number,
        side=part["side"].side(),
        points=part["points"].whole(1, MAX_POINTS),
        kind=part["kind"].choice(Penalty.Kind.values),
        reason=part["reason"].column(Penalty, "reason"),
        at=part["at"].moment(),
        by_name=part["by_name"].column(Penalty, "by_name"),
        late_at=part["late_at"].maybe(Place.moment),
        removed_at=part["removed_at"].maybe(Place.moment),
        removed_by=part["removed_by"].column(Penalty, "removed_by"),
        removed_why=part["removed_why"].column(Penalty, "removed_why"),
    )
    if penalty.late_at is not None and penalty.kind != Penalty.Kind.LATE:
        raise part["late_at"].fault(_("this penalty is not for coming late"))
    if penalty.holds == bool(penalty.removed_by) or (penalty.holds and penalty.removed_why):
        raise part["removed_by"].fault(_("a penalty that was taken back was so by somebody"))
    return penalty


def late_differences(ref: str, row: Match) -> Iterator[str]:
    """What a match may not say of its beginning."""
    said = {"ref": ref}
    if all(row.here) and row.begun_at is None:
        yield _("%(ref)s: both are there, and it has not begun") % said
    scores = row.score_1, row.score_2
    if row.sets_to_win == 1 and any(
        got is not None and got < start for got, start in zip(scores, row.start, strict=True)
    ):
        yield _("%(ref)s: the score has fewer points than the penalties gave") % said


def late_in(found: Iterable[LateFacts]) -> None:
    """Write them, the matches being there. Needs a transaction."""
    facts = list(found)
    for one in facts:
        for penalty in one.penalties:
            penalty.match = one.row
    rows = [penalty for one in facts for penalty in one.penalties]
    Penalty.objects.bulk_create(rows, batch_size=BATCH)
    for one in facts:
        if one.row.is_awaited:
            late_arm(one.row)
