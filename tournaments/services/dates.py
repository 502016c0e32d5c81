"""The day by which a match is to be played: set for a round or a challenge, and put off by hand."""

from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from players.actors import Act
from tournaments.models import Event, Fixture
from tournaments.models_ladders import LadderStep
from tournaments.selectors.access import no_such_fixture
from tournaments.selectors.boards import is_decided
from tournaments.selectors.days import today_in
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.play_by import play_by_follow


@transaction.atomic
def play_by_set(
    *, event_id: int, key: str, day: date, act: Act, seen_version: int | None = None
) -> Fixture:
    """Give the two until that day, which is not past yet. A slot that they had is theirs no more.

    Raises InvalidError `day_past`, ConflictError `no_dates` (matches of the event have none),
    `already_decided`, NotFoundError `no_such_fixture`.
    """
    event = lock_event(event_id, seen_version=seen_version)
    if day < today_in(event.tournament.time_zone, act.at):
        raise InvalidError("day_past", _("That day is past."))
    return put_off(event, key, day, act)


def put_off(event: Event, key: str, day: date, act: Act) -> Fixture:
    """The same, whatever day it is. Needs the event locked and a transaction."""
    row = event.fixtures.select_related("match").filter(key=key).first()
    if row is None:
        raise no_such_fixture(key)
    if row.play_by is None:
        raise ConflictError("no_dates", _("This match has no day to be played by."))
    if is_decided(row):
        raise ConflictError("already_decided", _("This match is decided."))
    log(
        event.tournament_id,
        "match.date.changed",
        act,
        event=event,
        fixture_key=key,
        match_id=row.match_id,
        before={"play_by": row.play_by.isoformat()},
        after={"play_by": day.isoformat()},
    )
    row.play_by, row.slot_at, row.slot_table = day, None, None
    row.save(update_fields=["play_by", "slot_at", "slot_table"])
    Fixture.places.filter(tie=row).update(play_by=day)
    if event.is_ladder:
        made = event.ladder_steps.filter(kind=LadderStep.Kind.CHALLENGED, challenge=row.number)
        made.update(play_by=day)
    play_by_follow(event, [row], act.at)
    bump(event)
    return row
