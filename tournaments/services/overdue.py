"""What happens around the last day of a match: reminders, and what the director chose for its end.

A match counts as played once somebody has reported it. Whatever is done here is told by the log,
and a result is one that the director may correct or undo like any other.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.models import Outcome
from matches.services.deadlines import handles
from matches.services.steps import Verdict
from players.actors import SYSTEM, Act
from tournaments.formats import FormatError
from tournaments.formats.overdue import Overdue, OverduePlan
from tournaments.models import Event, Fixture
from tournaments.models_ladders import LadderStep
from tournaments.selectors.boards import is_open
from tournaments.selectors.days import instant_in
from tournaments.services.ladders import challenge_unplayed
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.play_by import OVER, REMINDERS, last_moment, play_by_follow
from tournaments.services.results import result_enter
from tournaments.services.slots import Diary

SETTING = "overdue_rules"
LATER = (timedelta(0), *REMINDERS.values())
BOTH = {Overdue.FORFEIT: Outcome.DOUBLE_FORFEIT, Overdue.LOSS: Outcome.DOUBLE_LOSS}


@transaction.atomic
def overdue_set(
    *, event_id: int, rules: Mapping[str, Any], act: Act, seen_version: int | None = None
) -> Event:
    """Choose what becomes of matches not played in time, at any time; see `formats.overdue`.

    Raises InvalidError with the code of the FormatError, ConflictError `no_dates`.
    """
    event = lock_event(event_id, seen_version=seen_version)
    if not event.is_by_dates:
        raise ConflictError("no_dates", _("The matches of this event have no days to play them."))
    try:
        after = OverduePlan.of(rules).as_data()
    except FormatError as error:
        raise InvalidError.of(error) from error
    before = event.overdue_rules
    if after == before:
        return event
    event.overdue_rules = after
    log(
        event.tournament_id,
        "event.changed",
        act,
        event=event,
        before={SETTING: before},
        after={SETTING: after},
    )
    bump(event, SETTING)
    return event


def _lock_open(fixture_id: int) -> Fixture | None:
    """The fixture with its event locked, if it is still to be played and has a day for that.

    It may be gone with a round that was taken back, and its alarm still ring.
    """
    event_id = Fixture.objects.filter(pk=fixture_id).values_list("event_id", flat=True).first()
    if event_id is None:
        return None
    event = lock_event(event_id)
    rows = Fixture.objects.select_related("match").filter(pk=fixture_id)
    row: Fixture | None = rows.first()
    if row is None or row.play_by is None or not is_open(row):
        return None
    row.event = event
    return row


def _remind(kind: str, row: Fixture, at: datetime) -> None:
    end = last_moment(row, row.event.tournament.time_zone)
    if any(before < REMINDERS[kind] and end - before <= at for before in LATER):
        return  # too late for this one: the next has been, or it is over
    hours = int(REMINDERS[kind].total_seconds() // 3600)
    _log(row, "round.reminder", at, after={"hours": hours, **_day(row)})


@handles("play_by_24h", lock=_lock_open)
def remind_a_day_before(row: Fixture, at: datetime) -> None:
    _remind("play_by_24h", row, at)


@handles("play_by_1h", lock=_lock_open)
def remind_an_hour_before(row: Fixture, at: datetime) -> None:
    _remind("play_by_1h", row, at)


@handles(OVER, lock=_lock_open)
def day_over(row: Fixture, at: datetime) -> None:
    """The last day is over and nobody has reported: the event's choice is carried out."""
    event = row.event
    plan = OverduePlan.of(event.overdue_rules)
    _log(row, "round.overdue", at, after=_day(row))
    bump(event)
    if plan.then == Overdue.SLOT and row.slot_at is None:
        _give_slot(row, plan, at)
    elif plan.then == Overdue.FORFEIT and event.is_ladder:
        challenge_unplayed(event_id=event.pk, key=row.key, act=_act(at))
    elif plan.then in BOTH:
        verdict = Verdict(None, BOTH[plan.then])
        result_enter(event_id=event.pk, key=row.key, verdict=verdict, act=_act(at))


def _act(at: datetime) -> Act:
    return Act(SYSTEM, at, _("not played in time"))


def _day(row: Fixture) -> dict[str, Any]:
    assert row.play_by is not None
    slot = {} if row.slot_at is None else {"slot": row.slot_at.isoformat()}
    return {"play_by": row.play_by.isoformat(), **slot}


def _give_slot(row: Fixture, plan: OverduePlan, at: datetime) -> None:
    """The first evening on which a table is free and neither plays another match."""
    assert row.play_by is not None
    event = row.event
    zone = event.tournament.time_zone
    diary = Diary(row, at)
    for day in plan.slots(row.play_by):
        slot_at = instant_in(zone, day, plan.clock)
        if slot_at > at and diary.is_free(slot_at, plan.table):
            break
    else:
        return  # every week of a year: it is left to the director
    before = {"play_by": row.play_by.isoformat()}
    row.slot_at, row.slot_table, row.play_by = slot_at, plan.table, day
    row.save(update_fields=["slot_at", "slot_table", "play_by"])
    Fixture.places.filter(tie=row).update(play_by=day)
    if event.is_ladder:
        made = event.ladder_steps.filter(kind=LadderStep.Kind.CHALLENGED, challenge=row.number)
        made.update(play_by=day)
    after = {"slot": slot_at.isoformat(), "table": plan.table, "play_by": day.isoformat()}
    _log(row, "round.slot_assigned", at, before=before, after=after)
    play_by_follow(event, [row], at)


def _log(row: Fixture, action: str, at: datetime, **what: Any) -> None:
    what |= {"fixture_key": row.key, "match_id": row.match_id}
    log(row.event.tournament_id, action, Act(SYSTEM, at), event=row.event, **what)
