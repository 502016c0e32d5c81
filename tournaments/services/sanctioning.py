"""The rows of sanctions: given one after the other, and ended. See `sanctions` for the deeds."""

from collections.abc import Collection
from typing import Any

from django.db.models import Max

from matches.models import Match
from matches.models_late import Penalty
from matches.services.penalties import penalty_add, penalty_remove, penalty_restore
from players.actors import Act
from tournaments.models import Entry, Event
from tournaments.models_rulings import Ruling, Sanction
from tournaments.services.ruling_steps import Scene


def sanction_row(event: Event, act: Act, **facts: Any) -> Sanction:
    """The next one of the event. Needs the event locked and a transaction."""
    last = event.sanctions.aggregate(last=Max("number"))["last"] or 0
    return Sanction.objects.create(
        event=event,
        number=last + 1,
        reason=act.reason.strip()[:300],
        by_name=act.by.name,
        given_at=act.at,
        **facts,
    )


def sanction_end(sanction: Sanction, act: Act) -> None:
    """It does not count any more; it stays, with the reason."""
    sanction.withdrawn_at, sanction.withdrawn_reason = act.at, act.reason.strip()[:300]
    sanction.save(update_fields=["withdrawn_at", "withdrawn_reason"])


def sanction_renew(sanction: Sanction, act: Act) -> None:
    """It counts after all, and so do its points."""
    sanction.withdrawn_at, sanction.withdrawn_reason = None, ""
    sanction.save(update_fields=["withdrawn_at", "withdrawn_reason"])
    if sanction.penalty_id is not None:
        penalty_restore(penalty_id=sanction.penalty_id, act=act)


def told(sanction: Sanction) -> dict[str, Any]:
    """As the log keeps it."""
    said = {"sanction": sanction.kind, "number": sanction.number}
    return said | ({"points": sanction.points} if sanction.points else {})


def sanction_with(
    scene: Scene, side: int, ruling: Ruling, act: Act, points: int | None = None
) -> Sanction:
    """A warning or penalty points that go with a ruling, for whoever plays on that side."""
    entry = side_entry(scene, side)
    seat = scene.row.member_1 if side == 1 else scene.row.member_2
    player = entry.player if scene.event.of_singles else seat and seat.player
    sanction = sanction_row(
        scene.event,
        act,
        kind=Sanction.Kind.WARNING if points is None else Sanction.Kind.POINTS,
        name=seat.name if seat else entry.name,
        entry=entry,
        player=player,
        match=scene.match,
        points=points,
        ruling=ruling,
    )
    scene.log("sanction.given", act, subject=sanction.name, after=told(sanction))
    if points is not None:
        points_give(scene.match, side, sanction, act)
    return sanction


def points_give(match: Match, side: int, sanction: Sanction, act: Act) -> None:
    """The points of a sanction count in this match from now on. `act` says why."""
    assert sanction.points is not None
    sanction.penalty = penalty_add(
        match_id=match.pk,
        side=side,
        points=sanction.points,
        kind=_penalty_kind(sanction.ruling),
        act=act,
    )
    sanction.save(update_fields=["penalty"])


def _penalty_kind(ruling: Ruling | None) -> str:
    """What the points are for: a sanction by itself is for conduct, and of a ruling its own words
    say more than any kind, also one on the clock where nobody was out of time."""
    is_conduct = ruling is None or ruling.kind == Ruling.Kind.CONDUCT
    return Penalty.Kind.CONDUCT if is_conduct else Penalty.Kind.OTHER


def points_take_back(sanction: Sanction, act: Act) -> None:
    """Raises ConflictError `match_over` when they are in a result already; a match that counts no
    more has them only on record."""
    void = Match.objects.filter(sanctions=sanction, state=Match.State.VOID)
    if sanction.penalty_id is not None and not void.exists():
        penalty_remove(penalty_id=sanction.penalty_id, act=act)


def points_release(sanction_ids: Collection[int]) -> None:
    """They count in no match any more, and wait for the next one."""
    Sanction.objects.filter(pk__in=sanction_ids).update(match=None, penalty=None)


def points_lapse(match: Match) -> None:
    """The pair changed: whose points were to count there still has them before him. Those of a
    ruling stay with what was ruled on. Needs the event locked."""
    found = Sanction.objects.filter(match=match, kind=Sanction.Kind.POINTS)
    found = found.filter(withdrawn_at=None, ruling=None)
    points_release(list(found.values_list("pk", flat=True)))


def side_entry(scene: Scene, side: int) -> Entry:
    entry = scene.row.entry_1 if side == 1 else scene.row.entry_2
    assert entry is not None  # a match has both
    return entry
