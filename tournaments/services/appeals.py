"""Appeals: a player does not accept a ruling, a committee is drawn up, votes, and decides.

Who may appeal, until when, and who may judge is in the rules of the match
(`rulesets.appeals`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.models import Match
from matches.services.deadlines import clear_deadline, handles, set_deadline
from matches.services.steps import lock_match, side_of
from players.actors import SYSTEM, Act
from tournaments.models_rulings import APPEAL_WINDOW, COMMITTEE, Appeal, Ruling, Seat
from tournaments.rulesets.appeals import (
    Judge,
    check_committee,
    is_overturned,
    require_appeals,
)
from tournaments.rulesets.errors import RuleError
from tournaments.selectors.judges import judges_for
from tournaments.services.locking import bump
from tournaments.services.ruling_effects import effects_take_back
from tournaments.services.ruling_steps import (
    Scene,
    appeal_rules,
    lock_ruling,
    no_such_ruling,
    tell_all,
)
from tournaments.services.rulings import end_row, require_standing, takes_back, told

State = Appeal.State
DUE_MINUTES = 30  # for a committee to decide, where nobody says otherwise
MAX_MINUTES = 7 * 24 * 60


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody to sit on a committee: the id of a player, or of an account of the staff."""

    player_id: int | None = None
    user_id: int | None = None


@transaction.atomic
def appeal_make(*, ruling_id: int, player_id: int, act: Act, words: str = "") -> Appeal:
    """A player of the match appeals, within the time for it.

    Raises NotFoundError `no_such_ruling`, NotAllowedError `not_your_match`, InvalidError
    `appeal_final`, ConflictError `ruling_ended`, `already_appealed`, `appeal_late`.
    """
    match_id = Ruling.objects.filter(pk=ruling_id).values_list("match_id", flat=True).first()
    if match_id is None:
        raise no_such_ruling()
    match = lock_match(match_id)
    side = side_of(match, player_id)
    ruling = Ruling.objects.get(pk=ruling_id)
    _require_appealable(ruling, match, act.at)
    appeal = Appeal.objects.create(
        ruling=ruling,
        player_id=player_id,
        side=side,
        by_name=act.by.name,
        words=words.strip()[:300],
        made_at=act.at,
    )
    clear_deadline(APPEAL_WINDOW, ruling.pk)
    tell_all(match, "ruling.appealed", act, {**told(ruling), "words": appeal.words})
    return appeal


def _require_appealable(ruling: Ruling, match: Match, at: datetime) -> None:
    rules = appeal_rules(match)
    try:
        require_appeals(rules)
    except RuleError as error:
        raise InvalidError.of(error) from error
    require_standing(ruling)
    if Appeal.objects.filter(ruling=ruling).exists():
        raise ConflictError("already_appealed", _("There is an appeal against this ruling."))
    if ruling.final_at is not None or is_late(ruling, match, at):
        raise ConflictError(
            "appeal_late",
            _("The time to appeal is over: the ruling stands."),
            until=ruling.appeal_until and ruling.appeal_until.isoformat(),
        )


def is_late(ruling: Ruling, match: Match, at: datetime) -> bool:
    if ruling.appeal_until is None:
        return match.is_over
    return at >= ruling.appeal_until


@transaction.atomic
def committee_draw_up(
    *,
    event_id: int,
    number: int,
    members: Sequence[Candidate],
    act: Act,
    minutes: int = DUE_MINUTES,
) -> Appeal:
    """Who decides, and within how many minutes; 0 is without a limit. Again draws up another one.

    Raises NotFoundError `no_such_ruling`, ConflictError `no_appeal`, InvalidError
    `member_unknown`, `minutes_out_of_range` and those of `check_committee`.
    """
    scene, ruling = lock_ruling(event_id, number)
    appeal = _open_appeal(ruling)
    if not 0 <= minutes <= MAX_MINUTES:
        raise InvalidError("minutes_out_of_range", _("Give a number of minutes, or 0."))
    judges = [_judge(scene, ruling, one) for one in members]
    try:
        check_committee(appeal_rules(scene.match), judges)
    except RuleError as error:
        raise InvalidError.of(error) from error
    appeal.seats.all().delete()
    Seat.objects.bulk_create(
        Seat(
            appeal=appeal,
            number=n,
            name=judge.name,
            player_id=one.player_id,
            user_id=None if one.player_id else one.user_id,
        )
        for n, (one, judge) in enumerate(zip(members, judges, strict=True), start=1)
    )
    appeal.due_at = act.at + timedelta(minutes=minutes) if minutes else None
    appeal.reminded_at = None
    appeal.save(update_fields=["due_at", "reminded_at"])
    _remind_at(appeal)
    names = [judge.name for judge in judges]
    scene.log("committee.drawn_up", act, after={**told(ruling), "names": names})
    bump(scene.event)
    return appeal


def _judge(scene: Scene, ruling: Ruling, one: Candidate) -> Judge:
    found = judges_for(scene.event, ruling, player_id=one.player_id, user_id=one.user_id)
    if not found:
        raise InvalidError(
            "member_unknown", _("A committee is of players and staff of this tournament.")
        )
    return found[0].judge


def _remind_at(appeal: Appeal) -> None:
    if appeal.due_at is None:
        clear_deadline(COMMITTEE, appeal.pk)
    else:
        set_deadline(COMMITTEE, appeal.pk, appeal.due_at)


@transaction.atomic
def appeal_decide(*, event_id: int, number: int, votes: Mapping[int, str], act: Act) -> Appeal:
    """The vote of each member, by the number of the seat; the majority decides.

    Overturned, the ruling does not stand, and what it did is taken back as far as that can be.
    Raises NotFoundError `no_such_ruling`, ConflictError `no_appeal`, `no_committee`, InvalidError
    `votes_missing`.
    """
    scene, ruling = lock_ruling(event_id, number)
    appeal = _open_appeal(ruling)
    seats = list(appeal.seats.all())
    if not seats:
        raise ConflictError("no_committee", _("Draw up the committee first."))
    if {seat.number for seat in seats} != set(votes) or not set(votes.values()) <= set(
        Seat.Vote.values
    ):
        raise InvalidError("votes_missing", _("Enter the vote of each member of the committee."))
    for seat in seats:
        seat.vote = votes[seat.number]
        seat.save(update_fields=["vote"])
    overturned = is_overturned([seat.vote == Seat.Vote.OVERTURN for seat in seats])
    appeal.state = State.OVERTURNED if overturned else State.UPHELD
    appeal.decided_at, appeal.reason = act.at, act.reason.strip()[:300]
    appeal.save(update_fields=["state", "decided_at", "reason"])
    clear_deadline(COMMITTEE, appeal.pk)
    against = sum(seat.vote == Seat.Vote.OVERTURN for seat in seats)
    after: dict[str, Any] = {**told(ruling), "outcome": appeal.state}
    after["votes"] = [len(seats) - against, against]
    after |= takes_back(ruling) if overturned else {}
    scene.log("appeal.decided", act, after=after)
    _conclude(scene, ruling, act, overturned=overturned)
    bump(scene.event)
    return appeal


def _conclude(scene: Scene, ruling: Ruling, act: Act, *, overturned: bool) -> None:
    if not overturned:
        ruling.final_at = act.at
        ruling.save(update_fields=["final_at"])
        return
    # The services that take things back want a reason.
    why = Act(act.by, act.at, act.reason.strip() or _("overturned on appeal"))
    effects_take_back(scene, ruling, why)
    end_row(ruling, Ruling.State.OVERTURNED, why)


def _open_appeal(ruling: Ruling) -> Appeal:
    appeal = Appeal.objects.filter(ruling=ruling, state=State.OPEN).first()
    if appeal is None:
        raise ConflictError("no_appeal", _("There is no appeal to decide against this ruling."))
    return appeal


def _lock_open(appeal_id: int) -> tuple[Scene, Ruling, Appeal] | None:
    found = Appeal.objects.filter(pk=appeal_id).values_list("ruling__event_id", "ruling__number")
    place = found.first()
    if place is None:
        return None
    scene, ruling = lock_ruling(*place)
    appeal = Appeal.objects.filter(pk=appeal_id, state=State.OPEN).first()
    return None if appeal is None else (scene, ruling, appeal)


@handles(COMMITTEE, lock=_lock_open)
def committee_remind(locked: tuple[Scene, Ruling, Appeal], at: datetime) -> None:
    """The committee should have decided: the director is reminded, and nothing else happens."""
    scene, ruling, appeal = locked
    appeal.reminded_at = at
    appeal.save(update_fields=["reminded_at"])
    scene.log("appeal.overdue", Act(SYSTEM, at), after=told(ruling))
    bump(scene.event)
