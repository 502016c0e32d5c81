"""Sanctions against somebody: a warning, penalty points, the loss of a match, exclusion.

What comes next on the ladder is proposed (`rulesets.sanctions`), and what is given is the
director's choice. Each takes effect through the services that do such things anyway, and is taken
back through them, but for a result, which a director corrects.
"""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotFoundError
from matches.models import Outcome
from matches.services.penalties import MAX_POINTS
from matches.services.steps import Verdict, lock_match
from players.actors import Act
from tournaments.models import Entry, Event, Fixture, LogEntry
from tournaments.models_rulings import Sanction
from tournaments.models_teams import Member
from tournaments.selectors.access import access_entry
from tournaments.selectors.deeds import EVERYWHERE, TAKES_BACK
from tournaments.selectors.sanctions import people_of
from tournaments.services.disqualifying import entry_disqualify, entry_requalify
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.refusals import require_reason
from tournaments.services.results import result_enter
from tournaments.services.ruling_steps import Scene, lock_scene
from tournaments.services.sanctioning import (
    points_give,
    points_release,
    points_take_back,
    sanction_end,
    sanction_row,
    told,
)

Kind = Sanction.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionSpec:
    """What is given; why, is with the act. `member` is the place of one of a team or pair, None
    for all of it; `key` the match that is lost or in which the points count, empty for points that
    wait for the next one; `everywhere` excludes from all events of the tournament."""

    kind: str
    points: int | None = None
    key: str = ""
    member: int | None = None
    everywhere: bool = False
    clear: bool = False  # results further on that would no longer fit go as well


@transaction.atomic
def sanction_give(
    *,
    event_id: int,
    entry_id: int,
    spec: SanctionSpec,
    act: Act,
    seen_version: int | None = None,
) -> Sanction:
    """Give somebody a sanction, with a reason.

    Raises NotFoundError `no_such_entry`, `no_such_fixture`; InvalidError `reason_missing`,
    `sanction_unknown`, `penalty_points`, `match_missing`, `not_his_match`, `member_unknown`,
    `excluded_as_a_whole`; ConflictError `version_conflict`, `excluded_already`, and those of what
    it does.
    """
    _check(spec, act)
    if spec.everywhere:
        lock_all_events(event_id)
    event = lock_event(event_id, seen_version=seen_version)
    entry = access_entry(event, entry_id)
    member = _member(entry, spec)
    scene = lock_scene(event_id, spec.key) if spec.key else None
    side = None if scene is None else _side(scene, entry)
    sanction = sanction_row(
        event,
        act,
        kind=spec.kind,
        name=member.name if member else entry.name,
        entry=entry,
        player=entry.player if event.of_singles else member and member.player,
        match=scene.match if scene else None,
        points=spec.points if spec.kind == Kind.POINTS else None,
        everywhere=spec.everywhere and spec.kind == Kind.EXCLUSION,
    )
    # The sanction first: what follows from it is undone before it.
    _log(event, "sanction.given", sanction, act, scene=scene)
    if spec.kind == Kind.EXCLUSION:
        _exclude(event, sanction, act)
    elif scene is not None and side is not None:
        _take_effect(scene, side, sanction, act, clear=spec.clear)
    _announce(event)
    return sanction


@transaction.atomic
def sanction_apply(*, event_id: int, number: int, key: str, act: Act) -> Sanction:
    """Points that wait count in this match of his.

    Raises NotFoundError `no_such_sanction`, `no_such_fixture`, InvalidError `not_his_match`,
    ConflictError `sanction_waits_not`, `match_over`.
    """
    event, sanction = _locked(event_id, number)
    if not sanction.waits or sanction.entry is None:
        raise ConflictError("sanction_waits_not", _("These points do not wait for a match."))
    scene = lock_scene(event_id, key)
    scene.require_board()
    side = _side(scene, sanction.entry)
    sanction.match = scene.match
    sanction.save(update_fields=["match"])
    scene.log("sanction.applied", act, subject=sanction.name, after=told(sanction))
    points_give(scene.match, side, sanction, Act(act.by, act.at, sanction.reason))
    _announce(event)
    return sanction


@transaction.atomic
def sanction_unapply(*, event_id: int, number: int, act: Act) -> Sanction:
    """The points do not count in that match and wait again. Where they do, nothing changes.

    Raises NotFoundError `no_such_sanction`, ConflictError `match_over`.
    """
    event, sanction = _locked(event_id, number)
    if not sanction.waits:
        points_take_back(sanction, act)
        points_release([sanction.pk])
        _announce(event)
    return sanction


@transaction.atomic
def sanction_withdraw(*, event_id: int, number: int, act: Act) -> Sanction:
    """It was wrong: needs a reason. Points and exclusions are taken back; a lost match stays lost
    until its result is corrected.

    Raises NotFoundError `no_such_sanction`, ConflictError `sanction_withdrawn`, `match_over`,
    InvalidError `reason_missing`.
    """
    require_reason(act)
    if Sanction.objects.filter(event=event_id, number=number, everywhere=True).exists():
        lock_all_events(event_id)
    event, sanction = _locked(event_id, number)
    if not sanction.holds:
        raise ConflictError("sanction_withdrawn", _("This sanction is taken back already."))
    sanction_end(sanction, act)
    _log_end(event, sanction, act)
    if sanction.match_id is not None and sanction.kind == Kind.POINTS:
        lock_match(sanction.match_id)
        points_take_back(sanction, act)
    elif sanction.kind == Kind.EXCLUSION:
        for row in _excluded(event, sanction):
            if row.disqualified:
                entry_requalify(event_id=row.event_id, entry_id=row.pk, act=act)
    _announce(event)
    return sanction


def _check(spec: SanctionSpec, act: Act) -> None:
    if spec.kind not in Kind.values:
        raise InvalidError("sanction_unknown", _("Choose a sanction."))
    require_reason(act)
    if spec.kind == Kind.POINTS and not 1 <= (spec.points or 0) <= MAX_POINTS:
        raise InvalidError(
            "penalty_points", _("A penalty is 1 to %(n)s points.") % {"n": MAX_POINTS}
        )
    if spec.kind == Kind.EXCLUSION and spec.member is not None and not spec.everywhere:
        raise InvalidError(
            "excluded_as_a_whole",
            _("A team or pair is excluded as a whole. For one member, change the line-up."),
        )
    if spec.kind == Kind.FORFEIT and not spec.key:
        raise InvalidError("match_missing", _("Say which match is lost."))


def _member(entry: Entry, spec: SanctionSpec) -> Member | None:
    if spec.member is None:
        return None
    member = entry.members.filter(place=spec.member).first()
    if member is None:
        raise InvalidError("member_unknown", _("There is no such member."))
    return member


def _side(scene: Scene, entry: Entry) -> int:
    pair = (scene.row.entry_1_id, scene.row.entry_2_id)
    if entry.pk not in pair:
        raise InvalidError(
            "not_his_match", _("%(name)s does not play there.") % {"name": entry.name}
        )
    return pair.index(entry.pk) + 1


def _take_effect(scene: Scene, side: int, sanction: Sanction, act: Act, *, clear: bool) -> None:
    if sanction.kind == Kind.POINTS:
        scene.require_board()
        points_give(scene.match, side, sanction, act)
    elif sanction.kind == Kind.FORFEIT:
        verdict = Verdict(3 - side, Outcome.FORFEIT)
        result_enter(
            event_id=scene.event.pk, key=scene.row.key, verdict=verdict, act=act, clear=clear
        )


def lock_all_events(event_id: int) -> None:
    """All events of the tournament, in one order: two such exclusions would else wait for each
    other."""
    events = Event.objects.filter(tournament__events=event_id).order_by("pk")
    for pk in events.values_list("pk", flat=True):
        lock_event(pk)


def _exclude(event: Event, sanction: Sanction, act: Act) -> None:
    """From the event, or from all of the tournament in which he is entered; again is a conflict."""
    rows = [row for row in _excluded(event, sanction) if not row.disqualified]
    if not rows:
        raise ConflictError(
            "excluded_already", _("%(name)s is excluded already.") % {"name": sanction.name}
        )
    told_in = {event.pk}
    for row in rows:
        if row.event_id not in told_in:
            told_in.add(row.event_id)
            after = {**told(sanction), "event": event.pk}
            _log_in(row.event_id, event, EVERYWHERE, sanction, act, after)
        entry_disqualify(event_id=row.event_id, entry_id=row.pk, act=act)


def _excluded(event: Event, sanction: Sanction) -> list[Entry]:
    """The entries it is about, in the order in which events are locked."""
    entry = sanction.entry
    assert entry is not None
    if not sanction.everywhere:
        return [entry]
    people = [sanction.player_id] if sanction.player_id else people_of(entry)
    singles = Entry.objects.filter(event__entrants=Event.Entrants.SINGLES, player__in=people)
    rows = list(singles.filter(event__tournament=event.tournament_id))
    is_whole = not event.of_singles and sanction.player_id is None
    return sorted([*rows, entry] if is_whole else rows, key=lambda row: row.event_id)


def _locked(event_id: int, number: int) -> tuple[Event, Sanction]:
    event = lock_event(event_id)
    sanction = event.sanctions.filter(number=number).select_related("entry").first()
    if sanction is None:
        raise NotFoundError("no_such_sanction", _("There is no such sanction."))
    return event, sanction


def sanction_lines(event_id: int, number: int) -> QuerySet[LogEntry]:
    """Of the log, in each event where it was given: there is nothing to undo when it is gone."""
    given = Q(event=event_id, action="sanction.given")
    elsewhere = Q(action=EVERYWHERE, after__event=event_id)
    here = Event.objects.filter(pk=event_id).values("tournament")
    found = LogEntry.objects.filter(given | elsewhere, tournament__in=here, after__number=number)
    return found.order_by("event", "pk")


def _log_end(event: Event, sanction: Sanction, act: Act) -> None:
    """In all events where it was given."""
    lines = {line.event_id: line.pk for line in sanction_lines(event.pk, sanction.number)}
    here = lines.pop(event.pk, None)
    gone: dict[str, Any] = {TAKES_BACK: here} if here else {}
    _log(event, "sanction.withdrawn", sanction, act, **gone)
    for event_id, line in lines.items():
        after = {**told(sanction), TAKES_BACK: line}
        _log_in(event_id, event, "sanction.withdrawn_everywhere", sanction, act, after)


def _log_in(
    event_id: int | None,
    event: Event,
    action: str,
    sanction: Sanction,
    act: Act,
    after: dict[str, Any],
) -> None:
    """In another event of the tournament."""
    log(event.tournament_id, action, act, event=event_id, subject=sanction.name, after=after)


def _log(
    event: Event,
    action: str,
    sanction: Sanction,
    act: Act,
    *,
    scene: Scene | None = None,
    **more: Any,
) -> None:
    if scene is not None:
        scene.log(action, act, subject=sanction.name, after=told(sanction))
        return
    where = Fixture.places.filter(event=event, match=sanction.match_id or 0).first()
    log(
        event.tournament_id,
        action,
        act,
        event=event,
        fixture_key=where.key if where else "",
        match_id=sanction.match_id,
        subject=sanction.name,
        after={**told(sanction), **more},
    )


def _announce(event: Event) -> None:
    """What it did may have raised the version of the event already."""
    event.refresh_from_db()
    bump(event)
