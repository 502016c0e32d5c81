"""The dates of an archive: of its entries and check-in, of its matches, and what is due by them.

What is due follows from the dates, so it is not in the file: the site that takes the event in sets
what is still ahead there, and nothing happens for moments that are past.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from config.errors import InvalidError
from matches.models import Deadline, Match
from matches.services.steps import CONFIRM, DISPUTE
from players.actors import Act
from tournaments.formats.overdue import MAX_TABLE, OverduePlan
from tournaments.models import Event, Fixture
from tournaments.services.archive_places import Place, moment_out
from tournaments.services.event_moments import MOMENTS, check_moments, moments_follow
from tournaments.services.play_by import play_by_follow

# What an archive from before there were these settings would have said.
NO_DATES: Mapping[str, Any] = {**dict.fromkeys(MOMENTS), "overdue_rules": {}}
NO_DAY: Mapping[str, Any] = {"play_by": None, "slot_at": None, "slot_table": None}
# The state of a match that has the deadline.
WAITING = {CONFIRM: Match.State.REPORTED, DISPUTE: Match.State.DISPUTED}


def dates_out(event: Event) -> dict[str, Any]:
    moments = {name: getattr(event, name) for name in MOMENTS}
    told = {name: at and moment_out(at) for name, at in moments.items()}
    rules = event.overdue_rules
    return {**told, "overdue_rules": {name: rules[name] for name in sorted(rules)}}


def deadlines_out(event: Event, refs: Mapping[int, str]) -> list[dict[str, Any]]:
    """What waits for players or staff: this follows from no date."""
    matches = Fixture.places.filter(event=event, match__isnull=False).values("match_id")
    pending = Deadline.objects.filter(kind__in=WAITING, subject_id__in=matches, done_at=None)
    return [
        {"kind": one.kind, "match": refs[one.subject_id], "due_at": moment_out(one.due_at)}
        for one in pending.order_by("due_at", "subject_id")
    ]


def dates_read(part: Mapping[str, Place]) -> dict[str, Any]:
    moments = {name: part[name].maybe(Place.moment) for name in MOMENTS}
    try:
        check_moments(moments["entries_open_at"], moments["entries_close_at"])
    except InvalidError as error:
        raise part["entries_close_at"].fault(error.message) from error
    return {
        **moments,
        "overdue_rules": part["overdue_rules"].settings(
            lambda data: OverduePlan.of(data).as_data()
        ),
    }


def day_out(row: Fixture) -> dict[str, Any]:
    return {
        "play_by": row.play_by and row.play_by.isoformat(),
        "slot_at": row.slot_at and moment_out(row.slot_at),
        "slot_table": row.slot_table,
    }


def day_read(part: Mapping[str, Place]) -> dict[str, Any]:
    read = {
        "play_by": part["play_by"].maybe(Place.day),
        "slot_at": part["slot_at"].maybe(Place.moment),
        "slot_table": part["slot_table"].maybe(lambda table: table.whole(1, MAX_TABLE)),
    }
    if read["slot_at"] is not None and read["play_by"] is None:
        raise part["slot_at"].fault(_("this match has no day to be played by"))
    if read["slot_table"] is not None and read["slot_at"] is None:
        raise part["slot_table"].fault(_("this match has no hour at which it is played"))
    return read


def dates_in(event: Event, act: Act) -> None:
    """Set what is ahead, the fixtures being there. Needs a transaction."""
    moments_follow(event, act.at)
    if event.is_by_dates:
        play_by_follow(event, event.fixtures.select_related("match"), act.at)
